"""``make bench-monitor``: what the dashboard costs a server over a store as large as Room-Across-Room.

A server of its own is asked, over HTTP and six at a time as a browser does, for all that the page asks for when it is
opened: first without a snapshot of the columns, so that every record is read, then with one, then with filters.
``--emulator`` does so over the Firebase store and the official emulator.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from rich.console import Console
from rich.table import Table as Shown

from pangea_server.records import Record, Role
from pangea_server.settings import Settings
from pangea_server.stores.protocol import Transaction
from pangea_server.testing import let_in
from tests.benchmarks.monitor.annotations import generated
from tests.benchmarks.server.processes import Running, pangea
from tests.reliability.house import build_corridor

AT_ONCE = {"local": 5000, "firebase": 400}  # records in a transaction
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
    shown = Shown("", "CPU seconds", "MB at the peak", "MB after", title=f"{count} Guides and Followers")
    with (
        tempfile.TemporaryDirectory() as folder,
        stage(Path(folder), options.emulator) as (settings, variables),
    ):
        token = fill(settings, count)
        ways = {"every record is read": "", "the columns are kept": "", "with a filter": "language=hi-IN"}
        for name, query in ways.items():
            with pangea(settings.data_dir, settings.environment, **variables) as server:
                seconds, peak, after = opened(server, token, query)
            shown.add_row(name, f"{seconds:.2f}", f"{peak:.0f}", f"{after:.0f}")
    Console(width=100).print(shown)


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


def fill(settings: Settings, count: int) -> str:
    """Write as many annotations; returns a manager's token."""
    from pangea_server.stores.opening import open_store

    store = open_store(settings)
    for some in batches(generated(count), AT_ONCE[settings.store]):
        store.records.transact(partial(create, some))
    _, token = let_in(store.records, Role.MANAGER)
    store.close()
    return token


def opened(server: Running, token: str, query: str) -> tuple[float, float, float]:
    """CPU seconds of opening the page, and MB over idle: the most, and what stays."""
    idle, most, over = memory(server), [0.0], Event()
    watch = Thread(target=watched, args=(server, most, over))
    watch.start()
    began = server.cpu_seconds()
    with ThreadPoolExecutor(CONNECTIONS) as browser:
        ask = partial(answered, server.port, token)
        list(browser.map(ask, (f"{path}{query}" if path.endswith("?") else path for path in FIRST)))
        list(browser.map(ask, (f"/monitor/groups/{panel}?{query}" for panel in PANELS)))
    seconds = server.cpu_seconds() - began
    over.set()
    watch.join()
    return seconds, most[0] - idle, memory(server) - idle


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
