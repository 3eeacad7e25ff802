"""Content selection: the paper's figure, the cues one by one, and what people agree on."""

from __future__ import annotations

from math import pi, radians

import pytest
from hypothesis import given
from hypothesis import strategies as st

from align.reference import cues
from align.reference.selection import (
    Candidate,
    SelectionItem,
    TimedSighting,
    prf,
    score_selections,
    upper_bound,
)

# Wang and Gaizauskas 2015, Figure 2: dress 0, woman 2, car 3, boot 5; arithmetic by their section 3.1
FIGURE_2 = ("2053", "23", "253", "23", "23", "253", "2503")


def item(
    named: tuple[str, ...], candidates: tuple[Candidate, ...] = (), name: str = "1", **walking: float | None
) -> SelectionItem:
    """Things are letters; by default all that are named are candidates. ``a=x`` is a walk that leaves a towards x."""
    things = candidates or tuple(Candidate(thing, thing) for thing in sorted(set("".join(named))))
    ways = {viewpoint: (None, heading) for viewpoint, heading in walking.items()}
    return SelectionItem(name, things, tuple(map(tuple, named)), ways)


def seen(thing: str, heading: float, elevation: float = 0.0, area: float = 0.01, at: str = "a") -> Candidate:
    return Candidate(thing, thing, (TimedSighting(at, heading, elevation, area),))


@pytest.mark.parametrize(
    ("selected", "precision", "recall", "f1"),
    [
        ("23", 1, 0.761905, 0.864865),
        ("20", 0.642857, 0.452381, 0.531056),
        ("235", 0.857143, 0.928571, 0.891429),
        ("", 0, 0, 0),
    ],
)
def test_the_papers_figure(selected: str, precision: float, recall: float, f1: float) -> None:
    assert prf(selected, FIGURE_2) == pytest.approx((precision, recall, f1), abs=5e-7)


def test_people_against_each_other_in_the_papers_figure() -> None:
    bound = upper_bound([item(FIGURE_2)])
    values = (bound.precision.value, bound.recall.value, bound.f1.value)
    assert values == pytest.approx((0.857143, 0.857143, 0.837452), abs=5e-7)


def test_f_is_the_mean_of_f_and_not_the_f_of_means() -> None:
    score = score_selections([item(("ab",), name="1"), item(("cd",), name="2")], lambda each: "ab")
    assert (score.precision.value, score.recall.value, score.f1.value) == (0.5, 0.5, 0.5)
    score = score_selections([item(("a", "a")), item(("bcdefgha",))], lambda each: "a")
    assert score.f1.value == pytest.approx((1 + 2 / 9) / 2)


def test_an_instruction_that_names_nothing_is_left_out() -> None:
    score = score_selections([item(("a", "")), item(("",), (seen("a", 0),))], lambda each: "a")
    assert (score.f1.value, score.f1.units, score.left_out) == (1, 1, 1)
    assert upper_bound([item(("a", ""))]).f1.reason


def test_the_rank_of_what_is_not_selected() -> None:
    assert cues.rank_of_unselected(9, 3) == 6.5


def test_size_is_the_largest_from_any_viewpoint() -> None:
    near = Candidate("b", "b", (TimedSighting("a", 0, 0, 0.01), TimedSighting("c", 0, 0, 0.5)))
    assert cues.by_size(item((), (seen("a", 0, area=0.1), near, Candidate("z", "z")))) == ["b", "a", "z"]


def test_three_kinds_of_position() -> None:
    things = (seen("low", pi / 2, -0.4), seen("side", -2.0, 0.1), seen("front", 0, 0.3))
    found = item((), things, a=pi / 2)
    assert cues.by_horizon(found) == ["side", "front", "low"]
    assert cues.by_centre(found) == ["front", "low", "side"]
    assert cues.by_walking_direction(found) == ["low", "front", "side"]


def test_the_walking_direction_at_the_end_is_that_of_the_last_step() -> None:
    found = SelectionItem("1", (seen("behind", 0), seen("ahead", pi)), (), {"a": (pi, None)})
    assert cues.by_walking_direction(found) == ["ahead", "behind"]


