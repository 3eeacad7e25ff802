"""The instructions that walks of an import follow."""

from __future__ import annotations

from collections.abc import Iterable
from sys import intern
from typing import NamedTuple

from msgspec import Struct

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.core.records import padded
from pangea_server.dataset.entries.entries import GuideEntry
from pangea_server.stores.protocol import RecordStore


class FollowedInstruction(NamedTuple):
    """The parts of an instruction that a walk after it needs, and what else its path has.

    Attributes:
        at: where the path stands in a file first, in entries from 0; -1 in a store.
    """

    path_id: int
    scan_id: str
    language: str
    path: tuple[str, ...]
    heading: float
    split: str
    at: int = -1

    @classmethod
    def by(cls, entry: GuideEntry, at: int) -> FollowedInstruction:
        """Of the guide that an entry names, which has its language. Of many a small one each: names are shared."""
        path = tuple(map(intern, entry.path))
        scan, language, split = intern(entry.scan), intern(entry.language or ""), intern(entry.split)
        return cls(entry.path_id, scan, language, path, entry.heading, split, at)

    def is_along(self, entry: GuideEntry) -> bool:
        """Whether this guide describes the same path."""
        path = self.scan_id, self.path, self.heading, self.split
        return path == (entry.scan, entry.path, entry.heading, entry.split)


class _Parts(Struct):
    """The fields of a stored ``GuideAnnotation`` that are needed."""

    instruction_id: int
    path_id: int
    scan_id: str
    language: str
    path: tuple[str, ...]
    heading: float
    split: str


def followed_in(records: RecordStore, instruction_ids: Iterable[int]) -> dict[int, FollowedInstruction]:
    """Those of these instructions that the store has, by number."""
    wanted = {padded(number) for number in instruction_ids}
    found = records.find_parts_of(GuideAnnotation, _Parts, wanted) if wanted else ()
    return {
        each.instruction_id: FollowedInstruction(
            each.path_id, each.scan_id, each.language, each.path, each.heading, each.split
        )
        for _, each in found
    }
