# What the server tests share. Sourced by test.sh; each check prints one line.
# shellcheck shell=bash

CHECKS=0
FAILURES=0

# The way to run the program: a fresh home for each server, and nothing of the caller's environment.
sluice() {
    env -i PATH="$PATH" HOME="$HOME_DIR" LC_ALL=C.UTF-8 "$PROGRAM" "$@"
}

# check NAME WANTED-EXIT-CODE COMMAND...: runs the command, keeps what it printed in $OUT and $ERR.
check() {
    local name=$1 wanted=$2 code=0
    shift 2
    OUT=$WORK/out ERR=$WORK/err
    "$@" >"$OUT" 2>"$ERR" </dev/null || code=$?
    verdict "$name (exit $wanted)" "$([ "$code" = "$wanted" ] && echo yes || echo "exit $code")"
}

# expect NAME COMMAND...: the command looks at $OUT and $ERR and succeeds.
expect() {
    local name=$1
    shift
    verdict "$name" "$("$@" >/dev/null 2>&1 && echo yes || echo no)"
}

verdict() {
    CHECKS=$((CHECKS + 1))
    if [ "$2" = yes ]; then
        echo "ok    $1"
    else
        FAILURES=$((FAILURES + 1))
        echo "FAIL  $1: $2"
        sed 's/^/      stdout: /' "$OUT" | head -n 5
        sed 's/^/      stderr: /' "$ERR" | head -n 5
    fi
}

# rows FILE: how many rows a tsv file has below its header.
rows() { echo $(($(wc -l <"$1") - 1)); }

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# start SCRIPT PEOPLE [PORT]: starts a server, waits until it is ready, sets $PORT and $SERVER.
start() {
    PORT=${3:-$(free_port)}
    local log=$WORK/server.log
    : >"$log"
    bash "$HERE/$1" "$PORT" "$2" >"$log" 2>&1 &
    SERVER=$!
    local waited=0
    until grep -q '^READY ' "$log"; do
        kill -0 "$SERVER" 2>/dev/null || { cat "$log" >&2; echo "$1 didn't start" >&2; exit 1; }
        waited=$((waited + 1))
        [ "$waited" -lt 3000 ] || { cat "$log" >&2; echo "$1 wasn't ready in time" >&2; exit 1; }
        sleep 0.1
    done
}

# stop: ends the server that start began, and waits until it is gone.
stop() {
    [ -n "${SERVER:-}" ] || return 0
    kill "$SERVER" 2>/dev/null || true
    wait "$SERVER" 2>/dev/null || true
    SERVER=
}

# need_python: installs Python and its venv module where they are missing.
need_python() {
    python3 -c 'import venv, ensurepip' 2>/dev/null && return
    local sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -q
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        python3 python3-venv
}
