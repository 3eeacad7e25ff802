"""The examples as they ship: voice, words with their times, and where the camera was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import atan2, radians, tan

import numpy as np
from pydantic import BaseModel, ConfigDict, FiniteFloat

from align import PoseTrace
from environments import Scan
from environments.demo import DemoHouse
from environments.geometry import extrinsic_matrix
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.quality.lesson.scripts import BEATS, LANGUAGES, SCAN

VOICE_TYPE = "audio/ogg"
DATA = files("pangea_server.quality.lesson") / "data"
FIELD_OF_VIEW = radians(75)
"""Vertical, as the viewer's."""


class ExampleCamera(BaseModel):
    """Where the camera was at a second of the voice; between two of them it moved steadily. ``heading`` in radians."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    time: FiniteFloat
    viewpoint_id: str
    heading: FiniteFloat


class ExampleWord(BaseModel):
    """A word of an example, and when it was said: seconds of the voice; None where this is not known."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_serialization_defaults_required=True)
    word: str
    start_time: FiniteFloat | None = None
    end_time: FiniteFloat | None = None


class Example(BaseModel):
    """One example in one language, as a JSON file keeps it; the voice is beside it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str
    language: str
    duration: FiniteFloat
    words: tuple[ExampleWord, ...]
    cameras: tuple[ExampleCamera, ...]

    @property
    def transcript(self) -> str:
        return " ".join(word.word for word in self.words)

    @property
    def trace(self) -> PoseTrace:
        """The cameras as a pose trace."""
        return trace_of(self.cameras)


@cache
def house() -> Scan:
    """The demo house, in which every lesson takes place, whatever places the server has."""
    return DemoHouse().scan(SCAN)


def picture(viewpoint_id: str) -> bytes:
    """The panorama (JPEG) of a viewpoint of the demo house. Raises NotFoundError for another."""
    house().graph.index(viewpoint_id)
    return DemoHouse().image(SCAN, viewpoint_id, "equirectangular").data


def lesson_language(languages: Iterable[str]) -> str:
    """The language of a person's lesson: the first of theirs that has one, else English."""
    primary = (tag.split("-")[0] for tag in languages)
    return next((language for language in primary if language in LANGUAGES), LANGUAGES[0])


@cache
def example(language: str, name: str) -> Example:
    """Raises RecordNotFoundError when there is none."""
    _check(language, name)
    return Example.model_validate_json((DATA / f"{language}-{name}.json").read_bytes())


@cache
def voice(language: str, name: str) -> bytes:
    """The voice of an example, Opus in Ogg. Raises RecordNotFoundError when there is none."""
    _check(language, name)
    return (DATA / f"{language}-{name}.opus").read_bytes()


def heading_between(start: str, end: str) -> float:
    """The heading from one viewpoint of the house to another, in radians."""
    scan = house()
    there, here = scan.viewpoints[end].position, scan.viewpoints[start].position
    return atan2(there[0] - here[0], there[1] - here[1])


def first_heading(path: Sequence[str]) -> float:
    """The heading in which a person looks who begins to walk this path."""
    return heading_between(path[0], path[1])


def trace_of(cameras: Sequence[ExampleCamera]) -> PoseTrace:
    """A pose trace with one row for each camera (n)."""
    scan = house()
    focal = 1 / tan(FIELD_OF_VIEW / 2)
    near, far = 0.1, 100.0
    lens = np.zeros((4, 4))
    lens[0, 0], lens[1, 1], lens[3, 2] = focal * 3 / 4, focal, -1.0
    lens[2, 2], lens[2, 3] = (far + near) / (near - far), 2 * far * near / (near - far)
    return PoseTrace(
        np.array([camera.time for camera in cameras]),
        tuple(camera.viewpoint_id for camera in cameras),
        np.array(
            [extrinsic_matrix(scan.viewpoints[each.viewpoint_id].position, each.heading) for each in cameras],
            np.float32,
        ),
        np.array([lens] * len(cameras), np.float32),
    )


def _check(language: str, name: str) -> None:
    if language not in LANGUAGES or name not in BEATS:
        raise RecordNotFoundError(
            f"The lesson has no example {name!r} in {language!r}.",
            remedy=f"There are {', '.join(BEATS)} in {', '.join(LANGUAGES)}.",
        )


def walked(cameras: Sequence[ExampleCamera]) -> tuple[str, ...]:
    """The viewpoints in order, each visit once."""
    visited = [cameras[0].viewpoint_id]
    for camera in cameras:
        if camera.viewpoint_id != visited[-1]:
            visited.append(camera.viewpoint_id)
    return tuple(visited)
