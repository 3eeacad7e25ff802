"""Writing scans as a folder that ``folder:`` reads: ``graph.json``, level pictures without what cameras write about
their owner, a sketch of a floor plan, and ``map.json``, which says how sure each position and step is."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from environments.errors import ConfigurationError
from environments.files import is_id, read_image
from environments.floor_plan import PLAN_NAME
from environments.folders import make_folder, whole_folder
from environments.geometry import as_rotation
from environments.mapping.storeys import ON_STAIRS
from environments.mapping.upright import UP, headings, leans, tilts
from environments.metadata import without_metadata
from environments.own_places.graph_json import fault_of
from environments.pictures import decode_image
from environments.tiles.sphere import turned

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from environments.geometry import Rotation
    from environments.mapping.photographs import Photograph
    from environments.mapping.scans import MappedScan

LEVEL_ENOUGH = np.radians(0.5)
"""A picture that leans less is copied, pixel by pixel; others are drawn anew, level."""
QUALITY = 95  # of a JPEG that is drawn anew
FORMATS = {".jpg": "JPEG", ".jpeg": "JPEG", ".png": "PNG", ".webp": "WEBP"}
MAP_NAME = "map.json"


def check_output(output: Path) -> None:
    """Raise ConfigurationError where a place cannot be written, or its name cannot be that of a scan."""
    if not is_id(output.name):
        raise ConfigurationError(
            f"A place cannot be named {output.name!r}.",
            remedy="Let the last part of --output be of letters, digits, '_' and '-'.",
        )
    if output.exists():
        raise ConfigurationError(
            f"{output} is already there.",
            remedy="Choose another --output, or remove it; nothing is written over.",
        )


def write_place(
    scans: Sequence[MappedScan], photographs: Mapping[str, Photograph], output: Path
) -> Iterator[None]:
    """Write a folder for one scan, or one with a folder for each; yields after each picture.

    It appears when it is whole.

    Raises:
        ConfigurationError: the disk is full, or the folder cannot be written.
    """
    try:
        with whole_folder(output) as partial:
            for scan in scans:
                folder = partial / scan.scan_id if len(scans) > 1 else partial
                make_folder(folder)
                yield from _write_pictures(scan, photographs, folder)
                _write(folder / "graph.json", graph_of(scan, photographs))
                _write(folder / MAP_NAME, doubts_of(scan))
                if scan.plan:
                    _write(folder / PLAN_NAME, asdict(scan.plan))
    except OSError as error:
        raise ConfigurationError(
            f"{output} cannot be written: {error.strerror}.",
            remedy="Make room or choose another --output; the run continues where it stopped.",
        ) from error


def graph_of(scan: MappedScan, photographs: Mapping[str, Photograph]) -> dict[str, Any]:
    """The content of ``graph.json``."""
    looks = headings(scan.model.turns)
    entries = []
    for row, name in enumerate(scan.model.names):
        if name in scan.viewpoints:
            entry = {
                "viewpoint_id": name,
                "image": f"{name}{photographs[name].file.suffix.lower()}",
                "position": [round(each, 4) + 0.0 for each in scan.model.centres[row].tolist()],
                "heading": round(float(looks[row]), 5) + 0.0,
            }
            entries.append(entry | ({"height": round(scan.scale.eye, 3)} if scan.scale.eye else {}))
    content = {
        "scan_id": scan.scan_id,
        "viewpoints": entries,
        "edges": [[step.a, step.b] for step in scan.steps],
    }
    assert fault_of(content) is None
    return content


def doubts_of(scan: MappedScan) -> dict[str, Any]:
    """The content of ``map.json``: the doubt of each photograph and step, from 0 to 1, and what it comes from."""
    lean = np.degrees(leans(scan.model.turns, UP))
    seen = np.bincount(scan.model.sightings[:, 0], minlength=len(scan.model.names))
    floor = scan.scale.floor
    return {
        "scan_id": scan.scan_id,
        "scale": {
            "eye_height": scan.scale.eye,
            "floor_sightings": floor.sightings if floor else None,
            "rival": round(floor.rival, 3) if floor else None,
        },
        "gps": _ground_of(scan),
        "photographs": [
            {
                "name": name,
                "helper": name not in scan.viewpoints,
                "storey": None if scan.storeys[row] == ON_STAIRS else int(scan.storeys[row]),
                "points": int(seen[row]),
                "lean_degrees": round(float(lean[row]), 2),
                "doubt": _rounded(scan.doubts[name]),
            }
            for row, name in enumerate(scan.model.names)
        ],
        "steps": [
            {
                "ends": [step.a, step.b],
                "metres": round(step.length, 3),
                "shared_points": step.shared,
                "free_rays": step.rays,
                "doubt": _rounded(step.doubt),
            }
            for step in sorted(scan.steps, key=lambda step: -step.doubt)
        ],
    }


def _ground_of(scan: MappedScan) -> dict[str, Any] | None:
    """How well fixes fit; not where they are, which is nobody's business."""
    if scan.ground is None:
        return None
    names, fits = scan.ground.names, scan.ground.fits.tolist()
    return {
        "fixes": len(names),
        "median_metres": round(float(np.median(scan.ground.residuals)), 2),
        "scale_beside_theirs": round(scan.scale.metres / scan.ground.scale, 4),
        "scale_sure_to": round(scan.ground.sure, 4),
        "do_not_fit": [name for name, fits in zip(names, fits, strict=True) if not fits],
    }


def _write_pictures(scan: MappedScan, photographs: Mapping[str, Photograph], folder: Path) -> Iterator[None]:
    uprighting, lean = tilts(scan.model.turns), leans(scan.model.turns, UP)
    for row, name in enumerate(scan.model.names):
        if name in scan.viewpoints:
            file = photographs[name].file
            target = folder / f"{name}{file.suffix.lower()}"
            if lean[row] < LEVEL_ENOUGH:
                target.write_bytes(without_metadata(read_image(file, "", file.parent)).data)
            else:
                _write_level(file, as_rotation(uprighting[row]), target)
            yield


def _write_level(file: Path, turn: Rotation, target: Path) -> None:
    level = turned(decode_image(read_image(file, "", file.parent)), turn)
    level.save(target, FORMATS[target.suffix], quality=QUALITY)


def _write(file: Path, content: dict[str, Any]) -> None:
    file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def _rounded(doubt: float | None) -> float | None:
    return None if doubt is None else round(doubt, 4)
