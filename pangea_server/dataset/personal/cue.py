"""How people say who they are, who a person is, and where they live: the patterns in ``cues/``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from pangea_server.dataset.personal.letters import AFTER_NO_LETTER, LANGUAGES, WORD

CueKind = Literal["name", "place"]
Trust = Literal["certain", "open", "other", "person", "known"]
_INTRODUCED = {
    "<one>": rf"({WORD})",
    "<some>": rf"({WORD}?)",
    "<two>": rf"({WORD}(?:\s+{WORD})?)",
    "<capitals>": rf"({WORD}(?:\s+[A-Z]{WORD}){{0,5}})",
}


@dataclass(frozen=True, slots=True)
class Cue:
    """A way to introduce a name or a place, which is the group of its pattern.

    Attributes:
        rule: what it is called in findings.
        trust: what it introduces: a name even if it is also an ordinary word; any other word or one that people are
            called; any other word; a known name or a word that people are called; a known name only.
    """

    language: str
    kind: CueKind
    rule: str
    trust: Trust
    pattern: re.Pattern[str]


@cache
def cues(language: str) -> tuple[Cue, ...]:
    """Those of a primary language, in the order in which they are tried."""
    if language not in LANGUAGES:
        return ()
    read = tomllib.loads((files(__package__) / "cues" / f"{language}.toml").read_text(encoding="utf-8"))
    classes = {f"<{name}>": words for name, words in read.get("words", {}).items()}
    return tuple(
        Cue(language, cue["kind"], cue["rule"], cue["trust"], _compiled(pattern, classes))
        for cue in read["cue"]
        for pattern in cue["patterns"]
    )


@cache
def cue_words(language: str) -> frozenset[str]:
    """Words of the classes in patterns, such as those for relatives; they are ordinary."""
    if language not in LANGUAGES:
        return frozenset()
    read = tomllib.loads((files(__package__) / "cues" / f"{language}.toml").read_text(encoding="utf-8"))
    return frozenset(
        word for words in read.get("words", {}).values() for word in re.findall(WORD, words) if len(word) > 1
    )


def _compiled(pattern: str, classes: dict[str, str]) -> re.Pattern[str]:
    """Each begins with a word; \\b does not know the vowel signs of Indian scripts."""
    for sign, group in (*classes.items(), *_INTRODUCED.items()):
        pattern = pattern.replace(sign, group)
    begins = pattern.startswith(("(?:^", "(?i:^", "(?<!"))
    return re.compile(pattern if begins else rf"{AFTER_NO_LETTER}{pattern}")
