"""Whether the open campaigns have anything for a person, as far as their languages and pools decide it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from environments.nearest import not_among
from pangea_server.annotate.campaigns.landmark_rules import asks_about_landmarks
from pangea_server.annotate.campaigns.lookups import pool_speaking
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState
from pangea_server.annotate.kinds.kinds import declarations
from pangea_server.people.access.records import Annotator


class Unreached(NamedTuple):
    """Why a person gets no task, as part of a sentence, and what to do."""

    why: str
    remedy: str


def why_unreached(person: Annotator, campaigns: Iterable[Campaign]) -> Unreached | None:
    """Why no open campaign ever has a task for this person; None: one may have, or none is open."""
    open_ones = [each.definition for each in campaigns if each.state is not CampaignState.CLOSED]
    if not open_ones or any(reaches(each, person) for each in open_ones):
        return None
    languages = {language for each in open_ones for language in each.languages}
    spoken = [language for language in person.languages if language in languages]
    if not spoken:
        told = ", ".join(person.languages)
        return Unreached(f"no open campaign has {told}", not_among(person.languages[0], languages))
    pools = sorted({pool for each in open_ones for pool in each.pools})
    return Unreached(
        f"all tasks in {', '.join(spoken)} are of pools that they are not in",
        f"Pools are {', '.join(pools)}.",
    )


def reaches(definition: CampaignDefinition, person: Annotator) -> bool:
    """Whether a campaign may have a task for this person."""
    if any(each.any_language and asks_about_landmarks(definition, each.kind) for each in declarations()):
        return True
    for language in {*definition.languages} & {*person.languages}:
        default = pool_speaking(definition, language)
        pools = {source.pool or default for source in definition.paths} or {default}
        if None in pools or not pools.isdisjoint(person.pools):
            return True
    return False
