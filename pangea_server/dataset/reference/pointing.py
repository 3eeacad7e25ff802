"""``pangea evaluate pointing``: how far people and systems point from what words mean."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from align.reference.pointing import PointedTarget, Share
    from pangea_server.dataset.reference.report import ReferenceReport

    Points = Mapping[tuple[str, str], Share]
    """By target and panorama."""


class PointingDataset(StrEnum):
    """The data sets of points."""

    REFER360 = "refer360"
    TOUCHDOWN = "touchdown"


def pointing(
    key: Annotated[
        Path, typer.Option(metavar="FILE", help="Where things are, as the data set itself has it.")
    ],
    form: Annotated[
        PointingDataset, typer.Option("--format", help="The data set whose form the files have.")
    ],
    response: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[SYSTEM=]FILE", help="The same file with points where a system points; may be repeated."
        ),
    ] = None,
    within: Annotated[
        list[float] | None,
        typer.Option(metavar="DEGREES", min=0, help="Tell the share within; may be repeated (1, 3, 5, 10)."),
    ] = None,
    pixels: Annotated[
        list[float] | None,
        typer.Option(metavar="PIXELS", min=0, help="The same on pictures of 3712 pixels (40, 80, 120)."),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder for the report.")] = Path(
        "pointing"
    ),
) -> None:
    """Score points of Refer360 or Touchdown SDR: degrees on the sphere, pixels, and shares within.

    People are those who looked for the points in Refer360's file. Writes pointing.json and pointing.csv.
    """
    from align.reference.pointing import DEGREES, PIXELS
    from pangea_server.dataset.reference.path_rows import by_system

    meant, people = read_points(key, form)
    systems = by_system(response or (), lambda file: read_points(file, form)[0])
    report = compare_pointing(meant, people, systems, within or DEGREES, pixels or PIXELS)
    report.write(output)
    report.show(output)


def read_points(
    file: Path, form: PointingDataset
) -> tuple[dict[tuple[str, str], Share], list[PointedTarget]]:
    """Where the things of a file are, by target and panorama; and where the people in it pointed.

    Raises:
        ConfigurationError: the file cannot be opened.
        InvalidDataError: a row is wrong, or a target is there twice; the message begins with its place.
    """
    from align.reference.pointing import PointedTarget
    from environments import InvalidDataError
    from pangea_server.core.cli.progress import watched
    from pangea_server.dataset.formats.landmarks.refer360 import Refer360
    from pangea_server.dataset.formats.landmarks.touchdown import Touchdown

    reader = Refer360() if form is PointingDataset.REFER360 else Touchdown()
    meant: dict[tuple[str, str], Share] = {}
    people: list[PointedTarget] = []
    for each in watched(reader.points(file), f"Reading {file.name}", 0, stays=False):
        target = each.phrase, each.viewpoint_id
        if each.by is not None:
            people.append(PointedTarget(each.phrase, meant[target], each.share))
            continue
        if target in meant:
            raise InvalidDataError(
                f"{file.name}: the target {each.phrase} is there twice.",
                remedy="Give each a number of its own.",
            )
        meant[target] = each.share
    return meant, people


def compare_pointing(
    meant: Points,
    people: Sequence[PointedTarget],
    systems: Mapping[str, Points],
    degrees: Sequence[float],
    pixels: Sequence[float],
) -> ReferenceReport:
    """Score people and each system.

    Raises:
        InvalidDataError: a system has a target that the key does not have.
    """
    from align.reference.pointing import PointedTarget, score_targets
    from environments import InvalidDataError
    from pangea_server.dataset.reference.report import ReferenceReport, Row, results_of

    pointed = {"people": people} if people else {}
    left_out = []
    for system, points in systems.items():
        if unknown := sorted(points.keys() - meant.keys()):
            raise InvalidDataError(
                f"{system}: the key has no target {unknown[0][0]} in {unknown[0][1]}.",
                remedy="Leave it out, or give the key of the same targets.",
            )
        pointed[system] = [
            PointedTarget(target, meant[target, at], share) for (target, at), share in points.items()
        ]
        if missing := len(meant) - len(points):
            left_out.append(f"{system} does not point at {missing} of {len(meant)}, which are not compared.")
    rows = [
        Row((name, figure), value)
        for name, found in pointed.items()
        for figure, value in score_targets(found, degrees, pixels).items()
    ]
    return ReferenceReport("pointing", ("by", "figure"), "targets", rows, results_of(rows), left_out)
