#!/usr/bin/env bash
# Runs the release program against real servers that nobody here wrote.
#
# usage: test.sh [SERVER]    PORT and PEOPLE of the environment override a free port and 260 people
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
PROGRAM=${PROGRAM:-$HERE/../../.build/release/sluice}
[ -x "$PROGRAM" ] || { echo "no program at $PROGRAM: run make build" >&2; exit 1; }
# shellcheck source=lib.sh
. "$HERE/lib.sh"
# shellcheck source=everything.sh
. "$HERE/everything.sh"
need_python
PEOPLE=${PEOPLE:-260}
WORK=$(mktemp -d)
SERVER=
trap 'stop; rm -rf "$WORK"' EXIT
trap 'exit 130' INT TERM

for suite in "$HERE"/*.test.sh; do
    name=$(basename "$suite" .test.sh)
    [ $# = 0 ] || [ "$1" = "$name" ] || continue
    echo "== $name"
    HOME_DIR=$WORK/home-$name
    mkdir -p "$HOME_DIR"
    # shellcheck disable=SC1090
    . "$suite"
    stop
done
echo "$((CHECKS - FAILURES)) passed, $FAILURES failed"
[ "$FAILURES" = 0 ]
