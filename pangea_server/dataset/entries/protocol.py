"""The format interface: one way to write a dataset, and perhaps to read it back.

A format is a class that fits ``Format``, named in the entry-point group ``pangea.formats``; one that can be read back
fits ``Readable`` as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from environments import METRICS_VERSION, Environment, PangeaError
from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.entries import Entry
from pangea_server.dataset.entries.files import ExportedFile, FailedFile

WORLD = "metres, z up; heading in radians, 0 along +y, growing to the right"
CAMERA = "metres, three.js: y up, camera-to-world, row-major; (x, y, z) of the world is written (x, z, -y)"
VOICE = "seconds since the voice's first sample"
METRICS = f"PanGEA's, version {METRICS_VERSION}; distances in metres"


class Format(Protocol):
    """One way to write a dataset.

    Attributes:
        name: of its folder, and on the command line.
        summary: what it writes, in half a line.
        about: frames, units and versions of what it writes, for the ``about.json`` beside it.
        needs_places: whether ``Dataset.places`` must be there.
        of: the kind of annotations in it; the export of a store without any is refused.
    """

    name: str
    summary: str
    about: Mapping[str, Any]
    needs_places: bool = False
    of: type[GuideAnnotation | TaskAnnotation] = GuideAnnotation

    def write(self, dataset: Dataset, folder: Path) -> Iterable[FailedFile] | None:
        """Write the files that hold many annotations, one annotation in memory at a time.

        Returns what could not be put into them, such as a voice that is damaged; None is the same as nothing.
        """

    def files(self, item: Guide | Follower) -> Iterable[ExportedFile]:
        """The files that belong to one annotation; may be called on another machine."""
        return ()

    def answer_files(self, annotation: TaskAnnotation) -> Iterable[ExportedFile]:
        """The files that belong to one annotation of another kind."""
        return ()


@dataclass(frozen=True, slots=True)
class Found:
    """A line or an entry of a file: its contents, or its fault.

    Attributes:
        place: such as ``rxr_train_guide.jsonl.gz line 12``.
        trace, voice: files that belong to it, where there are any; a voice may be in the file itself.
    """

    place: str
    entry: Entry | PangeaError
    trace: Path | None = None
    voice: Path | bytes | None = None


@runtime_checkable
class Readable(Protocol):
    """A format whose files can be imported into a store."""

    def read(self, file: Path, places: Environment) -> Iterator[Found]:
        """The annotations of a file, in its order.

        Raises:
            ConfigurationError: it cannot be opened.
            InvalidDataError: it is damaged, or no part of it can be told from another.
        """
