# scim2-server: SCIM 2.0, a token that is handed out, ids that say nothing. Sourced by test.sh.
# shellcheck shell=bash disable=SC2034,SC2154

start scim2.sh "$PEOPLE" "${PORT:-}"
PROFILE=scim2 URL=http://127.0.0.1:$PORT
NAME=admin PASSWORD=scim-secret-token NEEDLE=Tanaka GONE=nobody-at-all
ID=$(python3 "$HERE/scim2_setup.py" id-of "$PORT" user00004 "$PASSWORD")
everything
