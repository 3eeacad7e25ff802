"""Which annotations are good enough to become check items; each kind declares how (``annotate/kinds/checks.py``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.answers import every_annotation
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.checks import Collected
from pangea_server.annotate.kinds.kinds import declarations, words_kind
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


def make_check_items(
    records: RecordStore, campaign_id: str, vouched_for: Collection[int] = ()
) -> list[CheckItem]:
    """Write the check items that a campaign's current data allows; existing ones stay. Returns the new ones.

    Args:
        vouched_for: ids of instructions that a team member has checked and found good.

    Raises:
        RecordNotFoundError: one of these instructions does not belong to this campaign.
    """
    paths = {path.path_id for path in every(records, PathRecord, {"campaign_id": campaign_id})}
    found = [annotation for annotation in every_annotation(records) if annotation.path_id in paths]
    accepted = {review.task_id for review in every(records, Review, {"state": ReviewState.ACCEPTED})}
    collected = collection(campaign_id, found, vouched_for, accepted)
    _refuse_unknown(collected)
    new = []
    for item in check_items(collected):
        with suppress(StoreConflictError):
            records.create(item)
            new.append(item)
    return new


def collection(
    campaign_id: str,
    annotations: Iterable[Annotation],
    vouched_for: Collection[int] = (),
    accepted: Collection[str] = (),
) -> Collected:
    """What a campaign has collected, by kind; without walks that say nothing about the words or about who walked."""
    by_kind: dict[str, list[Annotation]] = defaultdict(list)
    for annotation in annotations:
        if not annotation.place_hidden:
            by_kind[annotation.kind].append(annotation)
    return Collected(campaign_id, by_kind, vouched_for, accepted)


def check_items(collected: Collected) -> Iterator[CheckItem]:
    """The check items of all kinds that have some."""
    for kind in declarations():
        if kind.check is not None:
            yield from kind.check.items(kind.kind, collected)


def _refuse_unknown(collected: Collected) -> None:
    known = {guide.number for guide in collected.of(words_kind())}
    unknown = sorted(set(collected.vouched_for) - known)
    if unknown:
        raise RecordNotFoundError(
            f"The campaign {collected.campaign_id} has no instruction {unknown[0]}.",
            remedy="See the list of annotations on the monitoring page.",
        )
