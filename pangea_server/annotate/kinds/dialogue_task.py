"""What kinds for two people share (``TalkTask``), and those in which both walk and only one knows where to go.

Each seat is a task of its own, with its own voice and pose trace, so an answer stands even where the other one is lost.
A kind names its seats itself (``declares``), and who has the last one ends the dialogue.
Source of our own roles: Thomason et al. 2019, Vision-and-Dialog Navigation, arXiv:1907.04957.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, JsonValue, StringConstraints, ValidationError

from align.clocks import Exchange, ServerTime, server_time
from align.heard import HeardMoment, VoiceDelay, voice_delay
from environments import Environment, Scan
from environments.nearest import not_among
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.campaigns.faults import CampaignFault
from pangea_server.annotate.campaigns.records import CampaignDefinition, KindPlan
from pangea_server.annotate.kinds.answer_task import AnswerTask
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.protocol import Submitted, TaskSpec
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.errors import SubmissionError
from pangea_server.core.visible_text import Readable
from pangea_server.stores.protocol import RecordStore

PartnerView = Literal["none", "position", "camera"]
Speaking = Literal["open", "push"]
ORACLE, NAVIGATOR = "oracle", "navigator"


class TalkPlan(KindPlan):
    """The section ``tasks: KIND`` of a kind for two. Keys that other kinds have not are told to both pages.
    ``speaking``: whether they hear each other all the time, or only while a button is held."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    speaking: Speaking = "open"

    @property
    def told(self) -> Mapping[str, JsonValue]:
        return self.model_dump(exclude=set(KindPlan.model_fields))


class DialoguePlan(TalkPlan):
    """``partner_view``: what is seen of who is ``watched``."""

    partner_view: PartnerView = "position"


class TalkArgs(BaseModel):
    """What both pages are told."""

    speaking: Speaking = "open"


class DialogueArgs(TalkArgs):
    """``path`` and what else is to be kept from who is led is told to who knows alone."""

    partner_view: PartnerView
    path: tuple[str, ...] | None = None
    description: str | None = None
    goal: str | None = None


class TypedMessage(BaseModel):
    """A text that this person typed, at so many seconds of their recording; None while nothing was recorded."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    time: Annotated[FiniteFloat, Field(ge=0)] | None
    words: Annotated[str, Field(min_length=1, max_length=1000), Readable]


Seconds = Annotated[FiniteFloat, Field(ge=0, lt=1e6)]
ServerSeconds = Annotated[FiniteFloat, Field(ge=1e9, lt=1e10)]
DeviceSeconds = Annotated[FiniteFloat, Field(ge=0, lt=1e11)]


class ClockExchange(BaseModel):
    """One question for the server's time (``align/clocks.py``): ``since``, ``sent`` and ``arrived`` are seconds of the
    own recording, ``received`` and ``answered`` of the server since 1970; ``device`` is the page's own clock at
    ``sent``, likewise since 1970."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    since: Seconds
    sent: Seconds
    received: ServerSeconds
    answered: ServerSeconds
    arrived: Seconds
    device: DeviceSeconds


class HeardVoice(BaseModel):
    """Which moment of the partner's voice was played when (``align/heard.py``): ``spoken`` by the partner's device,
    since 1970, and ``time`` in the own recording."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    spoken: DeviceSeconds
    time: Seconds


class LineState(BaseModel):
    """How the line to the partner stood from ``time`` on, in seconds of the own recording.

    ``joined``: this page was on the line; ``partner`` as it was told there. ``way``: how voices came, None where they
    did not. ``muted``: the partner did not hear this person.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    time: Seconds
    joined: bool
    partner: Literal["none", "here", "away"]
    way: Literal["webrtc", "line"] | None
    muted: bool


