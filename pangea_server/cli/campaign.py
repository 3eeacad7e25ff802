"""``pangea campaign``: work for people."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pangea_server.cli.options import DataDir, EnvironmentSpec, StoreName

if TYPE_CHECKING:
    from environments import Environment
    from pangea_server.records import PathRecord

Languages = Annotated[
    list[str], typer.Option("--language", help="BCP 47 tag, such as en-IN; may be repeated.")
]


class Sampler(StrEnum):
    """Names in ``environments.SAMPLERS``."""

    R2R = "r2r"
    RXR = "rxr"


def campaign(
    paths: Annotated[int, typer.Option(min=1, help="Paths to sample in each scan.")] = 6,
    followers: Annotated[int, typer.Option(min=0, help="Followers for each Guide.")] = 1,
    language: Languages = ["en-US"],  # noqa: B006  # typer reads the default, nobody changes it
    sampler: Annotated[
        Sampler,
        typer.Option(help="r2r: shortest paths of 4 to 7 viewpoints; rxr: longer ones that vary more."),
    ] = Sampler.R2R,
    unseen: Annotated[
        float, typer.Option(min=0, max=1, help="Share of the scans for the split val_unseen, by their names.")
    ] = 0.0,
    seed: Annotated[int, typer.Option(help="Other seeds give other paths.")] = 0,
    data_dir: DataDir = None,
    environment: EnvironmentSpec = None,
    store: StoreName = None,
) -> None:
    """Sample paths in every scan, and make a Guide task and its Follower tasks of each."""
    from pangea_server.campaigns.planning import Plan, create_campaign
    from pangea_server.house import open_house
    from pangea_server.records import PathRecord, padded
    from pangea_server.settings import read_settings

    settings = read_settings(data_dir=data_dir, environment=environment, store=store)
    plan = Plan(
        languages=tuple(language),
        sampler=sampler,
        unseen=unseen,
        paths_per_scan=paths,
        followers_per_guide=followers,
        seed=seed,
    )
    with closing(open_house(settings)) as house:
        guides = create_campaign(house.store.records, house.environment, settings.environment, plan)
        made = {guide.path_id: house.store.records.get(PathRecord, padded(guide.path_id)) for guide in guides}
        console = Console(soft_wrap=True, highlight=False)
        console.print(f"{len(guides)} Guide tasks and {len(guides) * followers} Follower tasks were made.")
        _print_statistics(console, house.environment, list(made.values()))


def _print_statistics(console: Console, environment: Environment, paths: list[PathRecord]) -> None:
    """What the paths are like, from the smallest to the largest, and in which split they are."""
    graphs = {path.scan_id: environment.scan(path.scan_id).graph for path in paths}
    lengths = sorted(graphs[path.scan_id].path_length(path.path) for path in paths)
    viewpoints = sorted(len(path.path) for path in paths)
    splits = Counter(path.split for path in paths)
    middle = len(paths) // 2
    console.print(
        f"{len(paths)} paths in {len(graphs)} scans ({', '.join(f'{split} {n}' for split, n in splits.items())}): "
        f"{lengths[0]:.1f} to {lengths[-1]:.1f} m, median {lengths[middle]:.1f} m; "
        f"{viewpoints[0]} to {viewpoints[-1]} viewpoints, median {viewpoints[middle]}."
    )
