# Kinto: {data}, Basic credentials, Next-Page in a header. Sourced by test.sh.
# shellcheck shell=bash disable=SC2034,SC2154

start kinto.sh "$PEOPLE" "${PORT:-}"
PROFILE=kinto URL=http://127.0.0.1:$PORT/v1
NAME=admin PASSWORD=admin-pass NEEDLE=Tanaka ID=user00004 GONE=nobody-at-all
everything
