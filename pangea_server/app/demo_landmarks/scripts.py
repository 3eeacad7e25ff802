"""What the demo's two Guides say of one path, and what they mean by it."""

from __future__ import annotations

from dataclasses import dataclass

SCAN = "demo-house"
LANGUAGE = "en-US"
PATH = ("living-room-piano", "living-room-sofa", "living-room-fireplace")


@dataclass(frozen=True, slots=True)
class NamedThing:
    """Words that mean a thing; ``noun``: those of them that are its head, "" for a pronoun."""

    words: str
    noun: str
    thing: str


@dataclass(frozen=True, slots=True)
class ScriptSentence:
    """What is said at a viewpoint, or on the way from it; ``walks``: to the next one, afterwards."""

    text: str
    named: tuple[NamedThing, ...]
    walks: bool = True


SCRIPTS: dict[str, tuple[ScriptSentence, ...]] = {
    "marked": (
        ScriptSentence("Walk to the red sofa,", (NamedThing("the red sofa", "sofa", "red-sofa"),)),
        ScriptSentence("and keep it on your left.", (NamedThing("it", "", "red-sofa"),)),
        ScriptSentence(
            "Stop at the white fireplace, across from the bookshelf.",
            (
                NamedThing("the white fireplace", "fireplace", "fireplace"),
                NamedThing("the bookshelf", "bookshelf", "bookshelf"),
            ),
            walks=False,
        ),
    ),
    "new": (
        ScriptSentence("Start at the black piano,", (NamedThing("the black piano", "piano", "black-piano"),)),
        ScriptSentence(
            "go past the red sofa and the round coffee table,",
            (
                NamedThing("the red sofa", "sofa", "red-sofa"),
                NamedThing("the round coffee table", "table", "coffee-table"),
            ),
        ),
        ScriptSentence(
            "and stop in front of the fireplace.",
            (NamedThing("the fireplace", "fireplace", "fireplace"),),
            walks=False,
        ),
    ),
}
"""By name; the words of the first are marked by a colleague, those of the second by whoever tries the demo."""
