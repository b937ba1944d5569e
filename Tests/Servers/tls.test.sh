# TLS with an authority of one's own, HTTP/2, gzip, and a proxy. Sourced by test.sh.
# shellcheck shell=bash disable=SC2034,SC2154

start tls.sh 40 "${PORT:-}"
LOG=$(sed -n 's/^LOG //p' "$WORK/server.log")
CA=$(sed -n 's/^CA //p' "$WORK/server.log")
PROXY=$(sed -n 's/^PROXY //p' "$WORK/server.log")
PROFILE=$HOME_DIR/tls.json
cat >"$PROFILE" <<'END'
{ "name": "tls", "baseURL": "https://127.0.0.1:1",
  "list": { "path": "/people", "items": "people" }, "detail": { "path": "/people/{id}" },
  "fields": { "id": "id", "username": "login", "displayName": "name", "email": "email" } }
END
# over VARIABLE=VALUE... -- ARGUMENT...: runs the program with further variables.
over() {
    local variables=()
    while [ "$1" != -- ]; do variables+=("$1") && shift; done
    shift
    env -i PATH="$PATH" HOME="$HOME_DIR" LC_ALL=C.UTF-8 "${variables[@]}" "$PROGRAM" \
        --profile "$PROFILE" --base-url "https://127.0.0.1:$PORT" "$@"
}

check "an authority that nobody trusts" 6 over -- show user00004 --fresh
expect "is told as such" grep -qi 'certificate' "$ERR"
expect "and nothing was asked" sh -c "! grep -q people '$LOG'"
check "an authority of one's own" 0 over SLUICE_CA_FILE="$CA" -- list --all --fresh
expect "lists everyone" test "$(rows "$OUT")" = 40
OUT=$LOG
expect "over HTTP/2, with gzip" grep -q '^HTTP/2 /people 200 .*gzip' "$LOG"
expect "and by no proxy" sh -c "! grep -q CONNECT '$LOG'"
check "another program's proxy doesn't count" 0 \
    over SLUICE_CA_FILE="$CA" https_proxy=http://127.0.0.1:1 ALL_PROXY=http://127.0.0.1:1 -- \
    show user00004 --fresh
check "a proxy" 0 over SLUICE_CA_FILE="$CA" SLUICE_PROXY="$PROXY" -- show user00004 --fresh
expect "shows the person" grep -q user00004@example.test "$OUT"
OUT=$LOG
expect "leads there" grep -q "^CONNECT 127.0.0.1:$PORT " "$LOG"
check "a proxy that isn't there" 6 \
    over SLUICE_CA_FILE="$CA" SLUICE_PROXY=http://127.0.0.1:1 -- show user00004 --fresh
expect "is named" grep -q 'the proxy http://127.0.0.1:1' "$ERR"
check "a file of certificates that isn't there" 2 \
    over SLUICE_CA_FILE=/nonexistent/ca.pem -- show user00004 --fresh
expect "is named too" grep -q /nonexistent/ca.pem "$ERR"
unset PORT
