"""What flags see in one side of a dialogue, made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from align.heard import VoiceDelay
from environments import NavigationGraph
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.clock_unsure import ClockUnsure
from pangea_server.quality.flags.late_line import LateLine
from pangea_server.quality.flags.one_sided import OneSided
from pangea_server.quality.flags.place_named import PlaceNamed
from pangea_server.quality.flags.protocol import Flag, Seen, Talk

PLACES = ("door", "terrace-bench", "2f1c")
GRAPH = NavigationGraph({name: (0.0, 2.0 * at, 0.0) for at, name in enumerate(PLACES)}, [])


def side(
    text: str = "",
    *,
    partner: int | None = 50,
    bound: float | None = 0.01,
    delay: VoiceDelay | None = None,
) -> Seen:
    talk = Talk(text, len(text.split()), partner, bound, delay=delay)
    return Seen("guide_two", GRAPH, None, ("door",), ("door",), sort="talked", talk=talk)


def raised(flag: Flag, seen: Seen) -> bool | None:
    return flag.look(seen, FlagRules()).raised


@pytest.mark.parametrize(
    ("words", "partner", "found"),
    [(5, 50, True), (6, 50, False), (0, 9, True), (0, 0, None), (9, None, None)],
)
def test_who_hardly_speaks(words: int, partner: int | None, found: bool | None) -> None:
    assert raised(OneSided(), side(" ".join(["so"] * words), partner=partner)) is found


@pytest.mark.parametrize(("bound", "found"), [(0.02, False), (0.021, True), (None, True)])
def test_a_time_that_nobody_knows_well(bound: float | None, found: bool) -> None:
    assert raised(ClockUnsure(), side(bound=bound)) is found


@pytest.mark.parametrize(
    ("late", "found", "seconds"),
    [(0, False, 0.1), (1, False, 0.1), (2, True, 0.5), (10, True, 0.5)],
)
def test_a_partner_who_is_heard_late_for_more_than_a_tenth_of_the_time(
    late: int, found: bool, seconds: float
) -> None:
    delays = np.array([0.1] * (11 - late) + [0.5] * late, dtype=np.float64)
    finding = LateLine().look(side(delay=VoiceDelay(np.arange(11, dtype=np.float64), delays)), FlagRules())
    assert (finding.raised, finding.value) == (found, seconds)


def test_a_voice_that_nobody_noted_is_not_judged() -> None:
    assert raised(LateLine(), side()) is None


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Go to the door and sit on the terrace bench.", 0),
        ("Go to terrace-bench.", 1),
        ("It is 2F1C, next to Terrace-Bench!", 2),
        ("2f1cd", 0),
    ],
)
def test_an_id_instead_of_the_way(text: str, named: int) -> None:
    assert PlaceNamed().look(side(text), FlagRules()).value == named


@pytest.mark.parametrize("flag", [OneSided(), ClockUnsure(), LateLine(), PlaceNamed()])
def test_what_is_no_side_of_a_dialogue_is_not_judged(flag: Flag) -> None:
    assert raised(flag, Seen("guide_two", GRAPH, None, ("door",), ("door",), sort="talked")) is None
