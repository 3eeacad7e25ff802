"""Faults in the times that a campaign agrees for tasks for two."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from environments.nearest import not_among
from pangea_server.annotate.campaigns.agreed_times import AgreedTime
from pangea_server.annotate.campaigns.faults import CampaignFault
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds.kinds import declarations

KEY = "agreed_times"


def time_faults(definition: CampaignDefinition) -> Iterator[CampaignFault]:
    """Of kinds that are not for two or not asked for, and of times that do not follow each other."""
    for_two = [each.kind for each in declarations() if each.seats]
    for kind, times in definition.agreed_times.items():
        if kind not in for_two:
            yield CampaignFault(
                (KEY, kind), f"{kind!r} is no kind of task for two people", not_among(kind, for_two)
            )
        elif kind not in definition.tasks:
            yield CampaignFault(
                (KEY, kind),
                f"the campaign asks for no tasks of kind {kind!r}",
                "Add it under tasks, or leave it out here.",
            )
        if not times:
            yield CampaignFault((KEY, kind), "no time is listed", "List one, or leave the kind out.")
        yield from _order_faults(kind, times)


def _order_faults(kind: str, times: tuple[AgreedTime, ...]) -> Iterator[CampaignFault]:
    for number, time in enumerate(times):
        if time.ends <= time.begins:
            yield CampaignFault(
                (KEY, kind, number, "ends"),
                f"{time.ends:%FT%TZ} is not after the beginning, {time.begins:%FT%TZ}",
                "Write a later end.",
            )
    for number, (earlier, later) in enumerate(pairwise(times), start=1):
        if later.begins < earlier.begins:
            yield CampaignFault(
                (KEY, kind, number),
                f"it begins before the one above it, at {later.begins:%FT%TZ}",
                "Put the earliest first.",
            )
        elif later.begins < earlier.ends:
            yield CampaignFault(
                (KEY, kind, number, "begins"),
                f"{later.begins:%FT%TZ} is before the end of the one above it, {earlier.ends:%FT%TZ}",
                "Make one of the two, or begin later.",
            )
