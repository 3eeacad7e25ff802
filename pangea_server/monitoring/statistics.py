"""Groups of annotations in figures. Pure: a table in, numbers out; what is not known is None."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pangea_server.monitoring.dimensions import NOT_KNOWN, Dimension, Mask
from pangea_server.monitoring.intervals import Floats, Mean, means, wilson_interval
from pangea_server.monitoring.table import FOLLOWER, GUIDE, OUTCOMES, Rows, Table

WALK = ("ne", "osr", "spl", "ndtw", "sdtw")


@dataclass(frozen=True, slots=True)
class Rate:
    """``successes`` among ``n``, with Wilson's interval."""

    value: float
    n: int
    successes: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Group:
    """Annotations that have something in common.

    Scores are of Followers' walks. ``speaking``, ``transcription``, ``transcription_ratio`` (seconds, and the second
    over the first) are of Guides; ``active`` (seconds on the page) is of both.
    """

    name: str | None
    guides: int
    followers: int
    gave_up: int
    success: Rate | None
    ne: Mean | None
    osr: Mean | None
    spl: Mean | None
    ndtw: Mean | None
    sdtw: Mean | None
    speaking: Mean | None
    transcription: Mean | None
    transcription_ratio: Mean | None
    active: Mean | None


def total(table: Table, mask: Mask) -> Group:
    """All of the selected rows."""
    return _group(None, table.rows[mask])


def groups(table: Table, mask: Mask, by: Dimension) -> list[Group]:
    """The selected rows, group by group; what belongs to none comes last, as the group None."""
    found = list(_split(table.rows[mask], by.codes(table)[mask]))
    made = [_group(by.name(table, code) if code != NOT_KNOWN else None, rows) for code, rows in found]
    if by.by_name:
        made.sort(key=lambda group: group.name or "")
    return sorted(made, key=lambda group: group.name is None)


def _split(rows: Rows, codes: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Iterator[tuple[int, Rows]]:
    order = np.argsort(codes, kind="stable")
    present, first = np.unique(codes[order], return_index=True)
    for code, members in zip(present.tolist(), np.split(order, first[1:]), strict=bool(len(codes))):
        yield code, rows[members]


def _group(name: str | None, rows: Rows) -> Group:
    guides, followers = rows[rows["kind"] == GUIDE], rows[rows["kind"] == FOLLOWER]
    *walk, speaking, transcription, transcription_ratio, active = means(_measured(rows))
    return Group(
        name=name,
        guides=len(guides),
        followers=len(followers),
        gave_up=int((followers["outcome"] == OUTCOMES.index("gave_up")).sum()),
        success=_rate(followers),
        speaking=speaking,
        transcription=transcription,
        transcription_ratio=transcription_ratio,
        active=active,
        **dict(zip(WALK, walk, strict=True)),
    )


def _measured(rows: Rows) -> Floats:
    """A column for each mean of a group; NaN where it is not of this kind of annotation."""
    is_guide = (rows["kind"] == GUIDE)[:, None]
    walk = np.where(is_guide, np.nan, _columns(rows, *WALK))
    work = np.where(is_guide, _columns(rows, "recording", "transcription"), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(work[:, 0] > 0, work[:, 1] / work[:, 0], np.nan)
    return np.column_stack([walk, work, ratio, rows["active"]])


def _columns(rows: Rows, *names: str) -> Floats:
    return np.column_stack([rows[name].astype(np.float64) for name in names])


def _rate(followers: Rows) -> Rate | None:
    known = followers["sr"][~np.isnan(followers["sr"])]
    if not len(known):
        return None
    successes, n = int((known >= 1).sum()), len(known)
    low, high = wilson_interval(successes, n)
    return Rate(successes / n, n, successes, low, high)
