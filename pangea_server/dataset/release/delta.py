"""What has changed between two releases: annotations and files, each with its checksums."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pangea_server.annotate.kinds.kinds import declared, rotating_kinds
from pangea_server.dataset.release.index import digests, version_of
from pangea_server.dataset.release.sums import SUMS, digest_of

CHANGES = "changes.json"


class ReleasedChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """An annotation that is not as it was: the SHA-256 of what was, and of what is now published of it."""

    id: int
    before: str | None = None
    now: str | None = None


class KindChanges(msgspec.Struct, frozen=True):
    """The annotations of one kind. Those of ``withdrawn`` were taken back by their people; ``removed`` ones are gone
    for another reason, such as a review."""

    added: list[ReleasedChange] = []
    changed: list[ReleasedChange] = []
    withdrawn: list[ReleasedChange] = []
    removed: list[ReleasedChange] = []


class FileChanges(msgspec.Struct, frozen=True):
    """The files by name, with the SHA-256 that they had (``removed``) or have."""

    added: dict[str, str] = {}
    changed: dict[str, str] = {}
    removed: dict[str, str] = {}


class Since(msgspec.Struct, frozen=True):
    """The release before: its version, and the SHA-256 of its ``SHA256SUMS``, which tells it from any other."""

    since: str
    since_sums: str


class Delta(Since, frozen=True):
    """All changes since a release.

    Attributes:
        files: those of the new release but this list and ``SHA256SUMS`` themselves.
    """

    annotations: dict[str, KindChanges]
    files: FileChanges = FileChanges()

    def having(self, files: FileChanges) -> Delta:
        """The same with the files."""
        return replace(self, files=files)

    def told(self) -> list[str]:
        """Its lines for a data card."""
        counts = [
            f"- {kind} annotations: "
            + ", ".join(f"{len(getattr(each, what))} {what}" for what in each.__struct_fields__)
            for kind, each in self.annotations.items()
        ]
        return [f"Since version {self.since}; the ids and checksums are in `{CHANGES}`:", "", *counts]


def annotation_changes(before: Path, now: Path, withdrawn: Collection[tuple[str, str]]) -> Delta:
    """The annotations that differ between two releases' folders.

    Args:
        withdrawn: the collections and ids of what people have taken back.

    Raises:
        ConfigurationError: ``before`` is not a release.
    """
    old, new = digests(before), digests(now)
    walks = rotating_kinds()  # these have an entry even when there are none
    others = sorted((old.keys() | new.keys()) - set(walks))
    return Delta(
        version_of(before),
        digest_of(before / SUMS),
        {kind: _changes(kind, old.get(kind, {}), new.get(kind, {}), withdrawn) for kind in (*walks, *others)},
    )


def _changes(
    kind: str, old: Mapping[int, bytes], new: Mapping[int, bytes], withdrawn: Collection[tuple[str, str]]
) -> KindChanges:
    record = declared(kind).record
    gone = [
        ReleasedChange(number, before=digest.hex()) for number, digest in old.items() if number not in new
    ]
    return KindChanges(
        added=[
            ReleasedChange(number, now=digest.hex()) for number, digest in new.items() if number not in old
        ],
        changed=[
            ReleasedChange(number, old[number].hex(), digest.hex())
            for number, digest in new.items()
            if old.get(number, digest) != digest
        ],
        withdrawn=[each for each in gone if (record.collection, record.id_of(kind, each.id)) in withdrawn],
        removed=[each for each in gone if (record.collection, record.id_of(kind, each.id)) not in withdrawn],
    )


def file_changes(before: Mapping[str, str], now: Mapping[str, str]) -> FileChanges:
    """The files that differ between two lists of digests."""
    ours = {CHANGES}
    return FileChanges(
        added={name: now[name] for name in sorted(now.keys() - before.keys() - ours)},
        changed={
            name: now[name] for name in sorted(now.keys() & before.keys() - ours) if now[name] != before[name]
        },
        removed={name: before[name] for name in sorted(before.keys() - now.keys() - ours)},
    )
