"""Times at which people come to do tasks for two; the section ``agreed_times`` of a campaign file.

Who comes alone waits for a partner, and where few people come an hour, mostly in vain. So a campaign may agree times
with people, and its tasks for two are given out at these times only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

HOW = "write 2026-12-02T09:00:00Z, or +05:30 in the place of Z"
DAY_AND_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d")


def _written_as_time(value: object) -> object:
    """A bare number, even as a text, would be taken as seconds since 1970."""
    if isinstance(value, datetime) or (isinstance(value, str) and DAY_AND_TIME.match(value)):
        return value
    raise ValueError(f"this is no time with its zone; {HOW}")


def _in_utc(value: datetime) -> datetime:
    if value.utcoffset() is None:
        raise ValueError(f"this time has no zone; {HOW}")
    return datetime.fromtimestamp(value.timestamp(), UTC)


Moment = Annotated[datetime, BeforeValidator(_written_as_time), AfterValidator(_in_utc)]


class AgreedTime(BaseModel):
    """From ``begins`` until before ``ends``."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    begins: Moment
    ends: Moment

    def covers(self, at: datetime) -> bool:
        return self.begins <= at < self.ends


AgreedTimes = Annotated[tuple[AgreedTime, ...], Field(max_length=1000)]
"""The times of one kind of task, the earliest first."""


def is_given_out(agreed: Mapping[str, Iterable[AgreedTime]], kind: str, at: datetime) -> bool:
    """Whether tasks of a kind are given out ``at`` this moment; where no times are agreed, they always are."""
    return kind not in agreed or any(time.covers(at) for time in agreed[kind])


def next_beginning(agreed: Mapping[str, Iterable[AgreedTime]], kind: str, at: datetime) -> datetime | None:
    """When the next time of a kind begins; None where no later one is agreed."""
    later = (time.begins for time in agreed.get(kind, ()) if time.begins > at)
    return min(later, default=None)


def end_of_this(agreed: Mapping[str, Iterable[AgreedTime]], kind: str, at: datetime) -> datetime | None:
    """When the time of a kind ends that it is now; None where it is none."""
    return next((time.ends for time in agreed.get(kind, ()) if time.covers(at)), None)


def still_to_come(times: Iterable[AgreedTime], at: datetime) -> tuple[AgreedTime, ...]:
    """Those of the times that are not over."""
    return tuple(time for time in times if time.ends > at)
