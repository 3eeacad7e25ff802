"""Which of a campaign's new paths keep the ``path_id`` of their file, and that no other path gets these numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pangea_server.annotate.campaigns.faults import CampaignFault
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.collect.planning.changes import PathChange
from pangea_server.collect.planning.wanted import WantedPath
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import Counter, padded
from pangea_server.stores.numbering import pass_over
from pangea_server.stores.protocol import RecordStore, found

PATHS = "paths"


class PathNumbers:
    """The numbers that new paths bring along.

    ``faults`` and ``taken`` are filled while ``keep`` runs. ``taken``: numbers that this very path has in the store
    already, for another campaign or an import, so that it gets a new one here.
    """

    def __init__(self, records: RecordStore) -> None:
        self.faults: list[CampaignFault] = []
        self.taken: list[int] = []
        self._records = records
        self._given = _last_given(records)

    def keep(self, found: Sequence[PathChange]) -> list[PathChange]:
        """The same changes, in which the paths whose number is taken have none."""
        return [replace(change, wanted=self._kept(change)) for change in found]

    def _kept(self, change: PathChange) -> WantedPath | None:
        wanted = change.wanted
        if wanted is None or wanted.path_id is None or change.path is not None:
            return wanted
        known = self._stored(wanted.path_id)
        if known is None:
            return wanted
        self.taken.append(wanted.path_id)
        if (known.scan_id, known.path) != wanted.key:
            self.faults.append(
                CampaignFault(
                    (PATHS,),
                    f"the path_id {wanted.path_id} is that of another path in the store, in {known.scan_id}",
                    "Use a store of its own, or leave path_id out of these rows.",
                )
            )
        return replace(wanted, path_id=None)

    def _stored(self, number: int) -> PathRecord | None:
        if number > self._given:
            return None
        return found(self._records, PathRecord, padded(number))


def reserve(records: RecordStore, found: Sequence[PathChange]) -> None:
    """Keep the new paths' own numbers from being given out."""
    own = list(_own(found))
    if own:
        pass_over(records, PATHS, max(own))


def _own(found: Sequence[PathChange]) -> Iterator[int]:
    for change in found:
        if change.path is None and change.wanted and change.wanted.path_id is not None:
            yield change.wanted.path_id


def _last_given(records: RecordStore) -> int:
    try:
        return records.get(Counter, PATHS).value
    except RecordNotFoundError:
        return -1
