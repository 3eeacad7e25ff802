"""The proofs at the size of their promises, in turns, for as many hours as there are.

Each turn is a slice of one proof with a seed of its own, so that no promise waits for the others and a failure can be
repeated within minutes.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import typer

Proof = Callable[[int, int], bool]  # so many times, with this seed: whether it held

log = logging.getLogger(__name__)


@dataclass
class Tally:
    """How much of one promise has been tried: ``asked`` times in all, ``at_once`` in a turn of a minute or two."""

    promise: str
    proof: str
    asked: int
    at_once: int
    done: int = 0
    failed: list[str] = field(default_factory=list)  # what repeats each failed turn

    @property
    def is_complete(self) -> bool:
        return self.done >= self.asked

    def __str__(self) -> str:
        outcome = (
            "; ".join(["FAILED", *self.failed]) if self.failed else "all held" if self.done else "NOT RUN"
        )
        return f"{self.promise} {self.proof}: {self.done:,} of {self.asked:,}, {outcome}"


def promised() -> list[Tally]:
    """How often each proof runs before it has shown its promise: as promised for P1, P2 and P6, each call that the disk
    faults know once for P4, and a thousand for P5. P1 and P2 also promise acknowledged chunks, which take longer."""
    return [
        Tally("P1", "kills", 10_000, 50),
        Tally("P2", "power-cuts", 2_000, 20),
        Tally("P4", "disk-faults", 3_312, 24),
        Tally("P5", "network-cuts", 1_000, 100),
        Tally("P6", "flips", 100_000, 400),
    ]


def prove_for(seconds: float, seed: int, tallies: Sequence[Tally], proofs: dict[str, Proof]) -> bool:
    """Take turns until the time is over or all is done; whether nothing failed. A turn that has begun is finished."""
    began, seeds = time.monotonic(), random.Random(seed)
    while open_ones := [tally for tally in tallies if not tally.is_complete]:
        for tally in open_ones:
            if time.monotonic() - began >= seconds:
                return _told(tallies)
            _take_turn(tally, seeds.randrange(10**9), proofs[tally.proof])
            _tell_so_far(tallies, time.monotonic() - began, seconds)
    return _told(tallies)


def _take_turn(tally: Tally, seed: int, proof: Proof) -> None:
    times = min(tally.at_once, tally.asked - tally.done)
    try:
        held = proof(times, seed)
    except Exception:
        log.exception("%s did not come to its end", tally.proof)  # one turn is lost, not the night
        held = False
    tally.done += times
    if not held:
        tally.failed.append(f"{tally.proof} --times {times} --seed {seed}")


def _tell_so_far(tallies: Sequence[Tally], passed: float, seconds: float) -> None:
    counts = ", ".join(f"{tally.proof} {tally.done:,}" for tally in tallies)
    failed = sum(len(tally.failed) for tally in tallies)
    typer.echo(f"  {passed / 60:.1f} of {seconds / 60:.1f} min: {counts}; {failed} turns failed")


def _told(tallies: Sequence[Tally]) -> bool:
    for tally in tallies:
        typer.echo(str(tally))
    return not any(tally.failed for tally in tallies)
