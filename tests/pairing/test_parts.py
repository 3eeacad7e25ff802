"""What programs do in a game of hide and seek, and as who knows where a thing is."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from environments import NavigationGraph
from environments.errors import ConfigurationError
from pangea_server.annotate.kinds.kinds import declarations
from pangea_server.app.partner.client import Client, StoodSecond
from pangea_server.app.partner.hider import HIDDEN, Hider, hiding_way, warmth
from pangea_server.app.partner.hider import NOTHING_MORE as NO_MORE_SIGHTS
from pangea_server.app.partner.oracle import Oracle, ThingOracle
from pangea_server.app.partner.place import PartnerPlace
from pangea_server.app.partner.playing import PARTS, part_in
from pangea_server.app.partner.seeker import GIVES_UP, DepthFirstWalk, Seeker
from pangea_server.collect.pairing.wire import (
    FromPage,
    FromServer,
    PartnerCamera,
    PartnerReady,
    PartnerText,
    Text,
)
from tests.pairing.test_guidance import EDGES, PLACES, ROOMS

HOUSE = PartnerPlace(NavigationGraph(PLACES, EDGES), ROOMS)  # porch - door - lamp - landing - bed
LINK = "http://127.0.0.1:9/task/{}#token=x"


def says(said: Iterable[FromPage]) -> list[str]:
    """Texts as they are, other messages by their type."""
    return [each.words if isinstance(each, Text) else each.type for each in said]


def wrote(words: str) -> FromServer:
    return PartnerText(role="another", words=words)


def at(part: type[Any], start: str) -> Any:
    return part(HOUSE, [StoodSecond(start, HOUSE.graph.position(start), 0.0)])


def test_each_kind_for_two_has_a_program_for_a_seat() -> None:
    seats = {each.kind: each.seats for each in declarations() if each.seats}
    assert {part.kind for part in PARTS} == {*seats}
    assert all(part.seat in seats[part.kind] for part in PARTS)


@pytest.mark.parametrize(
    ("kind", "seat", "part"),
    [
        ("guide_two", None, Oracle),
        ("find_two", "oracle", ThingOracle),
        ("seek", None, Hider),
        ("seek", "seeker", Seeker),
    ],
)
def test_a_link_and_a_wish_say_what_it_plays(kind: str, seat: str | None, part: type[Any]) -> None:
    assert part_in(LINK.format(kind), seat) is part


@pytest.mark.parametrize(
    ("kind", "seat", "said", "remedy"),
    [
        ("tour", None, "No program can play in 'tour'", "guide_two or find_two or locate_two or seek"),
        ("find_two", "navigator", "the navigator of find_two", "the oracle: take the other seat"),
        ("locate_two", "locator", "the locator of locate_two", "the observer"),
        ("seek", "cook", "the cook of seek", "the hider or the seeker"),
    ],
)
def test_a_seat_that_it_cannot_play_is_refused(kind: str, seat: str | None, said: str, remedy: str) -> None:
    with pytest.raises(ConfigurationError, match=said) as refused:
        part_in(LINK.format(kind), seat)
    assert remedy in refused.value.remedy


def test_it_leads_to_the_thing_and_names_it() -> None:
    oracle = at(ThingOracle, "porch")
    oracle.learn({"description": "red chair", "goal": "lamp", "path": None})
    assert oracle.welcome.endswith("You look for this: red chair.")
    cameras = [
        PartnerCamera(viewpoint_id=name, heading=None, elevation=None)
        for name in ("porch", "door", "door", "lamp")
    ]
    assert [says(oracle.act(camera)) for camera in cameras] == [
        ["Go on to the hall."],
        ["Go on."],
        [],
        ["The red chair is here. Look around for it, and press Done."],
    ]


def test_it_leads_nobody_whom_it_does_not_see() -> None:
    lease = {"args": {"partner_view": "none"}}
    with pytest.raises(ConfigurationError, match="partner_view none"):
        ThingOracle.of(Client("http://127.0.0.1:9", "token"), lease)


def test_it_hides_step_by_step_and_then_says_so_until_who_seeks_knows() -> None:
    hider = at(Hider, "door")
    hider.way = ["lamp", "landing"]
    assert [says(hider.act(heard)) for heard in (None, wrote("Where are you?"), None, None, None)] == [
        [],
        [],
        [],
        [HIDDEN, "ready"],
        ["ready"],
    ]
    assert [stand.viewpoint_id for stand in hider.stood] == ["door", "lamp", "landing"]
    assert hider.extra == {"began": 3.0}


def test_it_answers_with_how_warm_that_is_or_with_what_it_sees() -> None:
    hider = at(Hider, "bed")
    says(hider.act(None))
    asked = ["In the hall now", "gallery?", "THE BEDROOM", "What do you see?", "And?"]
    assert [says(hider.act(wrote(words))) for words in asked] == [
        ["Cold: from the hall it is 7 metres to me."],
        ["Warm: from the gallery it is 3 metres to me."],
        ["Hot! I am in the bedroom."],
        ["One step leads 3.0 metres to the gallery."],
        [NO_MORE_SIGHTS],
    ]
    assert warmth(HOUSE, "bed", "On the porch") is None, "the porch has no name in the place"


def test_it_hides_in_the_farther_half_and_only_as_far_as_it_comes_in_time() -> None:
    ends = {tuple(hiding_way(HOUSE, "porch", 3, Random(seed))) for seed in range(50)}
    assert ends == {("door", "lamp"), ("door", "lamp", "landing")}
    assert hiding_way(PartnerPlace(NavigationGraph({"a": (0.0, 0.0, 0.0)}, []), {}), "a", 9, Random(0)) == []


def test_it_waits_until_who_hides_is_hidden_and_asks_at_each_place() -> None:
    seeker = at(Seeker, "door")
    assert says(seeker.act(wrote("Not yet"))) == says(seeker.act(None)) == []
    (come,) = says(seeker.act(PartnerReady()))
    assert come.startswith("I come! I am in the hall. Am I with you?")
    assert says(seeker.act(PartnerReady())) == []
    (near,) = says(seeker.act(wrote("no, warmer")))
    assert near.startswith("I went 3.0 metres. ")
    assert says(seeker.act(wrote("Yes!"))) == ["over"]
    assert len(seeker.stood) == 2
    assert seeker.extra == {"began": 1.0}


def test_it_passes_where_it_has_asked_and_gives_up_in_the_end() -> None:
    seeker = at(Seeker, "door")
    says(seeker.act(PartnerReady()))
    said = [words for _ in range(5) for words in says(seeker.act(wrote("no")))]
    assert [words.partition(" metres")[0] for words in said] == [
        "I went 3.0",
        "I went 3.6",
        "I went 3.0",
        "I went 12.6",
        GIVES_UP,
        "over",
    ]


@pytest.mark.parametrize(
    ("colder_at", "walk"),
    [
        ((), "lamp landing bed landing lamp door porch door"),
        (("lamp",), "lamp door porch door lamp landing bed landing lamp door porch door"),
        (("porch", "bed"), "lamp landing bed landing lamp door porch door"),
    ],
)
def test_it_looks_everywhere_and_last_behind_what_was_colder(colder_at: tuple[str, ...], walk: str) -> None:
    search, here, steps = DepthFirstWalk(HOUSE.graph, ["door"]), "door", list[str]()
    while there := search.next(here in colder_at):
        HOUSE.graph.check_path([here, there])
        here = there
        steps.append(there)
    assert " ".join(steps) == walk
