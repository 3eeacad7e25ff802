"""One path of the demo house, described by Guides over HTTP, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from uuid import uuid4

from align.spoken_routes import Manner, SpokenPath, speak_path
from environments.demo import DemoHouse
from environments.sampling import sample_paths
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, PathRecord
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.landmarks.lookups import PathLandmarks, landmarks_of_path
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import Someone
from pangea_server.collect.landmarks.path_advance import Advanced, advance
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from tests.landmarks.spoken_crowd import Truth

SCAN = "demo-house"
LANGUAGES = ("en-IN", "hi-IN")
PLAIN = Manner(groups=0, pronouns=0.5, nested=0, deixis=0, from_sight=0)
WORDS: dict[str, Any] = {"kinds": ["mention", "coref_link"], "mark_twice": 0}


@cache
def spoken(places: int, languages: tuple[str, ...], manner: Manner) -> SpokenPath:
    """What Guides in these languages say of the same few places."""
    house = DemoHouse()
    labels, scan = house.labels(SCAN), house.scan(SCAN)
    assert labels is not None
    path = min(sample_paths(scan.graph, 6, seed=1), key=len)
    return speak_path(scan, labels, path[:places], languages, seed=5, path_id=1, manner=manner)


def create(store: Store, said: SpokenPath, landmarks: dict[str, Any] | None, **more: Any) -> None:
    languages = [each.language for each in said.instructions]
    content = {
        "id": "walks",
        "languages": sorted(set(languages)),
        "paths": [{"scan": SCAN, "viewpoints": [said.path]}],
        "guides_per_path": max(map(languages.count, languages)),
        "followers_per_guide": 0,
        "send_back_after": None,
        "rotation": {"first": 0},
        "trust": {"learning": 0},
        "tasks": {} if landmarks is None else {"landmarks": landmarks},
    }
    definition = CampaignDefinition.model_validate(content | more)
    create_campaign(store.records, DemoHouse(), "demo", definition)


def guided(said: SpokenPath, come: Callable[..., Someone]) -> Truth:
    """What the path means, once Guides have described it over HTTP."""
    numbers, guides = {}, [come(each.language) for each in said.instructions]
    for guide, each in zip(guides, said.instructions, strict=True):
        receipt = guide.guide(each.text)
        assert receipt.status_code == 200, receipt.text
        numbers[each.instruction_id] = receipt.json()["annotation_id"]
    return Truth(said, numbers, guides)


def found(store: Store) -> PathLandmarks:
    return landmarks_of_path(store.records, path_of(store).path_id)


def path_of(store: Store) -> PathRecord:
    [path] = store.records.find(PathRecord)
    return path


def chains_of(store: Store) -> set[frozenset[str]]:
    return {frozenset(chain.mentions) for chain in found(store).chains}


def true_chains(truth: Truth) -> set[frozenset[str]]:
    by_chain: dict[str, set[str]] = {}
    for name, chain in truth.chain_of.items():
        by_chain.setdefault(chain.chain_id, set()).add(name)
    return set(map(frozenset, by_chain.values()))


def alone(truth: Truth) -> set[frozenset[str]]:
    """The true chains as people see them who link what can be seen only."""
    return {
        part
        for chain in true_chains(truth)
        for part in (
            [frozenset({name}) for name in chain]
            if truth.chain_of[min(chain)].need == "not_visual"
            else [chain]
        )
    }


def tasks(store: Store, *states: TaskState) -> list[Task]:
    """The tasks about landmarks in these states."""
    found = [task for task in every(store.records, Task) if declared(task.kind).step]
    return [task for task in found if task.state in (states or (TaskState.OPEN,))]


def again(store: Store) -> Advanced:
    return advance(store.records, DemoHouse(), path_of(store).path_id)


def decide(person: Someone, task_id: str, verdict: str, version: int = 0, reason: str = "") -> None:
    wanted = {"verdict": verdict, "version": version, "reason": reason}
    decided = person.call("PUT", f"/review/{task_id}/decisions/{uuid4()}", json=wanted)
    assert decided.status_code == 200, decided.text


def items(task: Task) -> list[Any]:
    found = task.args["items"]
    assert isinstance(found, list)
    return found


def ask(store: Store, landmarks: dict[str, Any]) -> None:
    """Change what the campaign asks, without what follows from it."""
    campaign = store.records.get(Campaign, "walks")
    definition = campaign.definition.model_dump(mode="json") | {"tasks": {"landmarks": landmarks}}
    changed = campaign.model_copy(update={"definition": CampaignDefinition.model_validate(definition)})
    store.records.transact(lambda transaction: transaction.replace(changed))
