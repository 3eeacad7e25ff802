"""What each further task cost at one commit, before the pages were joined into one flow: measured once, by this
benchmark, and kept to compare with."""

from __future__ import annotations

from collections import Counter

from tests.benchmarks.annotator.practised import Cost

MEASURED_AT = "10c5db9, measured 2026-11-23"

BEFORE: dict[str, Cost] = {
    "Guide": Cost(
        Counter(
            {
                "next-task (key)": 1,
                "scroll": 2,
                "start": 1,
                "record": 1,
                "turn": 2,
                "step (key)": 3,
                "done": 1,
                "transcript": 1,
                "submit": 1,
                "confirm-yes": 1,
            }
        ),
        travel=4440,
        waited=6.2,
    ),
    "Follower": Cost(
        Counter(
            {
                "next-task (key)": 1,
                "start": 1,
                "play": 1,
                "show-text": 1,
                "turn": 2,
                "step (key)": 3,
                "done": 1,
                "confidence-4": 1,
                "quality-5": 1,
                "rate-send": 1,
            }
        ),
        travel=4258,
        waited=6.1,
    ),
}
