# What the scripts of the servers share: a folder that goes away with them, and their installation.
# shellcheck shell=bash disable=SC2034

WORK=$(mktemp -d)
SERVER=
clean_up() {
    set +e
    [ -z "$SERVER" ] || { kill "$SERVER" && wait "$SERVER"; } 2>/dev/null
    cd / && rm -rf "$WORK"
}
trap clean_up EXIT
trap 'exit 0' INT TERM

# provide NAME PACKAGE...: installs Python packages into .build/servers/NAME, once; sets $VENV.
provide() {
    VENV=$HERE/../../.build/servers/$1
    [ ! -e "$VENV/done" ] || return 0
    rm -rf "$VENV"
    mkdir -p "$(dirname "$VENV")"
    python3 -m venv "$VENV"
    "$VENV/bin/pip" install -q "${@:2}" >"$WORK/pip.log" 2>&1 || {
        cat "$WORK/pip.log" >&2
        echo "$1 can't be installed: is the Python package index within reach?" >&2
        rm -rf "$VENV"
        exit 1
    }
    touch "$VENV/done"
}
