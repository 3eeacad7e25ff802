"""A place written in the form of another viewer or simulator."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from environments.connectivity import PANORAMA_TO_POSE, SUFFIX
from environments.errors import ConfigurationError
from environments.folders import whole_folder
from environments.metadata import without_metadata
from environments.scan import FACES, Projection, Scan
from environments.tours.pannellum import pannellum
from environments.tours.photo_sphere_viewer import photo_sphere_viewer
from environments.tours.seen import Pictures

if TYPE_CHECKING:
    from environments.protocol import Environment

ENDINGS = {"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp"}


def connectivity(scan: Scan) -> list[dict[str, Any]]:
    """Entries of a connectivity file: all are included, and what one may step to is unobstructed. What is visible is
    said only where the scan says it."""
    entries = []
    for name, viewpoint in scan.viewpoints.items():
        pose = np.eye(4)
        pose[:3, :3] = np.array(viewpoint.orientation) @ PANORAMA_TO_POSE.T
        pose[:3, 3] = viewpoint.position
        near = set(scan.graph.neighbors(name))
        entry: dict[str, Any] = {
            "image_id": name,
            "pose": pose.ravel().tolist(),
            "included": True,
            "unobstructed": [other in near for other in scan.viewpoints],
            "height": viewpoint.height,
        }
        if scan.visible is not None:
            entry["visible"] = [other in scan.visible[name] for other in scan.viewpoints]
        entries.append(entry)
    return entries


@dataclass(frozen=True, slots=True)
class TourFormat:
    """What is written: a file of this name, where ``{scan}`` stands for the scan's, and the pictures beside it."""

    file: str
    with_pictures: bool
    write: Callable[[Scan, Pictures], Any]


FORMS: Mapping[str, TourFormat] = {
    "pannellum": TourFormat("tour.json", True, pannellum),
    "photo-sphere-viewer": TourFormat("nodes.json", True, photo_sphere_viewer),
    "matterport3d": TourFormat(f"{{scan}}{SUFFIX}", False, lambda scan, _: connectivity(scan)),
}


def export_tour(environment: Environment, scan_id: str, form: str, output: Path) -> Path:
    """Write a scan in this form into a new folder; returns the file that describes it. Pictures are copied without what
    their files say of where and when they were taken.

    Raises:
        ScanNotFoundError: there is no such scan.
        ConfigurationError: the folder is there already or cannot be written, or the form has no skyboxes.
        ImageNotFoundError: a picture is missing.
    """
    how, scan = FORMS[form], environment.scan(scan_id)
    if output.exists():
        raise ConfigurationError(f"{output} is there already.", remedy="Name a folder that is not.")
    if how.with_pictures and scan.projection is not Projection.EQUIRECTANGULAR:
        raise ConfigurationError(
            f"{scan_id} has skyboxes; this form needs one picture for each viewpoint.",
            remedy="Write each with pangea env picture, and export the folder that has them.",
        )
    name = how.file.format(scan=scan_id)
    try:
        with whole_folder(output) as folder:
            pictures = _copy_pictures(environment, scan, folder) if how.with_pictures else {}
            described = json.dumps(how.write(scan, pictures), indent=1) + "\n"
            (folder / name).write_text(described, encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(
            f"{output} cannot be written: {error.strerror}.", remedy="Make room or choose another --output."
        ) from error
    return output / name


def _copy_pictures(environment: Environment, scan: Scan, folder: Path) -> dict[str, str]:
    names = {}
    (face,) = FACES[scan.projection]
    for viewpoint_id in scan.viewpoints:
        picture = without_metadata(environment.image(scan.scan_id, viewpoint_id, face))
        names[viewpoint_id] = viewpoint_id + ENDINGS[picture.media_type]
        (folder / names[viewpoint_id]).write_bytes(picture.data)
    return names
