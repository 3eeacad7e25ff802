"""The network is cut in every call of a session, and the call made again: one record, nothing lost, nothing doubled."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

from tests.reliability.cutting_proxy import Cut
from tests.reliability.network_cuts import STEPS, NetworkCuts

CUTS: tuple[Callable[[int], Cut], ...] = (
    lambda size: Cut("request", 20),
    lambda size: Cut("request", size - 1),
    lambda size: Cut("answer", 0),
    lambda size: Cut("answer", 40),
)


def test_a_call_that_is_cut_off_and_made_twice_again_leaves_one_record(tmp_path: Path) -> None:
    sessions = list(product(STEPS, CUTS))
    assert NetworkCuts(tmp_path, len(sessions)).run(iter(sessions)) == []


def test_a_server_that_makes_two_of_one_would_be_found(tmp_path: Path) -> None:
    lost_answer = ("recording", CUTS[2])
    faults = NetworkCuts(tmp_path, 1, "a_recording_is_begun_anew_each_time").run(iter([lost_answer]))
    assert any("recording, cut 0 bytes into the answer" in fault for fault in faults)
