"""How often the search is repeated, and to which words its features are adapted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from align.viterbi import decoding
from align.viterbi.network import GARBAGE, NOISE, SILENCE
from align.viterbi.prices import Prices


class Tried:
    """A search and its watch; the path is lost with the beams in ``lost``."""

    lost: set[float]
    made: list[float]
    told: list[object]

    def __init__(self, network: object, beam: float = 0.0) -> None:
        self.beam, self.scores = beam, list[float]()
        if isinstance(network, SimpleNamespace):
            self.made.append(beam)
        else:
            self.search = cast("Tried", network)

    def advance(self, scores: NDArray[np.float32]) -> None:
        self.scores += scores[:, 0].tolist()

    def after(self, likeliest: NDArray[np.float32]) -> None:
        self.told.append(list(self.search.scores))

    def is_lost(self, *, to_the_end: bool = True) -> bool:
        self.told.append(to_the_end)
        return self.search.beam in self.lost

    def path(self, *, to_the_end: bool = True) -> object:
        return self.beam, to_the_end


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Any:
    Tried.made, Tried.told, Tried.lost = [], [], {1.0}
    monkeypatch.setattr(decoding, "Search", Tried)
    monkeypatch.setattr(decoding, "LossWatch", Tried)
    monkeypatch.setattr(decoding, "BEAMS", (1.0, 2.0, 3.0))
    blocks = [(np.full((2, 2), 5.0, np.float32), np.ones(2, np.float32))]
    return SimpleNamespace(blocks=lambda features, end: [(block.copy(), best) for block, best in blocks])


NETWORK: Any = SimpleNamespace(GARBAGE_COLUMN=0, prices=Prices())


def test_a_search_that_lost_its_path_is_repeated_with_the_next_beam_and_with_dearer_garbage(
    tried: Any,
) -> None:
    usual, dearer, likeliest = cast("Any", decoding._searched(NETWORK, tried, cast("Any", [0, 0])))
    assert (usual.beam, dearer.beam, Tried.made) == (2.0, 2.0, [1.0, 1.0, 2.0, 2.0])
    assert (usual.scores, dearer.scores, likeliest.tolist()) == ([5, 5], [2, 2], [1, 1])
    assert Tried.told == [[5, 5], True, [5, 5], True]  # the watch looks after the search has moved


@pytest.mark.parametrize(("end", "whole"), [(2, True), (1, False)])
def test_the_first_search_need_not_reach_the_last_word_of_a_part(end: int, whole: bool, tried: Any) -> None:
    found = decoding._first_path(NETWORK, tried, cast("Any", [0, 0]), end)
    assert cast("Any", found[0]) == (2.0, whole)
    assert Tried.told[1] is whole


@pytest.mark.parametrize(
    ("fits", "what", "rounds"),
    [
        ([-1.4], [0, 1], 1),
        ([-1.5, 0.0], [0, 1], 2),  # they fit poorly
        ([-1.4, 0.0], [0, GARBAGE], 2),  # or there is speech that is not written
        ([-9.0, -9.0, -9.0], [0, 1], 2),  # no more than twice
        ([], [SILENCE, NOISE], 2),
    ],
)
def test_features_are_adapted_to_the_words_of_a_first_search_and_of_a_second_in_doubt(
    fits: list[float], what: list[int], rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[object] = []
    left = list(fits)
    network: Any = SimpleNamespace(
        what=np.array(what), arc=np.arange(2), candidates=lambda states: ("candidates", states.tolist())
    )

    def best_senones(frames: object, candidates: object) -> tuple[object, NDArray[np.float32]]:
        spoken = [place for place, kind in enumerate(what) if kind >= 0]
        assert candidates == ("candidates", spoken)
        return f"senones {frames}", np.full(len(spoken), 10.0 + (left.pop(0) if left else 0.0), np.float32)

    def first_path(_: object, __: object, features: object, end: int) -> object:
        searched.append((features, end))
        return SimpleNamespace(states=np.arange(2)), np.full(2, 10.0, np.float32)

    monkeypatch.setattr(decoding, "FrameScorer", lambda *_: None)
    monkeypatch.setattr(decoding, "_first_path", first_path)
    monkeypatch.setattr(decoding, "adaptation", lambda _, seen, senones: f"{seen} to {senones}")
    frames = [place for place, kind in enumerate(what) if kind >= 0]

    class Sound(list[int]):
        def at(self, some: NDArray[np.intp]) -> str:
            return f"frames {some.tolist()}"

        def adapted(self, transforms: str) -> Any:
            return SimpleNamespace(at=self.at, by=transforms)

    original: Any = Sound(range(9_001))
    found = cast(
        "Any", decoding._adapted(original, network, cast("Any", SimpleNamespace(best_senones=best_senones)))
    )
    assert found.by == f"frames {frames} to senones frames {frames}"
    assert len(searched) == rounds
    assert searched[0] == (original, 9_000)


def test_what_was_decoded_is_the_usual_path_first_and_the_boundaries_are_its(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built: list[object] = []

    class Fits:
        def __init__(self, *_: object) -> None: ...

        def of_frames(self, states: str) -> str:
            return f"fit of {states}"

        def segments(self, path: Any, fit: str) -> str:
            return f"{path.states}, {fit}"

    def path(name: str) -> Any:
        return SimpleNamespace(path=lambda: SimpleNamespace(states=name))

    monkeypatch.setattr(decoding, "build_network", lambda *given: built.append(given[1]))
    monkeypatch.setattr(decoding, "_adapted", lambda *_: "adapted")
    monkeypatch.setattr(decoding, "FrameScorer", lambda *_: None)
    monkeypatch.setattr(
        decoding, "_searched", lambda _, __, features: (path("usual"), path("dearer"), features)
    )
    monkeypatch.setattr(decoding, "_Fits", Fits)
    monkeypatch.setattr(decoding, "Boundaries", lambda *given: SimpleNamespace(all=lambda: given[2:5:2]))
    found: Any = decoding._decode(cast("Any", None), [], ["filler"], cast("Any", None), Prices(), None)  # type: ignore[list-item]
    assert found[:2] == ("usual, fit of usual", "dearer, fit of dearer")
    assert found.boundaries == ("adapted", "fit of usual")
    assert built == [[], ["filler"]]  # fillers only for the search that counts
