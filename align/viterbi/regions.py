"""Which region's English a speaker speaks, told from the pronunciations that fit the sound.

English is always searched with the pronunciations of all ``REGIONS``, since without them the words of an Indian speaker
are lost (``accents``); those of other regions than a given one have a price. The path then shows how each word was
said. Pronunciations are nested: what is said in a region is also known in those after it.

The shares of words were counted on recordings of seven people and ten synthetic voices, and tried on those of seven
other people. Words of one speaker depend on each other, so that their evidence counts by half.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from align.transcript import primary_language
from align.viterbi.accents import region_like
from align.viterbi.lexicon import network_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from align.transcript import Transcript
    from align.viterbi.lexicon import Pronunciation

REGIONS = ("en-US", "en-GB", "en-IN")
PRICE_OF_ANOTHER = -5.0
"""Price of another region's pronunciation where a region was given: that is believed, unless it does not fit."""
STRONG_MARGIN = 3.0
"""Margin from which a region that the user gave is doubted: the other is twenty times as likely."""

_DROPPED_R = {"en-US": 0.05, "en-GB": 0.8, "en-IN": 0.75}
"""Share of words with an r before a consonant or a pause in which it is not said."""
_INDIAN = {"en-US": 0.02, "en-GB": 0.05, "en-IN": 0.35}
"""Share of words that have another sound in India (``accents``) in which it is said."""
_EVIDENCE_OF_A_WORD = 0.5
_EVERYWHERE, _WITHOUT_R, _IN_INDIA = range(3)  # levels: the first of REGIONS that has a pronunciation


@dataclass(frozen=True, slots=True)
class RegionFit:
    """The region of English whose pronunciations fit best (BCP 47).

    Attributes:
        margin: natural logarithm of how much better it fits than the region that was given; if that is the best, or
            none was given, than the next best. A margin below 3 says little.
        doubted: whether a region was given that fits far worse.
    """

    region: str
    margin: float
    doubted: bool


class NetworkWord(NamedTuple):
    """A word of the network.

    Attributes:
        token: the index of its token.
        ways: its pronunciations in all regions.
        levels: for each of them the first of ``REGIONS`` that has it.
        usual: those of the region that the language names, or else of the first.
    """

    token: int
    ways: list[Pronunciation]
    levels: list[int]
    usual: list[Pronunciation]


def words_of(transcript: Transcript) -> list[NetworkWord]:
    """The words that can be pronounced, in the order of the transcript."""
    english = primary_language(transcript.language) == "en"
    languages = REGIONS if english else (transcript.language,)
    region = region_like(transcript.language)
    own = REGIONS.index(region) if english and region else 0
    words = []
    for index, token in enumerate(transcript.tokens):
        of_regions = [network_words(token, language, transcript.lexicon) for language in languages]
        for ways_of_regions in zip(*of_regions, strict=True):
            levels: dict[Pronunciation, int] = {}
            for level, ways in enumerate(ways_of_regions):
                for way in ways:
                    levels.setdefault(way, level)
            usual = [way for way, level in levels.items() if level <= own]
            words.append(NetworkWord(index, list(levels), list(levels.values()), usual))
    return words


def price_of_another_region(language: str) -> float:
    """``Prices.other_region``; nothing where the language (BCP 47) names no region."""
    return PRICE_OF_ANOTHER if region_like(language) else 0.0


def region_fit(said: Iterable[tuple[NetworkWord, int]], language: str) -> RegionFit | None:
    """How well each region fits words and the number of the pronunciation with which each was said.

    Args:
        language: of the transcript (BCP 47); a region in it is doubted only if it fits far worse than another.

    Returns:
        None for other languages than English, and where no word tells regions apart.
    """
    if primary_language(language) != "en":
        return None
    fits = dict.fromkeys(REGIONS, 0.0)
    for word, way in said:
        chances = _chances(word.levels)
        for region in REGIONS:
            fits[region] += _EVIDENCE_OF_A_WORD * math.log(chances[region][word.levels[way]])
    best, following = sorted(REGIONS, key=lambda region: -fits[region])[:2]
    given = region_like(language)
    margin = fits[best] - fits[given if given and given != best else following]
    if margin == 0:
        return None
    return RegionFit(best, round(margin, 2), bool(given) and given != best and margin >= STRONG_MARGIN)


def _chances(levels: Sequence[int]) -> dict[str, dict[int, float]]:
    """For each region, how likely a word with pronunciations of these levels is said with one of each level."""
    known = set(levels)
    chances: dict[str, dict[int, float]] = defaultdict(dict)
    for region in REGIONS:
        dropped, indian = _DROPPED_R[region], _INDIAN[region]
        if _WITHOUT_R not in known:
            dropped = indian if _IN_INDIA in known else 0.0
            indian = 1.0
        elif _IN_INDIA not in known:
            indian = 0.0
        chances[region] = {
            _EVERYWHERE: 1 - dropped,
            _WITHOUT_R: dropped * (1 - indian),
            _IN_INDIA: dropped * indian,
        }
    return chances
