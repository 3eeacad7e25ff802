"""Whether every acknowledged chunk was synced by POSIX's rules, read from the system calls that the server made.

The power cuts run on ext4, whose journal forgives: a folder's entry may reach the disk with some other file's sync.
This model forgives nothing. At the moment an answer leaves the server,

- a file's bytes are safe only if it was synced after its last write;
- its name is safe only if its folder was synced after the file was made or moved there, and likewise each folder's
  name;
- the database is safe only if its log was synced after its last write.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from threading import Event

from pangea_server.stores.local.store import LocalStore
from tests.reliability.guides import Guide, Memory
from tests.reliability.house import build_corridor, make_work
from tests.reliability.process import await_health, free_port

ROOT = Path(__file__).parents[2]

CALL = re.compile(r"^(?P<pid>\d+) +(?P<name>\w+)\((?P<arguments>.*)\) += (?P<result>-?\d+)")
PATH = re.compile(r"<(/[^>]*)>")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
TRACED = "openat,write,pwrite64,writev,pwritev,pwritev2,rename,mkdir,fsync,fdatasync,sendto,sendmsg"
STRACE = [
    "strace",
    "-D",
    "-f",
    "-y",
    "-s",
    "256",
    "--seccomp-bpf",
    "-e",
    "signal=none",
    "-e",
    f"trace={TRACED}",
]
SERVE = """
import sys
from pathlib import Path
from tests.reliability.server import serve
serve(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:])
"""
PATIENCE = 60.0


def observe(folder: Path, *plants: str) -> SyncOrder:
    """One Guide's session with a server under strace: one call at a time, so that nothing else is on its way."""
    environment, data, trace = build_corridor(folder / "place"), folder / "data", folder / "trace"
    with LocalStore.open(data) as store:
        (token,) = make_work(store.records, tasks=1, guides=1)
    port = free_port()
    traced = [sys.executable, "-c", SERVE, str(data), environment, str(port), *plants]
    command = [*STRACE, "-o", str(trace), *traced]
    with subprocess.Popen(command, cwd=ROOT) as server:
        await_health(port, lambda: server.poll() is None)
        Guide(token, Memory()).work(port, Event())
        tracer = _tracer_of(server.pid)
        server.kill()
    deadline = time.monotonic() + PATIENCE
    while tracer.exists() and time.monotonic() < deadline:
        time.sleep(0.02)  # it ends after what it traces, and only then has written all
    order = SyncOrder(data)
    order.follow(iter(trace.read_text().splitlines()))
    return order


def _tracer_of(pid: int) -> Path:
    status = Path(f"/proc/{pid}/status").read_text()
    (tracer,) = re.findall(r"^TracerPid:\t(\d+)$", status, re.MULTILINE)
    return Path(f"/proc/{tracer}")


@dataclass
class SyncOrder:
    """Follows a server's calls below ``root`` and notes what each acknowledgement left unsafe."""

    root: Path
    acknowledged: int = 0
    faults: list[str] = field(default_factory=list)
    _unsynced: set[str] = field(default_factory=set)  # files written
    _new_names: set[str] = field(default_factory=set)  # files and folders whose names are new

    def follow(self, trace: Iterator[str]) -> None:
        for name, arguments in _calls(trace):
            self._take(name, arguments)

    def _take(self, name: str, arguments: str) -> None:
        if name in ("sendto", "sendmsg", "write", "writev") and "HTTP/1.1 2" in arguments:
            self._acknowledge()
        elif name in ("write", "pwrite64", "writev", "pwritev", "pwritev2"):
            self._note(PATH.search(arguments))
        elif name == "openat" and "O_EXCL" in arguments:
            self._new_names.add(QUOTED.findall(arguments)[0])
        elif name in ("fsync", "fdatasync") and (match := PATH.search(arguments)):
            self._unsynced.discard(match[1])
            self._new_names = {path for path in self._new_names if _folder_of(path) != match[1]}
        elif name == "rename":
            source, target = QUOTED.findall(arguments)
            self._move(source, target)
        elif name == "mkdir":
            self._new_names.add(QUOTED.findall(arguments)[0])

    def _note(self, match: re.Match[str] | None) -> None:
        if match and not match[1].endswith("-shm"):  # the index of the log is made anew after a crash
            self._unsynced.add(match[1])

    def _move(self, source: str, target: str) -> None:
        if source in self._unsynced:
            self._unsynced.remove(source)
            self._unsynced.add(target)
        self._new_names.discard(source)
        self._new_names.add(target)

    def _acknowledge(self) -> None:
        self.acknowledged += 1
        unsynced = self._unsynced | set(map(_folder_of, self._new_names))
        unsafe = sorted(path for path in unsynced if path.startswith(str(self.root)))
        if unsafe:
            self.faults.append(f"acknowledgement {self.acknowledged}: {', '.join(unsafe)} not synced")


def _folder_of(path: str) -> str:
    return str(PurePosixPath(path).parent)


def _calls(trace: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Finished and successful calls in order of their ends; strace splits those that others interrupt."""
    begun: dict[str, str] = {}
    for line in trace:
        pid = line.split(" ", 1)[0]
        whole = line
        if "<unfinished ...>" in line:
            begun[pid] = line.split("<unfinished ...>")[0].rstrip()
            continue
        if "resumed>" in line:
            whole = begun.pop(pid, "") + line.split("resumed>", 1)[1]
        if (call := CALL.match(whole)) and int(call["result"]) >= 0:
            yield call["name"], call["arguments"]
