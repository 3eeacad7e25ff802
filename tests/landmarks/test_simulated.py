"""A crowd that does not exist: what its people know, how they answer, and what is counted of them; without a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from align.spoken_routes import SpokenChain, SpokenInstruction, SpokenMention, SpokenPath
from environments.regions import ViewBox, iou, region_as_json, region_from_json
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.collect.landmarks.simulation.answers import Mind, holds, noisy
from pangea_server.collect.landmarks.simulation.crowd import (
    Reply,
    Taken,
    Worker,
    hand_in,
    qualities,
    take,
    work,
)
from pangea_server.collect.landmarks.simulation.reviewer import Reviewer
from pangea_server.collect.landmarks.simulation.truth import Truth, best

TEXT = "Pass the lamp to the red sofa. The lamp is silence"
HINDI = "दीपक के पास"
LAMP, SOFA = ViewBox(0.0, 0.0, 0.4, 0.4), ViewBox(2.0, 0.0, 0.8, 0.8)
BIGGER = ViewBox(1.0, 0.0, 0.6, 0.6)


def seen(box: ViewBox | None) -> Any:
    return SimpleNamespace(box=box)


def mention(text: str, words: str, chain_id: str, start: int = 0, **more: Any) -> SpokenMention:
    first = text.index(words, start)
    usual: dict[str, Any] = {
        "mention_id": f"{first}",
        "start_char": first,
        "end_char": first + len(words),
        "text": words,
        "head": None,
        "types": ("furniture",),
        "number": "one",
        "form": "name",
        "status": "new",
        "start_time": 0.0,
        "end_time": 1.0,
        "viewpoint_id": "door",
        "chain_id": chain_id,
    }
    return SpokenMention(**(usual | more))


SAID = (
    mention(TEXT, "the lamp", "c1"),
    mention(TEXT, "the red sofa", "c2", head=(TEXT.index("sofa"), TEXT.index("sofa") + 4)),
    mention(TEXT, "The lamp", "c1"),
    mention(TEXT, "silence", "c3", types=("other",)),
)
CHAINS = (
    SpokenChain("c1", (), "box", ("label:lamp",), "c2"),
    SpokenChain("c2", (), "box", ("label:sofa",), None),
    SpokenChain("c3", (), "not_visual", (), None),
)
SPOKEN = SpokenPath(
    path_id=7,
    scan_id="house",
    path=("door", "sofa"),
    instructions=(
        SpokenInstruction(1, "en-IN", TEXT, (), SAID, None),  # type: ignore[arg-type]
        SpokenInstruction(2, "hi-IN", HINDI, (), (mention(HINDI, "दीपक", "c1"),), None),  # type: ignore[arg-type]
    ),
    chains=CHAINS,
    entities=(),
    regions={
        ("label:lamp", "door"): seen(LAMP),
        ("label:lamp", "sofa"): seen(BIGGER),
        ("label:sofa", "sofa"): seen(SOFA),
        ("label:sofa", "door"): seen(None),
    },
)
TRUTH = Truth([SPOKEN])
LINK = Step.LINK.value


def phrase(said: SpokenMention, text: str = TEXT, **more: Any) -> dict[str, Any]:
    place = {"start_char": said.start_char, "end_char": said.end_char}
    sentence = {"transcript": text, "transcript_sha256": "digest"}
    return {"mention_id": said.mention_id, "sentence": sentence} | place | more


def region(box: ViewBox, viewpoint_id: str = "door") -> dict[str, Any]:
    return {"viewpoint_id": viewpoint_id, "shape": region_as_json(box)}


A_LAMP, A_SOFA, ANOTHER_LAMP, SILENCE = map(phrase, SAID)


def test_a_phrase_means_what_it_shares_most_characters_with() -> None:
    assert TRUTH.mention(A_SOFA) == SAID[1]
    inexact = A_SOFA | {"start_char": A_SOFA["start_char"] + 4}
    assert TRUTH.mention(inexact) is None
    assert TRUTH.chain(inexact) == CHAINS[1]
    assert TRUTH.chain(A_LAMP | {"start_char": 0, "end_char": 5}) is None, "they only touch"
    assert TRUTH.chain(A_LAMP | {"start_char": 0, "end_char": 6}) == CHAINS[0]


def test_what_can_be_drawn_is_what_some_place_sees_the_largest_first() -> None:
    assert TRUTH.things(A_LAMP) == {"label:lamp"}
    assert TRUTH.things(SILENCE) == set()
    assert list(TRUTH.seen(TEXT, "label:lamp").items()) == [("sofa", BIGGER), ("door", LAMP)]
    assert TRUTH.seen(TEXT, "label:door") == {}


def test_a_region_shows_the_thing_that_it_shares_half_with() -> None:
    name, overlap = TRUTH.shown(TEXT, region(LAMP))
    assert (name, overlap > 0.99) == ("label:lamp", True)
    assert TRUTH.shown(TEXT, region(replace(LAMP, width=0.15))) == (None, 0.0)
    assert TRUTH.shown(TEXT, region(LAMP, "sofa")) == (None, 0.0)
    assert TRUTH.shown(TEXT, region(LAMP, "window")) == (None, 0.0)
    assert best({"small": replace(LAMP, width=0.3), "whole": LAMP}, LAMP)[0] == "whole"


def mind(right: bool = True, seed: int = 1) -> Mind:
    return Mind(TRUTH, Random(seed), lambda: right)


@pytest.mark.parametrize(
    ("step", "item", "right", "wrong"),
    [
        (Step.LINK, {"first": A_LAMP, "second": ANOTHER_LAMP}, "same", "different"),
        (Step.LINK, {"first": A_LAMP, "second": A_SOFA}, "part_of", "same"),
        (Step.LINK, {"first": A_SOFA, "second": A_LAMP}, "different", "same"),
        (Step.LINK, {"first": SILENCE, "second": A_LAMP}, "different", "same"),
        (Step.COVERAGE, {"phrase": A_LAMP, "regions": [region(LAMP)]}, "all", "missing"),
        (Step.COVERAGE, {"phrase": A_LAMP, "regions": [region(SOFA, "sofa")]}, "missing", "all"),
        (Step.COVERAGE, {"phrase": SILENCE, "regions": []}, "all", "missing"),
        (
            Step.SAME_THING,
            {
                "first_phrase": A_LAMP,
                "first": region(LAMP),
                "second_phrase": ANOTHER_LAMP,
                "second": region(BIGGER, "sofa"),
            },
            "same",
            "different",
        ),
        (
            Step.SAME_THING,
            {
                "first_phrase": A_LAMP,
                "first": region(LAMP),
                "second_phrase": A_SOFA,
                "second": region(SOFA, "sofa"),
            },
            "different",
            "same",
        ),
        (
            Step.SAME_THING,
            {
                "first_phrase": A_LAMP,
                "first": region(LAMP, "window"),
                "second_phrase": A_SOFA,
                "second": region(LAMP, "window"),
            },
            "different",
            "same",
        ),
        (Step.QUALITY, {"phrase": A_LAMP, "region": region(LAMP)}, "good", "bad"),
        (Step.QUALITY, {"phrase": A_LAMP, "region": region(replace(LAMP, width=0.24))}, "bad", "good"),
        (Step.QUALITY, {"phrase": A_LAMP, "region": region(SOFA, "sofa")}, "bad", "good"),
    ],
)
def test_a_person_says_what_is_right_or_the_opposite(
    step: Step, item: Mapping[str, Any], right: str, wrong: str
) -> None:
    assert [mind(kept).answer(step, item)["verdict"] for kept in (True, False)] == [right, wrong]
    assert [holds(TRUTH, step, item, {"verdict": each}) for each in (right, wrong)] == [True, False]


def test_a_bad_box_is_not_tight_or_of_something_else() -> None:
    loose, other = region(replace(LAMP, width=0.24)), region(SOFA, "sofa")
    reasons = [mind().answer(Step.QUALITY, {"phrase": A_LAMP, "region": each}) for each in (loose, other)]
    assert [each["reason"] for each in reasons] == ["not_tight", "not_it"]


def test_a_chain_is_the_same_unless_one_of_its_phrases_is_odd() -> None:
    alike, mixed = {"phrases": [A_LAMP, ANOTHER_LAMP]}, {"phrases": [A_LAMP, A_SOFA, ANOTHER_LAMP]}
    assert mind().answer(Step.VERIFY, alike) == {"verdict": "same", "odd": []}
    assert mind().answer(Step.VERIFY, mixed) == {"verdict": "not_same", "odd": [A_SOFA["mention_id"]]}
    assert mind(right=False).answer(Step.VERIFY, mixed) == {"verdict": "same"}
    wrong = mind(right=False).answer(Step.VERIFY, alike)
    assert wrong["verdict"] == "not_same"
    assert wrong["odd"][0] in {A_LAMP["mention_id"], ANOTHER_LAMP["mention_id"]}


def test_a_thing_needs_a_box_where_some_place_sees_it() -> None:
    assert mind().answer(Step.NEED, {"phrase": A_LAMP}) == {"verdict": "box"}
    assert mind().answer(Step.NEED, {"phrase": SILENCE}) == {"verdict": "not_visual"}
    assert mind(right=False).answer(Step.NEED, {"phrase": A_LAMP})["verdict"] in {"scene", "not_visual"}
    unseen = Truth([replace(SPOKEN, regions={})])
    assert Mind(unseen, Random(1), lambda: True).answer(Step.NEED, {"phrase": A_LAMP}) == {
        "verdict": "not_visual"
    }


def test_a_thing_is_drawn_where_it_is_largest_and_only_once() -> None:
    drawn = mind().answer(Step.DRAW, {"phrase": A_LAMP})["drawn"]
    assert drawn["viewpoint_id"] == "sofa"
    assert iou(region_from_json(drawn["shape"]), BIGGER) > 0.6
    assert mind().answer(Step.DRAW, {"phrase": A_LAMP, "regions": [region(LAMP)]}) == {"drawn": None}
    assert mind().answer(Step.DRAW, {"phrase": SILENCE}) == {"drawn": None}
    assert mind(right=False).answer(Step.DRAW, {"phrase": SILENCE})["drawn"]
    blind = Truth([replace(SPOKEN, regions={})])
    assert Mind(blind, Random(1), lambda: False).answer(Step.DRAW, {"phrase": SILENCE}) == {"drawn": None}


def test_a_reviewer_sees_whether_something_is_drawn_that_was_left_to_draw() -> None:
    def is_good(drawn: object, phrase: Mapping[str, Any] = A_LAMP, *shown: Mapping[str, Any]) -> bool:
        return holds(TRUTH, Step.DRAW, {"phrase": phrase, "regions": shown}, {"drawn": drawn})

    assert is_good(region(LAMP))
    assert is_good(region(BIGGER, "sofa"))
    assert not is_good(region(replace(LAMP, width=0.24))), "too narrow"
    assert not is_good(region(SOFA, "sofa")), "another thing"
    assert not is_good(None)
    assert is_good(None, SILENCE)
    assert is_good(None, A_LAMP, region(LAMP))
    assert not is_good(region(LAMP), A_LAMP, region(BIGGER, "sofa")), "there is a box already"


def test_a_reviewer_sees_whether_a_foretold_box_fits() -> None:
    def is_good(told: Mapping[str, Any], verdict: str, shape: ViewBox | None = None) -> bool:
        item = {"phrase": A_LAMP, "region": region(LAMP), "foretold": told}
        answer = {"verdict": verdict, "shape": shape and region_as_json(shape)}
        return holds(TRUTH, Step.CARRY, item, answer)

    assert is_good(foretold(BIGGER), "accept")
    assert not is_good(foretold(replace(BIGGER, width=0.3)), "accept")
    assert is_good(foretold(replace(BIGGER, width=0.3)), "adjust", BIGGER)
    assert not is_good(foretold(BIGGER), "adjust", replace(BIGGER, heading=1.4))
    assert not is_good(foretold(BIGGER), "hidden")
    for verdict in ("hidden", "not_there"):
        assert is_good(foretold(BIGGER, "window"), verdict)
    assert not is_good(foretold(BIGGER, "window"), "accept")


def test_a_reviewer_sees_which_words_were_marked() -> None:
    item = {"sentence": A_LAMP["sentence"]}
    marks = mind().answer(Step.MENTION, item)
    assert holds(TRUTH, Step.MENTION, item, marks)
    assert not holds(TRUTH, Step.MENTION, item, marks | {"mentions": marks["mentions"][1:]})


def foretold(box: ViewBox | None, place: str = "sofa") -> dict[str, Any]:
    return {"viewpoint_id": place, "shape": box and region_as_json(box)}


def test_a_foretold_box_is_accepted_adjusted_or_hidden() -> None:
    def said(told: dict[str, Any], right: bool = True) -> dict[str, Any]:
        item = {"phrase": A_LAMP, "region": region(LAMP), "foretold": told}
        return mind(right).answer(Step.CARRY, item)

    assert said(foretold(BIGGER)) == {"verdict": "accept"}
    assert said(foretold(BIGGER, "window")) == {"verdict": "hidden"}
    for told in (foretold(None), foretold(replace(BIGGER, width=0.3))):
        adjusted = said(told)
        assert adjusted["verdict"] == "adjust"
        assert iou(region_from_json(adjusted["shape"]), BIGGER) > 0.6
    assert said(foretold(BIGGER), right=False) == {"verdict": "hidden"}
    assert said(foretold(BIGGER, "window"), right=False) == {"verdict": "accept"}
    assert said(foretold(None, "window"), right=False) == {"verdict": "hidden"}


def test_all_mentions_are_marked_with_what_they_are() -> None:
    marks = mind().answer(Step.MENTION, {"sentence": A_LAMP["sentence"]})
    assert marks["transcript_sha256"] == "digest"
    assert [(each["start_char"], each["end_char"], each["visual"]) for each in marks["mentions"]] == [
        (said.start_char, said.end_char, said is not SAID[3]) for said in SAID
    ]
    assert marks["mentions"][1] == {
        "start_char": SAID[1].start_char,
        "end_char": SAID[1].end_char,
        "head": SAID[1].head,
        "types": ("furniture",),
        "number": "one",
        "form": "name",
        "visual": True,
    }


def test_a_mention_that_is_marked_wrongly_is_missed_or_has_a_word_too_few_or_too_many() -> None:
    right = {(each.start_char, each.end_char) for each in SAID}
    allowed = {(said.start_char + len(said.text.split()[0]) + 1, said.end_char) for said in SAID[:3]}
    for seed in range(20):
        marks = mind(right=False, seed=seed).answer(Step.MENTION, {"sentence": A_LAMP["sentence"]})[
            "mentions"
        ]
        spans = {(each["start_char"], each["end_char"]) for each in marks}
        assert not spans & right
        assert spans <= allowed


def test_a_drawn_box_has_edges_that_are_a_little_off_and_stays_a_box() -> None:
    assert noisy(LAMP, Random(1), 0.0) == LAMP
    tall = ViewBox(0.0, 1.5, 3.0, 3.0)
    for seed in range(20):
        box = noisy(tall, Random(seed), 0.5)
        assert 0.01 <= box.width <= 0.95 * np.pi
        assert abs(box.elevation) <= np.pi / 2


# A crowd


class Answer:
    def __init__(self, status_code: int, told: Any = None) -> None:
        self.status_code, self.text, self._told = status_code, "refused", told

    def json(self) -> Any:
        return self._told


class Office:
    """Gives out so many pages, one after the other."""

    def __init__(self, pages: int) -> None:
        self.left, self.handed_in = pages, list[Any]()
        self.held: set[str] = set()
        self.most_held = 0

    def call(self, method: str, address: str, told: Any) -> Reply:
        assert method == "POST"
        if address == "/leases":
            if not self.left:
                return Answer(204)
            self.left -= 1
            self.held.add(str(self.left))
            self.most_held = max(self.most_held, len(self.held))
            items = [{"first": A_LAMP, "second": ANOTHER_LAMP}] * 2
            return Answer(200, {"lease_id": str(self.left), "kind": LINK, "args": {"items": items}})
        lease_id = address.removeprefix("/leases/").removesuffix("/submit")
        self.held.remove(lease_id)
        self.handed_in.append(told)
        return Answer(200)


def worker(office: Office | None = None, *quality: float, number: int = 1) -> Worker:
    call = (office or Office(0)).call
    return Worker(call, number, ("en-IN",), np.array(quality or (1.0,)), Random(number))


def test_somebody_takes_a_page_answers_it_and_is_counted() -> None:
    office = Office(1)
    someone = worker(office, 1.0)
    taken = take(someone)
    assert taken
    assert (taken.worker, taken.lease_id, taken.step, len(taken.items)) == (someone, "0", Step.LINK, 2)
    hand_in(taken, TRUTH)
    [told] = office.handed_in
    answers = told["answer"]["answers"]
    assert [each["verdict"] for each in answers] == ["same", "same"]
    assert all(each["seconds"] > 0 for each in answers)
    assert (someone.done, someone.answered) == ({Step.LINK: 2}, 2)
    assert take(someone) is None


def test_a_refused_answer_ends_the_simulation() -> None:
    someone = worker()
    someone.call = lambda *_: Answer(422)
    with pytest.raises(AssertionError, match="422: refused"):
        take(someone)


def test_everybody_works_until_there_is_nothing_for_anybody_a_few_at_once() -> None:
    office = Office(11)
    crowd = [worker(office, number=number) for number in range(5)]
    assert len(list(work(crowd, TRUTH, Random(1), at_once=2))) == 11
    assert (len(office.handed_in), office.most_held, office.held) == (11, 2, set())
    assert sum(each.done[Step.LINK] for each in crowd) == 22


def test_who_works_badly_does_so_from_the_beginning_and_who_stops_caring_later() -> None:
    bad, good, fades = worker(None, 0.79), worker(None, 0.8), worker(None, 0.95, 0.95, 0.5)
    assert [each.works_badly for each in (bad, good, fades)] == [True, False, False]
    assert not fades.stopped_caring
    for _ in range(5):
        fades.is_right()
    assert (fades.stopped_caring, good.stopped_caring, bad.stopped_caring) == (True, False, False)
    assert fades.answered == 5


def test_the_same_seed_is_the_same_crowd() -> None:
    first, again, other = qualities(20, 1), qualities(20, 1), qualities(20, 2)
    assert (len(first), len(first[0])) == (20, 600)
    assert all(map(np.array_equal, first, again))
    assert not all(map(np.array_equal, first, other))


def test_a_page_that_was_taken_away_meanwhile_is_lost_and_other_refusals_are_faults() -> None:
    refused = Answer(409, {"code": "lease"})
    someone = Worker(lambda *_: refused, 1, ("en-IN",), np.ones(1), Random(1))
    item = {"first": A_LAMP, "second": ANOTHER_LAMP}
    assert not hand_in(Taken(someone, "1", Step.LINK, [item]), TRUTH)
    assert (someone.lost, someone.done[Step.LINK]) == (1, 0)
    refused = Answer(409, {"code": "submission"})
    with pytest.raises(AssertionError, match="409"):
        hand_in(Taken(someone, "1", Step.LINK, [item]), TRUTH)


# A reviewer


class Desk:
    """A queue of reviews: two that are disputed, of which one answer is right, and one that is not."""

    def __init__(self) -> None:
        self.decided: dict[str, tuple[str, int]] = {}

    def call(self, method: str, address: str, told: Any) -> Reply:
        _, first, *rest = address.split("/")
        if first == "review?limit=50":
            items = [_review(1), _review(2), _review(3, flagged=False)]
            return Answer(200, {"items": [each for each in items if each["task_id"] not in self.decided]})
        if first == "review":
            assert (method, rest[1]) == ("PUT", "decisions")
            assert told["reason"]
            self.decided[rest[0]] = told["verdict"], told["version"]
            return Answer(200, {})
        if rest[-1] == "page":
            item = {"first": A_LAMP, "second": ANOTHER_LAMP}
            return Answer(200, {"items": [item, item, None]})
        verdict = "same" if rest == [LINK, "1"] else "different"
        return Answer(200, {"answer": {"answers": [{"verdict": verdict}, None, {"verdict": "same"}]}})


def _review(number: int, flagged: bool = True) -> dict[str, Any]:
    return {
        "task_id": f"{LINK}-00000{number}",
        "kind": LINK,
        "number": number,
        "version": 3,
        "flagged": flagged,
    }


def test_a_reviewer_decides_once_about_what_is_disputed() -> None:
    desk = Desk()
    reviewer = Reviewer(desk.call, TRUTH, Random(1))
    assert [reviewer.settle(), reviewer.settle(), reviewer.settled] == [True, False, 2]
    assert desk.decided == {f"{LINK}-000001": ("accept", 3), f"{LINK}-000002": ("reject", 3)}


def test_a_reviewer_is_mistaken_now_and_then() -> None:
    found = []
    for seed in range(60):
        desk = Desk()
        Reviewer(desk.call, TRUTH, Random(seed)).settle()
        found.append(desk.decided[f"{LINK}-000001"][0])
    assert 0 < found.count("reject") < 12
