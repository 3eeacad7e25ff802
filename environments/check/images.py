"""Checks of a viewpoint's images: they must exist, be complete, and have the scan's projection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from environments.check.findings import PlaceFinding, Severity
from environments.errors import ImageNotFoundError, PangeaError
from environments.pictures import decode_image, image_size, panorama_head
from environments.scan import FACES, Projection, Scan, Viewpoint

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

    from environments.protocol import Environment

    Grey = NDArray[np.float64]

SMALL = (1024, 512)  # pixels; panoramas are scaled to this size for the checks
BLACK = 8  # grey levels
CROPPED = 0.02  # share of black rows above which the sphere is cropped
SEAM = 4.0  # largest ratio of the step at the seam to the steps beside it


def check_images(environment: Environment, scan: Scan, viewpoint_id: str) -> Iterator[PlaceFinding]:
    """Findings about one viewpoint's panorama."""

    def found(severity: Severity, kind: str, what: str, remedy: str) -> PlaceFinding:
        return PlaceFinding(severity, kind, scan.scan_id, (viewpoint_id,), what, remedy)

    sizes: dict[str, tuple[int, int]] = {}
    for face in FACES[scan.projection]:
        try:
            image = environment.image(scan.scan_id, viewpoint_id, face)
            sizes[face] = image_size(image)
            picture = decode_image(image, enough=SMALL)
        except ImageNotFoundError as error:
            yield found(Severity.ERROR, "missing image", error.message, error.remedy)
            return
        except PangeaError as error:
            where = "" if face == Projection.EQUIRECTANGULAR else f"{face}: "
            yield found(Severity.ERROR, "unreadable image", f"{where}{error.message}", error.remedy)
            sizes.pop(face, None)
            continue
        if scan.projection is Projection.EQUIRECTANGULAR:
            told = panorama_head(image)
            for severity, kind, what, remedy in (
                *_equirectangular(picture, *sizes[face]),
                *_unused(told, scan.viewpoints[viewpoint_id]),
            ):
                yield found(severity, kind, what, remedy)
    if len({size for width, height in sizes.values() for size in (width, height)}) > 1 and len(sizes) > 1:
        listed = ", ".join(f"{face} {width} x {height}" for face, (width, height) in sizes.items())
        yield found(
            Severity.ERROR,
            "wrong dimensions",
            f"The faces are not equal squares: {listed}.",
            "Export all six with one size.",
        )


def _equirectangular(picture: Image, width: int, height: int) -> Iterator[tuple[Severity, str, str, str]]:
    if width != 2 * height:
        yield (
            Severity.ERROR,
            "wrong dimensions",
            f"The image has {width} x {height} pixels, not twice as many across as down.",
            "Export the whole sphere, or pad the image to it.",
        )
        return
    grey = np.asarray(picture.convert("L").resize(SMALL), np.float64)
    if black := _black_rows(grey):
        yield (
            Severity.WARNING,
            "black pole",
            f"{black:.0%} of its rows are black, at the top or at the bottom.",
            "The camera did not see there; people will wonder. Fill it in, or tell them.",
        )
    if _has_seam(grey):
        yield (
            Severity.WARNING,
            "doubtful projection",
            "Its left and right edges do not meet.",
            "See whether it is equirectangular and goes all the way round.",
        )


def _unused(told: Mapping[str, float], viewpoint: Viewpoint) -> Iterator[tuple[Severity, str, str, str]]:
    """What the picture's own XMP (GPano) says and the place does not."""
    pitch, roll = told.get("PosePitchDegrees", 0.0), told.get("PoseRollDegrees", 0.0)
    if (pitch or roll) and viewpoint.orientation[2][2] == 1:
        yield (
            Severity.WARNING,
            "pose not used",
            f"The picture says that the camera leaned, by a pitch of {pitch:g} and a roll of {roll:g} degrees, "
            "and the place takes it as level.",
            "Level the picture in the camera's program, and export it again.",
        )
    whole, part = told.get("FullPanoWidthPixels"), told.get("CroppedAreaImageWidthPixels")
    if whole and part and part < whole:
        yield (
            Severity.WARNING,
            "crop not used",
            f"The picture says that it is {part:g} of {whole:g} pixels of a whole turn, and is taken for all of it.",
            "Export the whole sphere, or pad the image to it.",
        )


def _black_rows(grey: Grey) -> float:
    """Share of the rows that are black, from either pole; 0 when it is too small to report."""
    black = grey.max(axis=1) < BLACK
    share = (np.argmin(black) + np.argmin(black[::-1])) / len(black) if not black.all() else 1.0
    return float(share) if share > CROPPED else 0.0


def _has_seam(grey: Grey) -> bool:
    """Whether the step from the last column to the first is far larger than the steps between columns beside it."""
    around = np.concatenate([grey[:, -9:], grey[:, :9]], axis=1)
    steps = np.abs(np.diff(around, axis=1)).mean(axis=0)
    return bool(steps[8] > SEAM * (np.delete(steps, 8).mean() + 1))
