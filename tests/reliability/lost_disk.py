"""A disk is lost while people record: how much acknowledged work does ``pangea backup --every 1s`` not have?

Run ``python -m tests.reliability.lost_disk [TRIALS]`` for the figures of a folder, and with ``bucket`` behind it for
those of an emulated bucket, in whose round trips there is no network.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

from environments.errors import PangeaError
from pangea_server.dataset.archive import Remaining, fill
from pangea_server.dataset.archive.chain import Trust
from pangea_server.dataset.archive.encryption import Opener
from pangea_server.dataset.archive.moments import moment_names
from pangea_server.dataset.archive.places import Destination, open_place
from pangea_server.dataset.archive.sources import open_source
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.firebase.emulators import storage_emulator
from tests.reliability.audit import Findings
from tests.reliability.guides import Chunk, Guide, Memory
from tests.reliability.house import build_corridor, make_work
from tests.reliability.process import PATIENCE, ServerProcess

PACE = 0.5  # seconds between two chunks of a Guide
LIFE = (4.0, 7.0)  # seconds that people work


class TimedChunks(list[Chunk]):
    """Chunks, and when each was acknowledged."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[float] = []

    def append(self, chunk: Chunk) -> None:
        self.times.append(time.monotonic())
        super().append(chunk)


class PacedGuide(Guide):
    """Sends as fast as people speak."""

    def __init__(self, token: str, memory: Memory, stop: Event) -> None:
        super().__init__(token, memory)
        self._stop = stop

    def _put(self, *arguments: Any) -> None:
        super()._put(*arguments)
        self._stop.wait(PACE)


@dataclass
class Loss:
    """What one lost disk cost; ``seconds`` from the oldest acknowledged chunk that is lost to the loss."""

    acknowledged: int = 0
    lost: int = 0
    seconds: float = 0.0
    findings: Findings = field(default_factory=Findings)

    def __str__(self) -> str:
        return (
            f"{self.lost} of {self.acknowledged} acknowledged chunks lost, the oldest {self.seconds:.2f} s old;"
            f" {self.findings.changed} changed"
        )


def lose_a_disk(
    folder: Path, chance: random.Random, guides: int = 10, every: str = "1s", to: str = ""
) -> Loss:
    """People record, the backup follows, and the data directory is gone from one moment to the next.

    Args:
        to: the place of the backup; empty: a folder.
    """
    copy = open_place(to or str(folder / "copy"))
    data, memory = folder / "data", Memory(chunks=TimedChunks())
    environment = build_corridor(folder / "place")
    with LocalStore.open(data) as store:
        tokens = make_work(store.records, 100 * guides, guides)
    with (
        ServerProcess(data, environment) as server,
        _backing_up(data, copy, every) as backing_up,
        _working(tokens, server.port, memory),
    ):
        time.sleep(chance.uniform(*LIFE))
        lost_at = time.monotonic()
        server.kill()
        backing_up.kill()
        shutil.rmtree(data)
    with ExitStack() as opened:
        backup = opened.enter_context(open_source(str(copy), None, Opener(), Trust(None)))
        restored = opened.enter_context(LocalStore.open(folder / "restored", exclusive=True))
        fill(restored, Remaining(backup.contents, backup.removed), backup.sha256)
        return _weigh(restored, memory, lost_at)


def _weigh(restored: Store, memory: Memory, lost_at: float) -> Loss:
    assert isinstance(memory.chunks, TimedChunks)
    loss = Loss(acknowledged=len(memory.chunks))
    for chunk, at in zip(memory.chunks, memory.chunks.times, strict=True):
        one = Findings()
        one.check_chunks(restored, [chunk])
        loss.findings.changed += one.changed
        if one.lost:
            loss.lost += 1
            loss.seconds = max(loss.seconds, lost_at - at)
    return loss


@contextmanager
def _backing_up(data: Path, copy: Destination, every: str) -> Iterator[subprocess.Popen[bytes]]:
    options = ["--to", str(copy), "--every", every, "--data-dir", str(data)]
    command = [sys.executable, "-m", "pangea_server.app", "backup", *options]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet)
    try:
        deadline = time.monotonic() + PATIENCE
        while not moment_names(copy):
            if time.monotonic() > deadline or process.poll() is not None:
                raise RuntimeError("pangea backup has not begun")
            time.sleep(0.05)
        yield process
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


@contextmanager
def _working(tokens: list[str], port: int, memory: Memory) -> Iterator[None]:
    stop = Event()
    threads = [Thread(target=PacedGuide(token, memory, stop).work, args=[port, stop]) for token in tokens]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def main() -> None:
    chance = random.Random(0)
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    for number in range(trials):
        with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
            to = ""
            if "bucket" in sys.argv:
                os.environ["STORAGE_EMULATOR_HOST"] = opened.enter_context(storage_emulator("voices"))
                to = f"gs://voices/{number}"
            try:
                sys.stdout.write(f"{lose_a_disk(Path(folder), chance, to=to)}\n")
            except PangeaError as error:
                sys.stdout.write(f"not restored: {error}\n")


if __name__ == "__main__":
    main()
