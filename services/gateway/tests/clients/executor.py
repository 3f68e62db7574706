"""An executor of verbs for the story: answers every request with the number of its verbs.

    python executor.py nats://127.0.0.1:4222 [TENANT]

Speaks the protocol of NATS itself, so it needs no library. Prints each request.
"""

import json
import socket
import sys
from urllib.parse import urlsplit


def main(url: str, tenant: str = "default") -> None:
    server = urlsplit(url)
    stream = socket.create_connection((server.hostname, server.port or 4222)).makefile("rwb", buffering=0)
    stream.readline()
    options = {"verbose": False, "headers": True, "lang": "python", "version": "1", "name": "executor"}
    if server.username:
        options |= {"user": server.username, "pass": server.password or ""}
    stream.write(f"CONNECT {json.dumps(options)}\r\nSUB auspex.verbs.execute.{tenant} 1\r\nPING\r\n".encode())
    while line := stream.readline().split():
        match line[0]:
            case b"PING":
                stream.write(b"PONG\r\n")
            case b"HMSG":
                reply, head, size = line[3], int(line[4]), int(line[5])
                body = read(stream, size + 2)[head:size]
                print(body.decode(), flush=True)
                answer = json.dumps({"status": "ok", "executed": len(json.loads(body)["verbs"])}).encode()
                stream.write(b"PUB %s %d\r\n%s\r\n" % (reply, len(answer), answer))
            case b"-ERR":
                raise SystemExit(b" ".join(line).decode())


def read(stream, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += stream.read(size - len(data))
    return data


main(*sys.argv[1:3])