def test_only_turns_of_thirty_degrees_are_decision_points() -> None:
    things = (seen("a", radians(31), at="turn"), seen("b", 0.0, at="turn"), seen("c", 0.0, at="straight"))
    walking = {"turn": (0.0, radians(30.1)), "straight": (0.0, radians(29.9))}
    assert cues.by_decision_points(SelectionItem("1", things, (), walking)) == ["a", "b"]
    across_the_seam = {"turn": (radians(175), radians(-176)), "straight": (0.0, 0.1)}
    assert cues.by_decision_points(SelectionItem("1", things, (), across_the_seam)) == []


def test_seconds_in_view_add_up_over_viewpoints() -> None:
    twice = Candidate("b", "b", (TimedSighting("a", 0, 0, 0.1, 2.0), TimedSighting("c", 0, 0, 0.1, 2.5)))
    once = Candidate("a", "a", (TimedSighting("a", 0, 0, 0.1, 4.0),))
    assert cues.by_seconds_in_view(item((), (once, twice, seen("never", 0)))) == ["b", "a"]


def test_what_was_never_in_the_middle_third_is_not_selected() -> None:
    central = Candidate(
        "b", "b", (TimedSighting("a", 0, 0, 0.1, 3.0, 1.0), TimedSighting("c", 0, 0, 0.1, 2.0, 0.5))
    )
    shortly = Candidate("a", "a", (TimedSighting("a", 0, 0, 0.1, 9.0, 1.2),))
    aside = Candidate("c", "c", (TimedSighting("a", 0, 0, 0.1, 9.0, 0.0),))
    assert cues.by_seconds_in_middle(item((), (shortly, central, aside, seen("unknown", 0)))) == ["b", "a"]


def test_the_rarest_kind_comes_first_and_what_nobody_counted_not_at_all() -> None:
    things = (
        Candidate("chair", "chair", (), 6),
        Candidate("piano", "piano", (), 1),
        Candidate("lamp", "lamp"),
        Candidate("bed", "bed", (), 2),
    )
    assert cues.by_rarity(item((), things)) == ["piano", "bed", "chair"]


def labelled(*labels: str) -> tuple[Candidate, ...]:
    return tuple(Candidate(f"{label}-{place}", label) for place, label in enumerate(labels))


def test_unigram_and_bigram_know_labels_and_not_things() -> None:
    developed = SelectionItem(
        "dev", labelled("door", "sofa", "lamp"), (("door-0", "sofa-1"), ("door-0", "lamp-2"), ("door-0",)), {}
    )
    priors = cues.Priors.of([developed, developed])
    there = SelectionItem("1", labelled("lamp", "sofa", "door", "plant"), (), {})
    assert priors.unigram(there) == ["door-2", "lamp-0", "sofa-1", "plant-3"]
    assert priors.bigram(there) == ["door-2", "lamp-0"]  # nothing was ever named after a lamp
    assert priors.bigram(SelectionItem("2", labelled("sofa"), (), {})) == []  # and nobody began with a sofa


def test_a_pair_ranks_by_the_mean_and_the_unselected_share_a_rank() -> None:
    things = tuple(seen(name, 0) for name in "abc")
    ranking = cues.by_mean_rank(lambda each: ["c"], lambda each: ["a", "b", "c"])
    assert ranking(item((), things)) == ["a", "c", "b"]  # 2.5 + 1, 1 + 3, 2.5 + 2


def test_chance_depends_on_seed_and_path_alone() -> None:
    things = tuple(seen(name, 0) for name in "abcdefgh")
    one = cues.at_random(1)
    assert one(item((), things)) == one(item((), things[::-1]))
    assert len({tuple(cues.at_random(seed)(item((), things))) for seed in range(9)}) > 1


@given(
    st.lists(st.sets(st.sampled_from("abcdef"), min_size=1), min_size=1), st.sets(st.sampled_from("abcdef"))
)
def test_scores_are_shares_and_f_lies_between(named: list[set[str]], selected: set[str]) -> None:
    precision, recall, f1 = prf(selected, named)
    assert 0 <= min(precision, recall) <= f1 + 1e-12
    assert f1 <= max(precision, recall) + 1e-12 <= 1 + 2e-12
