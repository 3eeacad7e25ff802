"""What the scripted partner says at each place."""

from __future__ import annotations

from math import radians

import pytest

from environments import NavigationGraph
from pangea_server.app.partner.observer import facts
from pangea_server.app.partner.oracle import ARRIVED, Guidance
from pangea_server.app.partner.place import PartnerPlace, is_inside

PLACES = {
    "door": (0.0, 0.0, 1.5),
    "lamp": (0.0, 3.0, 1.5),
    "landing": (0.0, 6.0, 3.5),
    "bed": (3.0, 6.0, 3.5),
    "porch": (-3.0, 0.0, 1.5),
}
EDGES = [("door", "lamp"), ("lamp", "landing"), ("landing", "bed"), ("door", "porch")]
ROOMS = {"door": "the hall", "lamp": "the hall", "landing": "the gallery", "bed": "the bedroom"}


@pytest.fixture
def guidance() -> Guidance:
    return Guidance(NavigationGraph(PLACES, EDGES), ("door", "lamp", "landing", "bed"), ROOMS)


@pytest.mark.parametrize(
    ("here", "degrees", "words"),
    [
        ("door", 0, "Go straight on."),
        ("door", 360 + 10, "Go straight on."),
        ("door", 60, "Turn half left and go on."),
        ("door", -90, "Turn right and go on."),
        ("door", 140, "Turn sharp left and go on."),
        ("door", 180, "Turn around and go on."),
        ("lamp", 0, "Go straight on up the stairs to the gallery."),
        ("landing", 90, "Go straight on to the bedroom."),
        ("porch", 90, "Go straight on to the hall."),
        ("bed", 12, ARRIVED),
    ],
)
def test_it_says_the_next_step(guidance: Guidance, here: str, degrees: float, words: str) -> None:
    assert guidance.words(here, radians(degrees)) == words


def test_no_turn_is_named_where_nobody_knows_the_heading(guidance: Guidance) -> None:
    assert guidance.words("lamp", None) == "Go on up the stairs to the gallery."


def test_what_somebody_can_say_of_where_they_are() -> None:
    place = PartnerPlace(NavigationGraph(PLACES, EDGES), ROOMS)
    assert list(facts(place, "lamp")) == [
        "I am in the hall.",
        "One step leads 3.0 metres and stays in this room.",
        "One step leads 3.6 metres up the stairs to the gallery.",
    ]
    assert next(facts(place, "porch")) == "I do not know what this room is called."


@pytest.mark.parametrize(
    ("point", "inside"),
    [((1.0, 1.0), True), ((3.0, 1.0), False), ((2.5, 0.5), False), ((1.5, 2.5), False), ((0.5, 2.5), True)],
)
def test_a_point_lies_in_a_room_or_beside_it(point: tuple[float, float], inside: bool) -> None:
    corner = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (1.0, 2.0), (1.0, 3.0), (0.0, 3.0)]
    assert is_inside(point, corner) is inside
