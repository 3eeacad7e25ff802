"""The protocol as a pure function: what careful people come to, and what holds for whatever people answer."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pangea_server.annotate.landmarks.protocol.asked import WITHOUT_WORDS, MentionKey, Step
from pangea_server.annotate.landmarks.protocol.derivation import COMMENT, Derived, derive
from pangea_server.annotate.landmarks.protocol.evidence import Judged, moved_span
from pangea_server.annotate.landmarks.protocol.rules import Rules
from pangea_server.annotate.landmarks.protocol.work import Question, Vote, two_of_three
from tests.landmarks.protocol_crowd import MEANT, SAID, Crowd, spans, truth_of, without, words

SEEDS = range(2)


def careless(seed: int, **changed: Any) -> Crowd:
    return Crowd(Random(seed), careless=0.6, **changed)


def chains_of(derived: Derived) -> set[frozenset[str]]:
    return {frozenset(chain.mentions) for chain in derived.chains}


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


def spans_of(crowd: Crowd) -> set[int]:
    return {each.start_char for each in derive(crowd.evidence).mentions}


def test_where_two_people_marked_differently_a_third_decides() -> None:
    crowd = Crowd(Random(1), Rules(mark_twice=1, steps=(Step.MENTION,)), words=(words(1),))
    sofa, table, it = spans(1)
    seen = []
    for marks in ([sofa, table], [sofa, it], [sofa, table, it]):
        [question] = derive(crowd.evidence).work
        crowd.answer(question, mentions=marks)
        seen.append(spans_of(crowd))
    places = [each["start_char"] for each in (sofa, table, it)]
    assert seen == [{places[0], places[1]}, {places[0]}, {*places}]
    assert derive(crowd.evidence).work == ()
    crowd.judged[0] = replace(crowd.judged[0], accepted=True)
    assert spans_of(crowd) == seen[0], "a reviewer's word decides"


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


def steps_of(crowd: Crowd, question: Question) -> set[tuple[int, Step]]:
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


# Single rules


def marked(seed: int = 0, rules: Rules | None = None, only: tuple[int, ...] = tuple(SAID)) -> Crowd:
    """A crowd that has marked all words, and done nothing else."""
    crowd = Crowd(Random(seed), rules or Rules(mark_twice=0), words=tuple(words(number) for number in only))
    while found := [each for each in derive(crowd.evidence).work if each.step is Step.MENTION]:
        crowd.answer(found[0])
    return crowd


def answered(crowd: Crowd, step: Step, **told: Any) -> Judged:
    [question, *_] = [each for each in derive(crowd.evidence).work if each.step is step]
    return crowd.answer(question, **told)


def test_links_that_contradict_each_other_go_to_two_of_three() -> None:
    crowd = marked(rules=Rules(mark_twice=0, one_step=False))
    sofas = keys_of(crowd, "sofa", "couch")
    first, second, third = sofas
    for pair, verdict in (
        ((second, first), "same"),
        ((third, second), "same"),
        ((third, first), "different"),
    ):
        judge(crowd, pair, verdict)
    work = [each for each in derive(crowd.evidence).work if each.step is Step.LINK]
    contested = [frozenset(each.asked.mentions) for each in work if set(each.asked.mentions) <= set(sofas)]
    assert set(contested) == {
        frozenset({first, second}),
        frozenset({second, third}),
        frozenset({first, third}),
    }
    for pair in ((second, first), (third, second), (third, first)):
        judge(crowd, pair, "same")
    judge(crowd, (third, first), "same")
    derived = derive(crowd.evidence)
    assert frozenset(key.mention_id for key in sofas) <= max(chains_of(derived), key=len)
    assert derived.disputes == ()


def test_links_that_still_contradict_each_other_go_to_the_reviewers() -> None:
    crowd = marked(rules=Rules(mark_twice=0))
    first, second, third = keys_of(crowd, "sofa", "couch")
    for _ in range(2):
        for pair, verdict in (
            ((second, first), "same"),
            ((third, second), "same"),
            ((third, first), "different"),
        ):
            judge(crowd, pair, verdict)
    derived = derive(crowd.evidence)
    [dispute] = derived.disputes
    assert dispute.step is Step.LINK
    assert {first, second, third} == set(dispute.mentions)
    assert not any({first, second, third} & set(each.asked.mentions) for each in derived.work)
    crowd.judged[-1] = replace(
        crowd.judged[-1], answer=dict(crowd.judged[-1].answer) | {"verdict": "same"}, accepted=True
    )
    assert derive(crowd.evidence).disputes == ()


def keys_of(crowd: Crowd, *wanted: str) -> list[MentionKey]:
    found = [MentionKey.of(each) for each in derive(crowd.evidence).mentions]
    return sorted((key for key in found if truth_of(key) in wanted), key=lambda key: key.order)


def judge(crowd: Crowd, pair: tuple[MentionKey, MentionKey], verdict: str) -> None:
    from pangea_server.annotate.landmarks.protocol.asked import Asked

    done = frozenset(each.person for each in crowd.judged)
    question = Question(Step.LINK, Asked(mentions=pair), ("en-US",), done)
    crowd.answer(question, verdict=verdict)


def test_who_made_a_chain_does_not_verify_it_and_who_told_two_apart_may() -> None:
    crowd = marked(rules=Rules(mark_twice=0))
    while open_links := [each for each in derive(crowd.evidence).work if each.step is Step.LINK]:
        crowd.answer(replace(open_links[0], not_for=frozenset(each.person for each in crowd.judged)))
    chains = chains_of(derive(crowd.evidence))
    asked = [each for each in derive(crowd.evidence).work if each.step is Step.VERIFY]
    assert asked
    for question in asked:
        chain = {key.mention_id for key in question.asked.mentions}
        assert chain in chains
        judges = {
            each.person: {key.mention_id for key in each.asked.mentions}
            for each in crowd.evidence.of(Step.LINK)
        }
        within = {person for person, pair in judges.items() if pair <= chain}
        across = {person for person, pair in judges.items() if pair & chain} - within
        assert within
        assert across
        assert question.not_for >= within
        assert not question.not_for & across


def test_a_chain_that_does_not_hold_is_split_by_its_head_nouns() -> None:
    crowd = marked(only=(1, 2))
    while any(each.step is Step.LINK for each in derive(crowd.evidence).work):
        answered(crowd, Step.LINK, verdict="same")
    [whole] = [each for each in derive(crowd.evidence).work if each.step is Step.VERIFY]
    assert {truth_of(key) for key in whole.asked.mentions} > {"sofa", "table"}
    crowd.answer(whole, verdict="not_same", odd=[])
    texts = {
        frozenset(
            truth_of(MentionKey.of(each))
            for each in derive(crowd.evidence).mentions
            if each.mention_id in chain
        )
        for chain in chains_of(derive(crowd.evidence))
    }
    assert {"sofa"} in texts
    assert {"couch"} in texts
    assert {"table"} in texts


def test_whoever_says_which_is_odd_takes_it_out() -> None:
    crowd = marked(only=(1, 2))
    while any(each.step is Step.LINK for each in derive(crowd.evidence).work):
        answered(crowd, Step.LINK, verdict="same")
    [whole] = [each for each in derive(crowd.evidence).work if each.step is Step.VERIFY]
    odd = whole.asked.mentions[0]
    crowd.answer(whole, verdict="not_same", odd=[odd.mention_id])
    assert frozenset({odd.mention_id}) in chains_of(derive(crowd.evidence))


def drawing(rules: Rules | None = None) -> Crowd:
    """A crowd before the first box of the only chain."""
    crowd = marked(only=(3,), rules=rules)
    answered(crowd, Step.NEED, verdict="box")
    return crowd


def test_one_box_is_enough_and_everything_else_needs_two_of_three() -> None:
    crowd = marked(only=(3,))
    answered(crowd, Step.NEED, verdict="scene")
    answered(crowd, Step.NEED, verdict="not_visual")
    answered(crowd, Step.NEED, verdict="scene")
    derived = derive(crowd.evidence)
    assert [chain.need for chain in derived.chains] == ["scene"]
    assert derived.work == ()


def test_a_bad_box_is_drawn_again_and_three_bad_ones_go_to_the_reviewers() -> None:
    crowd = drawing()
    for _ in range(3):
        answered(crowd, Step.DRAW)
        answered(crowd, Step.QUALITY, verdict="bad", reason="not_tight")
    derived = derive(crowd.evidence)
    [dispute] = derived.disputes
    assert (dispute.step, dispute.reason) == (Step.DRAW, "nobody drew a good box")
    assert derived.work == ()
    assert [each.quality for each in derived.regions] == ["bad"] * 3


def test_nothing_to_draw_asks_again_whether_a_box_is_needed() -> None:
    crowd = drawing()
    answered(crowd, Step.DRAW, drawn=None)
    assert [each.step for each in derive(crowd.evidence).work] == [Step.NEED]
    answered(crowd, Step.NEED, verdict="not_visual")
    assert [each.need for each in derive(crowd.evidence).chains] == ["not_visual"]


def test_all_needs_a_second_person_and_missing_is_drawn_at_once() -> None:
    crowd = drawing()
    answered(crowd, Step.DRAW)
    answered(crowd, Step.QUALITY)
    answered(crowd, Step.COVERAGE, verdict="missing")
    assert [each.step for each in derive(crowd.evidence).work] == [Step.DRAW]
    answered(crowd, Step.DRAW, drawn=None)
    assert [each.step for each in derive(crowd.evidence).work] == [Step.COVERAGE]  # one against one: a third
    answered(crowd, Step.COVERAGE, verdict="all")
    assert derive(crowd.evidence).work == ()


def test_a_comment_stops_a_chain_until_a_reviewer_has_read_it() -> None:
    crowd = drawing()
    crowd.judged[-1] = replace(
        crowd.judged[-1], answer=dict(crowd.judged[-1].answer) | {"comment": "There are two."}
    )
    derived = derive(crowd.evidence)
    assert [each.reason for each in derived.disputes] == [COMMENT]
    assert derived.work == ()
    crowd.judged[-1] = replace(crowd.judged[-1], accepted=True)
    assert [each.step for each in derive(crowd.evidence).work] == [Step.DRAW]


class FirstOne(Random):
    """Chooses the first by name, so that all is drawn from one viewpoint."""

    def choice(self, seq: Any) -> Any:
        return sorted(seq, key=str)[0]


def test_boxes_that_overlap_far_become_one_and_their_chains_too() -> None:
    crowd = Crowd(Random(5), Rules(mark_twice=0))
    crowd.random = FirstOne(5)
    derived = crowd.work_through()
    sofa = [
        each
        for each in derived.chains
        if {truth_of_id(derived, name) for name in each.mentions} & MEANT.keys() & {"सोफ़ा"}
    ]
    assert len(sofa) == 1
    assert len(sofa[0].mentions) == 4
    replaced = [each for each in derived.regions if each.replaced_by]
    assert len(replaced) == 1
    assert replaced[0].entity_id == sofa[0].entities[0]


def truth_of_id(derived: Derived, name: str) -> str:
    return truth_of(MentionKey.of(next(each for each in derived.mentions if each.mention_id == name)))


def test_words_that_were_corrected_elsewhere_move_and_others_are_marked_again() -> None:
    crowd = marked(only=(1,))
    before = SAID[1][1]
    mended = "Now " + before[0].lower() + before[1:]
    crowd.words = (words(1, mended, earlier=(before,)),)
    moved = derive(crowd.evidence)
    assert [each.text for each in moved.mentions] == ["the sofa", "the table", "it"]
    assert all(not each.is_stale(mended) and each.version == 2 for each in moved.mentions)
    assert not any(each.step is Step.MENTION for each in moved.work)
    other = before.replace("the sofa", "the settee")
    crowd.words = (words(1, other, earlier=(before,)),)
    again = derive(crowd.evidence)
    assert again.mentions == ()
    assert [each.step for each in again.work] == [Step.MENTION]


@pytest.mark.parametrize(
    ("before", "after", "phrase", "found"),
    [
        ("past the sofa", "walk past the sofa", "the sofa", "the sofa"),
        ("the sofa, the sofa", "the sofa and the sofa", "the sofa", "the sofa"),
        ("the red sofa", "the big red sofa", "the red sofa", None),
        ("the sofa", "the couch", "the sofa", None),
        ("सोफ़ा के पास", "अब सोफ़ा के पास", "सोफ़ा", "सोफ़ा"),
    ],
)
def test_a_span_moves_only_where_all_its_words_still_stand_together(
    before: str, after: str, phrase: str, found: str | None
) -> None:
    start = before.index(phrase)
    span = moved_span(start, start + len(phrase), before, after)
    assert (after[slice(*span)] if span else None) == found


@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        ("", (None, True)),
        ("a", ("a", False)),
        ("ab", (None, True)),
        ("aba", ("a", False)),
        ("abc", (None, False)),
    ],
)
def test_two_of_three(votes: str, expected: tuple[str | None, bool]) -> None:
    cast = [Vote(person, value, str(person)) for person, value in enumerate(votes)]
    assert two_of_three(cast) == expected
    assert two_of_three([*cast, Vote(9, "z", "9", accepted=True)]) == ("z", False)
