# Kinto: {data}, Basic credentials, Next-Page in a header. Sourced by test.sh.
# shellcheck shell=bash disable=SC2154

PEOPLE=${PEOPLE:-260}
start kinto.sh "$PEOPLE" "${PORT:-}"
kinto() { sluice --profile kinto --base-url "http://127.0.0.1:$PORT/v1" "$@"; }
login() { printf '%s\n' "$2" | kinto login "$1" --password-stdin; }
piped_login() { login "$1" "$2"; }

check "not logged in" 4 kinto list
expect "says how to log in" grep -qi 'log in' "$ERR"
check "a wrong password is refused" 4 piped_login admin wrong
expect "says that the password was refused" grep -qi 'password\|refused' "$ERR"
expect "doesn't repeat the password" sh -c "! grep -q wrong '$ERR' '$OUT'"
check "login" 0 piped_login admin admin-pass
check "whoami" 0 kinto whoami
expect "names the account" grep -q admin "$OUT"
check "list" 0 kinto list --per-page 50
expect "a page has its size" test "$(rows "$OUT")" = 50
check "list --all" 0 kinto list --all
expect "lists everyone" test "$(rows "$OUT")" = "$PEOPLE"
expect "prints no escape byte" sh -c "! grep -q '$(printf '\033')' '$OUT'"
check "list --json" 0 kinto list --all --json
expect "is one JSON array of everyone" python3 -c "
import json, sys
people = json.load(open('$OUT'))
assert len(people) == $PEOPLE and len({p['id'] for p in people}) == $PEOPLE"
check "show" 0 kinto show user00004 --json
expect "shows the person" python3 -c "
import json
p = json.load(open('$OUT'))
assert p['id'] == 'user00004' and p['email'] == 'user00004@example.test', p
assert p['displayName'].startswith('👩‍💻'), p"
check "a name with a right-to-left override" 0 kinto show user00009 --json
expect "is lossless in JSON" python3 -c "
import json
assert json.load(open('$OUT'))['displayName'].startswith('\u202eRTL')"
check "the same name for a person" 0 kinto show user00009 --format table
expect "shows the override as an escape" sh -c "! grep -q '$(printf '\342\200\256')' '$OUT'"
check "a tab in a name" 0 kinto show user00008
expect "is still one row" test "$(rows "$OUT")" = 1
check "search" 0 kinto search Tanaka --limit 500
expect "finds some" test "$(rows "$OUT")" -gt 0
expect "finds Tanakas only" sh -c "! tail -n +2 '$OUT' | grep -qv Tanaka"
check "search for nobody" 0 kinto search nobodyatall
expect "has no rows" test "$(rows "$OUT")" = 0
check "a wrong id" 3 kinto show nobody-at-all
check "an id with a slash is one segment" 3 kinto show '../../../accounts/admin'
check "sync" 0 kinto sync --json
expect "counts everyone" python3 -c "
import json
r = json.load(open('$OUT'))
assert r['inserted'] + r['changed'] + r['unchanged'] == $PEOPLE and r['removed'] == 0, r"
check "offline list" 0 kinto list --all --offline
expect "has everyone" test "$(rows "$OUT")" = "$PEOPLE"
check "search while offline" 0 kinto search Tanaka --offline --limit 500
expect "finds Tanakas only, offline" sh -c "! tail -n +2 '$OUT' | grep -qv Tanaka"

stop
check "the server is stopped: show --max-age 0" 0 kinto show user00004 --max-age 0
expect "gives the cached person" grep -q user00004@example.test "$OUT"
expect "says how old the answer is" grep -qi 'fetched .*\(ago\|just now\)' "$ERR"
check "the server is stopped: show --fresh" 6 kinto show user00004 --fresh
check "the server is stopped: someone not cached" 6 kinto show someone-else
check "logout" 0 kinto logout
check "after logout nothing is cached" 6 kinto show user00004 --offline
expect "no password is in any file" sh -c "! grep -rq 'admin-pass' '$HOME_DIR/.cache'"
unset PORT
