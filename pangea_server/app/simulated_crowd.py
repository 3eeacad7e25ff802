"""Runs a simulated crowd against a server in this process, from Guides' words to landmarks."""

from __future__ import annotations

import time
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path as Folder
from random import Random
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from align.spoken_routes import SpokenPath
from environments import Environment
from pangea_server.annotate.annotations.population import is_for_real
from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.landmarks.lookups import landmarks_of_path
from pangea_server.annotate.landmarks.protocol.asked import AskedPage, Step
from pangea_server.app.server import create_app
from pangea_server.app.testing.in_process import InProcess
from pangea_server.app.testing.server import Someone, let_in
from pangea_server.collect.landmarks.evidence import key_of
from pangea_server.collect.landmarks.simulation.crowd import (
    AT_ONCE,
    Reply,
    Reviewer,
    Taken,
    Worker,
    qualities,
    work,
)
from pangea_server.collect.landmarks.simulation.figures import (
    Figures,
    Path,
    costs_of,
    figures_of,
    workers_of,
)
from pangea_server.collect.landmarks.simulation.truth import Truth
from pangea_server.collect.landmarks.status import landmark_counts
from pangea_server.collect.landmarks.updates import LandmarkAdvancer
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.records import SigningKey
from pangea_server.core.settings import Settings
from pangea_server.people.access.records import Role
from pangea_server.quality.gold.check_items import PATHS, gold_paths, make_gold_items
from pangea_server.quality.gold.places import GoldPlace
from pangea_server.quality.trust.eligibility import CHECK_ITEM_KEY
from pangea_server.quality.trust.standing import StandingState
from pangea_server.quality.trust.table import rows
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Store

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

CAMPAIGN = "simulated"
LANGUAGES = ("en-IN", "hi-IN", "te-IN")
PEOPLE = 20 * len(LANGUAGES)
"""Twenty of each language, however many paths there are: nobody does two steps of a chain, which goes through eight to
twelve people's hands (links, verification, need, drawing, quality, coverage twice, and votes where they disagree), and
three in ten work badly and are stopped."""
TWICE = 2
"""Guides of each language on each path."""
FIRST_SEED = 1000
"""Of what Guides say, so that no check item is about the same."""
STOPPED = {StandingState.DEMOTED.value, StandingState.APPEALED.value, StandingState.DISMISSED.value}
NOT_KNOWN = 0
"""How many tasks there will be."""


@dataclass
class Run:
    """A campaign on the demo house whose Guides have spoken, and a crowd that has not begun."""

    client: InProcess
    store: Store
    environment: Environment
    spoken: Sequence[SpokenPath]
    truth: Truth
    workers: list[Worker]
    reviewer: Reviewer
    catch_up: Callable[[], int]
    trust: TrustRules
    random: Random
    began: float

    def work(self, at_once: int = AT_ONCE) -> Iterator[Taken]:
        """Everything that the server asks for, task by task, and what follows from the reviewer's word."""
        yield from work(self.workers, self.truth, self.random, at_once)
        while self.reviewer.settle():
            self.catch_up()
            yield from work(self.workers, self.truth, self.random, at_once)

    def come(self, *languages: str, quality: float = 1.0) -> Worker:
        """One more person, whose answers are right so often."""
        found = _worker(self.client, self.store.records, languages, np.full(1, quality), self.random.random())
        self.workers.append(found)
        return found

    def figures(self) -> Figures:
        """How good what there is is, and what it cost."""
        seconds = time.monotonic() - self.began
        settled = self.reviewer.settled
        return _figures(self.store.records, self.spoken, self.workers, self.trust, settled, seconds)


def simulate_landmarks(
    folder: Folder, environment: Environment, place: GoldPlace, *, at_once: int = AT_ONCE,
    watch: Watch = unwatched, seed: int = 1, **wanted: Any,
) -> Figures:  # fmt: skip
    """A campaign from the first word to the last box: Guides in three languages hand in what the generator of spoken
    routes says, and a crowd does everything that the server asks for, over HTTP.

    The same arguments give the same figures, but for ``seconds``.

    Args:
        watch: shows the progress, task by task.
        wanted: as in ``simulated``.
    """
    with simulated(folder, environment, place, seed=seed, **wanted) as run:
        for _ in watch(run.work(at_once), f"seed {seed}", NOT_KNOWN):
            pass
        return run.figures()


