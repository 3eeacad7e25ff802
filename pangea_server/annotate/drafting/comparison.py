"""Comparing a draft with the text that a Guide handed in, word by word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pangea_server.annotate.drafting.records import CheckedWord, Confirmed, DraftWord

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Compared:
    """What became of each word of a draft.

    Attributes:
        words: one for each word of the draft.
        inserted: the number of words that were added.
        text: what was handed in, with the recogniser's own words in place of planted ones that were left in.
    """

    words: tuple[CheckedWord, ...]
    inserted: int
    text: str

    @property
    def planted_left(self) -> int:
        """The number of planted words that were left in."""
        return sum(is_left(word) for word in self.words)


def plain(word: str) -> str:
    """A word without punctuation around it, in lower case and one Unicode form: as it is heard."""
    return unicodedata.normalize("NFC", word[_core(word)]).casefold()


def is_left(word: CheckedWord) -> bool:
    """Whether a planted error was left in."""
    return word.own is not None and plain(word.became) == plain(word.shown)


def compared(draft: Sequence[DraftWord], submitted: str, heard: Collection[int]) -> Compared:
    """Find the words of a draft in the text that was handed in.

    Punctuation and capital letters make no difference: nobody hears them.

    Args:
        heard: the places of draft words that the person heard, or confirmed by a touch.
    """
    tokens = [match.span() for match in _WORD.finditer(submitted)]
    written = [plain(submitted[start:end]) for start, end in tokens]
    shown = [plain(word.word) for word in draft]
    became: list[list[int]] = [[] for _ in draft]
    inserted = 0
    for same, first, last, begin, end in _fewest_edits(shown, written):
        for place in range(first, last):
            became[place] = _share(place - first, last - first, begin, end)
        if not same:
            inserted += max(0, (end - begin) - (last - first))
    words = tuple(
        _checked(word, " ".join(submitted[slice(*tokens[at])] for at in became[place]), place in heard)
        for place, word in enumerate(draft)
    )
    left = {became[place][0]: word for place, word in enumerate(words) if is_left(word)}
    return Compared(words, inserted, _returned(submitted, tokens, left))


def _fewest_edits(shown: Sequence[str], written: Sequence[str]) -> Iterator[tuple[bool, int, int, int, int]]:
    """Stretches of both, in order, that are the same (true) or differ, with as few edits as possible: a word that was
    left in must not be taken for one that was removed and added elsewhere."""
    from rapidfuzz.distance import Levenshtein

    opcodes = Levenshtein.opcodes(shown, written)
    for same, several in groupby(opcodes, key=lambda each: each.tag == "equal"):
        stretch = list(several)
        yield same, stretch[0].src_start, stretch[-1].src_end, stretch[0].dest_start, stretch[-1].dest_end


def _share(place: int, size: int, begin: int, end: int) -> list[int]:
    """Which of the written words ``begin`` to ``end`` stand for one of ``size`` draft words: one each, the last the
    rest."""
    if begin + place >= end:
        return []
    return list(range(begin + place, end)) if place == size - 1 else [begin + place]


def _checked(word: DraftWord, became: str, is_heard: bool) -> CheckedWord:
    edited = plain(became) != plain(word.word)
    confirmed: Confirmed = "edited" if edited else "heard" if is_heard else "untouched"
    return CheckedWord(word.word, word.own, became, confirmed, word.confidence)


def _returned(text: str, tokens: Sequence[tuple[int, int]], left: dict[int, CheckedWord]) -> str:
    """The text with the recogniser's own word at each of these tokens; punctuation around it stays."""
    parts, after = [], 0
    for at, word in sorted(left.items()):
        start, end = tokens[at]
        parts += [text[after:start], _in_place(text[start:end], word)]
        after = end
    return "".join([*parts, text[after:]])


def _in_place(token: str, word: CheckedWord) -> str:
    """The token with the recogniser's own word in it; a capital letter stays one."""
    core, own = _core(token), (word.own or "")[_core(word.own or "")]
    if token[core][:1].isupper():
        own = own[:1].upper() + own[1:]
    return f"{token[: core.start]}{own}{token[core.stop :]}"


def _core(word: str) -> slice:
    """Where a word is without the punctuation around it."""
    first, last = 0, len(word)
    while first < last and not _is_spoken(word[first]):
        first += 1
    while last > first and not _is_spoken(word[last - 1]):
        last -= 1
    return slice(first, last)


def _is_spoken(character: str) -> bool:
    return unicodedata.category(character)[0] in "LMN"
