"""Judge: a person answers a form about a replay, a picture, or two instructions side by side.

The campaign file says what is judged and by which form; nothing has to be programmed. The page learns nothing of who
made what is judged, nor of what others answered.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel, JsonValue

from environments import Environment
from pangea_server.annotate.annotations.lookups import found_guide
from pangea_server.annotate.annotations.population import is_for_real
from pangea_server.annotate.annotations.records import Annotation, TaskAnnotation
from pangea_server.annotate.campaigns.faults import CampaignFault
from pangea_server.annotate.campaigns.records import CampaignDefinition, KindPlan, PathRecord
from pangea_server.annotate.forms.answers import Answers, checked_answers
from pangea_server.annotate.forms.ballot import SIDES, Ballot, Look
from pangea_server.annotate.forms.wire import FormView
from pangea_server.annotate.kinds.answer_task import AnswerTask
from pangea_server.annotate.kinds.answers import stored_annotation
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.check_scores import CheckVerdict
from pangea_server.annotate.kinds.checks import Collected, KnownItem, item_of
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.judge.plan import faults_in_plan, planned
from pangea_server.annotate.kinds.protocol import Submitted, TaskSpec, Voice
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Task
from pangea_server.core.records import Artefact, padded
from pangea_server.people.consent.texts import in_language
from pangea_server.stores.protocol import RecordStore

LEAST_VOTES = 3
"""Our choice: at chance, three people agree on one of two answers in a quarter of the items."""


class VotedAlike:
    """Items on which at least ``LEAST_VOTES`` people voted, all for the same; people are to vote so as well."""

    def items(self, kind: str, collected: Collected) -> Iterator[CheckItem]:
        judged: dict[str, list[Annotation]] = defaultdict(list)
        for done in collected.of(kind):
            if is_for_real(done) and vote_of(done) is not None:
                judged[str((done.args or {}).get("item"))].append(done)
        for item, answers in judged.items():
            votes = {vote_of(done) for done in answers}
            if len(answers) >= LEAST_VOTES and len(votes) == 1:
                made = item_of(kind, collected.campaign_id, answers[0], answers)
                args = {name: value for name, value in made.args.items() if name != "order"}
                known = args | {"expected": votes.pop()}
                yield made.model_copy(update={"item_id": f"{kind}-{item}", "args": known})

    def verdict(self, answer: Annotation, known: KnownItem) -> CheckVerdict:
        expected, vote = known.item.args.get("expected"), vote_of(answer)
        return CheckVerdict(vote == expected, f"voted {vote or 'for nothing'}, {expected} expected")


class ShownWalk(BaseModel):
    """What a replay needs, in radians and seconds; null where it was not recorded.

    Words and voice are those of who walked, or those that they followed.
    """

    start_viewpoint_id: str
    heading: float
    walked: tuple[str, ...]
    transcript: str
    pose_trace_url: str | None
    voice_url: str | None
    voice_duration: float | None


class ShownWords(BaseModel):
    """One of two instructions; its voice is null where there is none."""

    transcript: str
    voice_url: str | None
    voice_duration: float | None


class JudgeArgs(BaseModel):
    """What is judged, and the questions about it. One of ``replay``, ``picture`` and ``pair`` is given."""

    form: FormView
    replay: ShownWalk | None = None
    picture: Look | None = None
    pair: tuple[ShownWords, ShownWords] | None = None


class JudgeAnswer(BaseModel):
    """Answers by question."""

    answers: dict[str, JsonValue]


def vote_of(annotation: Annotation) -> str | None:
    """The answer to the question that decides; for two instructions, the id of the chosen one. None: no answer."""
    args, answer = annotation.args or {}, annotation.answer or {}
    answers = answer.get("answers")
    value = answers.get(str(args.get("decides"))) if isinstance(answers, dict) else None
    if value is None:
        return None
    order = args.get("order")
    if args.get("shows") == "pair" and value in SIDES and isinstance(order, list):
        return str(order[SIDES.index(str(value))])
    return str(value).lower() if isinstance(value, bool) else str(value)


class JudgeTask(AnswerTask[JudgeArgs, JudgeAnswer]):
    kind = "judge"
    has_walk = False
    Args = JudgeArgs
    Answer = JudgeAnswer
    declares = Declaration(check=VotedAlike(), vote=vote_of)

    def plan_faults(
        self, definition: CampaignDefinition, plan: KindPlan, environment: Environment
    ) -> Iterator[CampaignFault]:
        return faults_in_plan(self.kind, definition, plan, environment)

    def plan_collected(
        self, definition: CampaignDefinition, plan: KindPlan, environment: Environment, records: RecordStore
    ) -> Iterator[tuple[str, TaskSpec]]:
        return planned(definition, plan, environment, records)

    def args(self, task: Task, records: RecordStore, media: Media) -> JudgeArgs:
        ballot = Ballot.of(task.args)
        language = in_language(ballot.rules.texts, next(iter(media.person.languages), task.language))
        form = FormView.of(ballot.form, ballot.rules, language)
        if isinstance(ballot.about, Look):
            return JudgeArgs(form=form, picture=ballot.about)
        found = [stored_annotation(records, kind, number) for kind, number in shown_in_order(task)]
        if ballot.shows == "pair":
            left, right = (_words(each, media) for each in found)
            return JudgeArgs(form=form, pair=(left, right))
        return JudgeArgs(form=form, replay=_walk(found[0], records, media))

    def about(self, task: Task) -> Mapping[str, JsonValue]:
        """The task's ``args``, and for two instructions the order in which the person saw them."""
        order: list[JsonValue] = [number for _, number in shown_in_order(task)]
        return {**task.args, "order": order}

    def score(self, submitted: Submitted, answer: JudgeAnswer) -> Mapping[str, float | None]:
        _checked(submitted.task, answer)
        return {}

    def annotation(self, submitted: Submitted, trace: Artefact | None, voice: Voice | None) -> TaskAnnotation:
        made = super().annotation(submitted, trace, voice)
        answers: dict[str, JsonValue] = dict(_checked(submitted.task, self._answer(submitted)))
        return made.model_copy(update={"answer": {"answers": answers}})


