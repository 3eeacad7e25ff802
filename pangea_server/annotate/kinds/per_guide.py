"""How many tasks about each Guide's words a campaign asks for."""

from __future__ import annotations

from collections.abc import Mapping

from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.kinds import declarations


def tasks_per_guide(definition: CampaignDefinition) -> Mapping[str, int]:
    """The number by kind: from the key that the kind names, or from the entry with its name under ``per_guide``.

    Where Guides only speak, at least one person writes down what they said.
    """
    return {each.kind: _count(definition, each) for each in declarations() if each.is_about_words}


def _count(definition: CampaignDefinition, kind: Declaration) -> int:
    key = kind.per_guide
    asked: int = getattr(definition, key) if key else definition.per_guide.get(kind.kind, 0)
    is_needed = kind.transcribes and definition.guide.transcript == "none"
    return max(asked, int(is_needed))
