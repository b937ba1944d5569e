#!/usr/bin/env bash
# A server of made-up people over TLS with HTTP/2 and gzip, and a proxy that leads to it, on 127.0.0.1.
#
# usage: tls.sh PORT PEOPLE    prints "READY URL" when it answers, and stays until TERM or INT;
#                              before that "LOG FILE", where each answer and each tunnel is noted,
#                              "CA FILE", the authority to trust, and "PROXY URL"
#
# Installs Hypercorn and trustme from the Python package index into .build/servers/tls, once.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=server.sh
. "$HERE/server.sh"
PORT=$1 PEOPLE=$2
provide tls 'hypercorn==0.17.3' 'trustme==1.2.1'
"$VENV/bin/python" "$HERE/tls_server.py" "$PORT" "$PEOPLE" "$WORK" >"$WORK/out" 2>&1 &
SERVER=$!
until grep -q '^READY ' "$WORK/out"; do
    kill -0 "$SERVER" 2>/dev/null || { cat "$WORK/out" >&2; exit 1; }
    sleep 0.1
done
cat "$WORK/out"
wait "$SERVER"
