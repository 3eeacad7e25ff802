"""Which language a transcript seems to be written in, by its script and its words.

It answers one question: may the language that was given be wrong? The script is sure: Devanagari is not English. In
Latin script the share of words in the English dictionary tells English from everything else. The language to try
instead is that of a language identifier (py3langid; Lui and Baldwin 2012); Indian languages in Latin script, which it
does not know, are told by their frequent words.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from align.transcript import primary_language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from py3langid.langid import LanguageIdentifier

    from align.transcript import Transcript

LEAST_ENGLISH, LEAST_COMMON = 0.75, 0.25
"""An English transcript has more of its words in the English dictionary, or more among its frequent words: 49 with
typing errors had 0.94 and 0.46 at least. The dictionary has many foreign names: 0.64 of a German text, 0.5 of a French
one."""
MOST_ENGLISH = 0.85
"""Largest share of English words in a transcript in Latin script of a language that has another script."""
LEAST_ROMANISED = 1 / 6
"""Least share of an Indian language's frequent words in a transcript in Latin script."""
LEAST_WORDS = 4
"""Fewer words say nothing about their language."""
MOST_FOREIGN = 0.5
"""Largest share of the letters that may be of another script: names and code-mixed sentences are no mistake."""

_CODES = {
    "ARABIC": {"Arab"},
    "ARMENIAN": {"Armn"},
    "BENGALI": {"Beng"},
    "CJK": {"Hans", "Hant", "Jpan", "Kore"},
    "CYRILLIC": {"Cyrl"},
    "DEVANAGARI": {"Deva"},
    "ETHIOPIC": {"Ethi"},
    "GEORGIAN": {"Geor"},
    "GREEK": {"Grek"},
    "GUJARATI": {"Gujr"},
    "GURMUKHI": {"Guru"},
    "HANGUL": {"Kore"},
    "HEBREW": {"Hebr"},
    "HIRAGANA": {"Jpan"},
    "KANNADA": {"Knda"},
    "KATAKANA": {"Jpan"},
    "KHMER": {"Khmr"},
    "LAO": {"Laoo"},
    "LATIN": {"Latn"},
    "MALAYALAM": {"Mlym"},
    "MYANMAR": {"Mymr"},
    "ORIYA": {"Orya"},
    "SINHALA": {"Sinh"},
    "TAMIL": {"Taml"},
    "TELUGU": {"Telu"},
    "THAI": {"Thai"},
}
"""ISO 15924's codes of the scripts in Unicode's names of letters."""
_COMMON_WORDS = {
    "en": """the and to a of in on at is are you your it that then with left right through into from go turn walk stop
    past up down out until door room""",
    "hi": """hai hain mein me ke ka ki ko se par aur phir fir ek jao jaao jaye jaiye aap aapke aapko tak wahan vahan
    yahan seedhe sidhe baen baayen bayen daen daayen dayen taraf mudo mudiye ruko rukiye kamre darwaza darwaze samne
    chalo chaliye ho hokar karke bahar andar upar neeche niche bhi jo is us""",
    "te": """lo loki nundi nunchi ki ku mariyu oka meeru mee mi akkada ikkada tarvata taruvata tharuvatha edama kudi
    vaipu vellandi velli veladandi tiragandi thiragandi aagandi agandi gadi talupu unna undi pakkana munduku mundu nu ni
    tho dati daati bayataku lopala paiki kindiki chusi mettlu""",
}
"""Frequent words of instructions; those of Indian languages as people write them in Latin script."""


class LanguageDoubt(NamedTuple):
    """Why the language may be another one, and which; None if that is not known."""

    reason: str
    suggestion: str | None


def doubt_about_language(transcript: Transcript) -> LanguageDoubt | None:
    """What speaks against the language of a transcript; None if nothing does."""
    script, share = main_script(transcript.text)
    usual = _usual_script(transcript.language)
    if script == "LATIN":
        return _doubt_in_latin_script(transcript, usual)
    if script not in _CODES or share <= MOST_FOREIGN or usual in _CODES[script]:
        return None
    name = "Chinese" if script == "CJK" else script.capitalize()
    return _doubt(f"the text is in {name} script", _likeliest(transcript.text))


def main_script(text: str) -> tuple[str, float]:
    """The script of most letters by its name in Unicode, such as ``LATIN``, and their share; empty without letters."""
    scripts = Counter(
        unicodedata.name(letter, "?").split()[0] for letter in text if unicodedata.category(letter)[0] == "L"
    )
    if not scripts:
        return "", 0.0
    (script, count), *_ = scripts.most_common(1)
    return script, count / scripts.total()


def english_share(words: Sequence[str]) -> float:
    """Share of words in the English dictionary, in [0, 1].

    Raises:
        EngineNotInstalledError: pocketsphinx, which brings the dictionary, is missing.
    """
    from align.viterbi.dictionary import cmudict

    dictionary = cmudict()
    return sum(word in dictionary for word in words) / max(len(words), 1)


def _doubt_in_latin_script(transcript: Transcript, usual: str) -> LanguageDoubt | None:
    words = [word for _, word in transcript.spoken if not word.isdigit()]
    if len(words) < LEAST_WORDS:
        return None
    share, is_english = english_share(words), primary_language(transcript.language) == "en"
    if is_english and share < LEAST_ENGLISH and _share_of_common(words, "en") < LEAST_COMMON:
        return _doubt(
            f"only {share:.0%} of the words are English", _romanised(words) or _likeliest(transcript.text)
        )
    if usual != "Latn" and share > MOST_ENGLISH:
        return _doubt(f"{share:.0%} of the words are English", "en")
    return None


def _usual_script(language: str) -> str:
    """The ISO 15924 code of the script that a language (BCP 47) is usually written in."""
    from langcodes import Language
    from langcodes.tag_parser import LanguageTagError

    try:
        return Language.get(primary_language(language)).maximize().script or "Latn"
    except LanguageTagError:
        return "Latn"


def _romanised(words: Sequence[str]) -> str | None:
    """The Indian language whose frequent words are at least a sixth of these; None if there is none."""
    found = {language: _share_of_common(words, language) for language in _COMMON_WORDS if language != "en"}
    best = max(found, key=lambda language: found[language])
    return best if found[best] >= LEAST_ROMANISED else None


def _share_of_common(words: Sequence[str], language: str) -> float:
    common = set(_COMMON_WORDS[language].split())
    return sum(word in common for word in words) / len(words)


def _likeliest(text: str) -> str | None:
    """The identifier's language; None for English, which has been ruled out."""
    likeliest: str = _identifier().classify(text)[0]
    return None if likeliest == "en" else likeliest


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def _doubt(reason: str, suggestion: str | None) -> LanguageDoubt:
    return LanguageDoubt(f"{reason}: try --language {suggestion}" if suggestion else reason, suggestion)
