"""``pangea landmarks simulate``: a crowd that does not exist, on the demo house, against the real server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.core.cli.tables import Listing

if TYPE_CHECKING:
    from pangea_server.collect.landmarks.simulation.figures import Figures

FLICKR_SECONDS_A_BOX = 26.8
UNKNOWN = "–"


def simulate(
    instructions: Annotated[int, typer.Option(min=1, max=600, help="Spoken by the generator.")] = 60,
    people: Annotated[
        int, typer.Option(min=1, max=500, help="In the crowd, a third of them of each language.")
    ] = 60,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="Crowds, one after the other.")] = 1,
    first_seed: Annotated[int, typer.Option("--seed", min=0, help="Of the first crowd.")] = 1,
    at_once: Annotated[
        int, typer.Option(min=1, max=100, help="People who hold a task at the same time.")
    ] = 6,
    carry: Annotated[
        bool, typer.Option(help="Ask about foretold regions as well, which takes most of the time.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Let a simulated crowd work on landmarks, and show how good the result is and what it costs.

    Guides describe paths of the demo house in English, Hindi and Telugu, as the generator of spoken routes has it.
    People of the mixture of `trust` do everything that the server asks for, over HTTP, in a folder that is removed
    afterwards, and a reviewer settles what they could not. Nothing of it says how people work; it says what the
    protocol makes of people who work so.
    """
    import json
    from dataclasses import asdict
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from environments.demo import DemoHouse
    from pangea_server.annotate.landmarks.protocol.asked import Step
    from pangea_server.app.simulated_crowd import simulate_landmarks
    from pangea_server.core.cli.progress import watched
    from pangea_server.quality.gold.places import gold_places

    house = DemoHouse()
    [place] = gold_places(house)
    found: dict[int, Figures] = {}
    for seed in range(first_seed, first_seed + seeds):
        with TemporaryDirectory(prefix="pangea-simulated-") as folder:
            found[seed] = simulate_landmarks(
                Path(folder) / "data",
                house,
                place,
                instructions=instructions,
                people=people,
                seed=seed,
                at_once=at_once,
                landmarks=None if carry else {"kinds": [step for step in Step if step is not Step.CARRY]},
                watch=watched,
            )
    if as_json:
        typer.echo(json.dumps({seed: asdict(figures) for seed, figures in found.items()}))
        return
    _show_quality(found)
    for seed, figures in found.items():
        typer.echo(f"\nWhat it cost with seed {seed}:")
        _show_costs(figures)


def _show_quality(found: dict[int, Figures]) -> None:
    headings = (
        "seed",
        "CoNLL F1",
        "boxes",
        "IoU ≥ 0.5",
        "things drawn",
        "bad people",
        "found",
        "wrongly stopped",
    )
    listing = Listing(
        *headings, "links", "of exhaustive", "settled", "disputes", "open", "lost", numbers=headings
    )
    for seed, each in found.items():
        people = each.workers
        listing.add(
            str(seed),
            f"{each.conll:.3f}",
            str(each.boxes),
            f"{each.box_share:.1%}",
            f"{each.things_drawn} of {each.things}",
            str(people.bad),
            str(people.found),
            str(people.wrongly),
            str(each.links),
            f"{each.links / each.pairs:.1%}" if each.pairs else UNKNOWN,
            str(each.settled),
            str(each.disputes),
            str(each.open),
            str(each.lost),
        )
    listing.show()
    worst = min(found.values(), key=lambda each: each.conll)
    share = min(each.box_share for each in found.values())
    typer.echo(f"Worst: CoNLL F1 {worst.conll:.3f}, {share:.1%} of the boxes with IoU ≥ 0.5.")


def _show_costs(figures: Figures) -> None:
    counted = ("items", "a page", "of", "check items", "hours", "hours of checks")
    listing = Listing("step", *counted, numbers=counted)
    for each in figures.costs:
        hours = (UNKNOWN if value is None else f"{value:.2f}" for value in (each.hours, each.hours_of_checks))
        a_page = f"{each.judgements / each.pages:.1f}" if each.pages else UNKNOWN
        counts = (str(each.judgements), a_page, str(each.full), str(each.checks))
        listing.add(each.step, *counts, *hours)
    listing.show()
    paid = sum(each.hours or 0.0 for each in figures.costs) * 3600
    if figures.boxes:
        typer.echo(
            f"{paid / figures.boxes:.0f} s of people's time for a good box, all steps together, at the pace of "
            f"Flickr30k Entities (Table 3: {FLICKR_SECONDS_A_BOX} s to draw one); check items not counted."
        )
