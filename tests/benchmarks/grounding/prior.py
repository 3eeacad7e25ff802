"""``make bench-prior``: what finds what phrases mean by where the Guide looked, on rooms that it was not fitted on.

The free prior has three parameters (``align/reference/finders.py``), fitted at noise 0.1 s and lead 0.5 s on what is
said in every second room of the demo house, by name; ``held-out`` are the other rooms. R@1 is among all that is seen
where the phrase was said. Its lead was set before, and no word of the phrase is used. Scripted looks are 4° off; those
of the real sample trace are 21° off where it is known what was aimed at, so that there are rows for looser looks.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from rich.console import Console
from rich.table import Table

from align.reference.candidates import Candidates
from align.reference.phrases import rank_phrases, recall_at
from align.spoken_routes.speaker import NATURAL
from pangea_server.dataset.reference.grounding import found_by_cues
from pangea_server.dataset.reference.phrase_files import ReadPhrase
from tests.benchmarks.grounding.__main__ import GOAL, LEAD, LEADS, NOISE, NOISES, told
from tests.benchmarks.grounding.house import House, open_house
from tests.benchmarks.grounding.routes import phrases_of, speak

OURS, BEATEN = "gaze prior", ("camera prior", "largest", "nearest", "centre")
HALVES = ("development", "held-out")
GAZES = (8, 14, 21)
"""Degrees by which looks are off the middle of what is meant; the last as in the real trace (``aims.py``)."""


def main() -> None:
    """Print a table for each half, and for the whole of another house."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--house", default="demo", help="demo, held-out, or a folder (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of routes, words and noise (%(default)s)")
    parser.add_argument("--routes", type=int, default=16, help="paths, each in three languages (%(default)s)")
    parser.add_argument("--half", choices=HALVES, help="of the demo house (both)")
    args = parser.parse_args()
    house = open_house(args.house)
    halves = ([args.half] if args.half else HALVES) if args.house == "demo" else ["whole"]
    tables = {half: table_of(f"R@1 where it was said: {args.house}, {half}") for half in halves}
    as_fitted = np.degrees(NATURAL.gaze_noise)
    for lead, gaze, noises in ways_to_look(as_fitted):
        routes = speak(house, args.routes, args.seed, lead, np.radians(gaze))
        for noise in noises:
            phrases = phrases_of(routes, noise, args.seed)
            judged = (lead, gaze, noise) == (LEAD, as_fitted, NOISE)
            for half, table in tables.items():
                some = phrases if half == "whole" else said_in(house, phrases, half)
                table.add_row(f"{lead:g} s", f"{gaze:.0f}°", f"{noise:g} s", *row(some, judged))
    for table in tables.values():
        Console(width=150, highlight=False).print(table)


def ways_to_look(as_fitted: float) -> Iterator[tuple[float, float, Sequence[float]]]:
    """Leads in seconds, deviations of looks in degrees, and noises of word times: the curves."""
    yield from ((lead, as_fitted, NOISES) for lead in LEADS)
    yield from ((LEAD, gaze, [NOISE]) for gaze in GAZES)


def table_of(title: str) -> Table:
    return Table("lead", "looks off", "noise", OURS, *BEATEN, f"goal: {GOAL}, beats all", "of", title=title)


def said_in(house: House, phrases: Sequence[ReadPhrase], half: str) -> list[ReadPhrase]:
    """The phrases that are said in the rooms of a half: every second one by name."""
    rooms = sorted({room_of(viewpoint) for viewpoint in house.scan.viewpoints})
    mine = set(rooms[HALVES.index(half) :: 2])
    return [each for each in phrases if each.phrase.said_from and room_of(each.phrase.said_from) in mine]


def room_of(viewpoint_id: str) -> str:
    """By the first word of a viewpoint's name in the demo house: kitchen-table is in the kitchen."""
    return viewpoint_id.partition("-")[0]


def row(phrases: Sequence[ReadPhrase], judged: bool) -> list[str]:
    """R@1 of each way to find phrases, and whether the goal was reached."""
    there = [replace(each, proposed=proposed_at(each, each.phrase.said_from or "")) for each in phrases]
    found, gold = found_by_cues(there), [each.phrase for each in phrases]
    recalls = [recall_at(rank_phrases(gold, found[name], "said"), [1])[1] for name in (OURS, *BEATEN)]
    ours, *others = (each.value or 0.0 for each in recalls)
    reached = "reached" if ours >= GOAL and ours > max(others) else "not reached"
    return [*map(told, recalls), reached if judged else "", str(recalls[0].judgements)]


def proposed_at(phrase: ReadPhrase, viewpoint_id: str) -> dict[str, Candidates]:
    """All that can be seen from a viewpoint, where something of what is meant is."""
    return {viewpoint_id: phrase.proposed[viewpoint_id]} if viewpoint_id in phrase.proposed else {}


if __name__ == "__main__":
    main()
