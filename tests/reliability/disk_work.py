"""What a server does with its store, in a process of its own: ``python -m tests.reliability.disk_work DIRECTORY``.

Each line that it prints is one thing done (``+ NAME``), refused with an explanation (``- NAME``), or failed in another
way (``! NAME WHY``). What was refused is done once more at the end.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from environments.errors import PangeaError
from pangea_server.annotate.tasks.records import Recording
from pangea_server.app.testing.stores.examples import blob_info
from pangea_server.core.records import Counter
from pangea_server.stores.local.store import LocalStore

CHUNKS, FILES, RECORDS = 3, 2, 3
OWNER = Recording(
    recording_id="take",
    lease_id="lease",
    annotator_id=1,
    sample_rate=48_000,
    created_at=datetime(2026, 1, 1, tzinfo=UTC),
)
Deed = Callable[[LocalStore], object]


def content(name: str) -> bytes:
    """The bytes of the blob of this name, which are found nowhere else."""
    return name.encode() * 500


def chunk(number: int) -> str:
    return f"recordings/take/voice/{number:06d}"


def file(number: int) -> str:
    return f"recordings/take/{number}.wav"


def _store_chunk(store: LocalStore, name: str) -> None:
    store.blobs.create_soon(blob_info(name, content(name)), [content(name)], OWNER).result(timeout=30)


def _read(store: LocalStore, name: str) -> None:
    if store.blobs.read(name) != content(name):
        raise AssertionError("other bytes were handed out")


def _count(store: LocalStore, name: str, value: int) -> None:
    counter = Counter(name=name, value=value)
    store.records.transact(lambda transaction: transaction.replace(counter))


def deeds() -> dict[str, Deed]:
    """Everything that is done, by name, in order."""
    chunks, files = [chunk(n) for n in range(CHUNKS)], [file(n) for n in range(FILES)]
    return {
        "owner": lambda store: store.records.create(OWNER),
        **{f"chunk {name}": partial(_store_chunk, name=name) for name in chunks},
        **{
            f"file {name}": partial(lambda store, name: store.blobs.create(name, content(name)), name=name)
            for name in files
        },
        **{
            f"record {n}": partial(lambda store, n: store.records.create(Counter(name=str(n), value=0)), n=n)
            for n in range(RECORDS)
        },
        "change 0": lambda store: _count(store, "0", 7),
        **{f"read {name}": partial(_read, name=name) for name in (*chunks, *files)},
        f"delete {chunks[1]}": lambda store: store.blobs.delete(chunks[1]),
        f"delete {files[1]}": lambda store: store.blobs.delete(files[1]),
        "scrub": lambda store: store.scrub(),
    }


def main() -> None:
    try:
        with LocalStore.open(Path(sys.argv[1]), exclusive=True) as store:
            refused = [(name, deed) for name, deed in deeds().items() if not _try(store, name, deed)]
            for name, deed in refused:
                _try(store, f"again {name}", deed)
    except PangeaError as error:
        _say(f"- store {error}")


def _try(store: LocalStore, name: str, deed: Deed) -> bool:
    try:
        deed(store)
    except PangeaError as error:
        _say(f"- {name}")
        return "already among" in str(error)  # it was stored after all
    except Exception as error:
        _say(f"! {name} {error!r}")
        return False
    _say(f"+ {name}")
    return True


def _say(line: str) -> None:
    os.writev(sys.stdout.fileno(), [f"{line}\n".encode()])  # no call that is made to fail


if __name__ == "__main__":
    main()
