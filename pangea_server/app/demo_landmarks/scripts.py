"""What the demo's two Guides say of one path, and what they mean by it."""

from __future__ import annotations

from dataclasses import dataclass

SCAN = "demo-house"
LANGUAGE = "en-US"
PATH = ("living-room-piano", "living-room-sofa", "living-room-fireplace")


@dataclass(frozen=True, slots=True)
class Named:
    """Words that mean a thing; ``noun``: those of them that are its head, "" for a pronoun."""

    words: str
    noun: str
    thing: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said at a viewpoint, or on the way from it; ``walks``: to the next one, afterwards."""

    text: str
    named: tuple[Named, ...]
    walks: bool = True


SCRIPTS: dict[str, tuple[Sentence, ...]] = {
    "marked": (
        Sentence("Walk to the red sofa,", (Named("the red sofa", "sofa", "red-sofa"),)),
        Sentence("and keep it on your left.", (Named("it", "", "red-sofa"),)),
        Sentence(
            "Stop at the white fireplace, across from the bookshelf.",
            (
                Named("the white fireplace", "fireplace", "fireplace"),
                Named("the bookshelf", "bookshelf", "bookshelf"),
            ),
            walks=False,
        ),
    ),
    "new": (
        Sentence("Start at the black piano,", (Named("the black piano", "piano", "black-piano"),)),
        Sentence(
            "go past the red sofa and the round coffee table,",
            (
                Named("the red sofa", "sofa", "red-sofa"),
                Named("the round coffee table", "table", "coffee-table"),
            ),
        ),
        Sentence(
            "and stop in front of the fireplace.",
            (Named("the fireplace", "fireplace", "fireplace"),),
            walks=False,
        ),
    ),
}
"""By name; the words of the first are marked by a colleague, those of the second by whoever tries the demo."""
