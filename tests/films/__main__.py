"""Makes a film of each task, with captions: ``python -m tests.films [FOLDER [KIND...]]``."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path
from time import monotonic

import soundfile
from playwright.sync_api import Browser, sync_playwright

from docs.site.pages import BUILT, FILMS
from tests.browser import chromium
from tests.browser.conftest import SPEECH
from tests.browser.demo import Demo
from tests.browser.trained import ask_for_training
from tests.browser.walker import Walker
from tests.films.captions import LANGUAGES, Caption, web_vtt
from tests.films.exercises import KINDS, film_exercise
from tests.films.scripts import Say, film_follower, film_guide
from tests.films.tools import (
    HEIGHT,
    MOST_SECONDS,
    WIDTH,
    FilmError,
    find_chromium,
    find_ffmpeg,
    let_playwright_record,
    shrink,
)

EXERCISE_SECONDS = 25


class Recorder:
    """Films one person's page from the first caption on."""

    def __init__(self, browser: Browser, folder: Path, ffmpeg: Path) -> None:
        self._browser, self._folder, self._ffmpeg = browser, folder, ffmpeg

    def film(
        self,
        name: str,
        link: str,
        happens: Callable[[Walker, Say], None],
        into: Path,
        most_seconds: float = MOST_SECONDS,
    ) -> None:
        """Write the film and its captions; what takes longer is played faster."""
        context = self._browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT},
            record_video_dir=self._folder,
            record_video_size={"width": WIDTH, "height": HEIGHT},
            permissions=["microphone"],
        )
        page, began = context.new_page(), monotonic()
        captions: list[Caption] = []
        person = Walker(page, link)
        person.open()
        if name == "guide":
            person.pass_equipment_check()
        happens(person, lambda where, key: captions.append(Caption(monotonic() - began, where, key)))
        duration = monotonic() - began
        assert page.video is not None
        context.close()
        self._finish(name, Path(page.video.path()), captions, duration, into, most_seconds)

    def _finish(
        self,
        name: str,
        recorded: Path,
        captions: list[Caption],
        duration: float,
        into: Path,
        most_seconds: float,
    ) -> None:
        skipped = captions[0].start
        faster = max(1.0, (duration - skipped) / most_seconds)
        shrink(self._ffmpeg, recorded, into / f"{name}.webm", skipped=skipped, faster=faster)
        timed = [
            Caption((caption.start - skipped) / faster, caption.where, caption.key) for caption in captions
        ]
        for language in LANGUAGES:
            text = web_vtt(timed, (duration - skipped) / faster, language)
            (into / f"{name}.{language}.vtt").write_text(text, encoding="utf-8")


def make_films(into: Path, only: Collection[str] = ()) -> None:
    """Film a Guide, then a Follower, then newcomers to the kinds about landmarks, in the demo house; or only these
    kinds.

    Raises:
        FilmError: a program is missing, or a film failed.
    """
    executable, ffmpeg = find_chromium(), find_ffmpeg()
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        let_playwright_record(ffmpeg, folder)
        samples, rate = soundfile.read(SPEECH, dtype="int16")
        soundfile.write(folder / "microphone.wav", samples, rate)
        demo = Demo(folder / "data")
        try:
            with sync_playwright() as started:
                flags = [*chromium.FLAGS, chromium.microphone(folder / "microphone.wav")]
                browser = started.chromium.launch(executable_path=executable, args=flags)
                recorder = Recorder(browser, folder, ffmpeg)
                if not only:
                    _film_both(recorder, demo, into)
                ask_for_training(demo)
                for kind in KINDS:
                    if not only or kind in only:
                        _film_newcomer(recorder, demo, kind, into)
                browser.close()
        finally:
            demo.stop()


def _film_both(recorder: Recorder, demo: Demo, into: Path) -> None:
    path: list[str] = []
    recorder.film(
        "guide", demo.links["guide"], lambda person, say: path.extend(film_guide(person, say)), into
    )
    recorder.film(
        "follower", demo.links["follower"], lambda person, say: film_follower(person, say, path), into
    )


def _film_newcomer(recorder: Recorder, demo: Demo, kind: str, into: Path) -> None:
    link = demo.invite().replace("/guide#", f"/task/{kind}#")
    recorder.film(kind, link, lambda person, say: film_exercise(person, say, kind), into, EXERCISE_SECONDS)


def main(arguments: list[str]) -> int:
    """The exit code."""
    into = Path(arguments[0]) if arguments else FILMS
    try:
        make_films(into, arguments[1:])
    except FilmError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if into == FILMS and BUILT.is_dir():
        shutil.copytree(FILMS, BUILT / FILMS.name, dirs_exist_ok=True)
    for film in sorted(into.glob("*.webm")):
        sys.stdout.write(f"{film} {film.stat().st_size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
