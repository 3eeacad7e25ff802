"""All annotations in memory: 85 bytes each, in order of time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pangea_server.annotate.annotations.reading import Kind

KINDS: tuple[Kind, ...] = ("guide", "follower")
GUIDE, FOLLOWER = range(2)
OUTCOMES = ("", "done", "gave_up")
REVIEW_STATES = ("", "pending", "accepted", "rejected", "sent_back")
FLAGGED = ("", "false", "true")
ASIDE = {"learning": 1, "check_item": 2}
NAMED = ("campaign", "pool", "scan", "language")
SCORES = ("ne", "sr", "osr", "spl", "ndtw", "sdtw")

ROW = np.dtype(
    [
        ("kind", "u1"),
        ("number", "i4"),  # instruction_id or demonstration_id
        ("instruction", "i4"),
        ("annotator", "i4"),
        ("guide", "i4"),  # whose words these are, or were followed; 0 where they were withdrawn
        ("path", "i4"),
        *((name, "u2") for name in NAMED),  # codes of ``Names``
        ("length", "f4"),  # of the reference path, metres
        ("submitted_at", "i8"),  # microseconds since 1970
        ("recording", "f4"),  # seconds, as the next two
        ("transcription", "f4"),
        ("active", "f4"),
        *((name, "f4") for name in SCORES),  # ``ne`` in metres
        ("outcome", "u1"),  # index into OUTCOMES
        ("review", "u1"),  # index into REVIEW_STATES
        ("flagged", "u1"),  # index into FLAGGED: whether a quality flag is raised
        ("aside", "u1"),  # why it is no data: bits of ASIDE
        ("nth", "u4"),  # annotation of its kind by its annotator, from 1
    ]
)
"""Numbers that are not known are NaN; of codes, 0 is what is not known."""

Rows = NDArray[np.void]
Keys = NDArray[np.int64]


@dataclass
class Names:
    """Strings as small numbers. It only grows, so what was coded before stays right; 0 is None."""

    names: list[str] = field(default_factory=lambda: [""])
    codes: dict[str, int] = field(default_factory=lambda: {"": 0})

    @classmethod
    def of(cls, names: Sequence[str]) -> Names:
        return cls(list(names), {name: code for code, name in enumerate(names)})

    def code(self, name: str | None) -> int:
        known = self.codes.get(name or "")
        if known is not None or name is None:
            return known or 0
        self.names.append(name)
        self.codes[name] = len(self.names) - 1
        return self.codes[name]

    def name(self, code: int) -> str | None:
        return self.names[code] if code else None


def new_names() -> dict[str, Names]:
    """For each named column."""
    return {column: Names() for column in NAMED}


@dataclass(frozen=True)
class Table:
    """Every annotation as it was after the change ``cursor``. Nothing in it is changed, so it is read without locks.

    Attributes:
        rows: of dtype ``ROW``, in order of time, kind and number.
        names: what the codes of each named column stand for.
    """

    rows: Rows
    names: dict[str, Names]
    cursor: str = ""

    @classmethod
    def empty(cls) -> Table:
        return cls(np.empty(0, ROW), new_names())

    def updated(self, new: Rows, gone: Iterable[int] = (), cursor: str | None = None) -> Table:
        """The table with ``new`` rows added or put in the place of older ones, and those with the keys ``gone`` left
        out. ``new`` is the table's from then on."""
        replaced = np.concatenate([keys_of(new), np.fromiter(gone, np.int64)])
        stale = np.isin(keys_of(self.rows), replaced)
        kept = self.rows[~stale] if stale.any() else self.rows
        rows = _in_order(np.concatenate([kept, new]) if len(kept) else new)
        _link(rows)
        return Table(rows, self.names, self.cursor if cursor is None else cursor)

    def __len__(self) -> int:
        return len(self.rows)


def key(kind: str, number: int) -> int:
    """A number for each annotation; ``kind`` is one of ``KINDS``."""
    return 2 * number + KINDS.index(kind)


def keys_of(rows: Rows) -> Keys:
    """The ``key`` of each row."""
    keys: Keys = 2 * rows["number"].astype(np.int64) + rows["kind"]
    return keys


def _in_order(rows: Rows) -> Rows:
    times: NDArray[np.int64] = rows["submitted_at"]
    if (times[1:] > times[:-1]).all():
        return rows
    return rows[np.lexsort((rows["number"], rows["kind"], times))]


def _link(rows: Rows) -> None:
    """Say of each row which of its annotator's it is, and whose words it is about."""
    order = np.lexsort((rows["kind"], rows["annotator"]))  # stable: in order of time within a person
    person = np.stack([rows["annotator"][order], rows["kind"][order]])
    first = np.flatnonzero(np.append(True, (person[:, 1:] != person[:, :-1]).any(axis=0)))[: len(rows)]
    lengths = np.diff(np.append(first, len(rows)))
    rows["nth"][order] = np.arange(len(rows)) - np.repeat(first, lengths) + 1

    guides = rows[["number", "annotator"]][rows["kind"] == GUIDE]
    rows["guide"] = looked_up(rows["instruction"], guides["number"], guides["annotator"], 0)


def looked_up(wanted: NDArray[Any], keys: NDArray[Any], values: NDArray[Any], missing: float) -> NDArray[Any]:
    """The value of each wanted key, and ``missing`` for those that are not among ``keys``."""
    if not len(keys):
        return np.full(len(wanted), missing, values.dtype)
    order = np.argsort(keys, kind="stable")
    place = np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)
    found = order[place]
    return np.where(keys[found] == wanted, values[found], np.array(missing, values.dtype))
