"""What files say of landmarks, whatever their form: the same records as in the store, with the file's own numbers.

One ``LandmarkEntry`` is what stands together: all instructions of one path and what they mean, or what can be seen at
some viewpoints of a scan. Readers make it and writers take it, one at a time, so that millions of regions pass in
little memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from environments import Environment, PangeaError
from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, RegionRecord


@dataclass(frozen=True, slots=True)
class SaidText:
    """The words that mentions are spans of.

    Attributes:
        instruction_id: as the mentions have it; of the store when ``stored``, else the file's own number.
        language: a BCP 47 tag; None where the file does not say.
    """

    instruction_id: int
    text: str
    language: str | None = None
    stored: bool = True


@dataclass(frozen=True, slots=True)
class LandmarkEntry:
    """Landmarks of one path, or of some viewpoints of one scan.

    Attributes:
        path_id: None where the file knows no path.
        path: the viewpoints of it; empty where unknown.
        said: empty where the file has no words. Every mention is of one of these.
        regions: of ``entities``, or with an ``entity_id`` of None.
        split: of the path; None where the file does not say, or what is seen is of no path.
    """

    scan_id: str
    path_id: int | None = None
    path: tuple[str, ...] = ()
    said: tuple[SaidText, ...] = ()
    mentions: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()
    chains: tuple[Chain, ...] = ()
    entities: tuple[Entity, ...] = ()
    regions: tuple[RegionRecord, ...] = ()
    split: str | None = None


@dataclass(frozen=True, slots=True)
class FoundLandmarks:
    """What one place of a file says, or what is wrong there.

    Attributes:
        place: such as ``instances.json annotations[12]``.
        notes: what was changed or left out there and why, such as ``a polygon that was wound the wrong way``.
    """

    place: str
    entry: LandmarkEntry | PangeaError
    notes: tuple[str, ...] = ()


@runtime_checkable
class ReadsLandmarks(Protocol):
    """A format whose files say what words mean or where things are seen."""

    def read_landmarks(self, file: Path, places: Environment) -> Iterator[FoundLandmarks]:
        """The landmarks of a file, in its order, one entry in memory at a time where the form allows it.

        Raises:
            ConfigurationError: it cannot be opened.
            InvalidDataError: it is damaged as a whole: no JSON, an XML bomb, another format.
        """


@runtime_checkable
class ReadsDegrees(ReadsLandmarks, Protocol):
    """A format whose files may have degrees where they should have radians; which it is, only people know."""

    def in_degrees(self) -> ReadsLandmarks:
        """The same format for files in degrees."""


@runtime_checkable
class WritesLandmarks(Protocol):
    """A format that ``pangea export`` fills with landmarks."""

    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> Mapping[str, int]:
        """Write the files; returns what this form could not say, and how often: the ``notes`` of ``about.json``."""
