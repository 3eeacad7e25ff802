"""The flag ``wrong_language``: the transcript is not in the task's language, or not in its script."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from align.transcript import primary_language
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import TALKERS, WRITERS, Finding, Seen, unknown

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

FEWEST_WORDS_READ = 3


class WrongLanguage:
    """How sure a language identifier (py3langid; Lui and Baldwin 2012) is that the text is in the task's language."""

    name = "wrong_language"
    kinds = WRITERS | TALKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.words is None or len(seen.words.transcript.split()) < FEWEST_WORDS_READ:
            return unknown(self, f"Fewer than {FEWEST_WORDS_READ} words were written.")
        language, ranked = primary_language(seen.words.language), _ranked(seen.words.transcript)
        if language not in ranked:
            return unknown(self, f"The language {seen.words.language} is not known to the identifier.")
        certainty, likeliest = ranked[language], max(ranked, key=lambda code: ranked[code])
        return Finding(
            self.name,
            certainty < rules.wrong_language,
            f"The task is in {language}; the transcript looks like {likeliest}.",
            certainty,
            "certainty",
            rules.wrong_language,
        )


def certainty_of(text: str, language: str) -> float | None:
    """How sure the identifier is that a text is in this language (BCP 47), in [0, 1]; None if it does not know it."""
    return _ranked(text).get(primary_language(language))


def _ranked(text: str) -> dict[str, float]:
    return {code: float(certainty) for code, certainty in _identifier().rank(text)}


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
