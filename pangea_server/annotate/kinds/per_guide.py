"""How many tasks about each Guide's words a campaign asks for."""

from __future__ import annotations

from collections.abc import Mapping

from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds.kinds import declarations


def tasks_per_guide(definition: CampaignDefinition) -> Mapping[str, int]:
    """The number by kind: from the key that the kind names, or from the entry with its name under ``per_guide``."""
    return {
        each.kind: getattr(definition, each.words.per_guide)
        if each.words.per_guide
        else definition.per_guide.get(each.kind, 0)
        for each in declarations()
        if each.is_about_words
    }
