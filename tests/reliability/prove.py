"""The long proofs, each one command that ends by itself and prints its figures.

python -m tests.reliability.prove kills | kills-at-calls | power-cuts | planted | network-cuts | restarts
    | flips | disk-faults
python -m tests.reliability.prove --hours 2      # in turns, until the time is over or all of PROMISES.md is done
"""

from __future__ import annotations

import argparse
import logging
import random
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import typer

from tests.reliability.budget import Proof, promised, prove_for
from tests.reliability.crashes import Crashes, Report
from tests.reliability.cutting_proxy import Cut
from tests.reliability.disk_faults import fail_calls
from tests.reliability.flips import flip_bits
from tests.reliability.loop_disk import LoopDisk
from tests.reliability.network_cuts import STEPS, NetworkCuts
from tests.reliability.restarts import Restarts
from tests.reliability.server import UNSAFE

GUIDES = 8
DISK_MEGABYTES = 8000  # of a sparse file


def kills(deaths: int, seed: int) -> bool:
    """SIGKILL of the server at random moments of uploads."""
    with _folder() as folder:
        return _holds("kills", Crashes(folder, guides=GUIDES, seed=seed).run(deaths))


def kills_at_calls(calls: int, seed: int) -> bool:
    """SIGKILL of the server at its first, second, ... call to the disk from the first chunk on."""
    with _folder() as folder:
        crashes = Crashes(folder, guides=2, seed=seed, at_calls=range(calls))
        return _holds("kills at calls", crashes.run(calls))


def power_cuts(deaths: int, seed: int) -> bool:
    """Power cuts of the server's disk at random moments of uploads."""
    with _folder() as folder, _disk(folder) as disk:
        return _holds("power cuts", Crashes(folder, guides=GUIDES, seed=seed, disk=disk).run(deaths))


def planted(deaths: int, seed: int) -> bool:
    """The power cuts find each fault that is planted in the server, within so many of them."""
    results = [_is_found(plant, deaths, seed) for plant in UNSAFE]
    return all(results)


def _is_found(plant: str, deaths: int, seed: int) -> bool:
    with _folder() as folder, _disk(folder) as disk:
        crashes = Crashes(folder, guides=GUIDES, seed=seed, disk=disk, plants=[plant])
        report = crashes.run_until_found(deaths)
    found = report.findings.total > 0
    typer.echo(f"planted {plant}: {'found' if found else 'NOT FOUND'} after {report}")
    return found


def network_cuts(cuts: int, seed: int) -> bool:
    """The network cut off somewhere in every call of a session, and the call made twice again."""
    anywhere = random.Random(seed)
    sessions = [(step, partial(_cut_somewhere, anywhere)) for step in islice(cycle(STEPS), cuts)]
    with _folder() as folder:
        faults = NetworkCuts(folder, cuts).run(iter(sessions))
    typer.echo(
        f"network cuts: {cuts} sessions with a call cut off and made twice again: {len(faults)} faults"
    )
    for fault in faults:
        typer.echo(f"  {fault}")
    return not faults


def restarts(times: int, seed: int) -> bool:
    """SIGTERM of the server under upload, and the next one on the same socket."""
    with _folder() as folder:
        report = Restarts(folder, guides=GUIDES).run(times)
    typer.echo(f"restarts: {report}")
    return report.findings.total == report.refused == 0 and report.ended_in_order == times


def _cut_somewhere(anywhere: random.Random, size: int) -> Cut:
    if anywhere.random() < 0.5:
        return Cut("request", anywhere.randrange(size))
    return Cut("answer", anywhere.choice([0, anywhere.randrange(400)]))


def flips(times: int, seed: int) -> bool:
    """A bit of the store's files flips, somewhere: `pangea verify` names it."""
    with _folder() as folder:
        found = flip_bits(folder, times, seed)
    typer.echo(f"flips: {found}")
    for missed in found.missed:
        typer.echo(f"  {missed}")
    return not found.missed


def disk_faults(times: int, seed: int) -> bool:
    """One system call after another fails with which the store uses its disk; about 3,300 are all."""
    with _folder() as folder:
        found = fail_calls(folder, times, seed)
    typer.echo(f"disk faults: {found}")
    for fault in found.faults:
        typer.echo(f"  {fault}")
    return not found.faults


PROOFS: dict[str, Proof] = {
    "kills": kills,
    "kills-at-calls": kills_at_calls,
    "power-cuts": power_cuts,
    "planted": planted,
    "network-cuts": network_cuts,
    "restarts": restarts,
    "flips": flips,
    "disk-faults": disk_faults,
}


def _holds(name: str, report: Report) -> bool:
    typer.echo(f"{name}: {report}")
    return report.findings.total == report.idle == 0


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="pangea-proof-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def _disk(folder: Path) -> Iterator[LoopDisk]:
    disk = LoopDisk(folder, DISK_MEGABYTES)
    try:
        yield disk
    finally:
        disk.remove()


def _name(word: str) -> str:
    if word not in PROOFS:
        raise argparse.ArgumentTypeError(f"there is no proof {word!r}; there are {', '.join(PROOFS)}")
    return word


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("proof", nargs="*", type=_name, help=", ".join(PROOFS))
    parser.add_argument(
        "--hours",
        type=float,
        help="take turns of what is promised, or of the proofs that are named, for so long",
    )
    parser.add_argument("--times", type=int, default=200, help="deaths, or cuts")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10_000))
    given = parser.parse_args()
    tallies = [tally for tally in promised() if tally.proof in (given.proof or PROOFS)]
    if given.hours is None and not given.proof:
        parser.error("name a proof, or --hours")
    if given.hours is not None and (lacking := {*given.proof} - {tally.proof for tally in tallies}):
        parser.error(f"no number is promised of {', '.join(sorted(lacking))}: name it without --hours")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no disk stays mounted
    logging.basicConfig(format="%(message)s")
    logging.getLogger("tests.reliability").setLevel(logging.INFO)
    typer.echo(f"seed {given.seed}")
    if given.hours is not None:
        return 0 if prove_for(3600 * given.hours, given.seed, tallies, PROOFS) else 1
    held = True
    for proof in given.proof:
        began = time.monotonic()
        held &= PROOFS[proof](given.times, given.seed)
        typer.echo(f"  {time.monotonic() - began:.0f} s")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
