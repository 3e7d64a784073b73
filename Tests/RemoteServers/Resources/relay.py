"""A relay to a port, which cuts connections: it stands for networks that fail.

The line `cut N` in the input makes the next connection end after N bytes from the server.
"""

import asyncio
import sys

import serving

limits = []


async def pass_on(reader, writer, limit=None):
    passed = 0
    while data := await reader.read(1 << 14):
        if limit is not None and passed + len(data) > limit:
            data = data[: limit - passed]
        writer.write(data)
        await writer.drain()
        passed += len(data)
        if passed == limit:
            break


async def connect(reader, writer):
    limit = limits.pop(0) if limits else None
    server_reader, server_writer = await asyncio.open_connection(serving.HOST, int(sys.argv[1]))
    directions = [
        asyncio.create_task(pass_on(reader, server_writer)),
        asyncio.create_task(pass_on(server_reader, writer, limit)),
    ]
    await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
    for direction in directions:
        direction.cancel()
    for each in (writer, server_writer):
        each.close()


def command(words):
    limits.append(int(words[1]))
    return "ok"


async def main():
    listener = serving.listener()
    server = await asyncio.start_server(connect, sock=listener)
    serving.end_with_input(command=command)
    serving.announce(listener.getsockname()[1])
    await server.serve_forever()


asyncio.run(main())
