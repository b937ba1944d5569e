"""Fills a privacyIDEA server for the tests with made-up people."""
import json, sys, time, urllib.error, urllib.request
from fake_users import users


def passwd(count):
    """The people as a passwd file, whose GECOS field holds name, room, phone and address."""
    def clean(text):
        return "".join(c for c in text if c not in ":,\n")
    for user in users(count):
        name = clean(user["given"]) + " " + clean(user["family"])
        gecos = "%s,room,555-%05d,,%s" % (name, user["i"], user["email"])
        print("%s:x:%d:1000:%s:/home/%s:/bin/sh"
              % (user["username"], 1000 + user["i"], gecos, user["username"]))


def call(base, path, body, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = token
    request = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["result"]["value"]


def login(base):
    for _ in range(600):
        try:
            return call(base, "/auth", {"username": "admin", "password": "admin-pass"})["token"]
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    sys.exit("privacyIDEA doesn't answer")


def realm(port, path):
    base = f"http://127.0.0.1:{port}"
    token = login(base)
    call(base, "/resolver/file", {"type": "passwdresolver", "fileName": path}, token)
    call(base, "/realm/dir", {"resolvers": "file"}, token)
    call(base, "/defaultrealm/dir", {}, token)


if __name__ == "__main__":
    if sys.argv[1] == "passwd":
        passwd(int(sys.argv[2]))
    else:
        realm(int(sys.argv[2]), sys.argv[3])
