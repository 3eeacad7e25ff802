"""Withdrawn data stays removed: no archive restores it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TypeVar, cast

from pydantic import ValidationError

from environments.errors import InvalidDataError
from environments.input.json_documents import lines
from pangea_server.annotate.landmarks.records import Chain, Entity, Mention
from pangea_server.annotate.landmarks.removal import chain_without, entity_without, quoted_by
from pangea_server.annotate.tasks.records import Recording
from pangea_server.core.records import Record
from pangea_server.dataset.archive.contents import Contents, Parcel
from pangea_server.people.access.records import Annotator
from pangea_server.stores.tombstones import Tombstone

R = TypeVar("R", bound=Record)


class Remaining:
    """``Contents`` without the data that its own and ``later`` tombstones name, and with all these tombstones.

    The record of a person who withdrew is kept; it says that they did.
    """

    def __init__(self, contents: Contents, later: Iterable[Tombstone] = ()) -> None:
        self._contents = contents
        stones = chain(later, contents.records(Tombstone))  # the contents' own tombstones take precedence
        self._stones = {stone.record_id: stone for stone in stones}
        self._removed = {(stone.removed_from, stone.removed_id) for stone in self._stones.values()}
        self._unsaid = {name for kind, name in self._removed if kind == Mention.collection}

    def records(self, kind: type[R]) -> Iterator[R]:
        if issubclass(kind, Tombstone):
            return iter(sorted(self._stones.values(), key=lambda stone: stone.record_id))  # type: ignore[arg-type]
        found = self._contents.records(kind)
        if not self._removed or issubclass(kind, Annotator):
            return found
        kept = (record for record in found if (kind.collection, record.record_id) not in self._removed)
        return (left for record in kept if (left := self._without_words(record)) is not None)

    def record_count(self, kind: type[Record]) -> int:
        return self._contents.record_count(kind)

    def blobs(self) -> Iterator[Parcel]:
        return (parcel for parcel in self._contents.blobs() if not self._is_removed(parcel.info.name))

    def blob_count(self) -> int:
        return self._contents.blob_count()

    def _without_words(self, record: R) -> R | None:
        """The record without what it named or quoted of removed mentions; None when nothing else is in it."""
        left: Record | None = record
        if isinstance(record, Chain) and self._unsaid:
            left = chain_without(record, self._unsaid)
        elif isinstance(record, Entity) and (texts := self._quoted.get(record.entity_id)):
            left = entity_without(record, texts)
        return cast("R | None", left)

    @cached_property
    def _quoted(self) -> dict[str, set[str]]:
        if not self._unsaid:
            return {}
        said = (each for each in self._contents.records(Mention) if each.mention_id in self._unsaid)
        return quoted_by(self._contents.records(Chain), {each.mention_id: each for each in said})

    def _is_removed(self, name: str) -> bool:
        folder, _, rest = name.partition("/")
        return folder == "recordings" and (Recording.collection, rest.partition("/")[0]) in self._removed


def read_tombstones(path: Path) -> list[Tombstone]:
    """The tombstones in ``path``, one JSON object a line, as in an archive's ``records/tombstones.jsonl``.

    Raises:
        ConfigurationError: it cannot be opened.
        InvalidDataError: a line is not a tombstone.
    """
    found = []
    for place, line in lines(path):
        try:
            found.append(Tombstone.model_validate_json(line))
        except ValidationError as error:
            raise InvalidDataError(
                f"{place} is no tombstone.", remedy="Use the list that PanGEA wrote."
            ) from error
    return found
