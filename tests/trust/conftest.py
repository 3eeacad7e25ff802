"""A server over the corridor, with a campaign whose Guides are known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation, Scores
from pangea_server.annotate.campaigns.records import (
    Campaign,
    CampaignDefinition,
    CampaignState,
    PathRecord,
    PathSource,
)
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.records import Artefact
from pangea_server.stores.numbering import pass_over
from pangea_server.stores.protocol import Store
from tests.server.conftest import PATH, people, place, server, settings, store, web

__all__ = ["people", "place", "server", "settings", "store", "web"]

BLOB = Artefact(blob="recordings/known/voice.wav", size=0, sha256="0" * 64)
RULES = TrustRules(learning=1, opening=3, share=0.0, minimum={"follower": 0.5, "guide": 0.5}, recent=2)


def scores(success: float = 1.0, ndtw: float = 1.0) -> Scores:
    zero = dict.fromkeys(Scores.model_fields, 0.0)
    return Scores(**zero | {"success": success, "ndtw": ndtw})


def known_guide(
    number: int, author: int = 900, transcript: str = "Past the lamp to the sofa."
) -> GuideAnnotation:
    return GuideAnnotation(
        instruction_id=number,
        annotator_id=author,
        path_id=number,
        split="train",
        scan_id="corridor",
        language="en-US",
        path=PATH,
        heading=0.0,
        walked=PATH,
        transcript=transcript,
        duration=2.0,
        sample_rate=16_000,
        voice=BLOB,
        pose_trace=BLOB,
        phases=(),
        scores=scores(),
    )


def known_walk(
    number: int, guide: int, walker: int, success: float = 1.0, ndtw: float = 1.0
) -> FollowerAnnotation:
    return FollowerAnnotation(
        demonstration_id=number,
        instruction_id=guide,
        annotator_id=walker,
        path_id=guide,
        scan_id="corridor",
        language="en-US",
        path=PATH,
        outcome="done",
        pose_trace=BLOB,
        phases=(),
        scores=scores(success, ndtw),
    )


@pytest.fixture
def tower(store: Store) -> Callable[..., None]:
    """Writes a campaign of so many paths, the first of them guided and good, and a Follower task for each other."""

    def write(rules: TrustRules = RULES, known: int = 4, others: int = 4, turns: int = 0) -> None:
        definition = CampaignDefinition(
            id="tower",
            languages=("en-US",),
            paths=(PathSource(sampler="r2r"),),
            trust=rules,
            rotation={"first": turns},
        )
        store.records.create(
            Campaign(campaign_id="tower", state=CampaignState.RUNNING, version=1, definition=definition)
        )
        for number in range(1, known + others + 1):
            store.records.create(
                PathRecord(path_id=number, scan_id="corridor", path=PATH, heading=0.0, campaign_id="tower")
            )
            store.records.create(known_guide(number))
            store.records.create(Change(kind="guide", number=number))
            if number > known:
                store.records.create(follower_task(number))

    return write


def follower_task(number: int) -> Task:
    return Task(
        kind="follower",
        number=1000 + number,
        path_id=number,
        scan_id="corridor",
        language="en-US",
        state=TaskState.OPEN,
        campaign_id="tower",
        instruction_id=number,
        guide_annotator_id=900,
    )


def guide_task(number: int) -> Task:
    """On a path that nobody has met."""
    return Task(
        kind="guide",
        number=1000 + number,
        path_id=100 + number,
        scan_id="corridor",
        language="en-US",
        state=TaskState.OPEN,
        campaign_id="tower",
    )


def guide_paths(store: Store, *numbers: int) -> None:
    """More paths of the tower's, each with its Guide task."""
    pass_over(store.records, "instructions", 2000)
    for number in numbers:
        task = guide_task(number)
        store.records.create(task)
        store.records.create(
            PathRecord(path_id=task.path_id, scan_id="corridor", path=PATH, heading=0.0, campaign_id="tower")
        )
