"""From a tour of Pannellum, Photo Sphere Viewer or Marzipano to a place of one's own: ``pangea env import``."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from environments.check.findings import PlaceFinding, Severity, Sureness
from environments.errors import ConfigurationError, InvalidDataError
from environments.files import read_json
from environments.folders import whole_folder
from environments.input.json_documents import json_of
from environments.input.regular_files import MOST_JSON_BYTES, read_regular
from environments.input.text import NotTextError
from environments.mapping.photographs import viewpoint_name
from environments.mapping.place import check_output
from environments.own_places.folder import GRAPH_NAME
from environments.own_places.graph_json import fault_of
from environments.tours.export import ENDINGS
from environments.tours.marzipano import read_marzipano
from environments.tours.pannellum import read_pannellum
from environments.tours.photo_sphere_viewer import read_photo_sphere_viewer
from environments.tours.placing import Placed, place_scenes
from environments.tours.scene import Scene

Watch = Callable[[Iterable[Any], str, int], Iterator[Any]]
"""Passes items through, and shows by a name how many of how many are done."""
REMEDY = "Name a tour of Pannellum (.json), Photo Sphere Viewer (.json) or Marzipano's tool (data.js)."
DOUBTFUL = math.radians(30)
"""A hot spot that shows another direction than that in which its scene was placed."""
_SCRIPT = re.compile(rb"^\s*(?:var|let|const|export\s+(?:const|let|var))\s+\w+\s*=\s*", re.MULTILINE)


class ImportedTour(NamedTuple):
    """How many viewpoints and steps a place got of a tour, and what is doubtful."""

    viewpoints: int
    steps: int
    findings: list[PlaceFinding]


def import_tour(
    tour: Path,
    output: Path,
    step: float | None = None,
    height: float | None = None,
    watch: Watch = lambda items, name, total: iter(items),
) -> ImportedTour:
    """Write a tour as a folder that ``folder:`` reads, which appears when it is whole.

    Args:
        tour: its file, with the pictures beside it.
        step: metres of a step; needed where the tour has no positions, as hot spots show directions alone.
        height: of the cameras above their floors, metres.

    Raises:
        ConfigurationError: ``output`` is there or cannot be written, or ``step`` is needed.
        ConnectivityError, InvalidDataError: the file is no such tour, or one of its scenes cannot be used.
        ImageNotFoundError: a picture is missing.
    """
    output = output.absolute()
    check_output(output)
    scenes = read_tour(tour)
    placed = place_scenes(scenes, step)
    if placed is None:
        raise ConfigurationError(
            f"{tour} says in which direction its panoramas are, not how far.",
            remedy="Say how long a step is, --step METRES, and correct it with pangea env edit.",
        )
    names = _viewpoint_names(scenes)
    steps = sorted(
        {tuple(sorted((names[each.name], names[link.to]))) for each in scenes for link in each.links}
    )
    try:
        with whole_folder(output) as folder:
            entries = []
            for row, scene in enumerate(watch(scenes, "writing panoramas", len(scenes))):
                picture = scene.picture.read(tour.parent)
                file = names[scene.name] + ENDINGS[picture.media_type]
                (folder / file).write_bytes(picture.data)
                entries.append(_entry(names[scene.name], file, placed, row, height))
            graph = {"scan_id": output.name, "viewpoints": entries, "edges": [[*each] for each in steps]}
            if fault := fault_of(graph):
                raise InvalidDataError(f"{tour}: {fault.what}.", remedy="Mend the tour.")
            (folder / GRAPH_NAME).write_text(json.dumps(graph, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(
            f"{output} cannot be written: {error.strerror}.", remedy="Make room or choose another --output."
        ) from error
    return ImportedTour(len(scenes), len(steps), [*_findings(output.name, scenes, names, placed, step)])


def read_tour(tour: Path) -> list[Scene]:
    """The scenes of a tour, whichever program made it.

    Raises:
        ConnectivityError, InvalidDataError: see ``import_tour``.
    """
    content, folder = _content(tour), tour.parent
    if isinstance(content, list):
        read: Callable[[Any, Path], list[Scene]] = read_photo_sphere_viewer
    elif isinstance(content, dict) and isinstance(content.get("scenes"), list):
        read = read_marzipano
    elif isinstance(content, dict) and "scenes" in content:
        read = read_pannellum
    else:
        raise InvalidDataError(f"{tour} is no tour that is known.", remedy=REMEDY)
    try:
        scenes = read(content, folder)
    except msgspec.ValidationError as error:
        raise InvalidDataError(f"{tour}: {error}.", remedy=REMEDY) from error
    if not scenes:
        raise InvalidDataError(f"{tour} has no panoramas.", remedy=REMEDY)
    known = {each.name for each in scenes}
    return [_leading_somewhere(each, known) for each in scenes]


def _leading_somewhere(scene: Scene, known: Set[str]) -> Scene:
    links = [link for link in scene.links if link.to in known]
    return replace(scene, links=links, nowhere=[link.to for link in scene.links if link.to not in known])


def _content(tour: Path) -> Any:
    """What a JSON file says, or a script that sets one variable to it."""
    if tour.suffix.lower() != ".js":
        return read_json(tour, REMEDY, tour.parent)
    try:
        data = _SCRIPT.sub(b"", read_regular(tour, tour.parent, MOST_JSON_BYTES), count=1)
        return json_of(data.strip().removesuffix(b";"))
    except OSError as error:
        raise InvalidDataError(f"{tour} cannot be read: {error.strerror}.", remedy=REMEDY) from error
    except NotTextError as error:
        raise InvalidDataError(
            f"{tour} is not a script that sets one variable: {error}.", remedy=REMEDY
        ) from error


def _viewpoint_names(scenes: Sequence[Scene]) -> dict[str, str]:
    """Ids of viewpoints, each once, by the names of scenes."""
    names: dict[str, str] = {}
    for scene in scenes:
        plain = viewpoint_name(Path(scene.name.replace("/", "-") + ".jpg")).strip("-") or "viewpoint"
        taken, number, name = set(names.values()), 2, plain
        while name in taken:
            name, number = f"{plain}-{number}", number + 1
        names[scene.name] = name
    return names


def _entry(name: str, file: str, placed: Placed, row: int, height: float | None) -> dict[str, Any]:
    x, y, z = placed.positions[row].round(3).tolist()
    entry = {
        "viewpoint_id": name,
        "image": file,
        "position": [x, y, z + (height or 0.0)],
        "heading": round(placed.headings[row] or 0.0, 6),
    }
    return entry if height is None else entry | {"height": height}


def _findings(
    scan_id: str, scenes: Sequence[Scene], names: dict[str, str], placed: Placed, step: float | None
) -> Iterator[PlaceFinding]:
    """What the tour did not say, and what does not fit together."""

    def finding(severity: Severity, kind: str, who: Sequence[str], what: str, remedy: str) -> PlaceFinding:
        return PlaceFinding(severity, kind, scan_id, tuple(who), what, remedy, Sureness.CERTAIN)

    if not placed.measured:
        yield finding(
            Severity.WARNING, "lengths not known", (),
            f"Every step is {step:g} m long: hot spots show directions alone.",
            "Correct positions with pangea env edit.",
        )  # fmt: skip
    for scene in scenes:
        for other in scene.nowhere:
            yield finding(
                Severity.WARNING, "hot spot to nowhere", (names[scene.name],),
                f"It leads to {other}, which the tour does not have.",
                "Add the step with pangea env edit where another panorama is meant.",
            )  # fmt: skip
    unknown = [
        names[each.name] for each, heading in zip(scenes, placed.headings, strict=True) if heading is None
    ]
    for name in unknown:
        yield finding(
            Severity.WARNING, "heading not known", (name,),
            "It is 0: the tour does not say it, and no two panoramas show each other here.",
            "Turn it with pangea env edit.",
        )  # fmt: skip
    for part in range(1, int(placed.part.max()) + 1):
        here = [names[each.name] for each, of in zip(scenes, placed.part, strict=True) if of == part]
        yield finding(
            Severity.WARNING, "separate part", here[:1],
            f"Nothing leads to {len(here)} of the panoramas from the others.",
            "Join them with pangea env edit.",
        )  # fmt: skip
    for (a, b), off in sorted(placed.off.items(), key=lambda each: -each[1]):
        if off > DOUBTFUL:
            yield finding(
                Severity.WARNING, "hot spot elsewhere", (names[a], names[b]),
                f"The hot spot is {math.degrees(off):.0f} degrees from where the panorama was placed.",
                "Look which of them is right with pangea env edit.",
            )  # fmt: skip
