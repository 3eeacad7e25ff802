"""The protocol as a pure function: what careful people come to, and what holds for whatever people answer."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pangea_server.annotate.landmarks.protocol.asked import WITHOUT_WORDS, Step
from pangea_server.annotate.landmarks.protocol.derivation import derive
from pangea_server.annotate.landmarks.protocol.rules import Rules
from pangea_server.annotate.landmarks.protocol.work import ItemToAsk
from tests.landmarks.protocol_crowd import Crowd, truth_of, without

SEEDS = range(2)


def careless(seed: int, **changed: Any) -> Crowd:
    return Crowd(Random(seed), careless=0.6, **changed)


# What careful people come to


@pytest.mark.parametrize("seed", SEEDS)
def test_careful_people_find_every_chain_and_thing(seed: int) -> None:
    crowd = Crowd(Random(seed), Rules(mark_twice=0))
    derived = crowd.work_through()
    assert derived.disputes == ()
    texts = {
        frozenset(
            f"{each.instruction_id} {each.text}"
            for each in derived.mentions
            if each.mention_id in chain.mentions
        ): chain
        for chain in derived.chains
    }
    sofa = texts[frozenset({"1 the sofa", "2 the long couch", "3 सोफ़ा", "4 the sofa"})]
    table = texts[frozenset({"1 the table", "1 it", "2 the table"})]
    chairs = texts[frozenset({"4 two chairs"})]
    assert (sofa.need, len(sofa.entities)) == (table.need, len(table.entities)) == ("box", 1)
    assert (chairs.need, len(chairs.entities)) == ("box", 2)
    assert {texts[frozenset({"2 the kitchen"})].need, texts[frozenset({"4 your way"})].need} == {
        "scene",
        "not_visual",
    }
    [entity] = [each for each in derived.entities if each.entity_id in sofa.entities]
    assert entity.labels == {"en-US": "the long couch", "hi-IN": "सोफ़ा"}
    assert all(each.quality == "good" for each in derived.regions)


def test_nobody_is_asked_to_link_languages_that_nobody_knows_both_of() -> None:
    crowd = Crowd(Random(1), Rules(mark_twice=0))
    crowd.work_through()
    links = [each for each in crowd.judged if each.step is Step.LINK]
    assert {key.instruction_id for each in links for key in each.asked.mentions} == {1, 2, 4}
    both = Crowd(Random(1), Rules(mark_twice=0, bilingual=frozenset({frozenset({"en-US", "hi-IN"})})))
    both.work_through()
    asked = [each for each in both.judged if each.step is Step.LINK]
    assert 3 in {key.instruction_id for each in asked for key in each.asked.mentions}


def test_types_that_can_nearly_always_be_drawn_are_not_asked_about() -> None:
    crowd = Crowd(Random(2), Rules(mark_twice=0, always_box=frozenset({"furniture"})))
    crowd.work_through()
    needs = [truth_of(each.asked.mentions[0]) for each in crowd.judged if each.step is Step.NEED]
    assert set(needs) == {"kitchen", "way"}
    assert Counter(needs) == {"kitchen": 2, "way": 2}  # nothing but a box needs two people


def test_greedy_links_ask_for_fewer_pairs_than_there_are() -> None:
    crowd = Crowd(Random(3), Rules(mark_twice=0))
    crowd.work_through()
    furniture = 7  # mentions in English
    assert sum(each.step is Step.LINK for each in crowd.judged) < furniture * (furniture - 1) / 2


def test_a_share_is_marked_twice_and_a_share_is_drawn_by_followers() -> None:
    crowd = Crowd(Random(4), Rules(mark_twice=1, followers_draw=1))
    derived = crowd.work_through()
    marked = Counter(each.asked.instruction for each in crowd.judged if each.step is Step.MENTION)
    assert set(marked.values()) == {2}
    meant = [each for each in crowd.judged if each.step is Step.MEANT]
    drawn = [chain for chain in derived.chains if chain.entities]
    assert len(meant) >= len(drawn)
    assert all(each.asked.meant for each in meant)


# Whatever people answer


@pytest.mark.parametrize("seed", SEEDS)
def test_it_ends_and_the_order_of_answers_changes_nothing(seed: int) -> None:
    crowd = careless(seed, rules=Rules(mark_twice=0.5, followers_draw=0.5))
    derived = crowd.work_through()
    for shuffle in range(3):
        mixed = list(crowd.judged)
        Random(shuffle).shuffle(mixed)
        said = list(crowd.words)
        Random(shuffle).shuffle(said)
        assert derive(replace(crowd.evidence, judged=tuple(mixed), words=tuple(said))) == derived


@pytest.mark.parametrize("seed", SEEDS)
def test_an_answer_that_is_taken_out_leaves_nothing_behind(seed: int) -> None:
    crowd = careless(seed)
    crowd.work_through()
    for gone in crowd.judged:
        left = derive(without(crowd, gone))
        told = [record.model_dump_json() for record in left.records]
        assert not any(f'"{gone.id}"' in each or f'-{gone.id}"' in each for each in told)
        assert all(gone.id not in dispute.answers for dispute in left.disputes)
        assert all(gone.id not in (*question.asked.regions, *question.asked.beside) for question in left.work)


@pytest.mark.parametrize("seed", SEEDS)
def test_work_goes_on_after_a_persons_answers_are_taken_out(seed: int) -> None:
    crowd = careless(seed)
    crowd.work_through()
    person = crowd.random.choice(crowd.judged).person
    crowd.judged = [each for each in crowd.judged if each.person != person]
    crowd.newcomer = 1000
    taken = {(each.step, each.number) for each in crowd.judged}
    derived = crowd.work_through()
    assert len(taken) <= len(crowd.judged)
    made: list[Any] = [*derived.mentions, *derived.links, *derived.regions]
    assert all(record.annotator_id != person for record in made)


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_judges_their_own_work_or_does_two_steps_of_a_chain(seed: int) -> None:
    crowd = careless(seed, rules=Rules(mark_twice=0))
    for _ in range(2000):
        derived = derive(crowd.evidence)
        if not derived.work:
            break
        question = crowd.random.choice(derived.work)
        steps = steps_of(crowd, question)
        for person, step in steps:
            compares = bool(WITHOUT_WORDS & {step, question.step}) and step is not Step.DRAW
            allowed = step is question.step or compares or (step, question.step) == (Step.NEED, Step.DRAW)
            assert allowed or person in question.not_for
        drawers = {each.person for each in crowd.judged if each.id in question.asked.regions}
        assert drawers <= question.not_for
        crowd.answer(question)


def steps_of(crowd: Crowd, question: ItemToAsk) -> set[tuple[int, Step]]:
    """Who did which step about the very mentions of a question. Who linked one of them with a mention of another chain
    did none of this one."""
    keys = set(question.asked.mentions)
    return {
        (each.person, each.step)
        for each in crowd.judged
        if question.step is not Step.MENTION and keys & set(each.asked.mentions)
        if each.step is not Step.LINK or keys >= set(each.asked.mentions)
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_every_record_fits_the_others(seed: int) -> None:
    crowd = careless(seed)
    for _ in range(2000):
        derived = derive(crowd.evidence)
        mentions = [name for chain in derived.chains for name in chain.mentions]
        assert sorted(mentions) == sorted(each.mention_id for each in derived.mentions)
        things = {each.entity_id for each in derived.entities}
        assert {name for chain in derived.chains for name in chain.entities} == things
        assert {each.entity_id for each in derived.regions if each.entity_id} == things
        assert all((each.entity_id is not None) == (each.quality == "good") for each in derived.regions)
        chains = {each.chain_id for each in derived.chains}
        assert len(chains) == len(derived.chains)
        assert {each.parent for each in derived.chains} - {None} <= chains
        assert len({question.key for question in derived.work}) == len(derived.work)
        if not derived.work:
            return
        crowd.answer(crowd.random.choice(derived.work))
