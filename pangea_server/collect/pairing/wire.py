"""What is sent over the line of a pairing: JSON messages over a WebSocket, one object each with its ``type``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, FiniteFloat, JsonValue, TypeAdapter

from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.pairing.records import EndReason, PairingState
from pangea_server.annotate.tasks.records import Task
from pangea_server.collect.pairing.ice import IceServer
from pangea_server.core.visible_text import Readable, Visible
from pangea_server.core.wire import TokenText, Wire

Name = Annotated[str, Field(max_length=200)]
PageTime = Annotated[FiniteFloat, Field(ge=0, lt=2**53)]
Presence = Literal["none", "here", "away"]


class Hello(Wire):
    """The first message: who joins, by the token of their session, and with which lease. ``program``: it is none of our
    pages but a program, which writes and neither speaks nor hears."""

    type: Literal["hello"]
    token: TokenText
    lease_id: Name
    program: bool = False


class Ping(Wire):
    """Asks for the server's time; ``sent`` is the page's own clock in milliseconds."""

    type: Literal["ping"]
    sent: PageTime


class Text(Wire):
    """Something that the person typed for their partner."""

    type: Literal["text"]
    words: Annotated[str, Field(min_length=1, max_length=1000), Visible, Readable]


class Camera(Wire):
    """Where the person stands and looks; radians. The partner gets as much of it as the campaign allows."""

    type: Literal["camera"]
    viewpoint_id: Name
    heading: Annotated[FiniteFloat, Field(ge=-10, le=10)]
    elevation: Annotated[FiniteFloat, Field(ge=-2, le=2)] = 0.0


class Signal(Wire):
    """What the two browsers tell each other to connect their voices; opaque to the server."""

    type: Literal["signal"]
    data: dict[str, JsonValue]


class Ready(Wire):
    """The person has done what their partner waits for, such as hidden themselves."""

    type: Literal["ready"]


class Over(Wire):
    """The dialogue is over: from who is to end it, or from somebody whose partner has been gone for two minutes."""

    type: Literal["over"]


FromPage = Annotated[Hello | Ping | Text | Camera | Signal | Ready | Over, Field(discriminator="type")]
FROM_PAGE: TypeAdapter[FromPage] = TypeAdapter(FromPage)


class Now(Wire):
    """How it stands. ``partner``: none has come yet, is on the line, or is away; ``away_since`` is then when they were
    last known to be there. ``ends``: whether this person is the one to end the dialogue. ``partner_is_program``: the
    partner on the line said so."""

    type: Literal["now"] = "now"
    state: PairingState
    role: str
    partner_role: str
    ends: bool
    partner: Presence
    partner_is_program: bool
    away_since: datetime | None = None
    reason: EndReason | None = None


class Pong(Wire):
    """The answer to a ping. ``received`` and ``answered``: the server's clock in milliseconds since 1970."""

    type: Literal["pong"] = "pong"
    sent: float
    received: float
    answered: float


class PartnerText(Wire):
    type: Literal["text"] = "text"
    role: str
    words: str


class PartnerCamera(Wire):
    type: Literal["camera"] = "camera"
    viewpoint_id: str
    heading: float | None
    elevation: float | None


class PartnerSignal(Wire):
    type: Literal["signal"] = "signal"
    data: dict[str, JsonValue]


class PartnerReady(Wire):
    type: Literal["ready"] = "ready"


class Dropped(Wire):
    """A message of this page was not understood, and reached nobody; the line stays."""

    type: Literal["dropped"] = "dropped"
    detail: str


class Refused(Wire):
    """Why the server closes the line; what can be done is in ``remedy``."""

    type: Literal["refused"] = "refused"
    code: str
    detail: str
    remedy: str


FromServer = Now | Pong | PartnerText | PartnerCamera | PartnerSignal | PartnerReady | Dropped | Refused


class LineMessages(Wire):
    """The messages of both sides, for the description of the interface."""

    from_page: FromPage
    from_server: Annotated[FromServer, Field(discriminator="type")]


class PairingView(Wire):
    """With whom and as what a person does a task for two. ``ends``: they are the one to end the dialogue; ``watched``:
    their partner sees where they are, as far as the task's ``partner_view`` allows; ``watches``: the other way round.
    ``until``: when the agreed time ends, after which nobody else sits down; null where there is none.
    ``ice_servers``: what helps browsers to reach each other from behind their routers and firewalls."""

    pairing_id: str
    role: str
    ends: bool
    watched: bool
    watches: bool
    until: datetime | None = None
    ice_servers: tuple[IceServer, ...] = ()


def pairing_view(
    task: Task, until: datetime | None, ice_servers: Callable[[], tuple[IceServer, ...]]
) -> PairingView | None:
    """None where one person does the task alone, who is given no credentials."""
    if task.pairing_id is None or task.role is None:
        return None
    kind = declared(task.kind)
    return PairingView(
        pairing_id=task.pairing_id,
        role=task.role,
        ends=task.role in kind.seats[-1:],
        watched=task.role in kind.watched,
        watches=any(role != task.role for role in kind.watched),
        until=until,
        ice_servers=ice_servers(),
    )
