"""``make bench-monitor``: what the dashboard costs a server over a store as large as Room-Across-Room.

A server of its own makes the table at its start: first without a snapshot, so that every record is read, then with one.
Then it is asked, over HTTP and six at a time as a browser does, for all that the page asks for when it is opened,
twice, and with a filter. Memory is over a server whose store is empty.
``--emulator`` does so over the Firebase store and the official emulator.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from rich.console import Console
from rich.table import Table as Shown

from pangea_server.app.testing.server import let_in
from pangea_server.core.records import Record
from pangea_server.core.settings import Settings
from pangea_server.people.access.records import Role
from pangea_server.stores.opening import open_store
from pangea_server.stores.protocol import Transaction
from tests.benchmarks.monitor.annotations import generated
from tests.benchmarks.server.processes import Running, pangea
from tests.reliability.house import build_corridor

AT_ONCE = {"local": 5000, "firebase": 400}  # records in a transaction
SMALLEST = "/annotations?limit=1"  # question that needs the table
FIRST = ("/monitor?", "/monitor/tasks", "/monitor/pay", "/monitor/reports", "/annotations?limit=50")
PANELS = ("week", "experience", "language", "pool", "campaign", "length", "annotator", "guide", "scan", "day")
CONNECTIONS = 6  # of a browser to one server
EVERY = 0.01  # seconds between two looks at the memory
PATIENCE = 600.0  # seconds until a store has been read


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--annotations", type=int, help="of Guides, and as many of Followers")
    parser.add_argument("--emulator", action="store_true", help="over the Firebase store")
    options = parser.parse_args()
    count = options.annotations or (5_000 if options.emulator else 126_000)
    shown = Shown(
        "", "CPU seconds", "seconds", "MB at the peak", "MB after", title=f"{count} Guides and Followers"
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        stage(Path(folder), options.emulator) as (settings, variables),
    ):
        serve = partial(pangea, settings.data_dir, settings.environment, **variables)
        token = manager(settings)
        with serve() as server:
            answered(server.port, token, SMALLEST)
            idle = Use(server.cpu_seconds(), memory(server))
        began = time.monotonic()
        fill(settings, count)
        shown.caption = f"The store was filled in {time.monotonic() - began:.0f} s."
        for snapshot in ("no snapshot", "a snapshot"):
            with serve() as server:
                ask = partial(answered, server.port, token)
                add = partial(measured, shown, server, idle.megabytes)
                add(f"it starts, with {snapshot}", idle.seconds, partial(ask, SMALLEST))
                add("the page is opened", server.cpu_seconds(), partial(opened, ask, ""))
                add("it is opened again", server.cpu_seconds(), partial(opened, ask, ""))
                add("it is filtered", server.cpu_seconds(), partial(opened, ask, "language=hi-IN"))
    Console(width=100).print(shown)


@dataclass(frozen=True)
class Use:
    """What a server has used: seconds of CPU, and megabytes."""

    seconds: float
    megabytes: float


@contextmanager
def stage(folder: Path, emulator: bool) -> Iterator[tuple[Settings, Mapping[str, str]]]:
    """Settings of an empty store, and the variables that a server over it is started with."""
    place = build_corridor(folder / "place")
    variables = {"PANGEA_FLAG_ON_SUBMIT": "false"}
    if not emulator:
        yield Settings(data_dir=folder / "data", environment=place), variables
        return
    from tests.firebase.conftest import RULES
    from tests.firebase.emulators import firestore_emulator, storage_emulator

    with firestore_emulator(RULES, folder / "log") as firestore, storage_emulator("bench-blobs") as storage:
        os.environ |= {"FIRESTORE_EMULATOR_HOST": firestore, "STORAGE_EMULATOR_HOST": storage}
        settings = Settings(
            data_dir=folder / "data",
            environment=place,
            store="firebase",
            firebase_project="bench",
            firebase_bucket="bench-blobs",
        )
        chosen = settings.model_dump(include={"store", "firebase_project", "firebase_bucket"})
        yield settings, variables | {f"PANGEA_{name.upper()}": value for name, value in chosen.items()}


def manager(settings: Settings) -> str:
    """Lets a manager into a store; returns their token."""
    with closing(open_store(settings, make=True)) as store:
        _, token = let_in(store.records, Role.MANAGER)
        return token


def fill(settings: Settings, count: int) -> None:
    """Write as many annotations."""
    with closing(open_store(settings, make=True)) as store:
        for some in batches(generated(count), AT_ONCE[settings.store]):
            store.records.transact(partial(create, some))


def measured(
    shown: Shown, server: Running, idle: float, name: str, used: float, work: Callable[[], None]
) -> None:
    """Add a row of what ``work`` costs the server: seconds of CPU without those it had ``used``, MB over ``idle``."""
    most, over = [0.0], Event()
    watch = Thread(target=watched, args=(server, most, over))
    watch.start()
    began = time.monotonic()
    work()
    took = time.monotonic() - began
    over.set()
    watch.join()
    seconds = (server.cpu_seconds() - used, took)
    megabytes = (most[0] - idle, memory(server) - idle)
    shown.add_row(name, *(f"{each:.2f}" for each in seconds), *(f"{each:.0f}" for each in megabytes))


def opened(ask: Callable[[str], None], query: str) -> None:
    """Ask for all that the page asks for."""
    with ThreadPoolExecutor(CONNECTIONS) as browser:
        list(browser.map(ask, (f"{path}{query}" if path.endswith("?") else path for path in FIRST)))
        list(browser.map(ask, (f"/monitor/groups/{panel}?{query}" for panel in PANELS)))


def answered(port: int, token: str, path: str) -> None:
    """Ask until the store has been read."""
    request = Request(f"http://127.0.0.1:{port}/api/v1{path}", headers={"Authorization": f"Bearer {token}"})
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(request) as answer:
                answer.read()
                return
        except HTTPError as error:
            if error.code != 503 or time.monotonic() > until:
                raise
            time.sleep(1)


def watched(server: Running, most: list[float], over: Event) -> None:
    while not over.wait(EVERY):
        most[0] = max(most[0], memory(server))


def memory(server: Running) -> float:
    """MB of the server that are in memory now."""
    pages = int(Path(f"/proc/{server.pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def batches(records: Iterable[Record], size: int) -> Iterator[list[Record]]:
    left = iter(records)
    while some := list(islice(left, size)):
        yield some


def create(records: Iterable[Record], transaction: Transaction) -> None:
    for record in records:
        transaction.create(record)


if __name__ == "__main__":
    main()
