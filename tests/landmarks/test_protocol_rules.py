"""Single rules of the protocol: what two or three answers to one question come to."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pangea_server.annotate.landmarks.protocol.asked import MentionKey, Step
from pangea_server.annotate.landmarks.protocol.boxes import representative_first
from pangea_server.annotate.landmarks.protocol.derivation import COMMENT, Derived, derive
from pangea_server.annotate.landmarks.protocol.evidence import Judged
from pangea_server.annotate.landmarks.protocol.mentions import Named
from pangea_server.annotate.landmarks.protocol.rules import Rules
from pangea_server.annotate.landmarks.protocol.work import ItemToAsk, Vote, two_of_three
from pangea_server.annotate.landmarks.records import Form
from pangea_server.core.records import now
from tests.landmarks.protocol_crowd import MEANT, Crowd, marked, truth_of


def chains_of(derived: Derived) -> set[frozenset[str]]:
    return {frozenset(chain.mentions) for chain in derived.chains}


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
    question = ItemToAsk(Step.LINK, Asked(mentions=pair), ("en-US",), done)
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


@pytest.mark.parametrize("verdict", ["same", "not_same"])
def test_what_people_worked_on_is_joined_once_somebody_has_verified_the_whole(verdict: str) -> None:
    """Late and wrong: links between things that were verified and drawn."""
    crowd = marked(only=(1, 2), rules=Rules(mark_twice=0))
    crowd.work_through()
    before = chains_of(derive(crowd.evidence))
    sofa, table = keys_of(crowd, "sofa", "couch"), keys_of(crowd, "table")
    apart = {
        each.asked.mentions
        for each in crowd.evidence.of(Step.LINK)
        if {*sofa, *table} >= {*each.asked.mentions} and each.answer["verdict"] == "different"
    }
    for pair in [*apart] * 2:
        judge(crowd, (pair[0], pair[1]), "same")
    late = {each.person for each in crowd.judged[-2 * len(apart) :]}
    derived = derive(crowd.evidence)
    assert chains_of(derived) == before
    [question] = [each for each in derived.work if each.step is Step.VERIFY]
    assert {*question.asked.mentions} == {*sofa, *table}
    assert late <= question.not_for, "who linked them does not verify it"
    crowd.answer(question, verdict=verdict, odd=[key.mention_id for key in sofa])
    whole = frozenset(key.mention_id for key in (*sofa, *table))
    assert (whole in chains_of(derive(crowd.evidence))) == (verdict == "same")
    if verdict == "not_same":
        assert chains_of(derive(crowd.evidence)) == before


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


def test_of_a_chain_the_longest_name_stands_first_before_longer_pronouns() -> None:
    def named(text: str, form: Form) -> Named:
        key = MentionKey(instruction_id=1, start_char=len(text), end_char=2 * len(text), digest="d")
        return Named(
            key, "en-US", text, text, None, (), "one", form, None, True, 0, None, (), 1, now(), moved=False
        )

    said = [named("that one over there", "deixis"), named("couch", "name"), named("the couch", "name")]
    assert [each.text for each in representative_first(said)] == [
        "the couch",
        "that one over there",
        "couch",
    ]
