"""A campaign in the demo house whose Guides have spoken, as far as people have judged their words; then served."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

from fastapi.testclient import TestClient

from align.grounding import ground
from align.spoken_routes import Manner, SpokenPath, speak_path
from environments.demo import DemoHouse
from environments.sampling import sample_paths
from pangea_server import Settings, create_app
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import TaskAnnotation, report_id
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.app.testing.server import Someone, let_in
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.people.access.records import Role
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.browser.demo import Demo
from tests.landmarks.spoken_crowd import Truth, work_until_done

SCAN = "demo-house"
LANGUAGE = "en-IN"
PLAIN = Manner(groups=0, pronouns=0.5, nested=0, deixis=0, from_sight=0)


@cache
def spoken(places: int = 2, guides: int = 2, language: str = LANGUAGE) -> SpokenPath:
    """What Guides say of a few places of the house."""
    house = DemoHouse()
    labels, scan = house.labels(SCAN), house.scan(SCAN)
    assert labels is not None
    path = min(sample_paths(scan.graph, 6, seed=1), key=len)
    return speak_path(scan, labels, path[:places], (language,) * guides, seed=5, path_id=1, manner=PLAIN)


@dataclass
class World:
    """A running server, and what its Guides meant."""

    demo: Demo
    truth: Truth
    language: str = LANGUAGE

    def link(self, kind: str) -> str:
        """The link of somebody new who is to do tasks of a kind."""
        return self.demo.invite("--language", self.language).replace("/guide#", f"/task/{kind}#")

    def answer(self, kind: str) -> dict[str, Any]:
        """What the newest task of a kind was answered."""
        with LocalStore.open(self.demo.data_dir) as store:
            found = store.records.find(TaskAnnotation, {"kind": kind})
            return dict(max(found, key=lambda each: each.submitted_at).answer)


KINDS = ("mention", "coref_link", "coref_verify", "box_need")


class Stages:
    """Stores in which everything was answered that comes before a kind of task, each made when it is asked for."""

    def __init__(
        self, folder: Path, *, timed: bool = True, proposer: str | None = None, language: str = LANGUAGE
    ) -> None:
        """``timed``: words have times. ``proposer``: of what people mark."""
        self.folder = folder
        self.timed = timed
        self.proposer = proposer
        self.language = language
        self.made: dict[str, Truth] = {}

    def world(self, kind: str, data: Path) -> World:
        """Serve a copy of the store in which tasks of this kind are next, from ``data``."""
        truth = self._before(kind)
        copytree(self.folder / kind, data)
        return World(Demo(data, command="serve", PANGEA_ENVIRONMENT="demo"), truth, self.language)

    def _before(self, kind: str) -> Truth:
        if kind not in self.made:
            number = KINDS.index(kind)
            self.made[kind] = self._worked(KINDS[number - 1], kind) if number else self._begun(kind)
        return self.made[kind]

    def _begun(self, kind: str) -> Truth:
        """The Guides have spoken."""
        said = spoken(language=self.language)
        with _served(self.folder / kind, self.language) as (store, come):
            _campaign(store, said, self.language, self.proposer)
            return _guided(store, said, come, self.timed)

    def _worked(self, kind: str, following: str) -> Truth:
        """Other people have done all tasks of this kind."""
        truth = self._before(kind)
        copytree(self.folder / kind, self.folder / following)
        with _served(self.folder / following, self.language) as (_, come):
            work_until_done([come() for _ in range(6)], truth, Random(3), kind)
        return truth


@contextmanager
def _served(data: Path, language: str) -> Iterator[tuple[Store, Callable[[], Someone]]]:
    """A server in this process, and what lets somebody in."""
    settings = Settings(environment="demo", data_dir=data, flag_on_submit=False, align_on_submit=False)
    with TestClient(create_app(settings)) as client:
        store: Store = client.app.state.services.store  # type: ignore[attr-defined]

        def come() -> Someone:
            person, token = let_in(store.records, Role.ANNOTATOR, (language,))
            return Someone(client, token, person.annotator_id)

        yield store, come


def _campaign(store: Store, said: SpokenPath, language: str, proposer: str | None) -> None:
    content = {
        "id": "walks",
        "languages": [language],
        "paths": [{"scan": SCAN, "viewpoints": [said.path]}],
        "guides_per_path": len(said.instructions),
        "followers_per_guide": 0,
        "send_back_after": None,
        "rotation": {"first": 0},
        "trust": {"learning": 0},
        "tasks": {"landmarks": {"mark_twice": 0, "proposer": proposer}},
    }
    create_campaign(store.records, DemoHouse(), "demo", CampaignDefinition.model_validate(content))


def _guided(store: Store, said: SpokenPath, come: Callable[[], Someone], timed: bool) -> Truth:
    """The Guides hand in their words over HTTP; their times and cameras are those of the spoken route."""
    numbers: dict[int, int] = {}
    guides: Sequence[Someone] = [come() for _ in said.instructions]
    for guide, each in zip(guides, said.instructions, strict=True):
        receipt = guide.guide(each.text)
        assert receipt.status_code == 200, receipt.text
        number = numbers[each.instruction_id] = receipt.json()["annotation_id"]
        if timed:
            words = ground([replace(word) for word in each.words], each.trace)
            store.records.create(
                AlignmentRecord(
                    task_id=report_id("guide", number),
                    engine="spoken",
                    state="aligned",
                    timed_instruction=words,
                )
            )
    return Truth(said, numbers, guides)
