"""The viewers that are compared, where their pages are, and one visit to such a page."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

from tests.benchmarks.viewer.browser import Screencast
from tests.benchmarks.viewer.line import Line
from tests.benchmarks.viewer.screen import (
    Grey,
    finished_share,
    first_seen,
    first_sharp,
    grey,
    likeness,
    sharpness,
)

OURS, BARE = "ours", "bare"
NAMES = {
    OURS: "PanGEA",
    BARE: "bare three.js, one sphere",
    "pannellum": "Pannellum, multi-resolution",
    "marzipano": "Marzipano, multi-resolution",
    "photo_sphere_viewer": "Photo Sphere Viewer, virtual tour",
    "photo_sphere_viewer_tiles": "the same with tiles",
}
PEERS = [name for name in NAMES if name not in (OURS, BARE)]

QUIET_SECONDS = 0.8
LONGEST_WAIT_SECONDS = 30.0
RIGHT_LIKENESS = 0.75
"""Other people's buttons and our path on the floor lie over the picture; another picture is under 0.5."""
STILL_SHARE = 0.995


class WrongPictureError(Exception):
    """A viewer did not come to show what it must."""


@dataclass(frozen=True)
class Viewers:
    """Through which line each viewer's page is reached."""

    ours: Line
    peers: Line
    token: str

    def line(self, viewer: str) -> Line:
        return self.ours if viewer == OURS else self.peers

    def address(self, viewer: str) -> str:
        if viewer == OURS:
            return f"{self.ours.origin}/bench/ours.html"
        return f"{self.peers.origin}/{viewer}.html"


@dataclass(frozen=True)
class Shown:
    """When a picture was seen and sharp, in seconds from its cause; and how sharp it became (high-frequency energy)."""

    seen: float
    sharp: float
    sharpness: float


@dataclass
class Visit:
    """A page that is open, and what is to be seen on it."""

    page: Page
    line: Line
    viewer: str

    def finish(self, right: Grey) -> Grey:
        """Wait until nothing is loaded or changes any more; returns the picture.

        Raises:
            WrongPictureError: that took too long, or it is not like ``right``.
        """
        picture = right
        for _ in range(int(LONGEST_WAIT_SECONDS / QUIET_SECONDS)):
            self.page.wait_for_timeout(1000 * QUIET_SECONDS)
            if self.line.quiet_seconds < QUIET_SECONDS:
                continue
            before, picture = picture, grey(self.page.screenshot())
            if finished_share(before, picture) >= STILL_SHARE and likeness(picture, right) >= RIGHT_LIKENESS:
                return picture
        raise WrongPictureError(
            f"{NAMES[self.viewer]}: likeness {likeness(picture, right):.2f} after {LONGEST_WAIT_SECONDS:.0f} s."
        )

    def wait_until_quiet(self) -> None:
        """Wait until nothing is loaded any more."""
        while self.line.quiet_seconds < QUIET_SECONDS:
            self.page.wait_for_timeout(1000 * QUIET_SECONDS)

    def shown(self, cast: Screencast, finished: Grey, since: float) -> Shown:
        """What the screencast saw of the finished picture."""
        frames = [frame for frame in cast.frames if frame.time >= since]
        seen, sharp = first_seen(frames, finished), first_sharp(frames, finished)
        if seen is None or sharp is None:
            raise WrongPictureError(f"{NAMES[self.viewer]}: the picture was never on the screen.")
        return Shown(seen - since, sharp - since, sharpness(finished))


def sign_in_script(token: str) -> str:
    """What a browser keeps of a sign-in; a session in the address would be asked about."""
    return f"localStorage.setItem('pangea-session', '{token}')"


def visit(page: Page, viewers: Viewers, viewer: str) -> Visit:
    """Open a viewer's page; ours as one who has signed in before."""
    if viewer == OURS:
        page.add_init_script(sign_in_script(viewers.token))
    page.goto(viewers.address(viewer), wait_until="commit")
    return Visit(page, viewers.line(viewer), viewer)
