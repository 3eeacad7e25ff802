"""Forms of words: how Hindi nouns and verbs are inflected, what Telugu and English words end with."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

NUKTA, CANDRABINDU, ANUSVARA, VIRAMA = "\u093c", "\u0901", "\u0902", "\u0c4d"
_NASAL = re.compile("[ङञणनम]\u094d(?=[कखगघचछजझटठडढतथदधपफबभ])")
_UNSEEN = re.compile("[\u200b-\u200d\u2060\ufeff]")

ENGLISH = (
        ("s", ""), ("es", ""), ("ies", "y"), ("d", ""), ("ed", ""), ("ied", "y"), ("ing", ""), ("ing", "e"), ("ings", ""),
        ("ly", ""), ("er", ""), ("r", ""), ("ers", ""), ("rs", ""), ("est", ""), ("st", ""), ("ness", ""),
)  # fmt: skip
"""What a form ends with, and what the word has there."""

# fmt: off
_AFTER_CONSONANT = ("", "ना", "नी", "ने", "ता", "ती", "ते", "तीं", "कर", "के", "ो", "िए", "िये", "िएगा", "ियेगा", "ें", "ेंगे", "ेंगी", "े",
    "ेगा", "ेगी", "ूं", "ूंगा", "ूंगी", "ा", "ी", "ीं", "ाई", "ाव", "वाना")
_AFTER_VOWEL = ("", "ना", "नी", "ने", "ता", "ती", "ते", "तीं", "कर", "के", "ओ", "इए", "इये", "इएगा", "इयेगा", "एं", "एंगे", "एंगी", "ए", "एगा",
    "एगी", "ऊं", "ऊंगा", "ऊंगी", "या", "ये", "यी", "ई", "ए", "ईं", "वट")
_NOUN = {"ा": ("े", "ों", "ी", "ियां", "ियों"), "ी": ("ियां", "ियों", "ी"), "": ("ें", "ों", "ां")}
_TELUGU = ("లోకి", "లోని", "లోంచి", "లోనుంచి", "లోనుండి", "లోనే", "లో", "కి", "కు", "కే", "ని", "ను", "నే", "తోనే", "తో", "పైన", "పైకి", "పై", "గానే", "గా",
    "లాంటి", "లా", "దే", "ది", "వి", "వే", "లను", "లకు", "లతో", "లలో", "లోల", "లు", "ల", "లే", "మీద", "వైపుకు", "వైపు", "టి", "న", "ం", "లపై", "లకి", "లని", "ైన", "మైన",
    "ుగా", "ంగా", "లేని", "ఉన్న", "ే", "ా", "ూ", "ో")
_INNER = ("లు", "ల", "లో", "కు", "కి", "ను", "ని", "గా", "లా", "న")
_OBLIQUE = ("ానికి", "ాన్ని", "ాలను", "ాలకు", "ాలతో", "ాలలో", "ాల్లో", "ాలు", "ాల", "ంలో", "ంలోకి", "ంలోని", "ంతో", "ంగా", "మైన", "ంపై", "ంలా", "ాలపై", "ానికే", "ాలన్నీ")
_VERBS = {
    "hi": re.compile(r"(?:[िइ](?:ए|ये)|[िइ](?:ए|ये)गा|[ेए]ं|[ेए]ंगे|[ेए]ंगी|[ेए]गा|[ेए]गी|[ूऊ]ंग[ाी]|[िइ]यां|[िइ]यों|[ोओ]ं|ाओ)$"),
    "te": re.compile(
        r"(?:ండి|ాలి|ాలో|ితే|ుతే|తూ|ుతూ|తున్న[\u0c00-\u0c7f]*|స్తుంది|తుంది|తోంది|తాను|తారు|తాడు|తావు|తాయి|స్తాం|చ్చు|చ్చి|కుండా|గలరు|"
        r"బడి|బడిన|బడ్డ|ించి|ించిన|ించే|ించు|ేసి|ేసిన|ిన|ాయి|ింది|ాడు|ారు|ాను|వద్దు|రాదు|లేదు|లేరు|వచ్చు|ోవాలి|ోండి|కుని|కొని|"
        r"కుంటూ|ుంటే|ేది|ేవి|ేవారు|ేందుకు|డానికి|టానికి|ుదాం|ద్దాం|మన్నారు|ేటప్పుడు|వాళ్లం|వాళ్లు|దాన్ని|(?<!ర)ాం|నప్పుడు|నట్లు|ేంత|గానే)$"),
}
_LATIN_VERBS = {
    "hi": re.compile(r"(?:iye|iyega|iyena|kar|ega|egi|enge|engi|unga|ungi|aao|na|ta hai|ogi|oge)$"),
    "te": re.compile(
        r"(?:andi|ondi|indi|ali|aali|tundi|tondi|taru|tanu|nnaru|nnanu|nnadu|nnadi|nnayi|tayi|ite|iste|este|esi|inchi|inche|achu|akunda|kunda|ochu|akku)$"
    ),
}
# fmt: on


def evened(word: str) -> str:
    """One way to write it: without nukta, candrabindu, half nasals and what is not seen."""
    word = unicodedata.normalize("NFC", unicodedata.normalize("NFD", word).replace(NUKTA, ""))
    word = _UNSEEN.sub("", word).replace(CANDRABINDU, ANUSVARA)
    return _NASAL.sub(ANUSVARA, word).replace("ళ్ళ", "ళ్ల")


def hindi_forms(nouns: Iterable[str], verbs: Iterable[str]) -> set[str]:
    return {
        *(form for noun in nouns for form in _noun(noun)),
        *(form for verb in verbs for form in _verb(verb)),
    }


def _noun(noun: str) -> Iterator[str]:
    ending = noun[-1] if noun[-1] in _NOUN else ""
    stem = noun.removesuffix(ending)
    return (stem + each for each in _NOUN[ending])


def _verb(verb: str) -> Iterator[str]:
    vowel = verb[-1] in "ाोूीेएआ"
    return (verb + each for each in (_AFTER_VOWEL if vowel else _AFTER_CONSONANT))


def telugu_stems(word: str) -> Iterator[str]:
    """What is left of a word without one or two endings."""
    for ending in _OBLIQUE:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield word.removesuffix(ending) + "ం"
    for first in _TELUGU:
        if word.endswith(first) and len(word) > len(first) + 1:
            stem = word.removesuffix(first)
            yield stem
            yield stem + "ు"
            yield stem + VIRAMA
            for second in _TELUGU:
                if stem.endswith(second) and len(stem) > len(second) + 1:
                    yield stem.removesuffix(second)


def is_verb(language: str, word: str) -> bool:
    """Whether it ends as verbs of the language do; asked of evened words."""
    ending = (_LATIN_VERBS if word.isascii() else _VERBS).get(language)
    return ending is not None and ending.search(word) is not None
