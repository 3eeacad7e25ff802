"""Starts Firefox in Playwright's name and passes WebDriver BiDi on between the two.

Playwright drives an ordinary Firefox by BiDi, and tells each window which colours a person prefers. Firefox does not
know that command yet, and Playwright gives up when it is refused: here it is confirmed, and not passed on. Nothing else
is changed. Firefox counts the clicks of one command only, and Playwright sends each in its own: there are no double
clicks.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

UNKNOWN_TO_FIREFOX = {"emulation.setMediaFeaturesOverride"}


async def relay(firefox: str, arguments: list[str]) -> int:
    """Until Firefox ends; returns its exit status."""
    process = await asyncio.create_subprocess_exec(firefox, *arguments, stderr=asyncio.subprocess.PIPE)
    assert process.stderr is not None
    address = await listening(process.stderr)

    async def serve_playwright(playwright: ServerConnection) -> None:
        path = playwright.request.path if playwright.request else ""
        async with connect(address + path.rstrip("/"), max_size=None) as browser:
            await pass_on(playwright, browser)

    async with serve(serve_playwright, "127.0.0.1", 0, max_size=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        sys.stderr.write(f"WebDriver BiDi listening on ws://127.0.0.1:{port}\n")
        while await process.stderr.readline():
            pass  # A full pipe would stop Firefox.
        return await process.wait()


async def listening(stderr: asyncio.StreamReader) -> str:
    """Firefox's own address, as it says on its error stream."""
    while line := (await stderr.readline()).decode():
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
            return found[1]
    raise RuntimeError("Firefox ended before it listened")


async def pass_on(playwright: ServerConnection, browser: ClientConnection) -> None:
    async def back() -> None:
        async for message in browser:
            await playwright.send(message)

    answers = asyncio.create_task(back())
    async for message in playwright:
        command = json.loads(message)
        if command["method"] in UNKNOWN_TO_FIREFOX:
            await playwright.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
        else:
            await browser.send(message)
    answers.cancel()


if __name__ == "__main__":
    sys.exit(asyncio.run(relay(sys.argv[1], sys.argv[2:])))
