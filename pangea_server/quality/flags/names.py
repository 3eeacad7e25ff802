"""What people call each flag: one list for the pages and the command line, ``names.json``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TypedDict


class FlagWords(TypedDict):
    """``name``: in two or three words. ``about``: what it means that the flag is raised, in a sentence."""

    name: str
    about: str


@cache
def flag_words() -> dict[str, FlagWords]:
    """The words of the built-in flags by their ids; flags of other packages have none."""
    words: dict[str, FlagWords] = json.loads(
        (Path(__file__).parent / "names.json").read_text(encoding="utf-8")
    )
    return words


def flag_name(flag: str) -> str:
    """What the pages call a flag; one of another package is called by its own id."""
    words = flag_words().get(flag)
    return words["name"] if words else flag.replace("_", " ")
