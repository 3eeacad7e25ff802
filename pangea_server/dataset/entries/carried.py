"""What each built-in format keeps of each field of an annotation, as ``python -m tests.exports.fields`` measures it,
and of each field of landmarks, as ``python -m tests.landmarks.fields`` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

CARRIED = Path(__file__).with_name("carried.json")
LANDMARKS_CARRIED = Path(__file__).with_name("carried_landmarks.json")

State = Literal["kept", "written", "derived", "lost"]


class CarriedFields(msgspec.Struct, frozen=True):
    """The fields of the store's records by what becomes of them, such as ``follower.feedback.comment``.

    Attributes:
        kept: in the files, and in the store again after an import, if the format is imported at all.
        written: in the files, but an import leaves it there.
        derived: not in the files, but computed again by an import.
        lost: neither.
    """

    kept: list[str]
    written: list[str]
    derived: list[str]
    lost: list[str]

    def state(self, field: str) -> State:
        """What becomes of a field."""
        return next(state for state in _STATES if field in getattr(self, state))


_STATES: tuple[State, ...] = ("kept", "written", "derived", "lost")


_OF_A_GUIDE = ("word", "alignment", "heard")
_OF_ALL = ("review", "flags")


def missing_from(name: str) -> dict[str, list[str]]:
    """For each field that a format's files lack and an import cannot compute, the formats that have it.

    Only fields of what the format is about: files of words need no walks. Empty for formats of packages, which were not
    measured.
    """
    return _missing(name, carried()) | _missing(name, carried_landmarks())


def _missing(name: str, known: Mapping[str, CarriedFields]) -> dict[str, list[str]]:
    if name not in known:
        return {}
    measured = known[name]
    has_any = {_about(field) for field in (*measured.kept, *measured.written, *measured.derived)}
    return {
        field: [other for other, each in known.items() if field in each.kept or field in each.written]
        for field in measured.lost
        if _about(field) in has_any or _about(field) in _OF_ALL
    }


def _about(field: str) -> str:
    """Whose field it is: that of a Guide, a Follower, an answer of another kind, or what all of them have."""
    part = field.partition(".")[0]
    return "guide" if part in _OF_A_GUIDE else part


@cache
def carried() -> dict[str, CarriedFields]:
    """By the format's name; formats of packages are not among them."""
    return msgspec.json.decode(CARRIED.read_bytes(), type=dict[str, CarriedFields])


@cache
def carried_landmarks() -> dict[str, CarriedFields]:
    """The same of the formats of landmarks: ``path.split``, and the fields of the five records (``mention.head``)."""
    return msgspec.json.decode(LANDMARKS_CARRIED.read_bytes(), type=dict[str, CarriedFields])
