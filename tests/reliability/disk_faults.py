"""Every system call with which a store uses its disk fails once: nothing is acknowledged that is not stored.

The calls of one run are listed by strace; then a fresh run is made for each call and each error, and strace lets this
call fail. That covers SQLite's calls as well as ours.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from rich.console import Console

from pangea_server.core.errors import BlobNotFoundError
from pangea_server.core.records import Counter as CounterRecord
from pangea_server.dataset.verify.command import run
from pangea_server.stores.local.store import LocalStore
from tests.reliability.disk_work import OWNER, content

ROOT = Path(__file__).parents[2]
CALLS = (
    *("openat", "mkdir", "rename", "unlink", "ftruncate", "fallocate"),
    *("pwrite64", "pwritev", "write", "pread64", "preadv", "read", "fdatasync", "fsync"),
)
ERRORS = ("EIO", "ENOSPC", "EMFILE", "EINTR")
SYNCS = ("fdatasync", "fsync")
LASTING = ("EIO",)  # after which a store may refuse to write until a restart
STILL = re.compile("again (?!read)")  # what is read again may have been deleted
LINE = re.compile(r"^(?P<thread>\d+) +(?P<call>\w+)\(")


@dataclass(frozen=True, slots=True, order=True)
class Site:
    """The so-maniest call of this name in a thread."""

    call: str
    number: int


@dataclass
class DiskFaults:
    """The figures of one proof."""

    runs: int = 0
    acknowledged: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.runs} calls failed: {self.acknowledged} acknowledgements, {self.refused} refusals, "
            f"{len(self.faults)} faults"
        )


def sites(folder: Path) -> list[Site]:
    """The calls below the store's directory in an undisturbed run."""
    data, trace = folder / "data", folder / "trace"
    _work(data, "-y", "-o", str(trace), "-e", f"trace={','.join(CALLS)}")
    counted: Counter[tuple[str, str]] = Counter()
    found = set()
    for line in trace.read_text().splitlines():
        if match := LINE.match(line):
            counted[match["thread"], match["call"]] += 1
            if str(data) in line:
                found.add(Site(match["call"], counted[match["thread"], match["call"]]))
    return sorted(found)


def fail_calls(folder: Path, times: int, seed: int) -> DiskFaults:
    """Let so many of the calls fail, each in a fresh store; all of them when ``times`` is as many."""
    found = DiskFaults()
    for number, (site, error) in enumerate(islice(_in_turns(sites(folder), random.Random(seed)), times)):
        data = folder / f"data-{number}"
        lines = _work(data, "-e", f"inject={site.call}:error={error}:when={site.number}", "-o", "/dev/null")
        found.runs += 1
        found.acknowledged += sum(line.startswith("+") for line in lines)
        found.refused += sum(line.startswith("-") for line in lines)
        lasting = error in LASTING or site.call in SYNCS
        found.faults += [
            f"{site.call} {site.number} {error}: {each}" for each in _faults(data, lines, lasting)
        ]
    return found


def _in_turns(every: Iterable[Site], numbers: random.Random) -> Iterator[tuple[Site, str]]:
    """All sites with all errors in random order, the calls by turns: there are hundreds of some and one of others."""
    waiting: dict[str, list[tuple[Site, str]]] = {}
    for site in every:
        waiting.setdefault(site.call, []).extend((site, error) for error in ERRORS)
    for pairs in waiting.values():
        numbers.shuffle(pairs)
    while waiting := {call: pairs for call, pairs in waiting.items() if pairs}:
        for pairs in waiting.values():
            yield pairs.pop()


def _work(data: Path, *options: str) -> list[str]:
    command = [
        "strace",
        "-f",
        "-qq",
        *options,
        sys.executable,
        "-m",
        "tests.reliability.disk_work",
        str(data),
    ]
    ended = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = ended.stdout.splitlines()
    return lines if ended.returncode == 0 else [*lines, f"! process {ended.stderr[-300:]}"]


def _faults(data: Path, lines: list[str], lasting: bool) -> Iterator[str]:
    """What is not as it was acknowledged, was told without an explanation, or did not recover."""
    yield from (line for line in lines if line.startswith("!"))
    done = {line[2:].removeprefix("again ") for line in lines if line.startswith("+")}
    refused = {line[2:] for line in lines if line.startswith("-")}
    if not lasting:
        yield from (f"{name}: it is refused even afterwards" for name in refused if STILL.match(name))
    if not (data / "pangea.db").exists():
        return
    with LocalStore.open(data, exclusive=True) as store:
        for deed in done:
            if not _holds(store, deed, done, refused):
                yield f"{deed}: acknowledged, and not so"
    quiet = Console(quiet=True)
    report = run(data, rebuild=False, anew=True, rate=0, console=quiet, bar=quiet)
    explained = {f"file {name[5:]}" for name in refused if name.startswith("file ")}  # left as by a crash
    yield from (
        str(fault)
        for fault in report.faults
        if "it refers to" not in fault.what and fault.place not in explained
    )


def _holds(store: LocalStore, deed: str, done: set[str], refused: set[str]) -> bool:
    kind, _, name = deed.partition(" ")
    if kind in ("chunk", "file"):
        asked = {f"delete {name}"} & (done | refused | {each.removeprefix("again ") for each in refused})
        return bool(asked) or store.blobs.read(name) == content(name)
    if kind == "delete":
        return _is_gone(store, name) or bool(
            {f"chunk {name}", f"file {name}"} & refused
        )  # stored again later
    if kind == "record":
        return store.records.get(CounterRecord, name).value >= 0
    if kind == "change":
        return store.records.get(CounterRecord, name).value == 7
    return deed != "owner" or store.records.get(type(OWNER), OWNER.recording_id) == OWNER


def _is_gone(store: LocalStore, name: str) -> bool:
    try:
        store.blobs.stat(name)
    except BlobNotFoundError:
        return True
    return False
