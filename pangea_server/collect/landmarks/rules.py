"""A campaign's section on landmarks: its faults, and the rules that the protocol gets of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import ValidationError

from environments.errors import InvalidDataError, PangeaError
from environments.nearest import not_among
from pangea_server.annotate.campaigns.faults import CampaignFault, KeyPath
from pangea_server.annotate.campaigns.landmark_rules import LANDMARKS, LandmarkRules, landmark_rules_of
from pangea_server.annotate.campaigns.records import CampaignDefinition, KindPlan
from pangea_server.annotate.landmarks.proposing.selection import open_proposer
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.landmarks.protocol.rules import Rules
from pangea_server.annotate.landmarks.records import ENTITY_TYPES

WHERE: KeyPath = ("tasks", LANDMARKS)
NEEDS: dict[Step, Step] = {
    Step.LINK: Step.MENTION,
    Step.VERIFY: Step.LINK,
    Step.NEED: Step.LINK,
    Step.DRAW: Step.NEED,
    Step.QUALITY: Step.DRAW,
    Step.COVERAGE: Step.QUALITY,
    Step.SAME_THING: Step.COVERAGE,
    Step.CARRY: Step.COVERAGE,
    Step.MEANT: Step.COVERAGE,
}
"""The step whose answers a step waits for."""


def protocol_rules(definition: CampaignDefinition) -> Rules | None:
    """What the protocol is told of the campaign; None where it asks nothing about landmarks."""
    asked = landmark_rules_of(definition)
    if asked is None:
        return None
    return Rules(
        steps=steps_of(asked),
        types=asked.types or ENTITY_TYPES,
        bilingual=frozenset(map(frozenset, asked.bilingual)),
        always_box=frozenset(asked.always_box),
        one_step=asked.one_step,
        mark_twice=asked.mark_twice,
        followers_draw=asked.followers_draw,
        rounds=asked.rounds,
    )


def steps_of(asked: LandmarkRules) -> tuple[Step, ...]:
    """The steps that the campaign asks for, in the protocol's order."""
    return tuple(step for step in Step if asked.kinds is None or step in asked.kinds)


def landmark_faults(definition: CampaignDefinition) -> Iterator[CampaignFault]:
    """What is wrong with the section."""
    try:
        asked = landmark_rules_of(definition)
    except ValidationError as error:
        yield from map(_unreadable, error.errors())
        return
    if asked is None:
        return
    for name, field in KindPlan.model_fields.items():
        if getattr(definition.tasks[LANDMARKS], name) != field.default:
            yield CampaignFault((*WHERE, name), *_unknown(name))
    if not definition.paths and not definition.written:
        yield CampaignFault(WHERE, "without paths there are no words of Guides", "Add paths.")
    yield from _step_faults(asked)
    yield from _language_faults(definition, asked)
    yield from _proposer_faults(asked)
    known = asked.types or ENTITY_TYPES
    for number, name in enumerate(asked.always_box):
        if name not in known:
            yield CampaignFault(
                (*WHERE, "always_box", number), f"there is no type {name!r}", not_among(name, known)
            )


def _step_faults(asked: LandmarkRules) -> Iterator[CampaignFault]:
    for number, kind in enumerate(asked.kinds or ()):
        where = (*WHERE, "kinds", number)
        if kind not in {*Step}:
            yield CampaignFault(where, f"{kind!r} asks nothing about landmarks", not_among(kind, Step))
        elif (before := NEEDS.get(Step(kind))) and before not in steps_of(asked):
            yield CampaignFault(where, f"{kind} waits for answers of {before}", f"Add {before}.")
    if asked.followers_draw and Step.MEANT not in steps_of(asked):
        yield CampaignFault(
            (*WHERE, "followers_draw"), f"nobody is asked for {Step.MEANT}", "Add it to kinds, or write 0."
        )


def _proposer_faults(asked: LandmarkRules) -> Iterator[CampaignFault]:
    known = asked.types or ENTITY_TYPES
    for language, nouns in asked.nouns.items():
        for name in nouns:
            if name not in known:
                where = (*WHERE, "nouns", language, name)
                yield CampaignFault(where, f"there is no type {name!r}", not_among(name, known))
    if asked.proposer is None:
        return
    try:
        open_proposer(asked.proposer, asked.nouns)
    except PangeaError as error:
        where = (*WHERE, "nouns" if isinstance(error, InvalidDataError) else "proposer")
        yield CampaignFault(where, error.message.rstrip("."), error.remedy)


def _language_faults(definition: CampaignDefinition, asked: LandmarkRules) -> Iterator[CampaignFault]:
    yield from _unknown_languages((*WHERE, "languages"), asked.languages or (), definition.languages)
    spoken = asked.languages or definition.languages
    for number, pair in enumerate(asked.bilingual):
        where = (*WHERE, "bilingual", number)
        yield from _unknown_languages(where, pair, spoken)
        if pair[0] == pair[1]:
            yield CampaignFault(where, f"{pair[0]} is named twice", "Name two languages.")


def _unknown_languages(where: KeyPath, named: Iterable[str], known: Iterable[str]) -> Iterator[CampaignFault]:
    for number, language in enumerate(named):
        if language not in known:
            yield CampaignFault(
                (*where, number), f"no landmarks are asked for in {language!r}", not_among(language, known)
            )


def _unreadable(fault: object) -> CampaignFault:
    found = dict(fault)  # type: ignore[call-overload]
    key: KeyPath = (*WHERE, *found["loc"])
    if found["type"] == "extra_forbidden":
        return CampaignFault(key, *_unknown(str(key[-1])))
    said = str(found["msg"]).removeprefix("Value error, ").replace("Input should", "should")
    return CampaignFault(key, said[0].lower() + said[1:], "See `pangea campaign example`.")


def _unknown(key: str) -> tuple[str, str]:
    return "this key is not known", not_among(key, LandmarkRules.model_fields)
