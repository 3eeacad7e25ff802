"""Parts of a text that may reveal who a person is, for a human to check. It changes nothing.

Mail and web addresses and long numbers are found by plain rules, telephone numbers by Google's libphonenumber, and
names where somebody introduces themselves in English, Hindi or Telugu. Other names are not found: no rule can
distinguish "Rose" from "rose".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import phonenumbers

PersonalTextKind = Literal["mail", "web", "telephone", "number", "name"]

_RULES: tuple[tuple[PersonalTextKind, re.Pattern[str]], ...] = (
    ("mail", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("web", re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)),
    ("number", re.compile(r"\d(?:[ .-]?\d){5,}")),
    ("name", re.compile(r"(?i:\bmy name is|\bI am called|\bmyself)\s+(\w+(?:\s+[A-Z]\w*)?)")),
    (
        "name",
        re.compile(
            r"(?:\bI am|\bI'm|\bI’m|\b[Tt]his is)\s+([A-Z][a-z]+(?:\s+[A-Z][a-z]+)*)\s+(?:here|speaking)\b"
        ),
    ),
    ("name", re.compile(r"मेरा नाम\s+(\S+)")),
    ("name", re.compile(r"నా పేరు\s+(\S+)")),
)


@dataclass(frozen=True, slots=True)
class PersonalText:
    """A stretch of a text, in characters."""

    kind: PersonalTextKind
    start: int
    end: int
    text: str


def findings(text: str, language: str) -> list[PersonalText]:
    """What may be personal, in order. Of stretches that overlap, one is given: a telephone number before a number.

    Args:
        language: BCP 47; its region says how telephone numbers are written.
    """
    found: list[PersonalText] = []
    for finding in (*_telephones(text, language), *_by_rules(text)):
        if all(finding.end <= other.start or other.end <= finding.start for other in found):
            found.append(finding)
    return sorted(found, key=lambda finding: finding.start)


def _telephones(text: str, language: str) -> Iterator[PersonalText]:
    region = language.rpartition("-")[2].upper() if "-" in language else None
    for match in phonenumbers.PhoneNumberMatcher(text, region):
        yield PersonalText("telephone", match.start, match.end, match.raw_string)


def _by_rules(text: str) -> Iterator[PersonalText]:
    for kind, rule in _RULES:
        for match in rule.finditer(text):
            group = match.re.groups
            yield PersonalText(kind, match.start(group), match.end(group), match[group])
