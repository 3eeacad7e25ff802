"""The definition of a small campaign that needs no file."""

from __future__ import annotations

from collections.abc import Sequence

from pangea_server.annotate.campaigns.records import CampaignDefinition, PathSource, RoleRotation
from pangea_server.annotate.campaigns.trust_rules import TrustRules


def sample_definition(
    campaign_id: str = "sample",
    languages: Sequence[str] = ("en-US",),
    paths_per_scan: int = 6,
    followers_per_guide: int = 1,
    *,
    sampler: str = "r2r",
    unseen: float = 0.0,
    seed: int = 0,
) -> CampaignDefinition:
    """A campaign of sampled paths in every scan, for everybody, without rotation or a learning period."""
    source = PathSource(sampler=sampler, per_scan=paths_per_scan, unseen=unseen, seed=seed)
    return CampaignDefinition(
        id=campaign_id,
        languages=tuple(languages),
        paths=(source,),
        followers_per_guide=followers_per_guide,
        rotation=RoleRotation(first=0),
        trust=TrustRules(learning=0),
    )
