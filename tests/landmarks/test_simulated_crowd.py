"""Who of a simulated crowd takes which page, for how long, and how well they work; without a server."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.collect.landmarks.simulation.crowd import (
    Taken,
    Worker,
    hand_in,
    qualities,
    take,
    work,
)
from tests.landmarks.lamp_and_sofa import (
    A_LAMP,
    ANOTHER_LAMP,
    TRUTH,
    Answer,
    Office,
    worker,
)


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
