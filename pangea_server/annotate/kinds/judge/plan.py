"""What judges are shown: the kind's section of the campaign file, its faults, and the items that it asks for."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import radians
from random import Random
from typing import Annotated

from pydantic import ConfigDict, Field, FiniteFloat, JsonValue, ValidationError

from environments import Environment
from environments.nearest import not_among
from pangea_server.annotate.annotations.population import Chosen
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.campaigns.faults import CampaignFault, KeyPath
from pangea_server.annotate.campaigns.records import CampaignDefinition, Definition, KindPlan, PathRecord
from pangea_server.annotate.campaigns.vote_rules import VoteRules
from pangea_server.annotate.forms.ballot import SIDES, Look, Shows
from pangea_server.annotate.forms.questions import questions_of
from pangea_server.annotate.kinds.answers import every_annotation
from pangea_server.annotate.kinds.kinds import kind_names, words_kind
from pangea_server.annotate.kinds.protocol import TaskSpec
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

VOTING = ("choice", "scale", "yes_no")  # inputs whose answers can be counted


class ListedPicture(Definition):
    """A picture to judge: a direction from a viewpoint, in degrees, 0 along the scan's +y and growing to the right."""

    scan: str
    viewpoint: str
    heading_deg: FiniteFloat = 0.0


class JudgePlan(KindPlan):
    """The section ``tasks: judge``.

    Attributes:
        form: a name under ``forms``, and ``decides`` the question of it whose answer is the vote.
        shows: a replay of an answer, a picture, or two instructions side by side.
        of: the kind whose answers are replayed.
        pictures: what to show; empty: ``per_scan`` sampled ones in each scan.
        per_path: at most so many replays or pairs on each path and in each language.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    form: str
    decides: str
    shows: Shows
    of: str | None = None
    pictures: Annotated[tuple[ListedPicture, ...], Field(max_length=10_000)] = ()
    per_path: Annotated[int, Field(strict=True, ge=1, le=100)] = 1
    votes: VoteRules = VoteRules()


def faults_in_plan(
    kind: str, definition: CampaignDefinition, plan: KindPlan, environment: Environment
) -> Iterator[CampaignFault]:
    """What is wrong with the section."""
    where: KeyPath = ("tasks", kind)
    try:
        wanted = _plan(plan)
    except ValidationError as error:
        yield from (_fault(where, fault) for fault in error.errors())
        return
    if wanted.form not in definition.forms:
        remedy = not_among(wanted.form, definition.forms) if definition.forms else "Write it under forms."
        yield CampaignFault((*where, "form"), f"there is no form {wanted.form!r}", remedy)
        return
    schema = definition.forms[wanted.form].json_schema
    questions = {question.name: question for question in questions_of(schema)}
    decides = questions.get(wanted.decides)
    if decides is None:
        yield CampaignFault(
            (*where, "decides"),
            f"the form has no question {wanted.decides!r}",
            not_among(wanted.decides, questions),
        )
    elif decides.input not in VOTING or not decides.required:
        yield CampaignFault(
            (*where, "decides"),
            f"answers to {wanted.decides!r} cannot be counted as votes",
            "Name a required question with an enum, a scale or a boolean.",
        )
    elif wanted.shows == "pair" and not set(SIDES) <= set(decides.options):
        yield CampaignFault(
            (*where, "decides"),
            f"{wanted.decides!r} cannot name one of two instructions",
            f"Give its enum the options {' and '.join(SIDES)}.",
        )
    if wanted.of is not None and wanted.of not in kind_names():
        yield CampaignFault(
            (*where, "of"), f"there is no task of kind {wanted.of!r}", not_among(wanted.of, kind_names())
        )
    if wanted.shows != "picture" and not definition.paths:
        yield CampaignFault((*where, "shows"), "without paths nothing is collected to judge", "Add paths.")
    if wanted.shows != "picture" and wanted.pictures:
        yield CampaignFault(
            (*where, "pictures"), f"a {wanted.shows} has no pictures", "Write shows: picture."
        )
    for number, picture in enumerate(wanted.pictures):
        yield from _picture_faults(picture, (*where, "pictures", number), environment)


def _picture_faults(
    picture: ListedPicture, where: KeyPath, environment: Environment
) -> Iterator[CampaignFault]:
    known = environment.scan_ids()
    if picture.scan not in known:
        yield CampaignFault(
            (*where, "scan"), f"the environment has no scan {picture.scan!r}", not_among(picture.scan, known)
        )
    elif picture.viewpoint not in (names := environment.scan(picture.scan).viewpoints):
        yield CampaignFault(
            (*where, "viewpoint"),
            f"the scan has no viewpoint {picture.viewpoint!r}",
            not_among(picture.viewpoint, names),
        )


def planned(
    definition: CampaignDefinition, plan: KindPlan, environment: Environment, records: RecordStore
) -> Iterator[tuple[str, TaskSpec]]:
    """The items that are to be judged, each with its scan.

    Replays and pairs are about answers that are data, so more of them are found when the
    campaign is created again later. Whoever walked a path does not judge on it: an item is on the path of its answers.
    """
    wanted = _plan(plan)
    if wanted.shows == "picture":
        yield from _pictures(definition, wanted, environment)
        return
    paths = {path.path_id: path for path in every(records, PathRecord, {"campaign_id": definition.id})}
    chosen = Chosen.read(records)
    of = wanted.of if wanted.of and wanted.shows == "replay" else words_kind()
    found: dict[tuple[int, str], list[Annotation]] = defaultdict(list)
    for done in every_annotation(records):
        if done.kind == of and done.path_id in paths and chosen.has(done):
            found[done.path_id, done.language].append(done)
    for (path_id, language), answers in sorted(found.items()):
        path = paths[path_id]
        for together in _chosen(wanted, path_id, sorted(answers, key=lambda done: done.number)):
            about: list[JsonValue] = [[done.kind, done.number] for done in together]
            yield (
                path.scan_id,
                TaskSpec(
                    path=path.path,
                    heading=path.heading,
                    args=_args(definition, wanted, about, language),
                    people=wanted.votes.judges,
                    language=language,
                    path_id=path_id,
                ),
            )


def _chosen(wanted: JudgePlan, path_id: int, answers: Sequence[Annotation]) -> Sequence[Sequence[Annotation]]:
    """Single answers to replay, or pairs of instructions by different people; the first ones stay the first."""
    if wanted.shows == "replay":
        return [[done] for done in answers if done.walked][: wanted.per_path]
    pairs = [pair for pair in combinations(answers, 2) if pair[0].annotator_id != pair[1].annotator_id]
    return [list(pair) for pair in pairs[: wanted.per_path]]


def _pictures(
    definition: CampaignDefinition, wanted: JudgePlan, environment: Environment
) -> Iterator[tuple[str, TaskSpec]]:
    for look in wanted.pictures or tuple(_sampled(wanted, environment)):
        heading = radians(look.heading_deg)
        about = Look(viewpoint_id=look.viewpoint, heading=heading).model_dump(mode="json")
        for language in definition.languages:
            args = _args(definition, wanted, about, language)
            yield (
                look.scan,
                TaskSpec((look.viewpoint,), heading, args, people=wanted.votes.judges, language=language),
            )


def _sampled(wanted: JudgePlan, environment: Environment) -> Iterator[ListedPicture]:
    random = Random(wanted.seed)
    for scan_id in wanted.scans or environment.scan_ids():
        names = sorted(environment.scan(scan_id).viewpoints)
        for name in random.sample(names, min(wanted.per_scan, len(names))):
            yield ListedPicture(scan=scan_id, viewpoint=name, heading_deg=round(random.uniform(0, 360), 1))


def _args(
    definition: CampaignDefinition, wanted: JudgePlan, about: JsonValue, language: str
) -> dict[str, JsonValue]:
    rules = definition.forms[wanted.form]
    told: dict[str, JsonValue] = {
        "form": wanted.form,
        "rules": rules.model_dump(mode="json"),
        "decides": wanted.decides,
        "shows": wanted.shows,
        "about": about,
        "votes": wanted.votes.model_dump(mode="json"),
    }
    digest = hashlib.sha256(json.dumps([definition.id, language, told], sort_keys=True).encode()).hexdigest()
    return told | {"item": digest[:24]}


def _plan(plan: KindPlan) -> JudgePlan:
    return JudgePlan.model_validate(plan.model_dump(exclude_unset=True))


def _fault(where: KeyPath, fault: object) -> CampaignFault:
    found = dict(fault)  # type: ignore[call-overload]
    key: KeyPath = (*where, *found["loc"])
    if found["type"] == "extra_forbidden":
        return CampaignFault(key, "this key is not known", not_among(str(key[-1]), JudgePlan.model_fields))
    if found["type"] == "missing":
        return CampaignFault(key, "this key is missing", "Add it.")
    said = str(found["msg"]).removeprefix("Value error, ")
    return CampaignFault(key, said[0].lower() + said[1:], "See `pangea campaign example`.")
