"""The programs that films are made with: Chromium draws the pages, ffmpeg writes the pictures."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import playwright

MOST_SECONDS = 55
MOST_BYTES = 3_000_000
WIDTH, HEIGHT = 960, 600
FRAMES_PER_SECOND = 12
QUALITY = 38
"""Of VP9, from 0 to 63, the smallest is the best."""


class FilmError(Exception):
    """Why there is no film, and what to do about it."""


def find_ffmpeg() -> Path:
    """The program ffmpeg, of the system or of the package imageio-ffmpeg.

    Raises:
        FilmError: there is neither.
    """
    found = shutil.which("ffmpeg")
    if found:
        return Path(found)
    if find_spec("imageio_ffmpeg"):
        import imageio_ffmpeg

        return Path(imageio_ffmpeg.get_ffmpeg_exe())
    raise FilmError("Films need ffmpeg: sudo apt-get install ffmpeg, or pip install imageio-ffmpeg.")


def find_chromium() -> str:
    """Raises FilmError where there is none."""
    found = shutil.which("chromium")
    if found is None:
        raise FilmError("Films need Chromium: sudo apt-get install chromium.")
    return found


def let_playwright_record(ffmpeg: Path, folder: Path) -> None:
    """Playwright looks for an ffmpeg of its own among the browsers that it downloads; here it finds this one."""
    package = Path(playwright.__file__).parent / "driver" / "package" / "browsers.json"
    browsers = json.loads(package.read_text())["browsers"]
    revision = next(each["revision"] for each in browsers if each["name"] == "ffmpeg")
    place = folder / f"ffmpeg-{revision}"
    place.mkdir()
    (place / "ffmpeg-linux").symlink_to(ffmpeg)
    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(folder)


def shrink(ffmpeg: Path, recorded: Path, film: Path, *, skipped: float, faster: float) -> None:
    """Write the film from what was recorded, without its first ``skipped`` seconds, played ``faster`` times as fast.

    Raises:
        FilmError: ffmpeg failed, or the film is too large.
    """
    filters = f"setpts=PTS/{faster:.4f},fps={FRAMES_PER_SECOND},scale={WIDTH}:{HEIGHT}"
    codec = ["-c:v", "libvpx-vp9", "-crf", str(QUALITY), "-b:v", "0", "-deadline", "good", "-cpu-used", "4"]
    source = ["-ss", f"{skipped:.3f}", "-i", str(recorded)]
    done = subprocess.run(
        [str(ffmpeg), "-y", "-loglevel", "error", *source, "-vf", filters, *codec, "-an", str(film)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise FilmError(f"ffmpeg could not write {film.name}: {done.stderr.strip()[-500:]}")
    size = film.stat().st_size
    if size > MOST_BYTES:
        raise FilmError(
            f"{film.name} has {size:,} bytes, more than {MOST_BYTES:,}: raise QUALITY in tests/films/tools.py."
        )
