"""Fills a SCIM 2.0 server for the tests with made-up people."""
import json, sys, time, urllib.error, urllib.request
from fake_users import users

BULK = "urn:ietf:params:scim:api:messages:2.0:BulkRequest"
USER = "urn:ietf:params:scim:schemas:core:2.0:User"
ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"


def call(base, token, path, body=None):
    headers = {"Content-Type": "application/scim+json", "Authorization": "Bearer " + token}
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(urllib.request.Request(base + path, data, headers)) as answer:
        return json.load(answer)


def wait_for(base, token):
    for _ in range(300):
        try:
            return call(base, token, "/ServiceProviderConfig")
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    sys.exit("scim2-server doesn't answer")


def resource(user):
    return {
        "schemas": [USER, ENTERPRISE], "userName": user["username"],
        "name": {"givenName": user["given"], "familyName": user["family"]},
        "displayName": user["display"], "title": user["title"], "active": user["active"],
        "emails": [{"value": user["email"], "type": "work", "primary": True}],
        ENTERPRISE: {"department": user["dept"]},
    }


def fill(port, count, token):
    base = f"http://127.0.0.1:{port}"
    wait_for(base, token)
    people = list(users(count))
    for start in range(0, count, 100):
        operations = [
            {"method": "POST", "path": "/Users", "bulkId": user["username"], "data": resource(user)}
            for user in people[start : start + 100]
        ]
        answer = call(base, token, "/Bulk", {"schemas": [BULK], "Operations": operations})
        bad = [item for item in answer["Operations"] if str(item["status"]) != "201"]
        if bad:
            sys.exit(f"a user was refused: {bad[0]}")


def id_of(port, name, token):
    path = f'/Users?filter=userName%20eq%20%22{name}%22'
    return call(f"http://127.0.0.1:{port}", token, path)["Resources"][0]["id"]


if __name__ == "__main__":
    if sys.argv[1] == "fill":
        fill(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    else:
        print(id_of(int(sys.argv[2]), sys.argv[3], sys.argv[4]))
