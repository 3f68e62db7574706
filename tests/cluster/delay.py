"""Forwards connections to one address, each part 100 ms late in each direction: delay.py PORT ADDRESS ADDRESS_PORT MARK."""

import asyncio
import socket
import sys

SECONDS = 0.1
SO_MARK = 36


async def read(reader, parts):
    while data := await reader.read(1 << 16):
        parts.put_nowait((asyncio.get_running_loop().time() + SECONDS, data))
    parts.put_nowait((0, b""))


async def write(parts, writer):
    while True:
        due, data = await parts.get()
        if not data:
            break
        await asyncio.sleep(max(0, due - asyncio.get_running_loop().time()))
        writer.write(data)
        await writer.drain()
    writer.close()


async def forward(reader, writer):
    parts = asyncio.Queue()
    await asyncio.gather(read(reader, parts), write(parts, writer), return_exceptions=True)


async def serve(port, address, address_port, mark):
    async def connected(reader, writer):
        to = socket.socket()
        to.setsockopt(socket.SOL_SOCKET, SO_MARK, mark)
        to.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(to, (address, address_port))
        except OSError:
            writer.close()
            return
        there, back = await asyncio.open_connection(sock=to)
        await asyncio.gather(forward(reader, back), forward(there, writer))

    server = await asyncio.start_server(connected, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
