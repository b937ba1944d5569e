#!/bin/bash
# Runs the tests under the thread sanitizer, in a copy of the tree whose locks it can see.
#
# usage: races.sh [FILTER], a regular expression of tests as `swift test --filter` takes it.
# The program's own tests are left out: they run it as another process.
set -euo pipefail

filter=${1:-SluiceFlowTests|SluiceTestingTests|SluiceHTTPTests|SluiceStoreTests|UsersTests|UserServicesTests|SluiceCLITests}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tree=$root/.build/races/tree

mkdir -p "$tree"
find "$tree" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
cd "$root"
git ls-files -co --exclude-standard -z \
    | tar --create --null --ignore-failed-read --files-from=- 2>/dev/null | tar --extract --directory="$tree"

cd "$tree"
for module in Sources/* Tests/*Tests; do
    if grep -qrs --include='*.swift' 'import Synchronization' "$module"; then
        cp -p "$here/Mutex.swift" "$module/Mutex.swift"
    fi
done
swift test --sanitize=thread --filter "$filter"
