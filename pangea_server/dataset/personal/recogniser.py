"""What in a text may reveal who a person is, for a human to check. It changes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from pangea_server.dataset.personal.cue import Cue, Trust, cues
from pangea_server.dataset.personal.finding import PersonalText, PersonalTextKind, Sureness
from pangea_server.dataset.personal.gazetteer import Gazetteer, installed_gazetteer
from pangea_server.dataset.personal.letters import WORD
from pangea_server.dataset.personal.names_and_places import Judge, Word
from pangea_server.dataset.personal.ordinary import ordinary_words
from pangea_server.dataset.personal.patterns import forms
from pangea_server.dataset.personal.things import FAR, is_kind, is_made, is_shown

SURE: dict[Trust, Sureness] = {
    "certain": "sure",
    "open": "likely",
    "other": "likely",
    "person": "likely",
    "known": "possible",
}
_WORD = re.compile(WORD)
_LOCATIVE = re.compile(r"\u200c?(?:లో|లోని|లోకి|లోనే)")
_WHERE_BEFORE = re.compile(
    r"(?i:\b(?:in|from|at|to|near|around|visit(?:ed|ing)?|reach(?:ed)?|via|maadi|madi)|మాది|ఊరు)\s+(?:\w+\s+)?$"
)
_WHERE_AFTER = re.compile(
    r"\s+(?:(?i:mein|me|se|lo|nunchi|nundi|ninchi|wal[aei]|vall?am)\b|(?:में|से|वाल[ाेी]|शहर|जिल[ाे]|నుంచి|నుండి|వాళ్ళం|వాళ్లం|లో|పట్టణం|జిల్లా)(?=[\s,.।]|$))"
)
_ENDLESS = re.compile(r"\S{300,}|\s{50,}")
LONGEST_PART = 2000
TITLED = 2
"""In a text with more ordinary words written large, a capital tells nothing."""


@dataclass(frozen=True, slots=True)
class Recogniser:
    """Finds what has a form, and who is introduced; with ``known``, also names and cities that are only mentioned."""

    known: Gazetteer | None

    @property
    def knows_names(self) -> bool:
        return self.known is not None

    def findings(self, text: str, language: str) -> list[PersonalText]:
        """What may be personal, in order; of stretches that overlap, the surest kind.

        Args:
            language: BCP 47; its region says how telephone numbers are written.
        """
        primary = language.partition("-")[0].lower()
        return [
            replace(finding, start=finding.start + start, end=finding.end + start)
            for start, part in parts(text)
            for finding in self._of_part(part, primary, language)
        ]

    def _of_part(self, text: str, primary: str, language: str) -> list[PersonalText]:
        found: list[PersonalText] = []
        reading = _Reading(text, primary, self.known)
        for finding in (
            *forms(text, language),
            *reading.city_pairs(),
            *reading.by_cues(),
            *reading.mentioned(),
        ):
            _add(found, finding)
        return sorted(found, key=lambda finding: finding.start)


def parts(text: str) -> Iterator[tuple[int, str]]:
    """Where parts begin, and the parts: whole sentences if they are that short, without what has no end.

    Both bound the time by the length of the text.
    """
    start = 0
    for run in _ENDLESS.finditer(text):
        yield from _sentences(text, start, run.start())
        start = run.end()
    yield from _sentences(text, start, len(text))


def _sentences(text: str, start: int, last: int) -> Iterator[tuple[int, str]]:
    while last - start > LONGEST_PART:
        end = max(text.rfind(mark, start, start + LONGEST_PART) for mark in (". ", "। ", "? ", "\n"))
        end = end if end > start else text.rfind(" ", start, start + LONGEST_PART)
        yield start, text[start : end + 1]
        start = end + 1
    yield start, text[start:last]


def _add(found: list[PersonalText], finding: PersonalText) -> None:
    """Add what meets nothing surer; parts of one name are joined."""
    met = [other for other in found if finding.overlaps(other)]
    if not met:
        found.append(finding)
    elif finding.kind == "name" and all(other.kind == "name" for other in met):
        found[:] = [other for other in found if other not in met]
        found.append(_joined(met[0], finding, *met[1:]))


def _joined(first: PersonalText, *others: PersonalText) -> PersonalText:
    """One finding over all, as sure as the first."""
    start = min(first.start, *(other.start for other in others))
    text = first.text
    for other in sorted(others, key=lambda other: other.start):
        if other.start < first.start:
            text = other.text[: first.start - other.start] + text
        if other.end > start + len(text):
            text += other.text[start + len(text) - other.start :]
    return replace(first, start=start, end=start + len(text), text=text)


def installed_recogniser() -> Recogniser:
    """It knows names if the extra ``personal`` is installed."""
    return Recogniser(installed_gazetteer())


@cache
def _judge(language: str, known: Gazetteer | None) -> Judge:
    return Judge(language, ordinary_words(language), known)


class _Reading:
    """One text, read for names and places."""

    def __init__(self, text: str, language: str, known: Gazetteer | None) -> None:
        self.text = text
        self.judge = _judge(language, known)
        self.cues = tuple(cue for each in dict.fromkeys((language, "en")) for cue in cues(each))
        self.words = [self._word(match) for match in _WORD.finditer(text)]
        self.titled = sum(word.large and self.judge.is_ordinary(word.text) for word in self.words) > TITLED
        self.at = {word.start: index for index, word in enumerate(self.words)}

    def by_cues(self) -> Iterator[PersonalText]:
        for cue in self.cues:
            for match in cue.pattern.finditer(self.text):
                if not self._is_shown(match.start(1), match.end(1)):
                    yield from self._introduced(cue, match)

    def city_pairs(self) -> Iterator[PersonalText]:
        for first, second in pairwise(self.words):
            if self.judge.is_city_pair(first, second) and not self._is_shown(first.start, second.end):
                yield self._finding("place", first.start, second.end, "known city", "possible")

    def mentioned(self) -> Iterator[PersonalText]:
        for index, word in enumerate(self.words):
            is_name, is_city = self.judge.is_mentioned(word, self.titled), self.judge.is_city(word)
            if not (is_name or is_city) or self._is_shown(word.start, word.end):
                continue
            end = word.start + len(word.stem)
            whole = self._with_family(index, end) if is_name else end
            if self._is_made(word) or self._is_shown(word.start, whole):
                continue
            if is_city and not (is_name and (self._owns(word) or not self._is_where(word))):
                yield self._finding("place", word.start, end, "known city", "possible")
            elif is_name:
                yield self._finding("name", word.start, whole, "known name", "possible")

    def _introduced(self, cue: Cue, match: re.Match[str]) -> Iterator[PersonalText]:
        """The candidate's words up to the first that cannot be meant."""
        start, end, last = match.start(1), match.start(1), -1
        for word in _WORD.finditer(self.text, *match.span(1)):
            read = self._word(word)
            index = self.at.get(word.start(), -1)
            if (
                not self.judge.may_be(cue, read)
                or (index >= 0 and self.judge.is_part(self.words[index], read))
                or (
                    cue.trust == "known"
                    and (self._is_made(read) or (cue.kind == "place" and self._owns(read)))
                )
            ):
                if end > start or cue.language == "en":
                    break
                start = end = word.end()
                continue
            if end == start:
                start = word.start()
            end, last = word.start() + len(read.stem), index
        if end > start:
            if cue.kind == "name" and last >= 0:
                end = self._with_family(last, end)
            yield self._finding(cue.kind, start, end, cue.rule, SURE[cue.trust])

    def _with_family(self, index: int, end: int) -> int:
        """Where a name ends with the family names that follow the word."""
        for word in self.words[index + 1 :]:
            if not self.text[end : word.start].isspace() or not self.judge.is_family(word):
                break
            end = word.end
        return end

    def _is_shown(self, start: int, end: int) -> bool:
        """Whether a picture shows it, or a flower, a stone or a month is meant that people are called by."""
        return is_shown(self.text, start, end) or (
            is_kind(self.text, end) and self.judge.is_also_a_thing(self.text[start:end])
        )

    def _is_made(self, word: Word) -> bool:
        """Whether a thing follows, whose make or style it is: a Murphy bed."""
        return word.large and is_made(self.text, word.start, word.end)

    def _owns(self, word: Word) -> bool:
        return self.text[word.end : word.end + 2] in ("'s", "’s")

    def _is_where(self, word: Word) -> bool:
        """Whether a place is named: in, from, में, లో; or a name that few bear."""
        if word.stem != word.text and _LOCATIVE.fullmatch(word.text[len(word.stem) :]):
            return True
        return (
            _WHERE_AFTER.match(self.text, word.end) is not None
            or _WHERE_BEFORE.search(self.text[max(0, word.start - FAR) : word.start]) is not None
        )

    def _word(self, match: re.Match[str]) -> Word:
        text = match[0]
        before = self.text[max(0, match.start() - FAR) : match.start()].rstrip("\"'“‘ ")
        begins = not before or before[-1] in ".!?।\n"
        capital = text[0].isupper() and not (text.isupper() and len(text) > 1)
        return Word(match.start(), match.end(), text, self.judge.stem(text), capital and not begins, capital)

    def _finding(
        self, kind: PersonalTextKind, start: int, end: int, rule: str, sure: Sureness
    ) -> PersonalText:
        return PersonalText(kind, start, end, self.text[start:end], rule, sure)