class LinkLog(BaseModel):
    """What the page noted of the line while it recorded."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    heard: Annotated[tuple[HeardVoice, ...], Field(max_length=2000)] = ()
    states: Annotated[tuple[LineState, ...], Field(max_length=2000)] = ()


class DialogueAnswer(BaseModel):
    """What this person said, written down, and what they typed; ``exchanges`` set the clock of this recording against
    the partner's, and ``link`` says what was heard of them. The partner's texts are in theirs alone, and are gone
    with it when they withdraw."""

    transcript: Annotated[str, StringConstraints(strip_whitespace=True, max_length=20_000), Readable] = ""
    messages: Annotated[tuple[TypedMessage, ...], Field(max_length=2000)] = ()
    exchanges: Annotated[tuple[ClockExchange, ...], Field(max_length=2000)] = ()
    link: LinkLog = LinkLog()

    @property
    def clock(self) -> ServerTime | None:
        """The server's time of each moment of the recording; None where the page had no line to the server."""
        return server_time(self._exchanges)

    def delay_of(self, partner: DialogueAnswer) -> VoiceDelay | None:
        """How late this person heard their partner; None where that is not known."""
        heard = [HeardMoment(each.spoken, each.time) for each in self.link.heard]
        return voice_delay(heard, partner._exchanges, self.clock, partner.clock) if heard else None

    @property
    def _exchanges(self) -> list[Exchange]:
        return [Exchange(**each.model_dump()) for each in self.exchanges]


def dialogue_answer(annotation: Annotation) -> DialogueAnswer | None:
    """A side of a dialogue; None where a kind of somebody else's has answers of another form."""
    try:
        return DialogueAnswer.model_validate(annotation.answer)
    except ValidationError:
        return None


ArgsT = TypeVar("ArgsT", bound=TalkArgs)
AnswerT = TypeVar("AnswerT", bound=DialogueAnswer)


class TalkTask(AnswerTask[ArgsT, AnswerT], ABC):
    """A kind for two people who talk. ``Plan``: the form of its section in the campaign file."""

    has_voice = True
    Plan: type[TalkPlan] = TalkPlan

    @abstractmethod
    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        """Dialogues in a scan; what their ``args`` have stays on the server, unless ``Args`` names it."""

    def plan_faults(
        self, definition: CampaignDefinition, plan: KindPlan, environment: Environment
    ) -> Iterator[CampaignFault]:
        try:
            self._plan(plan)
        except ValidationError as error:
            for fault in error.errors(include_url=False):
                key = str(fault["loc"][0])
                remedy = not_among(key, self.Plan.model_fields)
                if key in self.Plan.model_fields:
                    remedy = f"{key}: {fault['msg']}."
                yield CampaignFault(
                    ("tasks", self.kind, key), "this key is not known or has no such value", remedy
                )

    def plan_collected(
        self, definition: CampaignDefinition, plan: KindPlan, environment: Environment, records: RecordStore
    ) -> Iterator[tuple[str, TaskSpec]]:
        wanted = self._plan(plan)
        for scan_id in wanted.scans or environment.scan_ids():
            scan = environment.scan(scan_id)
            for spec in self.plan(environment, scan, wanted.per_scan, wanted.seed):
                yield scan_id, replace(spec, args={**spec.args, **wanted.told})

    def check_sent(self, submitted: Submitted) -> None:
        answer = self._answer(submitted)
        if not answer.transcript and not answer.messages:
            raise SubmissionError(
                "Nothing was said: there is neither a transcript nor a text of this person.",
                remedy="Write down what you said.",
            )

    def _plan(self, plan: KindPlan) -> TalkPlan:
        return self.Plan.model_validate(plan.model_dump(exclude_unset=True))


class DialogueTask(TalkTask[DialogueArgs, DialogueAnswer], ABC):
    """A kind in which who has the first seat knows where to go, and who has the last one is led there.

    The ``args`` of its tasks are for who knows; ``shared``: what both are told.
    """

    Plan = DialoguePlan
    Args = DialogueArgs
    Answer = DialogueAnswer
    shared: tuple[str, ...] = ("partner_view", "speaking")
    declares = Declaration(seats=(ORACLE, NAVIGATOR), watched=(NAVIGATOR,))

    @abstractmethod
    def score_walk(self, submitted: Submitted) -> Mapping[str, float | None]:
        """How well who was led did."""

    def args(self, task: Task, records: RecordStore, media: Media) -> DialogueArgs:
        knows = task.role in self.declares.seats[:1]
        return self.Args.model_validate(
            {name: value for name, value in task.args.items() if knows or name in self.shared}
        )

    def score(self, submitted: Submitted, answer: DialogueAnswer) -> Mapping[str, float | None]:
        """Of the walk of who was led. Who knows looks around and has no goal of their own."""
        length = {"path_length": submitted.scan.graph.path_length(submitted.walked)}
        led = submitted.task.role in self.declares.seats[-1:]
        return {**length, **self.score_walk(submitted)} if led else length
