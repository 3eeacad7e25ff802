"""How the examples of the lesson are put together in time, with a voice that is made up."""

from __future__ import annotations

from math import pi
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pangea_server.quality.lesson import example_maker
from pangea_server.quality.lesson.example_maker import (
    TimedBeat,
    _cameras,
    _nearest_turn,
    _words,
    build_example,
)
from pangea_server.quality.lesson.examples import heading_between
from pangea_server.quality.lesson.scripts import FIRST_LOOK, LANGUAGES, PATH, TEXTS, Beat


def spoken(seconds: float, *words: tuple[int, float, float]) -> Any:
    """A voice at 100 Hz, with the character at which each of its words begins, and its times."""
    told = [SimpleNamespace(character=at, start_time=start, end_time=end) for at, start, end in words]
    return SimpleNamespace(samples=np.ones(round(seconds * 100), np.float32), sample_rate=100, words=told)


def test_words_that_are_said_as_one_have_the_same_times() -> None:
    speech = spoken(2.0, (0, 0.0, 0.4), (3, 0.5, 1.00049))
    found = [(each.word, each.start_time, each.end_time) for each in _words("go on to", speech, 10.0)]
    assert found == [("go", 10.0, 10.4), ("on", 10.5, 11.0), ("to", 10.5, 11.0)]


@pytest.mark.parametrize(
    ("heading", "wanted", "turned"),
    [(0.1, 0.2, 0.2), (0.1, 2 * pi - 0.1, -0.1), (-3.0, 3.0, 3.0 - 2 * pi), (7.0, 0.5, 0.5 + 2 * pi)],
)
def test_the_camera_turns_the_shorter_way(heading: float, wanted: float, turned: float) -> None:
    assert _nearest_turn(heading, wanted) == pytest.approx(turned)


def test_the_camera_turns_while_a_sentence_begins_and_steps_while_it_ends() -> None:
    first, second = PATH[0], PATH[1]
    beats = (
        (0.4, 2.4, Beat(seconds=2.0)),
        (2.4, 12.4, Beat(seconds=10.0, walk_to=second)),
        (12.4, 13.4, Beat(seconds=1.0, look_at=first)),
    )
    ahead = _nearest_turn(FIRST_LOOK, heading_between(first, second))
    back = _nearest_turn(ahead, heading_between(second, first))
    found = _cameras([TimedBeat(start, end, beat, None) for start, end, beat in beats], 14.0)
    assert [(each.time, each.viewpoint_id, each.heading) for each in found] == [
        (0.0, first, FIRST_LOOK),
        (0.4, first, round(FIRST_LOOK, 4)),
        (2.4, first, round(FIRST_LOOK, 4)),
        (6.9, first, round(ahead, 4)),  # 45 % of ten seconds
        (9.9, first, round(ahead, 4)),  # 75 %
        (10.7, second, round(ahead, 4)),
        (12.4, second, round(ahead, 4)),
        (12.85, second, round(back, 4)),
        (14.0, second, round(back, 4)),
    ]


def test_a_step_ends_with_its_sentence() -> None:
    walk = TimedBeat(0.0, 2.0, Beat(seconds=2.0, walk_to=PATH[1]), None)
    assert [each.time for each in _cameras([walk], 2.0)] == [0.0, 0.0, 0.9, 1.2, 2.0, 2.0]


def test_sentences_follow_each_other_with_silence_between(monkeypatch: pytest.MonkeyPatch) -> None:
    language = LANGUAGES[0]
    say = next(iter(TEXTS[language]))
    monkeypatch.setattr(
        example_maker, "synthesize", lambda text, language: spoken(2.0, (0, 0.0, 0.5)) if text else None
    )
    beats = [Beat(seconds=1.0, say=say), Beat(seconds=4.0, say=say), Beat(seconds=3.0)]
    example, sound, rate = build_example("past", language, beats)
    assert (example.name, example.language, rate) == ("past", language, 100)
    assert example.duration == pytest.approx(0.4 + 2.5 + 4.0 + 3.0 + 0.4)
    assert np.flatnonzero(np.diff(sound, prepend=0)).tolist() == [40, 240, 290, 490]
    assert {each.start_time for each in example.words} == {0.4, 2.9}
