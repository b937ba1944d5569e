# privacyIDEA: a login for a token, one envelope both ways, nobody as an empty list. Sourced by test.sh.
# shellcheck shell=bash disable=SC2034,SC2154

start privacyidea.sh "$PEOPLE" "${PORT:-}"
PROFILE=privacyidea URL=http://127.0.0.1:$PORT
NAME=admin PASSWORD=admin-pass NEEDLE=user0001 ID=user00004 GONE=nobody-at-all
everything
