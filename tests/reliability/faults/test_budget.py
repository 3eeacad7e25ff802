"""Hours of proofs: in turns, with new seeds, to what is promised or to the end of the time."""

from __future__ import annotations

import pytest

from tests.reliability.budget import Proof, Tally, promised, prove_for
from tests.reliability.prove import PROOFS


def test_turns_end_with_what_is_promised_and_never_repeat_a_seed() -> None:
    turns: list[tuple[str, int, int]] = []

    def noting(proof: str) -> Proof:
        def holds(times: int, seed: int) -> bool:
            turns.append((proof, times, seed))
            return True

        return holds

    tallies = [Tally("P1", "kills", 25, 10), Tally("P6", "flips", 30, 30)]
    proofs = {name: noting(name) for name in ("kills", "flips")}
    assert prove_for(60.0, 7, tallies, proofs)
    assert [turn[:2] for turn in turns] == [("kills", 10), ("flips", 30), ("kills", 10), ("kills", 5)]
    assert len({seed for _, _, seed in turns}) == len(turns)
    assert [str(tally) for tally in tallies] == [
        "P1 kills: 25 of 25, all held",
        "P6 flips: 30 of 30, all held",
    ]


def test_nothing_begins_after_the_time() -> None:
    tally = Tally("P1", "kills", 25, 10)
    assert prove_for(0.0, 7, [tally], {"kills": lambda times, seed: False})
    assert str(tally) == "P1 kills: 0 of 25, NOT RUN"


def test_a_failed_turn_is_named_and_the_others_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    def breaks(times: int, seed: int) -> bool:
        raise OSError("no loop device")

    tallies = [Tally("P2", "power-cuts", 1, 1), Tally("P1", "kills", 1, 1), Tally("P6", "flips", 1, 1)]
    proofs = {"power-cuts": breaks, "kills": lambda times, seed: False, "flips": lambda times, seed: True}
    assert not prove_for(60.0, 7, tallies, proofs)
    lines = capsys.readouterr().out.splitlines()[-3:]
    assert lines[0].startswith("P2 power-cuts: 1 of 1, FAILED; power-cuts --times 1 --seed ")
    assert lines[1].startswith("P1 kills: 1 of 1, FAILED; kills --times 1 --seed ")
    assert lines[2] == "P6 flips: 1 of 1, all held"


def test_what_is_promised_has_a_proof() -> None:
    assert {tally.proof for tally in promised()} <= set(PROOFS)
