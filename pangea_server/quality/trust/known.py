"""Which annotations are good enough to check others by: those that Followers understood, or that are vouched for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Literal

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.quality.trust.records import CheckItem
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

LEAST_FOLLOWERS = 3
LEAST_SUCCESS = 0.8
LEAST_INSTRUCTIONS = 2  # that a path needs to check Guides by


def make_check_items(
    records: RecordStore, campaign_id: str, vouched_for: Collection[int] = ()
) -> list[CheckItem]:
    """Write the check items that a campaign's data gives by now; those that are there stay. Returns the new ones.

    Args:
        vouched_for: instruction ids that somebody of the team has looked at and found good.

    Raises:
        RecordNotFoundError: an instruction that is vouched for is not of this campaign.
    """
    paths = {path.path_id for path in every(records, PathRecord, {"campaign_id": campaign_id})}
    guides = [guide for guide in every(records, GuideAnnotation) if guide.path_id in paths]
    followers = [walk for walk in every(records, FollowerAnnotation) if walk.path_id in paths]
    _refuse_unknown(vouched_for, guides, campaign_id)
    new = []
    for item in check_items(campaign_id, guides, followers, vouched_for):
        with suppress(StoreConflictError):
            records.create(item)
            new.append(item)
    return new


def check_items(
    campaign_id: str,
    guides: Iterable[GuideAnnotation],
    followers: Iterable[FollowerAnnotation],
    vouched_for: Collection[int] = (),
) -> Iterator[CheckItem]:
    """A Follower's check item for each good Guide, a Guide's for each path that has several good instructions."""
    walks: dict[int, list[FollowerAnnotation]] = defaultdict(list)
    for walk in followers:
        if not (walk.learning or walk.check_item):
            walks[walk.instruction_id].append(walk)
    described: dict[tuple[int, str], list[GuideAnnotation]] = defaultdict(list)
    for guide in guides:
        vouched = guide.instruction_id in vouched_for
        if guide.check_item or not (vouched or is_understood(walks[guide.instruction_id])):
            continue
        described[guide.path_id, guide.language].append(guide)
        arrived = tuple(walk.scores.ndtw for walk in walks[guide.instruction_id] if walk.scores.sr == 1)
        yield _item(campaign_id, "follower", [guide], good_ndtw=arrived or (1.0,))
    for instructions in described.values():
        if len(instructions) >= LEAST_INSTRUCTIONS:
            yield _item(campaign_id, "guide", instructions)


def is_understood(walks: Collection[FollowerAnnotation]) -> bool:
    """Whether enough different Followers followed these words, and nearly all of them arrived."""
    people = {walk.annotator_id for walk in walks}
    arrived = sum(walk.scores.sr == 1 for walk in walks)
    return len(people) >= LEAST_FOLLOWERS and arrived >= LEAST_SUCCESS * len(walks)


def _item(
    campaign_id: str,
    kind: Literal["guide", "follower"],
    guides: list[GuideAnnotation],
    good_ndtw: tuple[float, ...] = (),
) -> CheckItem:
    first = guides[0]
    return CheckItem(
        campaign_id=campaign_id,
        kind=kind,
        language=first.language,
        path_id=first.path_id,
        scan_id=first.scan_id,
        instruction_ids=tuple(guide.instruction_id for guide in guides),
        good_ndtw=good_ndtw,
    )


def _refuse_unknown(
    vouched_for: Collection[int], guides: Iterable[GuideAnnotation], campaign_id: str
) -> None:
    unknown = sorted(set(vouched_for) - {guide.instruction_id for guide in guides})
    if unknown:
        raise RecordNotFoundError(
            f"The campaign {campaign_id} has no instruction {unknown[0]}.",
            remedy="See the list of annotations on the monitoring page.",
        )
