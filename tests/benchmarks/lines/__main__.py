"""``make bench-lines``: how long the server takes to pass on what the pages of many pairs say to each other.

A server with its store, in a process of its own, and as many pairs as are asked for, each over two WebSockets, which
send as two pages do: a navigator's camera five times a second, a ping every two seconds, and, where voices take the
line, seventeen packets of Opus a second each. Counted is the time from one page's sending to the other one's hearing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from pangea_server.stores.protocol import Store
from tests.pairing.conftest import add_dialogue
from tests.security.serving import Served, serving_work

CAMERAS, PINGS, VOICES = 5.0, 0.5, 25.0  # a second
PACKETS = "A" * 215  # 40 ms of Opus at 24 kbit/s, as text


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each way")
    options = parser.parse_args()
    table = Table(
        "what passes", "messages a second", "median, ms", "p95, ms", "most, ms", "server's CPU, ms each"
    )
    with TemporaryDirectory() as folder:
        people = 2 * options.pairs

        def work(store: Store) -> None:
            for number in range(options.pairs):
                add_dialogue(store, 10_000 + number)

        with serving_work(Path(folder), people, work) as served:
            leases = [_lease(served, token) for token in served.tokens]
            for name, voices in (("cameras", False), ("cameras and voices", True)):
                before = served.processor_seconds()
                delays = asyncio.run(_measure(served, leases, options.seconds, voices=voices))
                cpu = 1000 * (served.processor_seconds() - before) / len(delays)
                row = (np.median(delays), np.percentile(delays, 95), max(delays))
                table.add_row(
                    name,
                    f"{len(delays) / options.seconds:.0f}",
                    *(f"{each:.1f}" for each in row),
                    f"{cpu:.2f}",
                )
    Console().print(table)


def _lease(served: Served, token: str) -> dict[str, Any]:
    answer = served.call(token, "POST", "/leases", b'{"kind": "guide_two"}')
    assert answer.status == 200, answer
    return dict(json.loads(answer.body)) | {"token": token}


async def _measure(
    served: Served, leases: list[dict[str, Any]], seconds: float, *, voices: bool
) -> list[float]:
    """Milliseconds that each message took, while all pairs are on their lines."""
    delays: list[float] = []
    async with AsyncExitStack() as joined:
        lines = [await joined.enter_async_context(_line(served, lease)) for lease in leases]
        async with asyncio.TaskGroup() as group:
            for line, lease in zip(lines, leases, strict=True):
                navigates = lease["pairing"]["role"] == "navigator"
                group.create_task(_hear(line, delays, seconds))
                group.create_task(_say(line, "ping", PINGS, seconds))
                if navigates:
                    group.create_task(_say(line, "camera", CAMERAS, seconds))
                if voices:
                    group.create_task(_say(line, "signal", VOICES, seconds))
    return delays


@asynccontextmanager
async def _line(served: Served, lease: dict[str, Any]) -> AsyncIterator[ClientConnection]:
    address = f"ws://127.0.0.1:{served.port}/api/v1/pairings/{lease['pairing']['pairing_id']}/line"
    async with connect(address, compression=None, max_queue=None) as line:
        await line.send(json.dumps({"type": "hello", "token": lease["token"], "lease_id": lease["lease_id"]}))
        await line.recv()
        yield line


async def _say(line: ClientConnection, what: str, rate: float, seconds: float) -> None:
    """Send at a steady pace, from a moment of chance on. A message carries when it was sent."""
    random, until = Random(id(line)), time.monotonic() + seconds
    await asyncio.sleep(random.uniform(0, 1 / rate))
    while time.monotonic() < until:
        await line.send(json.dumps(_message(what)))
        await asyncio.sleep(1 / rate)


def _message(what: str) -> dict[str, Any]:
    now = time.monotonic()
    if what == "camera":
        return {"type": what, "viewpoint_id": f"{now}", "heading": 1.0}
    if what == "signal":
        return {"type": what, "data": {"opus": PACKETS, "frame": 0, "sent": now}}
    return {"type": what, "sent": now}


async def _hear(line: ClientConnection, delays: list[float], seconds: float) -> None:
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        try:
            told = json.loads(await asyncio.wait_for(line.recv(), left))
        except TimeoutError:
            return
        sent = _sent(told)
        if sent is not None:
            delays.append(1000 * (time.monotonic() - sent))


def _sent(told: dict[str, Any]) -> float | None:
    """When what the partner sent was sent; None for what the server itself says."""
    if told["type"] == "camera":
        return float(told["viewpoint_id"])
    return float(told["data"]["sent"]) if told["type"] == "signal" else None


if __name__ == "__main__":
    main()
