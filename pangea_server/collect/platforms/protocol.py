"""What a platform is to us: ids in the address that its people come by, and a way back when they are done."""

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
    """Who comes, in the platform's own ids: the person, this one attempt of theirs, and where its answer is sent."""

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
    """The name in the address under which it says who somebody is."""

    in_frame: bool
    """Whether its people see our pages inside a frame of its own, which has no microphone."""

    def arrival(self, ids: Mapping[str, str]) -> Arrival:
        """Read the ids of an address.

        Raises:
            PreviewError: somebody looks at the work before taking it on.
            InvalidDataError: an id that is missing, or that the platform would not give.
        """

    def code(self, study: Study) -> str:
        """A completion code for one attempt."""

    def way_back(self, visit: Visit, payee: Payee | None) -> WayBack | None:
        """Where a person goes with the code; None where they carry it over themselves."""


def required_id(ids: Mapping[str, str], name: str) -> str:
    """Raises InvalidDataError for an id that is missing or cannot be one."""
    value = ids.get(name, "")
    if not PLAIN_ID.fullmatch(value):
        raise InvalidDataError(
            f"The address has no {name} of the platform's.", remedy="Open the study from the platform itself."
        )
    return value
