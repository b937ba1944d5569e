"""Serves made-up people by Hypercorn, over TLS with HTTP/2 and gzip; and tunnels to itself as a proxy."""
import asyncio, gzip, json, signal, sys
import trustme
from hypercorn.asyncio import serve
from hypercorn.config import Config
from fake_users import users

port, count, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
people = [
    {"id": u["username"], "login": u["username"], "name": u["display"], "email": u["email"]}
    for u in users(count)
]
log = open(folder + "/log", "a", buffering=1)


async def app(scope, receive, send):
    if scope["type"] != "http":
        raise NotImplementedError(scope["type"])
    path, status = scope["path"], 200
    if path == "/people":
        answer = {"people": people}
    else:
        found = [p for p in people if path == "/people/" + p["id"]]
        answer, status = (found[0], 200) if found else ({"message": "nobody"}, 404)
    body = gzip.compress(json.dumps(answer).encode())
    asked = dict(scope["headers"]).get(b"accept-encoding", b"").decode()
    log.write(f"HTTP/{scope['http_version']} {path} {status} {asked}\n")
    headers = [(b"content-type", b"application/json"), (b"content-encoding", b"gzip")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def tunnel(reader, writer):
    """Answers CONNECT, and carries bytes both ways."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    line = head.split("\r\n")[0]
    log.write(line + "\n")
    there = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"HTTP/1.1 200 Connected\r\n\r\n")

    async def carry(source, target):
        try:
            while data := await source.read(65536):
                target.write(data)
                await target.drain()
        except ConnectionError:
            pass
        target.close()

    await asyncio.gather(carry(reader, there[1]), carry(there[0], writer))


async def main():
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder + "/ca.pem")
    own = authority.issue_cert("127.0.0.1", "localhost")
    own.private_key_pem.write_to_path(folder + "/key.pem")
    with open(folder + "/cert.pem", "wb") as file:
        for part in own.cert_chain_pems:
            file.write(part.bytes())
    config = Config()
    config.bind = [f"127.0.0.1:{port}"]
    config.certfile, config.keyfile = folder + "/cert.pem", folder + "/key.pem"
    config.alpn_protocols = ["h2", "http/1.1"]
    proxy = await asyncio.start_server(tunnel, "127.0.0.1", 0)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    server = asyncio.create_task(serve(app, config, shutdown_trigger=stopped.wait))
    while True:
        try:
            (await asyncio.open_connection("127.0.0.1", port))[1].close()
            break
        except OSError:
            await asyncio.sleep(0.05)
    print("LOG", folder + "/log")
    print("CA", folder + "/ca.pem")
    print(f"PROXY http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}")
    print(f"READY https://127.0.0.1:{port}", flush=True)
    await server


asyncio.run(main())
