"""``pangea landmarks export``: what the words of one campaign mean, as files."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from pangea_server.annotate.annotations.command_line import PopulationOption
from pangea_server.annotate.annotations.population import Population
from pangea_server.annotate.campaigns.command_line import complete_campaign
from pangea_server.core.cli.known import KnownNames
from pangea_server.core.cli.options import DataDir, EnvironmentSpec
from pangea_server.core.cli.progress import watched
from pangea_server.dataset.formats import FORMATS, LANDMARK_FORMATS
from pangea_server.stores.opening.command_line import StoreName

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pangea_server.dataset.entries.dataset import Dataset


def _formats() -> list[str]:
    """The built-in ones; of those of packages, it is found out when one is written."""
    return [name for name in FORMATS.names() if name in LANDMARK_FORMATS or name not in FORMATS.builtin]


FORMAT = KnownNames("format of landmarks", _formats)


def export(
    campaign_id: Annotated[
        str,
        typer.Argument(metavar="CAMPAIGN", help="The campaign's id.", autocompletion=complete_campaign),
    ],
    output: Annotated[
        Path, typer.Argument(metavar="FOLDER", file_okay=False, help="A new folder for the files.")
    ],
    formats: Annotated[
        list[str] | None,
        FORMAT.option(
            "--format",
            help=f"{', '.join(LANDMARK_FORMATS)}, or one of a package. May be repeated.",
            show_default="coco",
        ),
    ] = None,
    population: PopulationOption = Population.DATA,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    environment: EnvironmentSpec = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write the mentions, chains, things and regions of a campaign, a folder for each format.

    `pangea export` and `pangea release` write those of all campaigns, beside voices and walks.
    """
    import json

    from environments import open_environment
    from pangea_server.annotate.campaigns.records import Campaign
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.entries.dataset import Dataset
    from pangea_server.stores.opening import open_store

    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    with closing(open_store(settings)) as opened:
        campaign = opened.records.get(Campaign, campaign_id)
        dataset = Dataset(
            opened,
            open_environment(settings.environment),
            watched,
            population,
            campaign_id=campaign.campaign_id,
        )
        notes = write_landmarks_of(dataset, output, formats or ["coco"])
    files = files_below(output)
    if as_json:
        typer.echo(json.dumps({"folder": str(output), "files": files, "not_said": notes}))
        return
    console = Console()
    for what, count in notes.items():
        console.print(f"{what}: {count}.")
    console.print(f"{output} has {len(files)} files.")


def write_landmarks_of(dataset: Dataset, output: Path, names: Sequence[str]) -> Mapping[str, int]:
    """Write a new folder with the landmarks of the dataset's campaign; returns what the formats could not say.

    Raises:
        ConfigurationError: the folder is there already, or a format has no landmarks.
        RecordNotFoundError: the campaign has none.
    """
    from align.exports.whole import written_below
    from environments import ConfigurationError
    from environments.folders import make_folder
    from pangea_server.core.errors import RecordNotFoundError
    from pangea_server.dataset.exports.export import ABOUT, open_formats, write_about
    from pangea_server.dataset.landmarks.landmark_format import LandmarkFormat
    from pangea_server.dataset.landmarks.stored import landmark_entries

    chosen = open_formats(names)
    for each in chosen:
        if not isinstance(each, LandmarkFormat):
            raise ConfigurationError(
                f"{each.name} has no landmarks.", remedy=f"Choose from {', '.join(LANDMARK_FORMATS)}."
            )
    if output.exists():
        raise ConfigurationError(
            f"{output} is there already; nothing is overwritten.", remedy="Name another folder."
        )
    if next(landmark_entries(dataset, "Looking"), None) is None:
        raise RecordNotFoundError(
            f"The campaign {dataset.campaign_id} has no landmarks, so nothing was written.",
            remedy=f"See what is asked: pangea landmarks status {dataset.campaign_id}.",
        )
    dataset.notes.clear()
    with written_below(output):
        for each in chosen:
            folder = output / each.name
            make_folder(folder)
            each.write(dataset, folder)
            write_about(folder / ABOUT, each, files_below(folder))
    return dict(+dataset.notes)


def files_below(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
