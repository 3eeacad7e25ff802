"""How a route is spoken, decision by decision: a speaker whose chances are told, and times and looks by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp, pi, radians
from typing import Any, cast

import numpy as np
import pytest

from align.spoken_routes import Manner
from align.spoken_routes.generate import _is_inside, _room_at, _status
from align.spoken_routes.phrases import MentionMark, Referent, RoutePhrase, name_of, noun_phrase
from align.spoken_routes.speaker import (
    LEAST_STERADIANS,
    PathPlace,
    PlacedSentence,
    RouteSpeaker,
    _groups,
    is_worth_a_word,
    middle_of,
)
from align.spoken_routes.timeline import STEP_SECONDS, CameraTurn, Timeline, _stretches, camera, looks, timed
from align.spoken_routes.vocabulary import naming
from environments.geometry import camera_pose
from environments.regions import LatLonBox
from environments.sightings import Sighting
from tests.reference.test_phrases import box

NEVER = Manner(0, 0, 0, 0, 0, 0)
LABELS = {
    "sofa": "the red sofa", "lamp": "the blue lamp", "chair-1": "the blue chair", "chair-2": "the green chair",
    "curtains": "the white curtains", "piano": "the black piano",
}  # fmt: skip


class Chance:
    """What happens by chance: each share in turn, then never; the first of several; nothing deviates."""

    def __init__(self, *shares: float) -> None:
        self._shares = list(shares)
        self.weights: list[float] = []

    def random(self) -> float:
        return self._shares.pop(0) if self._shares else 1.0

    def integers(self, *_: int, **__: int) -> int:
        return 0

    def choice(self, count: int, p: Sequence[float]) -> int:
        self.weights = list(p)
        return int(np.argmax(p))

    def normal(self, mean: float, _: float, size: int | None = None) -> Any:
        return mean if size is None else np.full(size, mean)

    def uniform(self, low: float, _: float) -> float:
        return low


def sighting(degrees: float, steradians: float = 0.04, elevation: float = 0.0, **more: Any) -> Sighting:
    view = box(degrees, elevation)
    bounds = LatLonBox(radians(degrees - 5), radians(10), radians(elevation - 5), radians(elevation + 5))
    return replace(Sighting("", "a", cast("Any", None), view, bounds, steradians, 0.0), **more)


def place(
    seen: dict[str, float], onwards: float | None = None, room: str = "", heading: float = 0.0
) -> PathPlace:
    things = {name: sighting(degrees) for name, degrees in seen.items()}
    ahead = None if onwards is None else radians(onwards)
    return PathPlace("a", radians(heading), ahead, things, {"en": room, "hi": "रसोई"} if room else {})


def spoken(
    *places: PathPlace, chance: Chance | None = None, manner: Manner = NEVER, language: str = "en"
) -> list[str]:
    speaker = RouteSpeaker(language, places, LABELS, manner, cast("Any", chance or Chance()))
    return [sentence.phrase.text for sentence in speaker.speak()]


END = "This is the end of the route."


@pytest.mark.parametrize(
    ("degrees", "side"),
    [
        (0, "in front of you"), (34, "in front of you"), (36, "on your right"), (144, "on your right"),
        (146, "behind you"), (-36, "on your left"), (-146, "behind you"), (180, "behind you"),
    ],
)  # fmt: skip
def test_a_thing_is_on_the_side_where_it_is_seen(degrees: float, side: str) -> None:
    assert spoken(place({"sofa": degrees})) == [
        f"Look at the red sofa {side}.",
        "Stop beside the red sofa.",
        END,
    ]
    assert spoken(place({"sofa": degrees + 90}, heading=90))[0] == f"Look at the red sofa {side}."


@pytest.mark.parametrize(
    ("degrees", "side"),
    [(0, "behind you"), (180, "in front of you"), (90, "on your left"), (-90, "on your right")],
)
def test_a_slip_of_the_side_is_its_opposite(degrees: float, side: str) -> None:
    speaker = RouteSpeaker("en", [place({"sofa": degrees})], LABELS, NEVER, cast("Any", Chance()))
    assert speaker._side(speaker.places[0], "sofa", wrong=True) == side


@pytest.mark.parametrize(
    ("onwards", "turn"),
    [(39, None), (41, "Turn right."), (-41, "Turn left."), (179, "Turn right."), (200, "Turn left.")],
)
def test_a_turn_is_said_from_forty_degrees_on_and_never_at_the_start(
    onwards: float, turn: str | None
) -> None:
    told = spoken(place({}, onwards=90), place({}, onwards=onwards), place({}))
    assert told == ["Take one step forward.", *([turn] if turn else []), "Take one step forward.", END]


def test_a_room_is_entered_where_it_is_another_and_has_its_name_in_the_language() -> None:
    hall, kitchen = place({"sofa": 0}, 0, "the hall"), place({}, 0, "the kitchen")
    assert spoken(hall, kitchen, replace(kitchen, onwards=None))[1:] == [
        "Go into the kitchen.",
        "Take one step forward.",
        END,
    ]
    kitchen_last = replace(kitchen, onwards=None)
    assert any("रसोई" in said for said in spoken(hall, kitchen_last, language="hi"))
    steps = RouteSpeaker("en", [hall, kitchen_last], LABELS, NEVER, cast("Any", Chance())).speak()
    assert [(sentence.place, sentence.step) for sentence in steps] == [(0, False), (0, True), (1, False)]
    (mark,) = steps[1].phrase.marks
    assert (mark.referent, mark.types, mark.form) == (
        Referent("scene", name="the kitchen"),
        ("scene",),
        "name",
    )


def test_the_way_goes_towards_what_lies_within_45_degrees_of_it() -> None:
    assert spoken(place({"sofa": 44}, 0), place({}))[1] == "Walk towards the red sofa."
    assert spoken(place({"sofa": 46}, 0), place({}))[1] == "Take one step forward."
    assert (
        spoken(place({"sofa": 0}, 0), place({}), chance=Chance(1, 1, 1, 1, 1, 0.2))[1]
        == "Take one step forward."
    )


def test_larger_things_are_named_more_often() -> None:
    chance = Chance()
    here = place({"sofa": 0, "piano": 40})
    here = replace(here, seen={**here.seen, "piano": sighting(40, 0.16)})
    assert spoken(here, chance=chance)[0] == "Look at the black piano on your right."
    assert chance.weights == pytest.approx([1 / 3, 2 / 3])


def test_what_was_named_is_it_or_this_one_and_several_are_them() -> None:
    talk = replace(NEVER, pronouns=0.5, deixis=0.5)
    always = Chance(*[0.0] * 20)
    assert spoken(place({"sofa": 0}), chance=always, manner=talk)[1] == "Go past this one."
    only_pronouns = replace(talk, deixis=0.0)
    assert spoken(place({"sofa": 0}), chance=Chance(*[0.0] * 20), manner=only_pronouns)[1] == "Go past it."
    assert (
        spoken(place({"curtains": 0}), chance=Chance(*[0.0] * 20), manner=only_pronouns)[1] == "Go past them."
    )
    sight = replace(NEVER, from_sight=0.5)
    assert spoken(place({"sofa": 0}), chance=Chance(0.4), manner=sight)[0] == "Go past it."


def test_of_a_group_one_is_chosen_by_its_colour_and_the_other_without() -> None:
    groups = replace(NEVER, groups=1.0)
    here = place({"chair-1": 90, "chair-2": -90})
    chance = Chance(1, 1, 1, 1, 0.5, 1, 1, 0.4)
    told = spoken(here, chance=chance, manner=groups)
    assert told[1:4] == [
        "Look at the two chairs on your right.",
        "Go to the blue one.",
        "Go past the other one.",
    ]
    assert _groups(place({"curtains": 0, "sofa": 1, "chair-2": 2, "chair-1": 3}), LABELS) == [
        ("chair", ("chair-1", "chair-2"))
    ]


def test_a_thing_that_no_place_shows_is_absent() -> None:
    speaker = RouteSpeaker("en", [place({"sofa": 0})], LABELS, NEVER, cast("Any", Chance()))
    (mark,) = speaker._absent("sofa").marks
    assert (speaker._absent("sofa").text, mark.slip, mark.referent) == (
        "the blue chair", "absent", Referent("not_visual", name="chair-1"),
    )  # fmt: skip
    everything = RouteSpeaker("en", [place(dict.fromkeys(LABELS, 0))], LABELS, NEVER, cast("Any", Chance()))
    (mark,) = everything._absent("sofa").marks
    assert (mark.slip, mark.referent) == (None, Referent("box", ("sofa",)))


def test_slips_are_those_that_are_possible() -> None:
    here = place({"sofa": 0, "lamp": 10})
    speaker = RouteSpeaker("en", [here], LABELS, replace(NEVER, slips=1.0), cast("Any", Chance(*[0.0] * 9)))
    assert speaker._slip(here, "sofa") == "absent"
    assert speaker._another_colour("black") == "blue"
    assert speaker._another_noun(here, naming("the red sofa")).noun == "lamp"
    assert (
        speaker._another_noun(here, naming("the white curtains")).noun == "curtains"
    )  # none is of its number
    assert speaker._named(here, "sofa", "colour").text == "the black sofa"
    assert speaker._named(here, "sofa", "noun").marks[0].referent == Referent("box", ("sofa",))
    never = RouteSpeaker("en", [here], LABELS, NEVER, cast("Any", Chance()))
    assert never._slip(here, "sofa") is None


def test_a_thing_may_be_told_by_the_one_next_to_it_within_thirty_degrees() -> None:
    def by_another(degrees: float) -> str:
        here = place({"sofa": 0, "lamp": degrees, "piano": 120})
        speaker = RouteSpeaker("en", [here], LABELS, NEVER, cast("Any", Chance()))
        return speaker._by_another(here, "sofa", naming("the red sofa")).text

    assert by_another(-29) == "the red sofa next to the blue lamp"
    assert by_another(31) == "the red sofa"


@pytest.mark.parametrize(
    ("steradians", "hidden", "worth"),
    [(LEAST_STERADIANS, 0.6, True), (0.0039, 0.0, False), (1.0, 0.61, False), (1.0, None, True)],
)
def test_what_is_large_and_not_hidden_is_worth_a_word(
    steradians: float, hidden: float | None, worth: bool
) -> None:
    assert is_worth_a_word(sighting(0, steradians, hidden=hidden)) is worth


def test_the_middle_of_what_no_view_holds_is_that_of_its_bounds() -> None:
    assert middle_of(sighting(30, elevation=10)) == pytest.approx((radians(30), radians(10)))
    assert middle_of(sighting(179, elevation=10, box=None)) == pytest.approx((radians(179), radians(10)))


def sentence(text: str, number: int = 0, step: bool = False) -> PlacedSentence:
    return PlacedSentence(RoutePhrase(text), number, step)


def test_words_last_by_their_letters_and_a_step_and_a_pause_follow() -> None:
    timeline = timed(
        [sentence("Go on", step=True), sentence("Stop", 1)],
        Manner(words_per_second=2.0),
        cast("Any", Chance()),
    )
    go = 0.6 + (1 + 2 / 4.5) / 4
    on = go + (1 + 2 / 4.5) / 4
    stop = on + STEP_SECONDS + 0.3
    end = stop + (1 + 4 / 4.5) / 4
    assert timeline.text == "Go on Stop"
    assert [(word.start_time, word.end_time, word.start_char, word.end_char) for word in timeline.words] == [
        (0.6, round(go, 3), 0, 2), (round(go, 3), round(on, 3), 3, 5), (round(stop, 3), round(end, 3), 6, 10),
    ]  # fmt: skip
    assert timeline.starts == (0, 6)
    assert timeline.leaves == pytest.approx([on])
    assert timeline.end == pytest.approx(end + 0.3 + 0.4)


def mark(*things: str, form: str = "name") -> MentionMark:
    return MentionMark(0, 4, None, Referent("box", things), ("furniture",), "one", cast("Any", form))


def test_a_speaker_looks_at_a_thing_before_its_name_but_not_before_they_arrive() -> None:
    places = [place({"sofa": 20, "lamp": 40}, onwards=90), place({"sofa": -30})]
    timeline = Timeline("", (), (), (2.0,), 9.0)
    told = [
        (mark("sofa"), 1.0, 0),
        (mark("sofa"), 3.3, 1),
        (mark("piano"), 1.0, 0),
        (mark("sofa", "lamp"), 1.5, 0),
    ]
    found = looks(told, timeline, places, Manner(gaze_noise=0.0), cast("Any", Chance()))
    assert [(look.time, round(np.degrees(look.heading)), round(look.elevation, 6)) for look in found] == [
        (0.0, 0, 0), (0.5, 20, 0), (1.0, 30, 0), (2.0, 90, 0), (2.0 + STEP_SECONDS, -30, 0),
    ]  # fmt: skip


def test_the_camera_nears_its_look_and_walks_while_a_step_lasts() -> None:
    timeline = Timeline("", (), (), (0.5,), 2.0)
    trace = camera([CameraTurn(0.0, 0.0, 0.0), CameraTurn(0.5, pi / 2, 0.0)], timeline, ["a", "b"],
                   {"a": (0.0, 0.0, 1.0), "b": (0.0, 12.0, 1.0)}, Manner(snapshots_per_second=2.0))  # fmt: skip
    assert trace.time.tolist() == [0.0, 0.5, 1.0, 1.5]
    assert trace.viewpoint_ids == ("a", "a", "a", "a")
    assert camera_pose(trace.extrinsic_matrix).position[:, 1] == pytest.approx([0, 0, 5, 10], abs=1e-4)
    assert trace.heading == pytest.approx(
        [0, 0, pi / 2 * (1 - exp(-0.5 / 0.12)), pi / 2 * (1 - exp(-1 / 0.12))], abs=1e-5
    )
    assert list(_stretches([CameraTurn(0.0, 0, 0), CameraTurn(1.0, 1, 0), CameraTurn(2.0, 2, 0)], 0, 0.5, 1.5)) == [
        (0.5, 1.0, CameraTurn(0.0, 0, 0)), (1.0, 1.5, CameraTurn(1.0, 1, 0)),
    ]  # fmt: skip


def test_what_was_told_before_is_old_and_a_first_pronoun_is_from_sight() -> None:
    known = {Referent("box", ("sofa",))}
    assert [_status(mark("sofa", form=form), known) for form in ("name", "pronoun")] == ["old_in_text"] * 2
    assert [_status(mark("lamp", form=form), known) for form in ("name", "ellipsis", "pronoun", "deixis")] == [
        "new_in_text", "new_in_text", "from_sight", "from_sight",
    ]  # fmt: skip


def test_a_room_is_found_on_the_floor_below_a_point() -> None:
    class Told(dict[str, Any]):
        __getattr__ = dict.__getitem__

    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    low = Told(outline=square, names={"hi": "रसोई"}, name="the kitchen")
    high = Told(outline=square, names={}, name="the attic")
    plan = Told(floors=[Told(z=0.0, rooms=[low]), Told(z=3.0, rooms=[high])])
    scan: Any = Told(floor_plan=plan)
    assert _room_at(scan, (1.0, 1.0, 1.5)) == {"hi": "रसोई", "en": "the kitchen"}
    assert _room_at(scan, (1.0, 1.0, 3.0)) == {"en": "the attic"}
    assert (
        _room_at(scan, (5.0, 1.0, 1.5)) == _room_at(cast("Any", Told(floor_plan=None)), (1.0, 1.0, 1.0)) == {}
    )
    assert [_is_inside(cast("Any", low), (x, 2.0, 0.0)) for x in (-1.0, 0.5, 3.5, 4.5)] == [
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("colour", "text", "head"),
    [
        ("red", "the red sofa", (8, 12)),
        ("turquoise", "the turquoise sofa", (14, 18)),
        (None, "the sofa", (4, 8)),
    ],
)
def test_another_colour_moves_the_head_of_a_name(
    colour: str | None, text: str, head: tuple[int, int]
) -> None:
    phrase = name_of("en", naming("the red sofa"), whole=True, colour=colour)
    assert (phrase.text, phrase.head) == (text, head)
    assert noun_phrase("table lamp") == RoutePhrase("table lamp", head=(6, 10))