@contextmanager
def simulated(
    folder: Folder,
    environment: Environment,
    place: GoldPlace,
    *,
    instructions: int = 60,
    people: int = PEOPLE,
    seed: int = 1,
    checks: int = PATHS,
    trust: TrustRules | None = None,
    landmarks: Mapping[str, Any] | None = None,
) -> Iterator[Run]:
    """A server with such a campaign, as long as it is needed.

    Args:
        folder: of the server's data; empty.
        environment, place: the demo house.
        instructions: rounded up to whole paths of six.
        checks: paths that check items are made of; with 0 nobody is checked.
        people: a third of them of each language.
        landmarks: the campaign's section.
    """
    began, trust = time.monotonic(), trust or TrustRules()
    paths = -(-instructions // (len(LANGUAGES) * TWICE))
    spoken = list(place.spoken(paths, [each for each in LANGUAGES for _ in range(TWICE)], FIRST_SEED + seed))
    known = gold_paths(place, LANGUAGES, checks) if checks else ()
    app = create_app(
        Settings(environment="demo", data_dir=folder, flag_on_submit=False, align_on_submit=False)
    )
    with InProcess(app) as client:
        store: Store = app.state.services.store
        records = store.records
        records.create(_key_of(seed))
        _describe(client, records, environment, spoken)
        wanted = {"trust": trust.model_dump(), "tasks": {"landmarks": dict(landmarks or {})}}
        create_campaign(records, environment, "demo", _definition(spoken, **wanted))
        if checks:
            make_gold_items(records, [place], CAMPAIGN, checks)
        workers = [
            _worker(client, records, [LANGUAGES[number % len(LANGUAGES)]], quality, f"{seed} {number}")
            for number, quality in enumerate(qualities(people, seed))
        ]
        truth = Truth([*spoken, *known])
        reader = partial(_call, _someone(client, records, *LANGUAGES, role=Role.REVIEWER))
        reviewer = Reviewer(reader, truth, Random(f"{seed} reviewer"))
        catch_up = app.state.services.get(LandmarkAdvancer).catch_up
        yield Run(
            client, store, environment, spoken, truth, workers, reviewer, catch_up, trust, Random(seed), began
        )


def _key_of(seed: int) -> SigningKey:
    """What decides when somebody is given a check item, and which; from the seed, so that a run can be repeated."""
    secret = sha256(f"{CHECK_ITEM_KEY} {seed}".encode()).digest()
    return SigningKey(name=CHECK_ITEM_KEY, secret=b64encode(secret).decode())


def _definition(spoken: Sequence[SpokenPath], **more: Any) -> CampaignDefinition:
    content = {
        "id": CAMPAIGN,
        "languages": LANGUAGES,
        "paths": [{"scan": spoken[0].scan_id, "viewpoints": [each.path for each in spoken]}],
        "guides_per_path": TWICE,
        "followers_per_guide": 0,
        "send_back_after": None,
        "rotation": {"first": 0},
    }
    return CampaignDefinition.model_validate(content | more)


def _someone(
    client: InProcess, records: RecordStore, *languages: str, role: Role = Role.ANNOTATOR
) -> Someone:
    person, token = let_in(records, role, languages)
    return Someone(cast("TestClient", client), token, person.annotator_id)


def _describe(
    client: InProcess, records: RecordStore, environment: Environment, spoken: Sequence[SpokenPath]
) -> None:
    """Guides describe the paths, each of them once."""
    create_campaign(records, environment, "demo", _definition(spoken, trust={"learning": 0}))
    left: dict[tuple[tuple[str, ...], str], list[str]] = defaultdict(list)
    for path in spoken:
        for said in path.instructions:
            left[tuple(path.path), said.language].append(said.text)
    for language in LANGUAGES:
        for _ in range(TWICE):
            guide = _someone(client, records, language)
            for _ in spoken:
                lease = guide.lease("guide")
                way = lease["args"]["path"]
                answer = guide.record(lease["lease_id"], way) | {
                    "transcript": left[tuple(way), language].pop()
                }
                reply = guide.submit(lease["lease_id"], answer)
                assert reply.status_code == 200, reply.text


def _worker(
    client: InProcess,
    records: RecordStore,
    languages: Sequence[str],
    quality: NDArray[np.float64],
    seed: str | float,
) -> Worker:
    someone = _someone(client, records, *languages)
    call = partial(_call, someone)
    return Worker(call, someone.annotator_id, tuple(languages), quality, Random(str(seed)))


def _call(someone: Someone, method: str, address: str, told: Any) -> Reply:
    return someone.call(method, address, json=told)


def _figures(
    records: RecordStore,
    spoken: Sequence[SpokenPath],
    workers: Sequence[Worker],
    rules: TrustRules,
    settled: int,
    seconds: float,
) -> Figures:
    judged, checked, pages = Counter[Step](), Counter[Step](), Counter[Step]()
    linked = set[str]()
    for answer in every(records, TaskAnnotation):
        step, told = declared(answer.kind).step, answer.answer.get("answers")
        if not step or not isinstance(told, list):
            continue
        if answer.check_item:
            checked[Step(step)] += len(told)
        elif is_for_real(answer):
            judged[Step(step)] += len(told)
            pages[Step(step)] += 1
            if step == Step.LINK:
                linked |= {key_of(Step.LINK, item) for item in AskedPage.model_validate(answer.args).items}
    stopped: dict[int, set[str]] = defaultdict(set)
    for row in rows(records):
        if row.state in STOPPED:
            stopped[row.annotator_id].add(row.kind)
    counts = landmark_counts(records, CAMPAIGN)
    return figures_of(
        _paths(records, spoken),
        workers_of(workers, stopped, rules.opening),
        costs_of(judged, checked, pages),
        links=len(linked),
        settled=settled,
        disputes=sum(row.disputed for row in counts),
        still_open=sum(row.open + row.held for row in counts),
        lost=sum(each.lost for each in workers),
        seconds=seconds,
    )


def _paths(records: RecordStore, spoken: Sequence[SpokenPath]) -> list[Path]:
    """What was said about each path, with the numbers that its instructions have here, and what came of it."""
    texts = {said.text: (path, said.instruction_id) for path in spoken for said in path.instructions}
    numbers: dict[int, dict[int, int]] = defaultdict(dict)
    ids: dict[int, int] = {}
    for guide in every(records, GuideAnnotation):
        path, number = texts[guide.transcript]
        numbers[path.path_id][number] = guide.instruction_id
        ids[path.path_id] = guide.path_id
    return [
        Path(path, numbers[path.path_id], landmarks_of_path(records, ids[path.path_id])) for path in spoken
    ]
