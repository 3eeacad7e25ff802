"""What a path came to before is used again where nothing of it changed, and never where something did."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pangea_server.annotate.landmarks.protocol.derivation import derive
from pangea_server.annotate.landmarks.protocol.memory import Memory
from tests.landmarks.protocol_crowd import Crowd, without


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_memory_changes_nothing_of_what_answers_come_to(seed: int) -> None:
    """Also where answers were taken out in between, or accepted: nobody tells the memory."""
    random, memory = Random(seed), Memory()
    crowd = Crowd(random, careless=0.2)
    while work := derive(crowd.evidence).work:
        crowd.answer(random.choice(work))
        if random.random() < 0.1:
            place = random.randrange(len(crowd.judged))
            crowd.judged[place] = replace(crowd.judged[place], accepted=True)
        for evidence in (crowd.evidence, without(crowd, random.choice(crowd.judged))):
            assert derive(replace(evidence, memory=memory)) == derive(evidence)
            memory.forget_others()
    assert len(crowd.judged) > 30


def test_what_is_as_it_was_is_not_worked_out_again() -> None:
    memory, worked = Memory(), list[int]()

    def double(value: int) -> int:
        worked.append(value)
        return 2 * value

    def of(name: str, value: int) -> int:
        return memory.of(name, (value,), lambda: double(value))

    assert [of("one", 1), of("one", 1), of("other", 1), of("one", 2), of("one", 2)] == [2, 2, 2, 4, 4]
    assert worked == [1, 1, 2]
    memory.forget_others()
    assert of("one", 2) == 4
    memory.forget_others()
    assert of("other", 1) == 2
    assert worked == [1, 1, 2, 1]


def test_an_equal_value_is_the_one_that_was_there() -> None:
    memory = Memory()
    first = (1, 2, 3)
    assert memory.same("place", first) is first
    assert memory.same("place", tuple(range(1, 4))) is first
    assert memory.same("place", (4,)) == (4,)