def shown_in_order(task: Task) -> Sequence[tuple[str, int]]:
    """Kind and number of what is shown; two instructions in an order that the task's number decides, so that a reload
    does not change it."""
    answers = Ballot.of(task.args).answers
    swapped = len(answers) == len(SIDES) and hashlib.sha256(task.record_id.encode()).digest()[0] % 2 == 1
    return answers[::-1] if swapped else answers


def _checked(task: Task, answer: JudgeAnswer) -> Answers:
    return checked_answers(Ballot.of(task.args).rules.json_schema, answer.answers)


def _words(annotation: Annotation, media: Media) -> ShownWords:
    return ShownWords(
        transcript=annotation.transcript,
        voice_url=_voice_url(annotation, media),
        voice_duration=annotation.duration if annotation.voice else None,
    )


def _walk(annotation: Annotation, records: RecordStore, media: Media) -> ShownWalk:
    """The walk, with the words and the voice of who walked, or those that they heard."""
    about = annotation.instruction_id
    heard = (found_guide(records, about) if about is not None else None) or annotation
    path = records.get(PathRecord, padded(annotation.path_id))
    return ShownWalk(
        start_viewpoint_id=annotation.walked[0] if annotation.walked else path.path[0],
        heading=path.heading,
        walked=annotation.walked,
        transcript=heard.transcript,
        pose_trace_url=media.trace_url(annotation.kind, annotation.number) if annotation.pose_trace else None,
        voice_url=_voice_url(heard, media),
        voice_duration=heard.duration if heard.voice else None,
    )


def _voice_url(annotation: Annotation, media: Media) -> str | None:
    return media.task_voice_url(annotation.kind, annotation.number) if annotation.voice else None
