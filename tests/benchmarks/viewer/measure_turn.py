"""A steady turn: frames a second on the screen, and what one frame costs."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.benchmarks.viewer.browser import HEIGHT, WIDTH, Drawn, drawing
from tests.benchmarks.viewer.contest import NAMES, Visit, WrongPictureError
from tests.benchmarks.viewer.place import HEADING
from tests.benchmarks.viewer.screen import Grey, finished_share, grey

RADIANS_PER_SECOND = 0.5
WARM_UP_SECONDS = 0.5
SECONDS = 3.0
TURNED_SHARE = 0.7
"""At most this share of the screen may look as it did before the turn."""


def turn(browser: Browser, visitor: Visit, before: Grey, begin: float = HEADING) -> Drawn:
    """Turn a viewer that shows ``before`` and has loaded everything, and is no longer filmed.

    It begins at the heading ``begin`` (radians).

    Of ours, the pointer rests on the floor beside markers and path.

    Raises:
        WrongPictureError: nothing turned.
    """
    page = visitor.page
    page.mouse.move(WIDTH / 2, HEIGHT * 0.8)
    page.evaluate(f"startTurn({RADIANS_PER_SECOND}, {begin})")
    page.wait_for_timeout(1000 * WARM_UP_SECONDS)
    with drawing(browser, page) as drawn:
        page.wait_for_timeout(1000 * SECONDS)
    if finished_share(grey(page.screenshot()), before) > TURNED_SHARE:
        raise WrongPictureError(f"{NAMES[visitor.viewer]} did not turn.")
    return drawn[0]
