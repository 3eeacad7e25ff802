"""What a campaign asks about landmarks; the section ``landmarks`` under ``tasks`` of the campaign file."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, StringConstraints

from pangea_server.annotate.campaigns.records import CampaignDefinition, Language
from pangea_server.core.visible_text import Readable

LANDMARKS = "landmarks"  # the key of these rules under ``tasks``; no kind of task has this name
Share = Annotated[FiniteFloat, Field(ge=0, le=1)]
TypeOfThing = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_ -]{0,59}$")]

NounOfThing = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60), Readable]


class LandmarkRules(BaseModel):
    """How the words of the campaign's Guides are tied to what they mean.

    Attributes:
        languages: whose instructions are worked on; None: all of the campaign's.
        kinds: the kinds of task that are given; None: all steps of the protocol.
        of: instructions that count: all that were handed in and not rejected, or only those that a reviewer accepted.
        types: of things that may be named; None: those of ``annotate/landmarks/records.py``.
        always_box: types of things that can nearly always be drawn, so that nobody is asked whether they can.
        bilingual: pairs of languages that some people know both of; mentions in other two languages are tied by sight.
        mark_twice: share of instructions that a second person marks; where the two differ, a third does, and
            mentions are what more than half of them marked. Whoever marked something else than all others is replaced.
        followers_draw: share of chains of which a Follower draws what they understand.
        one_step: nobody does two steps of one chain; who says that a box can be drawn may draw it, and whoever did not
            draw may compare what is seen (same_thing, carry).
        carry_least: people are asked about foretold regions of which at least this overlap with the true one is
            expected (``environments/carrying``).
        carry_wedges: whether people are asked, too, where one box says only about where to look, without a region.
        rounds: a chain that came back to a step so often goes to the reviewers.
        proposer: of what in the words may name something (``pangea.mentions``); None: nothing is proposed.
        nouns: that it knows besides its own: by language without its region, then by type of thing.
        check_scans: labelled scans of which check items are made; None: all that the environment labels.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    languages: Annotated[tuple[Language, ...], Field(min_length=1)] | None = None
    kinds: Annotated[tuple[str, ...], Field(min_length=1, max_length=40)] | None = None
    of: Literal["handed_in", "accepted"] = "handed_in"
    types: Annotated[tuple[TypeOfThing, ...], Field(min_length=1, max_length=100)] | None = None
    always_box: Annotated[tuple[TypeOfThing, ...], Field(max_length=100)] = ()
    bilingual: Annotated[tuple[tuple[Language, Language], ...], Field(max_length=100)] = ()
    mark_twice: Share = 1.0
    followers_draw: Share = 0.0
    one_step: Annotated[bool, Field(strict=True)] = True
    carry_least: Share = 0.4
    carry_wedges: Annotated[bool, Field(strict=True)] = False
    rounds: Annotated[int, Field(strict=True, ge=1, le=20)] = 3
    proposer: str | None = "dictionary"
    nouns: dict[str, dict[TypeOfThing, Annotated[tuple[NounOfThing, ...], Field(max_length=2000)]]] = {}
    check_scans: Annotated[tuple[str, ...], Field(min_length=1, max_length=100)] | None = None


def landmark_rules_of(definition: CampaignDefinition) -> LandmarkRules | None:
    """What the campaign asks about landmarks; None where it asks nothing.

    Raises:
        ValidationError: the section is not well-formed; no stored campaign has such a one.
    """
    plan = definition.tasks.get(LANDMARKS)
    return None if plan is None else LandmarkRules.model_validate(plan.model_extra)


def asks_about_landmarks(definition: CampaignDefinition, kind: str) -> bool:
    """Whether the campaign gives tasks of this kind about landmarks."""
    rules = landmark_rules_of(definition)
    return rules is not None and (rules.kinds is None or kind in rules.kinds)
