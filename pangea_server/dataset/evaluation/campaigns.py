"""Sources from a store: a campaign made by ``pangea campaign evaluate``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from environments import InvalidDataError
from pangea_server.annotate.annotations.population import Left, told
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.dataset.evaluation.sources import ComparedInstruction, Reference, Sources, path_key
from pangea_server.dataset.written.walks import FollowedWalk, followed_instructions, followed_walks
from pangea_server.quality.comparison import WALK_MEASURES, ScoredWalk
from pangea_server.stores.protocol import RecordStore


def campaign_sources(records: RecordStore, campaign_id: str, references: Sequence[Reference] = ()) -> Sources:
    """The instructions of a campaign, and the walks after them that count as data.

    Raises:
        RecordNotFoundError: there is no such campaign.
        InvalidDataError: it compares no systems, or nobody has walked yet.
    """
    records.get(Campaign, campaign_id)
    instructions = {
        guide.instruction_id: ComparedInstruction(
            guide.system,
            str(guide.instruction_id),
            path_key(guide.scan_id, guide.path),
            guide.transcript,
            guide.language,
        )
        for guide in followed_instructions(records, campaign_id)
        if guide.system is not None
    }
    if not instructions:
        raise InvalidDataError(
            f"No instruction of campaign {campaign_id} says which system wrote it.",
            remedy="Make a campaign with `pangea campaign evaluate FILE --system NAME`.",
        )
    walks, left = followed_walks(records, campaign_id)
    counted = [walk for walk in walks if walk.instruction_id in instructions]
    if not counted:
        raise InvalidDataError(
            f"No walk of campaign {campaign_id} is counted: {told(left)}."
            if left
            else f"Nobody has followed an instruction of campaign {campaign_id} yet.",
            remedy="Run this again when people have.",
        )
    return Sources(
        instructions=list(instructions.values()),
        walks=[_scored(walk, instructions[walk.instruction_id]) for walk in counted],
        references=references,
        left_out=_left_out(walks, counted, left),
        origin=[f"Campaign: {campaign_id}"],
    )


def _scored(walk: FollowedWalk, instruction: ComparedInstruction) -> ScoredWalk:
    scores = walk.scores.as_rxr()
    return ScoredWalk(
        system=instruction.system,
        path=instruction.path,
        instruction=instruction.number,
        person=str(walk.person),
        scores={measure.key: scores[measure.key] for measure in WALK_MEASURES},
        language=instruction.language,
    )


def _left_out(walks: Sequence[FollowedWalk], counted: Sequence[FollowedWalk], left: Left) -> list[str]:
    said = [f"Walks that are not counted: {told(left)}."] if left else []
    if unnamed := len(walks) - len(counted):
        said.append(f"{unnamed} walks are along instructions whose system nobody said.")
    conditions = Counter(walk.condition for walk in counted if walk.condition is not None)
    if len(conditions) > 1:
        arms = ", ".join(f"{name} {count}" for name, count in sorted(conditions.items()))
        said.append(f"Walks under different conditions are counted together: {arms}.")
    if gave_up := sum(walk.outcome == "gave_up" for walk in counted):
        said.append(f"{gave_up} walks were given up; they count with the place where they ended.")
    if unsaid := sum(walk.outcome is None for walk in counted):
        said.append(f"Of {unsaid} imported walks no file says whether they were given up.")
    return said
