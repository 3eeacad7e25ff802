"""Which of the annotations of a task in Label Studio counts: several people may have made one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec


class AnnotationState(msgspec.Struct, kw_only=True):
    """What Label Studio says of every annotation of a task."""

    was_cancelled: bool = False
    ground_truth: bool = False
    updated_at: str = ""


AnyMade = TypeVar("AnyMade", bound=AnnotationState)


def by_weight(annotations: Iterable[AnyMade]) -> list[AnyMade]:
    """Those that were not cancelled. The last one counts: a ground truth before others, and then the newest."""
    valid = (each for each in annotations if not each.was_cancelled)
    return sorted(valid, key=lambda each: (each.ground_truth, each.updated_at))
