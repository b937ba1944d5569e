#!/usr/bin/env bash
# What must not compile: each file here has to fail with the error that its first line names.
#
# usage: check.sh MODULES    the folder of the built modules, .build/debug/Modules
set -u
cd "$(dirname "$0")" || exit 1
failures=0
for file in *.swift; do
    wanted=$(sed -n '1s,^// error: ,,p' "$file")
    printed=$(swiftc -typecheck -swift-version 6 -warnings-as-errors -I "$1" "$file" 2>&1)
    code=$?
    # A file without a wanted error shows that the others fail for their own reason.
    if [ -z "$wanted" ]; then
        [ "$code" = 0 ] && continue
        echo "$file: doesn't compile"
    else
        [ "$code" != 0 ] && grep -qF -- "$wanted" <<<"$printed" && continue
        echo "$file: didn't fail with: $wanted"
    fi
    printf '%s\n' "$printed"
    failures=$((failures + 1))
done
exit "$((failures > 0))"
