"""A Datasette server of a file; the argument is its path."""

import asyncio
import sys

import uvicorn
from datasette.app import Datasette

import serving


async def main():
    site = Datasette([sys.argv[1]])
    await site.invoke_startup()
    socket = serving.listener()
    serving.end_with_input()
    serving.announce(socket.getsockname()[1])
    await uvicorn.Server(uvicorn.Config(site.app(), log_level="warning")).serve([socket])


asyncio.run(main())
