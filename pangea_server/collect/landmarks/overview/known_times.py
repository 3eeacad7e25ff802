"""How long a person needs for one item of each step, where that is known from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from pangea_server.annotate.landmarks.protocol.asked import Step

FLICKR_SECONDS: Mapping[Step, float] = {
    Step.LINK: 7.5,
    Step.VERIFY: 19.0,
    Step.NEED: 8.1,
    Step.DRAW: 26.8,
    Step.QUALITY: 11.0,
    Step.COVERAGE: 9.1,
}
"""Plummer et al. 2017 (Flickr30k Entities), Table 3: its times of a page, by the items on it."""

GOAL_SECONDS: Mapping[Step, float] = {
    Step.LINK: 1.5,
    Step.VERIFY: 1.5,
    Step.NEED: 1.5,
    Step.DRAW: 7.0,
    Step.QUALITY: 1.5,
    Step.COVERAGE: 1.5,
    Step.SAME_THING: 1.5,
    Step.CARRY: 3.0,
    Step.MEANT: 7.0,
}
"""What the pages are made for: seven seconds for a new box, three to accept a foretold one, one and a half to judge.
Nobody has measured them yet."""
