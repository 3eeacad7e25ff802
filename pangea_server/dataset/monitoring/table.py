"""All annotations in memory: 92 bytes each, in order of time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pangea_server.annotate.kinds.checks import Success
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.kinds import declared, kind_names

OUTCOMES = ("", "done", "gave_up")
REVIEW_STATES = ("", "pending", "accepted", "rejected", "sent_back")
FLAGGED = ("", "false", "true")
ASIDE = {"learning": 1, "check_item": 2, "sent_back": 4}
GONE = len(REVIEW_STATES)
"""The ``words_review`` of words that are not there."""
NAMED = ("campaign", "pool", "scan", "language", "system", "condition")
SCORES = ("ne", "success", "oracle_success", "spl", "ndtw", "sdtw")
KIND_CODES = 256

ROW = np.dtype(
    [
        ("kind", "u1"),  # code of ``StringCodes``
        ("number", "i4"),
        ("instruction", "i4"),  # 0 where it is about no Guide's words
        ("annotator", "i4"),
        ("guide", "i4"),  # whose words these are, or were followed; 0 where they were withdrawn
        ("path", "i4"),
        *((name, "u2") for name in NAMED),  # codes of ``StringCodes``
        ("length", "f4"),  # of the reference path, metres
        ("submitted_at", "i8"),  # microseconds since 1970
        ("recording", "f4"),  # seconds, as the next two
        ("transcription", "f4"),
        ("active", "f4"),
        *((name, "f4") for name in SCORES),  # ``ne`` in metres; or the kind's ``own_scores``, in their order
        ("outcome", "u1"),  # index into OUTCOMES
        ("review", "u1"),  # index into REVIEW_STATES
        ("flagged", "u1"),  # index into FLAGGED: whether a quality flag is raised
        ("aside", "u1"),  # what it says of itself: bits of ASIDE
        ("words_review", "u1"),  # the same two of the Guide's words that it is about
        ("words_aside", "u1"),
        ("hidden", "u1"),  # 1: the place was hidden, so that the walk says nothing about the words
        ("nth", "u4"),  # annotation of its kind by its annotator, from 1
    ]
)
"""Unknown numbers are NaN; an unknown code is 0."""

Rows = NDArray[np.void]
Keys = NDArray[np.int64]


@dataclass
class StringCodes:
    """Strings coded as small numbers. It only grows, so earlier codes stay valid; 0 is None."""

    names: list[str] = field(default_factory=lambda: [""])
    codes: dict[str, int] = field(default_factory=lambda: {"": 0})

    @classmethod
    def of(cls, names: Sequence[str]) -> StringCodes:
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


def new_names() -> dict[str, StringCodes]:
    """For each named column; for kinds, of which every row has one; and for ``KIND/SCORE``."""
    return {column: StringCodes() for column in NAMED} | {
        "kind": StringCodes.of(kind_names()),
        "score": StringCodes(),
    }


def declarations_of(names: dict[str, StringCodes]) -> list[Declaration]:
    """What each kind declares, by code."""
    return [declared(kind) for kind in names["kind"].names]


def own_scores(names: dict[str, StringCodes], kind: str) -> list[str]:
    """The names of a kind's own scores, in order; none for a kind whose walks are compared with their paths.

    As many are kept as there are ``SCORES``.
    """
    prefix = f"{kind}/"
    return [name.removeprefix(prefix) for name in names["score"].names if name.startswith(prefix)][
        : len(SCORES)
    ]


@dataclass(frozen=True)
class Table:
    """Every annotation as of the change ``cursor``. The table is immutable, so it is read without locks.

    Attributes:
        rows: of dtype ``ROW``, in order of time, kind and number.
        names: what the codes of each named column, and of ``kind``, stand for; and, in order, ``score``.
        followed: ids of the changes of the minute before ``cursor`` that are in it: others may still be committed.
    """

    rows: Rows
    names: dict[str, StringCodes]
    cursor: str = ""
    followed: frozenset[str] = frozenset()

    @classmethod
    def empty(cls) -> Table:
        return cls(np.empty(0, ROW), new_names())

    def updated(self, new: Rows, gone: Iterable[int] = ()) -> Table:
        """The table with ``new`` rows added or put in the place of older ones, and those with the keys ``gone`` left
        out. ``new`` is the table's from then on."""
        replaced = np.concatenate([keys_of(new), np.fromiter(gone, np.int64)])
        stale = np.isin(keys_of(self.rows), replaced)
        kept = self.rows[~stale] if stale.any() else self.rows
        rows = _in_order(np.concatenate([kept, new]) if len(kept) else new)
        _link(rows, self.names)
        return replace(self, rows=rows)

    def at(self, cursor: str, followed: Iterable[str]) -> Table:
        """The same annotations as of another change."""
        return replace(self, cursor=cursor, followed=frozenset(followed))

    def __len__(self) -> int:
        return len(self.rows)


