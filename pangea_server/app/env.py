"""``pangea env``: check an environment and prepare it before people walk there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from environments.errors import ConfigurationError
from pangea_server.core.cli.exit_codes import FAILED
from pangea_server.core.cli.options import EnvironmentArgument, Port
from pangea_server.core.cli.progress import watched
from pangea_server.core.counted import counted

if TYPE_CHECKING:
    from environments import Environment
    from environments.check import PlaceFinding
    from environments.mapping.run import Mapped
    from environments.mapping.scale import MeasuredDistance
    from environments.tiles.build import TileOutcome

FORMS = {".jpg": "JPEG", ".jpeg": "JPEG", ".png": "PNG"}
QUALITY = 95  # of a JPEG


class TourForm(StrEnum):
    """The forms that ``env export`` writes, as ``environments.tours`` names them."""

    PANNELLUM = "pannellum"
    PHOTO_SPHERE_VIEWER = "photo-sphere-viewer"
    MATTERPORT3D = "matterport3d"


app = typer.Typer(
    help="Check the panoramas and graphs of a place, cut them for the viewer, write one as a picture.",
    no_args_is_help=True,
)


@app.command("check")
def check(
    specification: EnvironmentArgument,
    images: Annotated[bool, typer.Option(help="Decode every image as well.")] = True,
    compare: Annotated[
        bool, typer.Option(help="Compare the pictures of neighbours in an own place as well: 2 s each.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print every finding as one JSON array.")] = False,
) -> None:
    """Check for problems: disconnected graphs, duplicate viewpoints, missing or broken images; in a place of your own
    also units, headings, exchanged pictures, and edges that the pictures do not show.

    Exit code 1 when something cannot be shown or walked.
    """
    from environments import open_environment
    from environments.check import Severity
    from pangea_server.core.cli.findings import print_findings, print_json

    findings = _findings(open_environment(specification), images, compare)
    if as_json:
        print_json(findings)
    else:
        print_findings(findings)
    if any(finding.severity is Severity.ERROR for finding in findings):
        raise typer.Exit(FAILED)


@app.command("view")
def view(
    specification: EnvironmentArgument,
    scan: Annotated[
        str | None, typer.Option(metavar="SCAN", help="The one to begin in; the first one otherwise.")
    ] = None,
    port: Port = 8000,
) -> None:
    """Walk through a place on this computer only, without a campaign, and mark each edge good or bad.

    The page keeps the marks in the browser, and saves them as a JSON file for whoever mends the graph.
    """
    from pangea_server.app.place_view import view_place

    view_place(specification, scan, port)


@app.command("edit")
def edit(
    specification: EnvironmentArgument,
    scan: Annotated[
        str | None, typer.Option(metavar="SCAN", help="The one to edit, where there are several.")
    ] = None,
    height: Annotated[
        float | None,
        typer.Option(
            metavar="METRES", help="Of every camera above its floor, for pictures without a graph.json."
        ),
    ] = None,
    port: Port = 8000,
) -> None:
    """Correct an own place in the browser, on this computer only, or make it from pictures that have no graph.json.

    Each edit is written to graph.json at once; the first one stays beside it, as graph.json.orig.
    """
    from pangea_server.app.place_edit.command import edit_place

    edit_place(specification, scan, height, port)


@app.command("map")
def map_photographs(
    photographs: Annotated[
        Path, typer.Argument(metavar="PHOTOS", help="A folder of equirectangular pictures.")
    ],
    output: Annotated[Path, typer.Option(metavar="PLACE", help="The folder to write, which must not exist.")],
    height: Annotated[
        float | None,
        typer.Option(
            min=0.1, max=100, metavar="METRES", help="Of every camera above its floor, such as 1.55."
        ),
    ] = None,
    distance: Annotated[
        tuple[str, str, float] | None,
        typer.Option(metavar="A B METRES", help="Between two cameras, by their files."),
    ] = None,
    helpers: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Photographs that only help, such as in doorways."),
    ] = None,
    video: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A walk through it (2:1), of which some frames help."),
    ] = None,
    gps: Annotated[
        bool,
        typer.Option(
            "--gps", help="Outdoors: north, and the scale if nothing else says it, by the pictures' GPS."
        ),
    ] = False,
    model: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where COLMAP or OpenSfM placed them already: its files."),
    ] = None,
) -> None:
    """Find out where panoramas were taken, and write them as a place: positions, headings, steps (extra map).

    May be interrupted and called again: what was found is kept in PLACE.work.
    """
    from environments.mapping.run import map_place
    from pangea_server.core.cli.findings import print_findings

    mapped = map_place(
        photographs, output, _known(height, distance, gps), helpers, watched, video, gps, model
    )
    print_findings(mapped.findings)
    console = Console(soft_wrap=True, highlight=False)
    for line in _told(mapped, output):
        console.print(line, markup=False)


@app.command("build")
def build(
    specification: EnvironmentArgument,
    output: Annotated[
        Path | None,
        typer.Option(help="Where the tiles go.", show_default="as PANGEA_TILES says, ./pangea-data/tiles"),
    ] = None,
    face_size: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=16_384,
            help="Pixels of a cube face's side, rounded up to 512s.",
            show_default="no detail is lost",
        ),
    ] = None,
) -> None:
    """Cut every panorama into a preview and a pyramid of cube tiles, so that the viewer shows it at once.

    May be interrupted and called again: finished tiles that match their source are kept.
    """
    from environments import open_environment
    from pangea_server.core.settings import read_settings

    output = output or read_settings().tiles_dir
    outcomes = cut_tiles(open_environment(specification), output, face_size)
    console = Console(soft_wrap=True, highlight=False)
    refused = [outcome for outcome in outcomes if outcome.error]
    cut = sum(outcome.was_cut for outcome in outcomes)
    kept = len(outcomes) - cut - len(refused)
    panoramas = "1 panorama" if len(outcomes) == 1 else f"{len(outcomes)} panoramas"
    done = f"{panoramas}: {cut} cut, {kept} kept, {len(refused)} refused. Tiles are in {output}."
    console.print(done, markup=False)
    for outcome in refused:
        where = f"{outcome.scan_id} {outcome.viewpoint_id}".rstrip()
        console.print(f"[red]✗[/red] {escape(f'{where}: {outcome.error}')}")
    if refused:
        raise typer.Exit(FAILED)


@app.command("picture")
def picture(
    specification: EnvironmentArgument,
    viewpoint: Annotated[str, typer.Argument(metavar="VIEWPOINT", help="The viewpoint's id.")],
    output: Annotated[Path, typer.Option(metavar="FILE", help="A .jpg or .png file, which must not exist.")],
    scan: Annotated[
        str | None, typer.Option(help="The viewpoint's scan; needed where several scans have one of that id.")
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(
            help="In pixels; the height is half of it.",
            show_default="the source's, or four skybox faces",
        ),
    ] = None,
) -> None:
    """Write a viewpoint's whole sphere as one equirectangular picture, also from a skybox.

    It is level: heading 0 (the world's +y) is in the middle, headings grow to the right, the top looks straight up.
    """
    from environments import open_environment
    from environments.folders import make_folder
    from environments.tiles.sphere import sphere_picture

    form = _form_of(output)
    environment = open_environment(specification)
    if scan is not None and scan not in environment.scan_ids():
        raise ConfigurationError(
            f"There is no scan {scan!r}.", remedy=f"Known are {', '.join(environment.scan_ids()[:8])}."
        )
    drawn = sphere_picture(environment, scan or _scan_of(environment, viewpoint), viewpoint, width)
    make_folder(output.absolute().parent)
    try:
        with output.open("xb") as file:
            drawn.save(file, form, quality=QUALITY)
    except OSError as exc:
        raise ConfigurationError(
            f"The picture cannot be written to {output}: {exc.strerror}.", remedy="Choose another --output."
        ) from exc
    Console(soft_wrap=True, highlight=False).print(
        f"{output}: {drawn.width} x {drawn.height} pixels, heading 0 in the middle.", markup=False
    )


@app.command("export")
def export(
    specification: EnvironmentArgument,
    output: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The folder to write, which must not exist.")
    ],
    form: Annotated[TourForm, typer.Option("--format", help="Whose form.")] = TourForm.PANNELLUM,
    scan: Annotated[str | None, typer.Option(help="Needed where there are several.")] = None,
) -> None:
    """Write a place for another viewer or simulator: its graph in that form, and its pictures beside it."""
    from environments import open_environment
    from environments.tours.export import export_tour

    environment = open_environment(specification)
    scans = environment.scan_ids()
    if scan is None and len(scans) > 1:
        raise ConfigurationError(
            f"{specification} has {len(scans)} scans: {', '.join(scans[:5])}.", remedy="Name one with --scan."
        )
    file = export_tour(environment, scan or scans[0], form.value, output)
    Console(soft_wrap=True, highlight=False).print(f"{file} describes the place.", markup=False)


@app.command("import")
def import_(
    tour: Annotated[
        Path, typer.Argument(metavar="TOUR", help="The tour's file; its pictures lie beside it or below.")
    ],
    output: Annotated[Path, typer.Option(metavar="PLACE", help="The folder to write, which must not exist.")],
    step: Annotated[
        float | None,
        typer.Option(
            min=0.1, max=1000, metavar="METRES", help="Of every step, where the tour has no positions."
        ),
    ] = None,
    height: Annotated[
        float | None,
        typer.Option(min=0.1, max=100, metavar="METRES", help="Of every camera above its floor."),
    ] = None,
) -> None:
    """Make a place of a tour that was made with Pannellum, Photo Sphere Viewer or Marzipano's tool.

    Hot spots say in which direction the next panorama is: positions are only as good as that, until they are corrected.
    """
    from environments.tours.read import import_tour
    from pangea_server.core.cli.findings import print_findings

    made = import_tour(tour, output, step, height, watched)
    print_findings(made.findings)
    console = Console(soft_wrap=True, highlight=False)
    told = f"{counted(made.viewpoints, 'viewpoint')}, {counted(made.steps, 'step')}: {output}."
    console.print(f"{told} Correct it: pangea env edit folder:{output}.", markup=False)


def _known(
    height: float | None, distance: tuple[str, str, float] | None, gps: bool
) -> float | MeasuredDistance | None:
    """What says how large the place is."""
    from environments.mapping.scale import MeasuredDistance

    if gps and height is None and distance is None:
        return None
    if (height is None) == (distance is None):
        raise ConfigurationError(
            "Pictures alone do not say how large a place is.",
            remedy="Give either --height, of the cameras above the floor, or --distance A B METRES.",
        )
    if distance is None:
        return height or 0.0
    a, b, metres = distance
    if a == b or not 0 < metres < math.inf:
        raise ConfigurationError(
            f"--distance {a} {b} {metres:g} is none.", remedy="Name two photographs, and metres between them."
        )
    return MeasuredDistance(a, b, metres)


def _told(mapped: Mapped, output: Path) -> Iterator[str]:
    """What was done, a line each."""
    from environments.mapping.storeys import ON_STAIRS

    placed = mapped.photographs - len(mapped.left_out)
    yield f"{placed} of {counted(mapped.photographs, 'photograph')} placed. They are in {output}:"
    for scan in mapped.scans:
        storeys = len(set(scan.storeys.tolist()) - {ON_STAIRS})
        yield (
            f"  {scan.scan_id}: {counted(len(scan.viewpoints), 'viewpoint')} on {counted(storeys, 'storey')}, "
            f"{counted(len(scan.steps), 'step')}."
        )
    yield f"Check it: pangea env check folder:{output}. Walk through it: pangea env view folder:{output}. "
    yield f"Correct it: pangea env edit folder:{output}."


def _form_of(output: Path) -> str:
    """The format, by the ending of the file's name."""
    form = FORMS.get(output.suffix.lower())
    if form is None:
        raise ConfigurationError(
            f"{output.name} is no name of a picture.", remedy=f"Let it end in {', '.join(FORMS)}."
        )
    return form


def _scan_of(environment: Environment, viewpoint_id: str) -> str:
    """The only scan that has this viewpoint."""
    found = [each for each in environment.scan_ids() if viewpoint_id in environment.scan(each).viewpoints]
    if not found:
        raise ConfigurationError(
            f"No scan has a viewpoint {viewpoint_id!r}.", remedy="Correct the id; graph files list them."
        )
    if len(found) > 1:
        raise ConfigurationError(
            f"{len(found)} scans have a viewpoint {viewpoint_id!r}: {', '.join(found[:5])}.",
            remedy="Name one with --scan.",
        )
    return found[0]


def _findings(environment: Environment, images: bool, compare: bool) -> list[PlaceFinding]:
    from environments.check import check_environment, steps_of

    total = steps_of(environment, images=images, compare=compare)
    looked = check_environment(environment, images=images, compare=compare)
    return [finding for findings in watched(looked, "looking", total, stays=False) for finding in findings]


def cut_tiles(environment: Environment, output: Path, face_size: int | None = None) -> list[TileOutcome]:
    """Build the tiles of an environment with a progress bar; the outcomes are sorted by scan and viewpoint."""
    from environments.tiles.build import build_tiles

    total = sum(_panoramas(environment, scan_id) for scan_id in environment.scan_ids())
    built = watched(build_tiles(environment, output, face_size), "cutting panoramas", total, stays=False)
    return sorted(built, key=lambda outcome: (outcome.scan_id, outcome.viewpoint_id))


def _panoramas(environment: Environment, scan_id: str) -> int:
    """How many panoramas a scan has; 1 where it cannot be read."""
    from environments.errors import PangeaError

    try:
        return len(environment.scan(scan_id).viewpoints)
    except PangeaError:
        return 1
