"""The forms of nouns, and whether each is one or several; by rules, and a dictionary's own list where they fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pangea_server.annotate.landmarks.records import Number

Formed = Iterator[tuple[str, Number]]


def forms_of(language: str, noun: str) -> Formed:
    """The forms that the language's rules make of a noun, which is the singular, that singular first."""
    yield from _RULES[language](noun)


def _english(noun: str) -> Formed:
    yield noun, "one"
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        yield f"{noun}es", "several"
    elif noun.endswith("y") and noun[-2:-1] not in "aeiou":
        yield f"{noun[:-1]}ies", "several"
    else:
        yield f"{noun}s", "several"


def _hindi(noun: str) -> Formed:
    """Nouns in -ा change to -े, which is one in the oblique case and several in the direct one."""
    yield noun, "one"
    if noun.endswith("ा"):
        yield f"{noun[:-1]}े", "unclear"
        yield f"{noun[:-1]}ों", "several"
    elif noun.endswith(("ी", "ि")):
        yield f"{noun[:-1]}ियाँ", "several"
        yield f"{noun[:-1]}ियों", "several"
    elif noun.endswith("ू"):
        yield f"{noun[:-1]}ुओं", "several"
        yield f"{noun[:-1]}ुएँ", "several"
    elif noun.endswith(("ो", "े", "ु")):
        yield f"{noun}ओं", "several"
    elif noun.endswith("ई"):
        yield f"{noun[:-1]}इयाँ", "several"
        yield f"{noun[:-1]}इयों", "several"
    else:
        yield f"{noun}ों", "several"
        yield f"{noun}ें", "several"


def _telugu(noun: str) -> Formed:
    """Nouns in -ం have -ా before the plural and before some endings; other vowels of the plural are listed."""
    yield noun, "one"
    if noun.endswith("ం"):
        stem = noun[:-1]
        yield from ((f"{stem}ా{end}", "one") for end in ("న్ని", "నికి", "నిని", "న్నీ"))
        yield from ((f"{stem}ా{end}", "several") for end in ("లు", "ల"))
        return
    yield from ((f"{noun}{end}", "several") for end in ("లు", "ల"))
    if noun.endswith("ి"):
        yield from ((f"{noun[:-1]}ు{end}", "several") for end in ("లు", "ల"))
    if noun.endswith("్"):
        yield from ((f"{noun[:-1]}{end}", "one") for end in ("ు",))
        yield from ((f"{noun[:-1]}ు{end}", "several") for end in ("లు", "ల"))
    if noun.endswith("ు"):
        yield from ((f"{noun[:-1]}్{end}", "several") for end in ("లు", "ల"))


_RULES: Mapping[str, Callable[[str], Formed]] = {"en": _english, "hi": _hindi, "te": _telugu}


def adjective_forms(language: str, word: str) -> Iterator[str]:
    """A word before a noun, as it agrees with it: Hindi's -ा is also -े and -ी."""
    yield word
    if language == "hi" and word.endswith("ा"):
        yield from (word[:-1] + end for end in ("े", "ी"))
