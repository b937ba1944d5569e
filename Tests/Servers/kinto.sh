#!/usr/bin/env bash
# A real Kinto server with made-up people, in memory, on 127.0.0.1.
#
# usage: kinto.sh PORT PEOPLE    prints "READY URL" when it answers, and stays until TERM or INT;
#                                before that "LOG FILE", where it notes each answer
#
# Installs Kinto from the Python package index into .build/servers/kinto, once.
# The people are the records of /v1/buckets/dir/collections/users. Logins: admin:admin-pass, and for
# the first twenty people USERNAME:pw-NNNNN.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=server.sh
. "$HERE/server.sh"
PORT=$1 PEOPLE=$2
provide kinto 'kinto==26.5.0'
"$VENV/bin/kinto" init --ini "$WORK/kinto.ini" --backend memory --cache-backend memory \
    --host 127.0.0.1 >"$WORK/init.log" 2>&1 || { cat "$WORK/init.log" >&2; exit 1; }
"$VENV/bin/python" "$HERE/kinto_setup.py" configure "$WORK/kinto.ini" "$PORT"
"$VENV/bin/kinto" start --ini "$WORK/kinto.ini" >"$WORK/log" 2>&1 &
SERVER=$!
"$VENV/bin/python" "$HERE/kinto_setup.py" fill "$PORT" "$PEOPLE" || { cat "$WORK/log" >&2; exit 1; }
echo "LOG $WORK/log"
echo "READY http://127.0.0.1:$PORT/v1"
wait "$SERVER"
