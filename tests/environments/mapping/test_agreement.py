"""Whether a model agrees with what its pictures share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from environments.geometry import rotation
from environments.mapping.agreement import doubt_of, doubts, pair_agreements
from environments.mapping.model import Matches
from tests.environments.mapping.rooms import matches_of, two_rooms


def test_a_true_model_agrees_with_all_pairs_in_any_axes() -> None:
    model = two_rooms().moved(0.3, rotation(0.7, 0.4), np.array([5.0, -2.0, 1.0]))
    pairs = pair_agreements(model, matches_of(two_rooms()))
    assert len(pairs) == 15
    assert all(pair.share > 0.98 for pair in pairs)
    assert max(doubt or 0 for doubt in doubts(model.names, pairs).values()) < 0.02


def test_a_photograph_that_is_turned_or_moved_away_is_doubtful() -> None:
    model = two_rooms()
    row = model.names.index("east")
    turns, centres = model.turns.copy(), model.centres.copy()
    turns[row] = rotation(0.3) @ turns[row]
    centres[row] += [-1.0, 1.5, 0]
    for wrong in (replace(model, turns=turns), replace(model, centres=centres)):
        pairs = pair_agreements(wrong, matches_of(model))
        found = doubts(model.names, pairs)
        assert max(found, key=lambda name: found[name] or 0) == "east"
        assert (found["east"] or 0) > 0.5
        assert all(pair.share < 0.5 for pair in pairs if "east" in pair[:2])


def test_few_matches_say_nothing() -> None:
    model = two_rooms()
    few = {pair: Matches(both.here[:29], both.there[:29]) for pair, both in matches_of(model).items()}
    assert pair_agreements(model, few) == []
    assert set(doubts(model.names, []).values()) == {None}


def test_two_at_one_place_do_not_fit() -> None:
    model = two_rooms()
    same = replace(model, centres=np.zeros_like(model.centres))
    assert {pair.share for pair in pair_agreements(same, matches_of(model))} == {0.0}


def test_a_model_is_doubtful_by_all_that_does_not_fit_it_and_the_worst_pair_is_first() -> None:
    model = two_rooms()
    wrong = pair_agreements(replace(model, centres=model.centres[::-1]), matches_of(model))
    right = pair_agreements(model, matches_of(model))
    assert (doubt_of(right) or 0) < 0.02
    assert (doubt_of(wrong) or 0) > 0.5
    assert wrong[0].unfit == max(pair.unfit for pair in wrong)
    assert doubt_of([]) is None
