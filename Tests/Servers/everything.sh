# What every server is put through. Sourced by test.sh.
# shellcheck shell=bash disable=SC2154
#
# Before `everything`, a suite sets: PROFILE, URL, NAME and PASSWORD (a login that is accepted), TELLS
# ("message" where the server has words of its own for a refused login), NEEDLE (what to search for,
# and what each of the rows found has in it), ID (of somebody, or a username), GONE (an id that nobody
# has).

directory() { sluice --profile "$PROFILE" --base-url "$URL" "$@"; }
piped_login() { printf '%s\n' "$2" | directory login "$1" --password-stdin; }

everything() {
    check "not logged in" 4 directory list
    expect "says how to log in" grep -qi 'log in\|sluice login' "$ERR"
    check "a wrong password is refused" 4 piped_login "$NAME" wrong-secret
    expect "says that the password was refused" grep -qi 'password\|refused' "$ERR"
    expect "doesn't repeat the password" sh -c "! grep -q wrong-secret '$ERR' '$OUT'"
    check "login" 0 piped_login "$NAME" "$PASSWORD"
    check "whoami" 0 directory whoami
    expect "names the account" grep -q "$NAME" "$OUT"
    reads
    a_person
    a_search
    check "sync --full" 0 directory sync --full --json
    expect "counts everyone" python3 -c "
import json
r = json.load(open('$OUT'))
assert r['inserted'] + r['changed'] + r['unchanged'] == $PEOPLE and r['removed'] == 0, r"
    check "sync again" 0 directory sync --json
    expect "changes nothing" python3 -c "
import json
r = json.load(open('$OUT'))
assert r['unchanged'] in (0, $PEOPLE) and not r['inserted'] + r['changed'] + r['removed'], r"
    without_it
}

reads() {
    check "list" 0 directory list --per-page 50
    expect "a page has its size" test "$(rows "$OUT")" = 50
    check "list --all" 0 directory list --all
    expect "lists everyone" test "$(rows "$OUT")" = "$PEOPLE"
    expect "prints no escape byte" sh -c "! grep -q '$(printf '\033')' '$OUT'"
    check "list --json" 0 directory list --all --json
    expect "is one JSON array of everyone" python3 -c "
import json
people = json.load(open('$OUT'))
assert len(people) == $PEOPLE and len({p['id'] for p in people}) == $PEOPLE"
}

a_person() {
    check "show" 0 directory show "$ID" --json
    expect "shows the person" python3 -c "
import json
p = json.load(open('$OUT'))
assert p['username'] == 'user00004' and p['email'] == 'user00004@example.test', p
assert p['displayName'].startswith('👩‍💻'), p"
    check "show by name" 0 directory show user00004 --fresh --json
    check "show by address" 0 directory show user00004@example.test --json
    check "a name with a right-to-left override" 0 directory show user00009 --json
    expect "is lossless in JSON" python3 -c "
import json
assert json.load(open('$OUT'))['displayName'].startswith('\u202eRTL')"
    check "the same name for a person" 0 directory show user00009 --format table
    expect "shows the override as an escape" sh -c "! grep -q '$(printf '\342\200\256')' '$OUT'"
    check "a tab in a name" 0 directory show user00008
    expect "is still one row" test "$(rows "$OUT")" = 1
    check "a wrong id" 3 directory show "$GONE"
    check "an id with a slash is one segment" 3 directory show '../../../accounts/admin'
    check "a pattern is no id" 3 directory show 'user0000*'
}

a_search() {
    check "search" 0 directory search "$NEEDLE" --limit 500 --fresh
    expect "finds some" test "$(rows "$OUT")" -gt 0
    expect "finds what was asked for only" sh -c "! tail -n +2 '$OUT' | grep -qv '$NEEDLE'"
    check "search for nobody" 0 directory search nobodyatall --fresh
    expect "has no rows" test "$(rows "$OUT")" = 0
    check "search for what would change a filter" 0 directory search 'x" or userName pr or "1' --fresh
    expect "has no rows either" test "$(rows "$OUT")" = 0
    check "search for a pattern" 0 directory search '*' --fresh
    expect "is no search for everyone" test "$(rows "$OUT")" -lt 5
}

without_it() {
    check "offline list" 0 directory list --all --offline
    expect "has everyone" test "$(rows "$OUT")" = "$PEOPLE"
    check "search while offline" 0 directory search Tanaka --offline --limit 500
    expect "finds Tanakas" test "$(rows "$OUT")" -gt 0
    expect "and no others" sh -c "! tail -n +2 '$OUT' | grep -qv Tanaka"
    stop
    check "the server is stopped: show --max-age 0" 0 directory show "$ID" --max-age 0
    expect "gives the cached person" grep -q user00004@example.test "$OUT"
    expect "says how old the answer is" grep -qi 'fetched .*\(ago\|just now\)' "$ERR"
    check "the server is stopped: show --fresh" 6 directory show "$ID" --fresh
    check "the server is stopped: someone not cached" 6 directory show "$GONE"
    check "logout" 0 directory logout
    check "after logout nothing is cached" 6 directory show "$ID" --offline
    expect "no password is in any file" sh -c "! grep -rq '$PASSWORD' '$HOME_DIR/.cache'"
    unset PORT
}
