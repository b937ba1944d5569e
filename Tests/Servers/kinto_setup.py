"""Configures a Kinto server for the tests, and fills it with made-up people."""
import base64, json, re, sys, time, urllib.error, urllib.request
from fake_users import users

ADMIN = "Basic " + base64.b64encode(b"admin:admin-pass").decode()
ACCOUNTS = 20
SETTINGS = {
    "kinto.paginate_by": "200",
    "kinto.batch_max_requests": "200",
    "kinto.account_write_principals": "account:admin",
    "kinto.account_read_principals": "account:admin",
    "kinto.bucket_create_principals": "account:admin",
    "kinto.account_create_principals": "system.Everyone",
}


def configure(path, port):
    text = re.sub(r"(?m)^port = .*$", "port = " + port, open(path).read())
    for key, value in SETTINGS.items():
        text = re.sub(r"(?m)^#?\s*%s\s*=.*\n" % re.escape(key), "", text)
        text = text.replace("[app:main]\n", f"[app:main]\n{key} = {value}\n", 1)
    open(path, "w").write(text)


def call(base, method, path, body=None, authorization=ADMIN):
    headers = {"Content-Type": "application/json"}
    if authorization:
        headers["Authorization"] = authorization
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(base + path, data, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def wait_for(base):
    for _ in range(300):
        try:
            return call(base, "GET", "/", authorization=None)
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    sys.exit("Kinto doesn't answer")


def record(user):
    return {
        "username": user["username"], "displayName": user["display"], "email": user["email"],
        "department": user["dept"], "title": user["title"], "active": user["active"],
    }


def fill(port, count):
    base = f"http://127.0.0.1:{port}/v1"
    wait_for(base)
    call(base, "PUT", "/accounts/admin", {"data": {"password": "admin-pass"}}, None)
    call(base, "PUT", "/buckets/dir", {"permissions": {"read": ["system.Authenticated"]}})
    call(base, "PUT", "/buckets/dir/collections/users", {})
    people = list(users(count))
    for start in range(0, count, 200):
        requests = [
            {
                "method": "PUT", "body": {"data": record(user)},
                "path": "/v1/buckets/dir/collections/users/records/" + user["username"],
            }
            for user in people[start : start + 200]
        ]
        defaults = {"headers": {"Authorization": ADMIN}}
        answer = call(base, "POST", "/batch", {"defaults": defaults, "requests": requests})
        bad = [item for item in answer["responses"] if item["status"] >= 300]
        if bad:
            sys.exit(f"a record was refused: {bad[0]}")
    for user in people[:ACCOUNTS]:
        call(base, "PUT", "/accounts/" + user["username"],
             {"data": {"password": "pw-%05d" % user["i"]}})


def change(port, count):
    """Somebody comes, somebody changes and somebody goes."""
    base = f"http://127.0.0.1:{port}/v1"
    records = "/buckets/dir/collections/users/records/"
    people = {user["username"]: record(user) for user in users(count)}
    call(base, "PUT", records + "newcomer",
         {"data": people["user00002"] | {"username": "newcomer", "displayName": "New Comer"}})
    call(base, "PUT", records + "user00002", {"data": people["user00002"] | {"title": "Changed"}})
    call(base, "DELETE", records + "user00003")


if __name__ == "__main__":
    if sys.argv[1] == "configure":
        configure(sys.argv[2], sys.argv[3])
    elif sys.argv[1] == "change":
        change(int(sys.argv[2]), int(sys.argv[3]))
    else:
        fill(int(sys.argv[2]), int(sys.argv[3]))
