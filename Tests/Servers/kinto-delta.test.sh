# Kinto: a sync after the first asks for changes only (`_since`), and tombstones remove. Sourced by test.sh.
# shellcheck shell=bash disable=SC2034,SC2154

counts() {
    expect "$1" python3 -c "
import json
r = json.load(open('$OUT'))
assert [r['inserted'], r['changed'], r['unchanged'], r['removed']] == $2, r"
}

start kinto.sh "$PEOPLE" "${PORT:-}"
PROFILE=kinto URL=http://127.0.0.1:$PORT/v1
check "login" 0 piped_login admin admin-pass
check "sync" 0 directory sync --json
counts "everyone is new" "[$PEOPLE, 0, 0, 0]"
check "sync again" 0 directory sync --json
counts "nobody changed, and nobody was sent" "[0, 0, 0, 0]"
check "somebody comes, somebody changes, somebody goes" 0 \
    python3 "$HERE/kinto_setup.py" change "$PORT" "$PEOPLE"
check "sync of the changes" 0 directory sync --json
counts "just those" "[1, 1, 0, 1]"
check "who came is there" 0 directory show newcomer --offline --json
check "who changed" 0 directory show user00002 --offline --json
expect "has the new title" grep -q '"title":"Changed"' "$OUT"
check "who went is gone" 6 directory show user00003 --offline
check "sync when all is in" 0 directory sync --json
counts "nothing comes twice" "[0, 0, 0, 0]"
check "sync --full" 0 directory sync --full --json
counts "the cache was the server's state" "[0, 0, $PEOPLE, 0]"
check "doctor" 0 directory doctor
check "logout" 0 directory logout
unset PORT
