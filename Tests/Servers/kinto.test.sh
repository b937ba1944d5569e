# Kinto: {data}, Basic credentials, Next-Page in a header. Sourced by test.sh.
# shellcheck shell=bash disable=SC2034,SC2154

start kinto.sh "$PEOPLE" "${PORT:-}"
PROFILE=kinto URL=http://127.0.0.1:$PORT/v1
NAME=admin PASSWORD=admin-pass NEEDLE=Tanaka ID=user00004 GONE=nobody-at-all

# answered: the method, path and status of each answer about people since the log had $1 bytes.
answered() {
    tail -c "+$(($1 + 1))" "$LOG" | sed 's/\x1b\[[0-9;]*m//g' |
        grep -oE '"(GET|HEAD) +/v1/buckets[^"]*" +[0-9]+'
}

browse() {
    check "$1: list --all --fresh" 0 directory list --all --fresh
    expect "$1: lists everyone" test "$(rows "$OUT")" = "$PEOPLE"
    check "$1: sync" 0 directory sync
    check "$1: sync --full" 0 directory sync --full
    for page in 1 2 3; do
        check "$1: page $page" 0 directory list --page "$page" --per-page 50 --fresh
        expect "$1: page $page has its people" test "$(rows "$OUT")" = 50
    done
    check "$1: show" 0 directory show "$ID" --fresh
    check "$1: search" 0 directory search "$NEEDLE" --limit 50 --fresh
}

# What hasn't changed isn't sent again; in a home of its own, as `everything` begins without a login.
second_browse() {
    local first=$HOME_DIR LOG size
    LOG=$(sed -n 's/^LOG //p' "$WORK/server.log")
    HOME_DIR=$WORK/home-kinto-again
    mkdir -p "$HOME_DIR"
    check "login for a browse" 0 piped_login "$NAME" "$PASSWORD"
    browse "first browse"
    size=$(wc -c <"$LOG")
    browse "second browse"
    answered "$size" >"$WORK/answers"
    OUT=$WORK/answers
    expect "a second browse asks" test "$(wc -l <"$OUT")" -ge 10
    expect "and transfers 304s only" sh -c "! grep -v ' 304$' '$OUT'"
    python3 - "$URL" <<'END'
import json, sys, urllib.request
request = urllib.request.Request(
    sys.argv[1] + "/buckets/dir/collections/users/records/user00004",
    json.dumps({"data": {"title": "Changed meanwhile"}}).encode(),
    {"Content-Type": "application/json", "Authorization": "Basic YWRtaW46YWRtaW4tcGFzcw=="},
    method="PATCH")
urllib.request.urlopen(request).read()
END
    check "sync after a change" 0 directory sync --json
    expect "brings the change, and no more" python3 -c "
import json
r = json.load(open('$OUT'))
assert (r['inserted'], r['changed'], r['removed']) == (0, 1, 0), r"
    check "list --all after a change" 0 directory list --all --fresh
    expect "shows it" grep -q 'Changed meanwhile' "$OUT"
    check "logout after a browse" 0 directory logout
    HOME_DIR=$first
}

second_browse
everything
