"""Which tests run when: what lies in a folder with a lane's name belongs to that lane; everything else is the gate.

``pytest`` runs the gate, ``pytest --lane browser`` a lane, and ``pytest FILE`` what it names.
"""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent

WHOLE = "whole"
SLOW = {
    "programs": "our commands in processes of their own, and engines that hear real sound",
    "documents": "what the pages of documentation show, followed in an empty folder; wheels; other people's readers",
    "faults": "kills, full and broken disks, overload, limits of time and memory: what a bad day brings",
    "fuzz": "schemas, calls and faults that are drawn, from a fixed seed",
    "figures": "how right our measures are on simulated people and on recorded speech",
    "postgres": "a PostgreSQL server and an S3 server",
    "firebase": "the emulators of Firestore, Cloud Storage and Firebase Auth",
    "browser": "whole tasks in Chromium, Firefox and WebKit",
    "quiet": "what a browser does in time, while nothing else runs",
}
"""Each slow lane's name, which is its folders' name, and what it holds. ``make test-slow`` runs them in this order."""
LANES = {
    WHOLE: "one whole way in Chromium: of the gate, in a process of its own, as Playwright keeps an event loop running"
} | SLOW


def lane_of(path: Path) -> str | None:
    """The lane of a test file or folder: the innermost folder that has a lane's name; None: the gate."""
    parts = path.relative_to(TESTS).parts if path.is_relative_to(TESTS) else ()
    return next((part for part in reversed(parts) if part in LANES), None)
