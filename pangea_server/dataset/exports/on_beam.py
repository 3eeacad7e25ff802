"""The files of single annotations as a Beam pipeline; ``export`` afterwards finds them made, and writes the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from uuid import uuid4

from align.beam import each_on_beam
from environments import PangeaError
from pangea_server.core.settings import Settings
from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.manifest import Manifest
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.exports.export import files_of, open_formats
from pangea_server.stores.opening import open_store
from pangea_server.stores.protocol import Store


@dataclass
class ExportStep:
    """Makes the files of one annotation; a worker opens its own store and keeps a manifest of its own.

    Attributes:
        directory: that every worker reaches.
    """

    settings: Settings
    formats: Sequence[str]
    directory: Path
    _store: Store = field(init=False, repr=False, compare=False)
    _manifest: Manifest = field(init=False, repr=False, compare=False)
    _formats: list[Format] = field(init=False, repr=False, compare=False)

    def __enter__(self) -> ExportStep:
        self._store = open_store(self.settings)
        self._manifest = Manifest(self.directory, f"manifest.{uuid4().hex}.jsonl")
        self._formats = open_formats(self.formats)
        return self

    def __exit__(self, *exception: object) -> None:
        self._manifest.__exit__()
        self._store.close()
        del self._store, self._manifest, self._formats

    def __call__(self, name: str) -> None:
        """What cannot be made is left to the export that follows, which says why."""
        with suppress(PangeaError):
            for file in files_of(self._item(name), self._formats):
                if self._manifest.lacks(file.name, file.source):
                    blobs = map(self._store.blobs.read, file.blobs)
                    made = file.make(*blobs, *file.arguments)
                    self._manifest.add(file.name, file.source, made, file.made_from)

    def _item(self, name: str) -> Guide | Follower:
        kind, _, number = name.partition(" ")
        return Dataset(self._store).item(kind, int(number))


def make_on_beam(
    settings: Settings, directory: Path, formats: Sequence[str], runner: str, options: Sequence[str] = ()
) -> None:
    """Make the files of all annotations as a pipeline, and wait for its end.

    Raises:
        ConfigurationError, EngineNotInstalledError: as ``align.beam.each_on_beam``.
    """
    store = open_store(settings)
    try:
        names = list(_names(Dataset(store)))
    finally:
        store.close()
    each_on_beam(ExportStep(settings, formats, directory), names, runner, options)


def _names(dataset: Dataset) -> Iterator[str]:
    items: Iterator[Guide | Follower] = chain(dataset.guides("Guides"), dataset.followers("Followers"))
    for item in items:
        yield f"{item.stored.kind} {int(item.stored.record_id)}"
