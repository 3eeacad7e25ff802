"""Pronunciation of words in the phones of an English acoustic model, for any language that eSpeak NG reads.

eSpeak NG writes a word in IPA; every IPA sound is replaced by the nearest ARPAbet phones (CMUdict's set, no stress).
Features that English lacks (retroflex, dental, aspirated, nasalised) are dropped.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata

from align.phones.espeak_ng import espeak_ng
from align.phones.scripts import language_of
from align.transcript import primary_language

_IPA_WITH_SEPARATORS = 0x02 | ord("_") << 8

# fmt: off
_ARPABET = {
    "i": "IY", "iː": "IY", "ɪ": "IH", "ᵻ": "IH", "e": "EH", "eː": "EY", "ɛ": "EH", "ɛː": "EH", "æ": "AE", "a": "AH",
    "aː": "AA", "ɑ": "AA", "ɑː": "AA", "ɒ": "AA", "ɐ": "AH", "ʌ": "AH", "ə": "AH", "ɜ": "ER", "ɜː": "ER", "ɚ": "ER",
    "ɝ": "ER", "ɔ": "AO", "ɔː": "AO", "o": "OW", "oː": "OW", "ʊ": "UH", "u": "UW", "uː": "UW", "y": "UW", "ø": "ER",
    "œ": "ER", "ɨ": "IH", "ɯ": "UH",
    "aɪ": "AY", "aʊ": "AW", "eɪ": "EY", "oʊ": "OW", "əʊ": "OW", "ɔɪ": "OY", "iə": "IY AH", "eə": "EH R", "əl": "AH L",
    "aɪə": "AY ER", "aɪɚ": "AY ER", "ɔːɹ": "AO R", "oːɹ": "AO R", "ɑːɹ": "AA R", "ɛɹ": "EH R", "ɪɹ": "IH R",
    "ʊɹ": "UH R",
    "p": "P", "b": "B", "t": "T", "d": "D", "ʈ": "T", "ɖ": "D", "k": "K", "ɡ": "G", "q": "K", "ʔ": "T",
    "tʃ": "CH", "dʒ": "JH", "c": "CH", "ɟ": "JH", "ts": "T S", "dz": "D Z",
    "f": "F", "v": "V", "ʋ": "V", "β": "V", "θ": "TH", "ð": "DH", "s": "S", "z": "Z", "ʃ": "SH", "ʂ": "SH", "ɕ": "SH",
    "ʒ": "ZH", "ʐ": "ZH", "x": "HH", "ç": "HH", "χ": "HH", "ɣ": "G", "h": "HH", "ɦ": "HH",
    "m": "M", "n": "N", "ɳ": "N", "ɲ": "N Y", "ŋ": "NG", "l": "L", "ɭ": "L", "ɫ": "L", "ʎ": "L Y",
    "r": "R", "ɹ": "R", "ɾ": "R", "ɽ": "R", "ʁ": "R", "j": "Y", "w": "W", "ʲ": "Y",
}
# fmt: on
ARPABET = frozenset(phone for phones in _ARPABET.values() for phone in phones.split())
"""The phones of the acoustic model, without stress."""
_FLAP = {"ɾ": "T"}  # American English "water"
_NASAL = "\u0303"
_LANGUAGE_SWITCH = re.compile(r"\([a-z-]+\)")
_DECORATION = re.compile(r"[ˈˌʰʱ.̪̩]")


def phones(word: str, language: str) -> str:
    """ARPAbet phones of a word, separated by spaces; empty when eSpeak NG cannot read it.

    Args:
        word: digits are read as numbers; a word in another script is read in the language of that script.
        language: BCP 47.

    Raises:
        EngineError: eSpeak NG has no voice for this language.
        EngineNotInstalledError: the package espeakng-loader is missing.
    """
    language = language_of(word, language)
    english = primary_language(language) == "en"
    return " ".join(filter(None, (_arpabet(sound, english) for sound in _sounds(word, language))))


def nearest_phones(sound: str) -> list[str]:
    """The ARPAbet phones nearest to one sound in IPA, which may carry stress; none if it is unknown."""
    return _arpabet(_DECORATION.sub("", sound), english=False).split()


def _arpabet(sound: str, english: bool) -> str:
    letters = unicodedata.normalize("NFD", sound)
    plain = unicodedata.normalize("NFC", letters.replace(_NASAL, ""))
    nearest = (_FLAP.get(plain) if english else None) or _ARPABET.get(plain) or _ARPABET.get(plain[:1], "")
    return f"{nearest} N" if _NASAL in letters and nearest else nearest


def _sounds(word: str, language: str) -> list[str]:
    written = _LANGUAGE_SWITCH.sub("", _ipa(word, language))
    return [_DECORATION.sub("", sound) for sound in re.split(r"[_\s]+", written)]


def _ipa(word: str, language: str) -> str:
    with espeak_ng(language) as library:
        buffer = ctypes.create_string_buffer(word.encode())
        position = ctypes.c_void_p(ctypes.addressof(buffer))
        clauses = []
        while position.value:  # eSpeak NG moves it to the next clause, and to null after the last one
            clauses.append(
                library.espeak_TextToPhonemes(ctypes.byref(position), 1, _IPA_WITH_SEPARATORS).decode()
            )
    return " ".join(clauses)
