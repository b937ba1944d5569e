"""The server of the fault "rows moved while pages are read"."""
import http.server, json, threading, urllib.parse


class Moving:
    """A server of numbered pages on this machine, some of whose people come and go before each page."""

    def __init__(self):
        self.start_anew()
        moving = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                status, answer = moving.answer(urllib.parse.urlsplit(self.path))
                body = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def start_anew(self):
        self.ids, self.comers, self.random = list(range(1, 36)), set(), None

    def begin_moving(self, comers, numbers):
        self.comers, self.random = comers, numbers

    def stop_moving(self):
        self.random = None

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, url):
        person = url.path.removeprefix("/people/")
        if person != url.path:
            if int(person) in self.ids:
                return 200, {"id": int(person), "login": f"user{person}"}
            return 404, {"error": "no such person"}
        query = urllib.parse.parse_qs(url.query)
        page, size = int(query.get("page", ["1"])[0]), int(query.get("size", ["10"])[0])
        if self.random:
            self.move()
            if page > 1 and self.random.randrange(8) == 0:
                return 400, {"error": "not now"}
        ids = self.ids[(page - 1) * size:page * size]
        return 200, {"people": [{"id": id, "login": f"user{id}"} for id in ids],
                     "total": len(self.ids)}

    def move(self):
        for id in sorted(self.comers):
            if self.random.randrange(3):
                continue
            if id in self.ids:
                self.ids.remove(id)
            else:
                self.ids.insert(self.random.randrange(len(self.ids) + 1), id)
