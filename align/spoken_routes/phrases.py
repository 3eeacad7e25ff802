"""Phrases: words for what is meant, with the place of every mention in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from string import Formatter
from typing import TYPE_CHECKING, Any

from align.spoken_routes.vocabulary import LabelWords, vocabulary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from align.spoken_routes.records import Form, Need, Number, Slip, Span


@dataclass(frozen=True, slots=True)
class Referent:
    """What words mean: things, a room by its name, or nothing that can be seen.

    Two that are equal mean the same.
    """

    need: Need
    things: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class MentionMark:
    """A mention within a phrase: its characters, those of its head, and what it means how."""

    start: int
    end: int
    head: Span | None
    referent: Referent
    types: tuple[str, ...]
    number: Number
    form: Form
    slip: Slip | None = None

    def moved(self, by: int) -> MentionMark:
        head = None if self.head is None else (self.head[0] + by, self.head[1] + by)
        return replace(self, start=self.start + by, end=self.end + by, head=head)


@dataclass(frozen=True, slots=True)
class RoutePhrase:
    """Words, the mentions in them, and the characters of the head noun."""

    text: str
    marks: tuple[MentionMark, ...] = ()
    head: Span | None = None

    def meant(
        self, referent: Referent, types: tuple[str, ...], number: Number, form: Form, slip: Slip | None = None
    ) -> RoutePhrase:
        """The same phrase, as a mention of something."""
        whole = MentionMark(0, len(self.text), self.head, referent, types, number, form, slip)
        return replace(self, marks=(whole, *self.marks))


def filled(language: str, pattern: str, **parts: RoutePhrase | str) -> RoutePhrase:
    """A pattern with phrases in its gaps; the head is that of the gap ``noun`` or ``outer``.

    A gap ``{A:of}`` takes the language's ending for that case, which may melt together with a pronoun: the mention is
    then the whole word.
    """
    text, marks, head = "", list[MentionMark](), None
    for literal, name, case, _ in Formatter().parse(pattern):
        text += literal
        if name is None:
            continue
        part = parts[name]
        phrase = RoutePhrase(part) if isinstance(part, str) else part
        phrase = _in_case(language, phrase, case or "")
        marks += [mark.moved(len(text)) for mark in phrase.marks]
        if name in ("noun", "outer") and phrase.head is not None:
            head = (phrase.head[0] + len(text), phrase.head[1] + len(text))
        text += phrase.text
    return RoutePhrase(text, tuple(marks), head)


def _in_case(language: str, phrase: RoutePhrase, case: str) -> RoutePhrase:
    table = vocabulary(language)
    if not case:
        return phrase
    ended: str = phrase.text + table["cases"][case]
    joined: str | None = table["joined"].get(ended)
    if joined is None:
        return replace(phrase, text=ended)
    return RoutePhrase(joined, tuple(replace(mark, end=len(joined)) for mark in phrase.marks))


def noun_phrase(text: str) -> RoutePhrase:
    """A noun whose head is its last word."""
    return RoutePhrase(text, head=(text.rfind(" ") + 1, len(text)))


def name_of(language: str, name: LabelWords, *, whole: bool, colour: str | None) -> RoutePhrase:
    """A thing by its noun, in English as labelled if ``whole``; nouns that a language's table lacks stay English."""
    if language == "en":
        if whole and colour == name.colour:
            return RoutePhrase(name.label, head=name.place)
        if whole and name.colour and colour and name.label.count(name.colour) == 1:
            shift = len(colour) - len(name.colour) if name.label.find(name.colour) < name.place[0] else 0
            return RoutePhrase(
                name.label.replace(name.colour, colour), head=(name.place[0] + shift, name.place[1] + shift)
            )
    noun = noun_phrase(_noun(language, name.noun, many=False))
    if name.of and language != "en":
        pattern = _pattern(language, "complement", name.noun)
        noun = filled(language, pattern, of=_noun(language, name.of, many=False), noun=noun)
    return filled(
        language, vocabulary(language)["name"], colour=_colour(language, colour, name.noun, " "), noun=noun
    )


def group_of(language: str, noun: str, count: int, colour: str | None) -> RoutePhrase:
    """Several things of one noun; their number is said up to five."""
    table = vocabulary(language)
    counts: Sequence[str] = table["counts"]
    return filled(
        language,
        table["several"],
        count=counts[count - 2] if count - 2 < len(counts) else "",
        colour=_colour(language, colour, noun, " "),
        noun=noun_phrase(_noun(language, noun, many=True)),
    )


def beside(language: str, outer: RoutePhrase, inner: RoutePhrase, noun: str) -> RoutePhrase:
    """A thing by another that is near it: the second is a mention within the first."""
    return filled(language, _pattern(language, "relation", noun), outer=outer, inner=inner)


def short_of(language: str, form: str, number: Number, noun: str, colour: str | None = None) -> RoutePhrase:
    """Words without a noun: "it", "this one", "the blue one", "the blue", "the other one"."""
    table = vocabulary(language)
    if form in ("pronoun", "deixis"):
        one, several = ("it", "them") if form == "pronoun" else ("this", "these")
        return RoutePhrase(table["pronouns"][one if number == "one" else several])
    if colour is None:
        return RoutePhrase(_pattern(language, "other", noun))
    pattern = _chosen(table[form], number, _is_feminine(language, noun))
    return filled(language, pattern, colour=_colour(language, colour, noun, ""))


def _pattern(language: str, name: str, noun: str) -> str:
    table = vocabulary(language)
    feminine = f"{name}_f"
    found: str = table[feminine if _is_feminine(language, noun) and feminine in table else name]
    return found


def _chosen(patterns: Mapping[str, str], number: Number, feminine: bool) -> str:
    return patterns[f"{number}_f" if feminine and f"{number}_f" in patterns else number]


def _noun(language: str, noun: str, *, many: bool) -> str:
    table = vocabulary(language)
    if language.startswith("en"):
        return table["many"].get(noun, f"{noun}s") if many and not noun.endswith("s") else noun
    forms: Sequence[str] = table["nouns"].get(noun, (noun, noun))
    return forms[1] if many else forms[0]


def _is_feminine(language: str, noun: str) -> bool:
    forms: Sequence[str] = vocabulary(language).get("nouns", {}).get(noun, ())
    return len(forms) > 2 and forms[2] == "f"


def _colour(language: str, colour: str | None, noun: str, after: str) -> str:
    if colour is None:
        return ""
    forms: Any = vocabulary(language)["colours"][colour]
    word: str = forms if isinstance(forms, str) else forms[_is_feminine(language, noun)]
    return word + after
