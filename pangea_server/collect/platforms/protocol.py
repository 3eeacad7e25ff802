"""The platform interface: ids in the address of arriving people, and a way back when they are done."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from environments.errors import InvalidDataError
from pangea_server.collect.platforms.records import Payee, Study, Visit

PLAIN_ID = re.compile(r"[A-Za-z0-9_-]{1,255}")


@dataclass(frozen=True, slots=True)
class Arrival:
    """The platform's ids of an arriving person: the person, this attempt, and where its answer is sent."""

    worker_id: str
    assignment_id: str
    submit_to: str | None = None


@dataclass(frozen=True, slots=True)
class WayBack:
    """How a browser returns to the platform: by a link, or by sending ``fields`` as a form."""

    url: str
    method: Literal["get", "post"]
    fields: Mapping[str, str]


class Platform(Protocol):
    """One platform, or one way of using it."""

    worker_parameter: str
    """The address parameter that has the person's id."""

    in_frame: bool
    """Whether its people see our pages inside the platform's frame, which has no microphone."""

    def arrival(self, ids: Mapping[str, str]) -> Arrival:
        """Read the ids from an address.

        Raises:
            PreviewError: the person is only previewing the work.
            InvalidDataError: an id is missing or invalid.
        """

    def code(self, study: Study) -> str:
        """A completion code for one attempt."""

    def way_back(self, visit: Visit, payee: Payee | None) -> WayBack | None:
        """Where a person goes with the code; None if they copy it themselves."""


def required_id(ids: Mapping[str, str], name: str) -> str:
    """The id. Raises InvalidDataError when it is missing or invalid."""
    value = ids.get(name, "")
    if not PLAIN_ID.fullmatch(value):
        raise InvalidDataError(
            f"The address has no valid {name} of the platform.",
            remedy="Open the study from the platform itself.",
        )
    return value
