"""``make bench-monitor``: what the dashboard costs a server over a store as large as Room-Across-Room.

Each figure is of a process of its own, which opens the store, is idle, and is then asked for the whole page: first
without a snapshot of the columns, so that it reads every record, then with one.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event, Thread

from rich.console import Console
from rich.table import Table as Shown

from pangea_server.records import Record
from pangea_server.stores.local import LocalStore
from pangea_server.stores.protocol import Transaction
from tests.benchmarks.monitor.annotations import generated
from tests.reliability.house import build_corridor

AT_ONCE = 5000
PANELS = ("week", "experience", "language", "pool", "campaign", "length", "annotator", "guide", "scan", "day")
EVERY = 0.01  # seconds between two looks at the memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--annotations", type=int, default=126_000, help="of Guides, and as many of Followers"
    )
    parser.add_argument("--open", nargs=2, metavar=("DATA", "PLACE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.open:
        sys.stdout.write(json.dumps(opened(Path(options.open[0]), options.open[1])))
        return
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        place = build_corridor(Path(folder) / "place")
        with LocalStore.open(data) as store:
            for some in batches(generated(options.annotations)):
                store.records.transact(partial(create, some))
        shown = Shown(
            "", "seconds", "MB at the peak", "MB after", title=f"{options.annotations} Guides and Followers"
        )
        for name in ("every record is read", "the columns are kept"):
            asked = [sys.executable, "-m", "tests.benchmarks.monitor", "--open", str(data), place]
            seen = json.loads(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)
            shown.add_row(name, f"{seen['seconds']:.2f}", f"{seen['peak']:.0f}", f"{seen['after']:.0f}")
    Console(width=100).print(shown)


def opened(data: Path, place: str) -> dict[str, float]:
    """Server time in CPU seconds, and memory over idle in MB, of opening the dashboard."""
    from environments import open_environment
    from pangea_server.monitoring.board import Board
    from pangea_server.monitoring.dimensions import dimension, selected
    from pangea_server.monitoring.statistics import groups, total

    with LocalStore.open(data) as store:
        board = Board(store, open_environment(place))
        idle, peak, over = memory(), [0.0], Event()
        watch = Thread(target=watched, args=(peak, over))
        watch.start()
        began = time.process_time()
        table = board.table(patience=None)
        mask = selected(table, {"learning": "false"})
        total(table, mask)
        for panel in PANELS:
            groups(table, mask, dimension(panel))
        seconds = time.process_time() - began
        over.set()
        watch.join()
        return {"seconds": seconds, "peak": peak[0] - idle, "after": memory() - idle}


def watched(peak: list[float], over: Event) -> None:
    while not over.wait(EVERY):
        peak[0] = max(peak[0], memory())


def memory() -> float:
    """MB of this process that are in memory now."""
    pages = int(Path(f"/proc/{os.getpid()}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def batches(records: Iterable[Record]) -> Iterator[list[Record]]:
    left = iter(records)
    while some := list(islice(left, AT_ONCE)):
        yield some


def create(records: Iterable[Record], transaction: Transaction) -> None:
    for record in records:
        transaction.create(record)


if __name__ == "__main__":
    main()
