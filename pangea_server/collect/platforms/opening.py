"""Whether people are let into a study now: one of tasks for two may have agreed times."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pangea_server.annotate.assignment.open_tasks import running_campaigns
from pangea_server.annotate.campaigns.agreed_times import is_given_out, next_beginning
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.collect.platforms.records import Study
from pangea_server.core.errors import NotYetOpenError, StudyClosedError
from pangea_server.core.records import now
from pangea_server.stores.protocol import RecordStore


@dataclass(frozen=True, slots=True)
class OpeningHours:
    """``begins``: when people are let in next; None where they are now, or never again."""

    is_now: bool
    begins: datetime | None = None

    def check(self) -> None:
        """Raise unless people are let in now, before a place is counted as taken.

        Raises:
            NotYetOpenError: it is before the next agreed time.
            StudyClosedError: the last one is over.
        """
        if self.begins:
            raise NotYetOpenError(
                "People do this together, at times that are agreed.",
                remedy=f"Open it again from the platform at {self.begins.isoformat()}; no place is taken until then.",
            )
        if not self.is_now:
            raise StudyClosedError(
                "The times for this study are over.",
                remedy="Return it on the platform, so that you lose nothing.",
            )


def opening_of(records: RecordStore, study: Study) -> OpeningHours:
    """As the running campaigns that have tasks for this study agreed it."""
    if not declared(study.kind).seats:
        return OpeningHours(is_now=True)
    definitions = [each.definition for each in running_campaigns(records)]
    agreed = [
        each.agreed_times
        for each in definitions
        if study.kind in each.tasks and not {*each.languages}.isdisjoint(study.languages)
    ]
    at = now()
    if not agreed or any(is_given_out(each, study.kind, at) for each in agreed):
        return OpeningHours(is_now=True)
    beginnings = (next_beginning(each, study.kind, at) for each in agreed)
    return OpeningHours(is_now=False, begins=min(filter(None, beginnings), default=None))