def key(names: dict[str, StringCodes], kind: str, number: int) -> int:
    """A number for each annotation."""
    return KIND_CODES * number + names["kind"].code(kind)


def keys_of(rows: Rows) -> Keys:
    """The ``key`` of each row."""
    keys: Keys = KIND_CODES * rows["number"].astype(np.int64) + rows["kind"]
    return keys


def _in_order(rows: Rows) -> Rows:
    times: NDArray[np.int64] = rows["submitted_at"]
    if (times[1:] > times[:-1]).all():
        return rows
    return rows[np.lexsort((rows["number"], rows["kind"], times))]


def _link(rows: Rows, names: dict[str, StringCodes]) -> None:
    """Fill each row's ``nth`` of its annotator, and what is known of the words that it is about."""
    order = np.lexsort((rows["kind"], rows["annotator"]))  # stable: in order of time within a person
    person = np.stack([rows["annotator"][order], rows["kind"][order]])
    first = np.flatnonzero(np.append(True, (person[:, 1:] != person[:, :-1]).any(axis=0)))[: len(rows)]
    lengths = np.diff(np.append(first, len(rows)))
    rows["nth"][order] = np.arange(len(rows)) - np.repeat(first, lengths) + 1

    gives_words = np.array([declared(kind).gives_words for kind in names["kind"].names], bool)
    guides = rows[["number", "annotator", "review", "aside"]][gives_words[rows["kind"]]]
    for linked, column, gone in (
        ("guide", "annotator", 0),
        ("words_review", "review", GONE),
        ("words_aside", "aside", 0),
    ):
        rows[linked] = looked_up(rows["instruction"], guides["number"], guides[column], gone)


def looked_up(wanted: NDArray[Any], keys: NDArray[Any], values: NDArray[Any], missing: float) -> NDArray[Any]:
    """The value of each wanted key, and ``missing`` for those that are not among ``keys``."""
    if not len(keys):
        return np.full(len(wanted), missing, values.dtype)
    order = np.argsort(keys, kind="stable")
    place = np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)
    found = order[place]
    return np.where(keys[found] == wanted, values[found], np.array(missing, values.dtype))


def success_of(table: Table) -> NDArray[np.float32]:
    """Whether each annotation succeeded, as its kind says: 1, 0, or NaN where that is not known.

    Where a kind does not say, its walk is taken, if there is one.
    """
    found = np.full(len(table), np.nan, np.float32)
    for code, (kind, shown) in enumerate(
        zip(table.names["kind"].names, declarations_of(table.names), strict=True)
    ):
        rows = np.flatnonzero(table.rows["kind"] == code)
        success = shown.success or Success("success", least=1)
        values = score_of(table, kind, success.score, rows)
        enough = (values >= success.least) & (values <= success.most)
        found[rows] = np.where(np.isnan(values), np.nan, enough)
    return found


def score_of(table: Table, kind: str, score: str, rows: NDArray[np.intp]) -> NDArray[np.float32]:
    """A score of these rows, which are of one kind; NaN where it is not known."""
    own = own_scores(table.names, kind)
    columns = dict(zip(own, SCORES, strict=False)) if own else dict(zip(SCORES, SCORES, strict=True))
    if score not in columns:
        return np.full(len(rows), np.nan, np.float32)
    values: NDArray[np.float32] = table.rows[columns[score]][rows]
    return values
