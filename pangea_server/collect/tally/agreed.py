"""The times that are agreed with a person for tasks for two."""

from __future__ import annotations

from datetime import datetime

from pangea_server.annotate.assignment.open_tasks import running_campaigns
from pangea_server.annotate.assignment.reach import reaches
from pangea_server.annotate.campaigns.agreed_times import AgreedTime, still_to_come
from pangea_server.collect.platforms.completion import newest_visit
from pangea_server.collect.platforms.studies import the_study
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import RecordStore


def times_for(records: RecordStore, person: Annotator, at: datetime) -> dict[str, tuple[AgreedTime, ...]]:
    """Those that are not over, by kind, of all campaigns that have tasks for this person, the earliest first.

    People whom a platform sent see those of their study's kind.
    """
    visit = newest_visit(records, person)
    only = the_study(records, visit.study_id).kind if visit else None
    found: dict[str, set[AgreedTime]] = {}
    for campaign in running_campaigns(records):
        if reaches(campaign.definition, person):
            for kind, times in campaign.definition.agreed_times.items():
                if only in (None, kind):
                    found.setdefault(kind, set()).update(still_to_come(times, at))
    return {
        kind: tuple(sorted(times, key=lambda time: time.begins)) for kind, times in found.items() if times
    }
