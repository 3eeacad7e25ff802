"""``make bench-street``: many photographs of a drawn street, with the fixes of a camera's GPS, mapped.

Each is turned by a random yaw and leans a little, and its EXIF says where it was with 5 m of noise in each direction.
"""

from __future__ import annotations

import argparse
import math
import resource
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.ExifTags import IFD
from rich.console import Console
from rich.table import Table
from scipy.spatial.transform import Rotation

from environments.folders import make_folder
from environments.geometry import as_rotation, rotation, wrap_angle
from environments.mapping.gps import NOISE
from environments.mapping.run import Mapped, map_place
from environments.mapping.scans import MappedScan
from environments.mapping.upright import headings
from environments.tiles.sphere import turned
from pangea_server.core.cli.findings import print_findings
from pangea_server.core.cli.progress import watched
from pangea_server.core.counted import counted
from tests.benchmarks.mapping.__main__ import fit_of
from tests.benchmarks.mapping.photographs import LEAN, SIZE, Taken
from tests.benchmarks.mapping.street_scene import street, way

HERE = 17.4, 78.47  # degrees, somewhere in Hyderabad
METRES = 110_660.0, 106_230.0  # a degree of latitude and of longitude there
GPS_REFERENCES = {1: "N", 3: "E"}


def main() -> None:
    """Draw, map and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", type=int, default=300)
    parser.add_argument("--spacing", type=float, default=2.0, help="metres from one to the next")
    parser.add_argument("--work", type=Path, help="folder to keep what was drawn and found in")
    options = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = options.work or Path(temporary)
        truth = photographs(folder / "photos", options.photographs, options.spacing)
        used, began = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
        mapped = map_place(folder / "photos", folder / "place", None, watch=watched, gps=True)
        minutes = (time.monotonic() - began) / 60
    now = resource.getrusage(resource.RUSAGE_SELF)
    cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    print_findings(mapped.findings)
    table = _table(mapped, truth)
    table.add_row("CPU a photograph; minutes in all", f"{cpu / len(truth):.1f} s; {minutes:.0f}")
    table.add_row("peak memory", f"{now.ru_maxrss / 1024:.0f} MB")
    Console().print(table)


def photographs(folder: Path, count: int, spacing: float, seed: int = 8) -> dict[str, Taken]:
    """Draw them as ``IMG-0000.jpg`` and so on, with fixes in their EXIF; the truth by these names."""
    make_folder(folder)
    rng, scene = np.random.default_rng(seed), street(count * spacing)
    truth = {}
    for number, at in enumerate(watched(way(count, spacing), "drawing", count)):
        yaw, leans, noise = (
            rng.uniform(-np.pi, np.pi),
            rng.normal(0, LEAN, 2),
            rng.normal(0, NOISE, 2),
        )
        own = rotation(yaw) @ Rotation.from_euler("xy", leans).as_matrix()
        target = folder / f"IMG-{number:04d}.jpg"
        if not target.exists():
            seen = turned(scene.panorama(at, SIZE[0]), as_rotation(own.T))
            seen.save(target, quality=92, exif=_exif(at[:2] + noise))
        truth[target.stem] = Taken(target.stem, at, float(np.arctan2(own[0, 1], own[1, 1])))
    return truth


def _exif(east_north: NDArray[np.float64]) -> Image.Exif:
    exif = Image.Exif()
    there = HERE[0] + east_north[1] / METRES[0], HERE[1] + east_north[0] / METRES[1]
    exif.get_ifd(IFD.GPSInfo).update(
        GPS_REFERENCES | {2 * place + 2: _degrees(degrees) for place, degrees in enumerate(there)}
    )
    return exif


def _degrees(degrees: float) -> tuple[float, float, float]:
    """Degrees, minutes and seconds."""
    minutes, whole = math.modf(degrees)
    seconds, minutes = math.modf(60 * minutes)
    return whole, minutes, 60 * seconds


def _table(mapped: Mapped, truth: dict[str, Taken]) -> Table:
    fits = [fit_of(scan, truth) for scan in mapped.scans]
    metres = np.concatenate([fit.positions for fit in fits])
    turns = np.degrees(np.concatenate([fit.headings for fit in fits]))
    placed = len(truth) - len(mapped.left_out)
    table = Table("", "")
    table.add_row("placed", f"{placed} of {len(truth)}, {counted(len(fits), 'scan')}")
    table.add_row("position error, median, max", f"{np.median(metres):.2f} m, {metres.max():.2f} m")
    table.add_row("heading error, median, max", f"{np.median(turns):.2f}°, {turns.max():.2f}°")
    table.add_row("scale by GPS", ", ".join(f"{100 * fit.scale:+.2f} %" for fit in fits))
    table.add_row("north by GPS", ", ".join(f"{_north(scan, truth):+.2f}°" for scan in mapped.scans))
    steps = [(step.a, step.b) for scan in mapped.scans for step in scan.steps]
    far = [np.linalg.norm(truth[a].position - truth[b].position) for a, b in steps]
    table.add_row("steps; the longest", f"{len(steps)}; {max(far, default=0):.1f} m")
    return table


def _north(scan: MappedScan, truth: dict[str, Taken]) -> float:
    """Degrees by which its headings are off at the median."""
    meant = np.array([truth[name].heading for name in scan.model.names])
    return float(np.degrees(np.median(wrap_angle(headings(scan.model.turns) - meant))))


if __name__ == "__main__":
    main()
