#!/usr/bin/env bash
# A real SCIM 2.0 server (scim2-server) with made-up people, in memory, on 127.0.0.1.
#
# usage: scim2.sh PORT PEOPLE    prints "READY URL" when it answers, and stays until TERM or INT
#
# Installs scim2-server from the Python package index into .build/servers/scim2, once.
# The token is scim-secret-token, whoever shows it.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=server.sh
. "$HERE/server.sh"
PORT=$1 PEOPLE=$2 TOKEN=scim-secret-token
provide scim2 'scim2-server==0.8.3'
"$VENV/bin/scim2-server" --hostname 127.0.0.1 --port "$PORT" --bearer-token "$TOKEN" \
    >"$WORK/log" 2>&1 &
SERVER=$!
"$VENV/bin/python" "$HERE/scim2_setup.py" fill "$PORT" "$PEOPLE" "$TOKEN" ||
    { cat "$WORK/log" >&2; exit 1; }
echo "READY http://127.0.0.1:$PORT"
wait "$SERVER"
