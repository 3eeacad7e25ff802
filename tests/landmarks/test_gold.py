"""Check items about landmarks: made of the demo house by a machine, judged by what it knows, and told by nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest

from align.spoken_routes import SpokenPath
from environments.demo import DemoHouse
from environments.regions import ViewBox, iou
from pangea_server.annotate.annotations.records import GuideAnnotation, TaskAnnotation
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.kinds import load_kinds
from pangea_server.annotate.kinds.landmark_check import marks_of
from pangea_server.annotate.landmarks.protocol.asked import PER_PAGE, Step
from pangea_server.annotate.landmarks.records import Mention
from pangea_server.annotate.tasks.records import Task
from pangea_server.app import simulated_crowd
from pangea_server.app.simulated_crowd import CAMPAIGN, LANGUAGES, Run, simulated
from pangea_server.collect.landmarks.path_advance import advance_campaign
from pangea_server.collect.landmarks.simulation.answers import Mind
from pangea_server.collect.landmarks.simulation.crowd import hand_in, take
from pangea_server.collect.landmarks.simulation.truth import Truth
from pangea_server.core.records import SigningKey
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.quality.gold.box_items import NEAR, moved
from pangea_server.quality.gold.check_items import gold_paths, make_gold_items
from pangea_server.quality.gold.material import Material
from pangea_server.quality.gold.pages import GoldItems, PageMaker
from pangea_server.quality.gold.places import GoldPlace, gold_places
from pangea_server.quality.trust.eligibility import CHECK_ITEM_KEY
from pangea_server.quality.trust.records import CheckResult
from pangea_server.stores.paging import every


@cache
def place() -> GoldPlace:
    [found] = gold_places(DemoHouse())
    return found


@cache
def spoken() -> tuple[SpokenPath, ...]:
    return tuple(gold_paths(place(), LANGUAGES, 2))


@cache
def truth() -> Truth:
    return Truth(spoken())


@cache
def pages() -> tuple[GoldItems, ...]:
    numbers = count(1)
    said, _ = spoken()
    ids = {each.instruction_id: 100 + each.instruction_id for each in said.instructions}
    maker = PageMaker(Material(said, place().scan, ids, Random(1)), lambda: next(numbers))
    return tuple(page for language in LANGUAGES for page in maker.pages(language))


def told(page: GoldItems) -> list[Any]:
    """What the page shows of each item."""
    task_type: Any = load_kinds()[page.step.value]
    items = [task_type.shown(asked, page.made) for asked in page.asked]
    shown = task_type.Args.model_validate(
        {"items": items, "path": ["here"], "reach": ["here"], "types": ["other"]}
    )
    found: list[Any] = shown.model_dump(mode="json")["items"]
    return found


def marks(page: GoldItems, *, right: bool) -> list[bool]:
    """How answers of somebody who knows what is right are judged, or of somebody who says something else."""
    mind = Mind(truth(), Random(3), lambda: right)
    answers = [mind.answer(page.step, item) for item in told(page)]
    return marks_of(page.step, {"items": [asked.stored() for asked in page.asked]}, answers, page.gold.items)


def test_every_kind_has_pages_in_every_language() -> None:
    assert {(page.step, page.language) for page in pages()} == {
        (step, language) for step in Step for language in LANGUAGES
    }
    assert all(1 <= len(page.asked) <= PER_PAGE[page.step] for page in pages())


@pytest.mark.parametrize("step", Step)
def test_right_answers_pass_and_wrong_ones_fail(step: Step) -> None:
    right = [mark for page in pages() if page.step is step for mark in marks(page, right=True)]
    wrong = [mark for page in pages() if page.step is step for mark in marks(page, right=False)]
    assert sum(right) >= 0.9 * len(right)
    assert sum(wrong) <= 0.35 * len(wrong)


@pytest.mark.parametrize("step", [Step.LINK, Step.VERIFY, Step.QUALITY, Step.SAME_THING, Step.CARRY])
def test_no_answer_is_right_most_of_the_time(step: Step) -> None:
    values = [gold.value for page in pages() if page.step is step for gold in page.gold.items]
    assert len(set(values)) == 2
    assert max(map(values.count, values)) <= 0.7 * len(values)


def test_boxes_are_as_good_or_as_bad_as_they_are_meant_to_be() -> None:
    page = next(each for each in pages() if each.step is Step.QUALITY)
    path, _ = spoken()
    drawn = page.made.drawn
    for asked, gold in zip(page.asked, page.gold.items, strict=True):
        shown = drawn[asked.regions[0]]
        best = max(
            iou(shown.shape, seen.box)
            for (_, there), seen in path.regions.items()
            if there == shown.viewpoint_id and seen.box is not None
        )
        assert best >= NEAR or gold.value == "bad"


def test_a_moved_box_has_one_other_edge_and_overlaps_as_far_as_asked() -> None:
    def edges(box: ViewBox) -> list[float]:
        across, up = box.width / 2, box.height / 2
        places = box.heading - across, box.heading + across, box.elevation - up, box.elevation + up
        return [round(place, 6) for place in places]

    box, random = ViewBox(1.0, 0.1, 0.5, 0.3), Random(4)
    ways = set()
    for _ in range(60):
        other = moved(box, random, 0.5, 0.65)
        assert other is not None
        assert 0.5 <= iou(box, other) <= 0.65
        [way] = [
            (n, after > before)
            for n, (before, after) in enumerate(zip(edges(box), edges(other), strict=True))
            if before != after
        ]
        ways.add(way)
    assert len(ways) == 8  # each edge, to either side
    assert (
        moved(ViewBox(1.0, 0.1, 0.007, 0.007), random, 0.5, 0.65) is None
    )  # less than a degree, even doubled


def test_an_environment_without_labels_has_none() -> None:
    class Bare:
        def scan_ids(self) -> list[str]:
            return ["flat"]

    assert gold_places(Bare()) == []  # type: ignore[arg-type]  # nothing else of it is used


# Over HTTP


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """One campaign for all tests, whose people come for one test each and mark no real words."""
    rules = TrustRules(learning=0, opening=10)
    with simulated(
        tmp_path_factory.mktemp("gold"), DemoHouse(), place(), instructions=6, people=0, checks=2, trust=rules
    ) as prepared:
        yield prepared


def test_a_newcomers_first_task_looks_like_any_other(run: Run) -> None:
    newcomer = run.come("en-IN")
    lease = newcomer.call("POST", "/leases", {"kind": "mention"}).json()
    [held] = [each for each in every(run.store.records, Task) if each.lease_id == lease["lease_id"]]
    assert held.check_item
    real = next(
        each for each in every(run.store.records, Task) if each.kind == "mention" and not each.check_item
    )
    task_type: Any = load_kinds()["mention"]
    shown = task_type.args(real, run.store.records, _Silent()).model_dump(mode="json")
    assert set(lease["args"]) == set(shown)
    assert set(lease["args"]["items"][0]["sentence"]) == set(shown["items"][0]["sentence"])
    assert "gold" not in held.args
    assert "made" not in json.dumps(lease)
    numbers = {each.instruction_id for each in every(run.store.records, GuideAnnotation)}
    assert lease["args"]["items"][0]["sentence"]["instruction_id"] not in numbers


class _Silent:
    """Links to voices that nobody listens to."""

    def voice_url_of(self, guide: GuideAnnotation) -> str | None:
        return None


def test_check_items_are_never_evidence_and_go_with_the_person(run: Run) -> None:
    records, newcomer = run.store.records, run.come("en-IN")
    task = take(newcomer)
    assert task is not None
    hand_in(task, run.truth)
    [result] = every(records, CheckResult, {"annotator_id": newcomer.number})
    assert result.passed
    assert all(result.marks)
    [answer] = every(records, TaskAnnotation, {"annotator_id": newcomer.number})
    assert answer.check_item
    assert list(every(records, Mention)) == []
    assert advance_campaign(records, run.environment, CAMPAIGN) == 0
    withdraw(run.store, newcomer.number, None)
    assert list(every(records, CheckResult, {"annotator_id": newcomer.number})) == []
    assert list(every(records, TaskAnnotation, {"annotator_id": newcomer.number})) == []
    assert records.count(CheckItem)


def test_who_gets_them_wrong_is_given_nothing_more_of_the_kind(run: Run) -> None:
    careless = run.come("en-IN", quality=0.0)
    while (task := take(careless)) is not None:
        hand_in(task, run.truth)
    refused = careless.call("POST", "/leases", {"kind": "mention"})
    assert refused.status_code == 204
    assert list(every(run.store.records, Mention)) == []


def test_they_are_made_once(run: Run) -> None:
    before = run.store.records.count(CheckItem)
    assert make_gold_items(run.store.records, [place()], CAMPAIGN, paths=2) == []
    assert run.store.records.count(CheckItem) == before


def test_the_figures_of_a_run_tell_check_items_from_answers_that_count(run: Run) -> None:
    def told() -> tuple[int, int, int, int]:
        found = run.figures()
        checks = sum(each.checks for each in found.costs if each.step == Step.MENTION)
        assert (found.instructions, found.boxes, found.links, found.disputes) == (6, 0, 0, 0)
        assert {(each.judgements, each.pages) for each in found.costs} <= {(0, 0)}
        return checks, found.workers.people, found.workers.stopped, found.open

    newcomer = run.come("en-IN")
    task = take(newcomer)
    assert task is not None
    checks, people, stopped, left = told()
    assert left > 0
    hand_in(task, run.truth)
    assert told() == (checks + len(task.items), people + 1, stopped, left)


def test_a_run_can_be_repeated_as_its_seed_decides_who_gets_which_check_item(run: Run) -> None:
    key = run.store.records.get(SigningKey, CHECK_ITEM_KEY)
    assert key == simulated_crowd._key_of(1), "the seed of the run"
    assert key != simulated_crowd._key_of(2)
