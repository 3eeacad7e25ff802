"""WebDataset: tar shards for training, whose members with one key are one sample.

``guide/{split}-000000.tar`` has ``000026.json``, ``000026.wav`` and ``000026.npz`` of instruction 26, and
``follower/{split}-000000.tar`` the same of a walk without a voice. The json is the row of the Parquet tables; the npz
has the columns of RxR's pose traces, without masks.

Source: https://github.com/webdataset/webdataset (keys, extensions, shards).
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from align import PoseTrace
from environments import PangeaError
from environments.folders import make_folder
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import FailedFile
from pangea_server.dataset.entries.protocol import CAMERA, METRICS, VOICE, WORLD, Format
from pangea_server.dataset.formats.parquet import follower_table_row, guide_table_row
from pangea_server.stores.protocol import BlobStore

SHARD_BYTES = 2**28
"""Members of a shard, after which the next one begins."""


class WebDataset(Format):
    name = "webdataset"
    summary = (
        "shards for training: rows (json), voices (wav) and pose traces (npz) of a sample together (tar)"
    )
    about: Mapping[str, Any] = {
        "world": WORLD,
        "extrinsic_matrix": CAMERA,
        "intrinsic_matrix": "OpenGL projection, row-major",
        "times": VOICE,
        "metrics": METRICS,
    }

    def write(self, dataset: Dataset, folder: Path) -> Iterable[FailedFile]:
        faults: list[FailedFile] = []
        with _TarShards(folder) as shards:
            for guide in dataset.guides("WebDataset guides"):
                row = guide_table_row(guide.entry())
                shards.add(f"guide/{guide.annotation.split}", guide.annotation.record_id, row)
                faults += shards.add_blobs(dataset.store.blobs, guide.annotation)
            for follower in dataset.followers("WebDataset followers"):
                row = follower_table_row(follower.entry())
                shards.add(f"follower/{follower.about.split}", follower.annotation.record_id, row)
                faults += shards.add_blobs(dataset.store.blobs, follower.annotation)
        return faults


class _TarShards:
    """The tar files of all tables; one of each is open at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = ExitStack()
        self._open: dict[str, tuple[tarfile.TarFile, int]] = {}
        self._table = self._key = ""

    def __enter__(self) -> _TarShards:
        return self

    def __exit__(self, *exception: object) -> None:
        self._files.close()

    def add(self, table: str, key: str, row: Mapping[str, Any]) -> None:
        """Begin a sample."""
        self._table, self._key = table, key
        self._begin_shard()
        self._write("json", msgspec.json.encode(row))

    def add_blobs(self, blobs: BlobStore, annotation: Annotation) -> Iterator[FailedFile]:
        """Add the sample's voice and poses; yields those that cannot be read."""
        made: dict[str, Callable[[bytes], bytes]] = {"wav": bytes, "npz": _plain}
        for extension, blob in (("wav", annotation.voice), ("npz", annotation.pose_trace)):
            if blob is None:
                continue
            try:
                self._write(extension, made[extension](blobs.read(blob.blob)))
            except PangeaError as error:
                yield FailedFile(f"webdataset/{self._table} ({self._key}.{extension})", error)

    def _begin_shard(self) -> None:
        tar, number = self._open.get(self._table, (None, -1))
        if tar is not None and tar.offset < SHARD_BYTES:
            return
        if tar is not None:
            tar.close()
        file = self._folder / f"{self._table}-{number + 1:06}.tar"
        make_folder(file.parent)
        opened = self._files.enter_context(tarfile.TarFile(file, "w", format=tarfile.USTAR_FORMAT))
        self._open[self._table] = opened, number + 1

    def _write(self, extension: str, data: bytes) -> None:
        """A member without time or owner, so that the same sample gives the same bytes."""
        member = tarfile.TarInfo(f"{self._key}.{extension}")
        member.size, member.mode = len(data), 0o644
        tar, _ = self._open[self._table]
        tar.addfile(member, io.BytesIO(data))


def _plain(trace: bytes) -> bytes:
    """A stored pose trace under RxR's columns, which numpy reads without us."""
    target = io.BytesIO()
    PoseTrace.load(io.BytesIO(trace)).save_rxr(target)
    return target.getvalue()
