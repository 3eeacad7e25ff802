"""The built-in proposer: noun phrases around nouns of a dictionary, in English, Hindi and Telugu.

In all three a head noun stands behind what describes it. So a phrase is read from its first determiner, number or
adjective to its last noun; where a text is cut off from that is each language's own: Hindi's postpositions are words of
their own and stay outside, Telugu's endings belong to their noun's word. Of an English phrase that begins with a
determiner, nouns that are in no dictionary are proposed too, without a type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import regex

from environments.errors import InvalidDataError
from pangea_server.annotate.landmarks.proposing.lexicon import LANGUAGES, Lexicon, Noun, lexicon
from pangea_server.annotate.landmarks.proposing.protocol import Nouns, Proposal
from pangea_server.annotate.landmarks.proposing.tokens import TextToken, tokens
from pangea_server.annotate.landmarks.records import Form, Number

GRAPHEME = regex.compile(r"\X")
MOST_WORDS = 16
"""Words of one phrase; whatever goes on for longer is none that anybody said."""
MOST_UNKNOWN = 3
"""Words in no dictionary that one phrase may have."""


class DictionaryProposer:
    """Proposes what its dictionaries know."""

    def __init__(self, nouns: Nouns) -> None:
        """
        Raises:
            InvalidDataError: nouns are added in a language without a dictionary.
        """
        for language in nouns:
            if language not in LANGUAGES:
                raise InvalidDataError(
                    f"There is no dictionary of {language!r} that nouns could be added to.",
                    remedy=f"Use one of {', '.join(LANGUAGES)}.",
                )
        self._lexicons = {name: lexicon(name, nouns.get(name, {})) for name in LANGUAGES}

    def propose(self, text: str, language: str) -> Sequence[Proposal] | None:
        known = self._lexicons.get(language.partition("-")[0].lower())
        return (
            None if known is None else _whole_characters(text, _TextReader(known, tokens(text)).proposals())
        )


def _whole_characters(text: str, proposals: Iterator[Proposal]) -> list[Proposal]:
    """Those that cut no character as people see it."""
    edges, at = {0}, 0
    for match in GRAPHEME.finditer(text):
        at = match.end()
        edges.add(at)
    return [
        each for each in proposals if edges.issuperset((each.start_char, each.end_char, *(each.head or ())))
    ]


@dataclass(frozen=True, slots=True)
class _ReadPhrase:
    """A phrase that was read: the tokens from ``first`` to before ``end``.

    Attributes:
        head: the head noun's token; None where nobody is sure, or there is none.
        lemma: by which the text's phrases are compared; empty without a noun.
        proposed: False for what is read but not proposed.
    """

    first: int
    end: int
    head: int | None
    types: tuple[str, ...]
    number: Number
    form: Form
    lemma: str
    visual: bool = True
    proposed: bool = True


class _TextReader:
    """Reads one text from its first word to its last."""

    def __init__(self, known: Lexicon, words: Sequence[TextToken]) -> None:
        self._known, self._words = known, words
        self._is_english = known.language == "en"
        self._named: set[str] = set()

    def proposals(self) -> Iterator[Proposal]:
        place = 0
        while place < len(self._words):
            found = self._phrases(place, self._end_of(place))
            for each in found:
                if each.proposed:
                    yield self._proposal(each)
            place = max((each.end for each in found), default=place + 1)

    @cached_property
    def _ends(self) -> list[int]:
        """For each token, the first one behind it that no phrase goes across to."""
        ends = [len(self._words)] * len(self._words)
        for place in range(len(self._words) - 2, -1, -1):
            ends[place] = place + 1 if self._is_cut(place) else ends[place + 1]
        return ends

    def _is_cut(self, place: int) -> bool:
        """Whether no phrase goes on behind a token; "the big, red sofa" does."""
        following = self._words[place + 1]
        both = all(
            self._known.has("colours", each) or self._known.has("adjectives", each)
            for each in (self._words[place], following)
        )
        return following.begins and not (following.after_comma and both)

    def _end_of(self, place: int) -> int:
        return self._ends[place]

    # Phrases that hold others

    def _phrases(self, place: int, end: int) -> list[_ReadPhrase]:
        """What begins at a token: a phrase, those that lie in it behind it; none where nothing does."""
        first = self._phrase(place, end)
        if first is None:
            return []
        if first.form != "name" or not first.proposed:
            return [first]
        between = self._known.length("beside", self._words, first.end, end)
        if between and "scene" not in first.types:
            second = self._phrase(first.end + between, end)
            if second is not None and second.proposed and second.form == "name":
                outer, inner = (first, second) if self._is_english else (second, first)
                return [replace(outer, first=first.first, end=second.end), inner]
        return [first]

    def _phrase(self, place: int, end: int) -> _ReadPhrase | None:
        if place >= end:
            return None
        found = self._noun_phrase(place, end) or self._short(place, end)
        if found is None or not self._is_english or found.form != "name" or found.end + 1 >= end:
            return found
        return self._with_of(found, end) if self._words[found.end].key == "of" else found

    def _with_of(self, outer: _ReadPhrase, end: int) -> _ReadPhrase:
        """ "A row of chairs", "a painting of a boat": one phrase; what else stands before "of" is one by itself."""
        last = self._words[outer.end - 1 : outer.end]
        holds = self._known.length("holders", last, 0, 1)
        counts = self._known.length("quantities", last, 0, 1)
        inner = self._phrase(outer.end + 1, end) if holds or counts else None
        if holds and outer.head is not None:
            return replace(
                outer, end=inner.end if inner else self._end_of_unknown(outer.end + 1, end) or outer.end
            )
        if inner is None or inner.form != "name" or not inner.proposed:
            return outer
        return replace(inner, first=outer.first, head=None)

    def _end_of_unknown(self, place: int, end: int) -> int:
        """Behind the last of some words that are in no dictionary; 0 where there are none."""
        last = place
        while last < min(end, place + MOST_UNKNOWN) and not self._ends_phrase(last):
            last += 1
        return last if last > place else 0

    # A noun with what stands before it

    def _noun_phrase(self, first: int, end: int) -> _ReadPhrase | None:
        """The longest phrase from a token whose last word is a noun; None where there is none."""
        place, last, unknown, described = first, None, 0, False
        end = min(end, first + MOST_WORDS)
        begun = several = indefinite = False
        while place < end and not self._is_shortened(first, place):
            noun = self._noun_at(place, end, described=described)
            other = self._before_noun(place, end, begun=place > first)
            if noun is not None and (noun[0] >= other or self._is_beside(place + noun[0], end)):
                if noun[1].passed_over and place > first and not self._is_english:
                    break  # "beside the table" is said with the place behind the thing
                last = (place, *noun)
                place, described = place + noun[0], False
                if noun[2] or (noun[1].passed_over and not self._is_english):
                    break
                continue
            if other:
                begun = begun or self._begins_phrase(place)
                several = several or (last is None and self._known.has("several", self._words[place]))
                indefinite = indefinite or self._known.has("indefinite", self._words[place])
                place, described = place + other, True
                continue
            if not (self._is_english and begun) or unknown == MOST_UNKNOWN or self._ends_phrase(place):
                break
            place, unknown = place + 1, unknown + 1
        if last is None:
            return self._unknown_phrase(first, place, several) if unknown else None
        start, length, noun_form, _ = last
        return self._named_phrase(
            first, start, length, noun_form, several, is_sure=place == start + length or not unknown
        )

    def _named_phrase(
        self, first: int, start: int, length: int, noun: Noun, several: bool, *, is_sure: bool
    ) -> _ReadPhrase:
        end = start + length
        passed = noun.passed_over or (
            noun.lemma in ("step", "steps")
            and first > 0
            and self._known.has("not_after_steps", self._words[first - 1])
        )
        number = "several" if several and noun.number != "mass" else noun.number
        if number == "unclear" and end < len(self._words) and not self._words[end].begins:
            number = "one" if self._known.has("postpositions", self._words[end]) else number
        return _ReadPhrase(
            first=first,
            end=end,
            head=start + noun.head if is_sure else None,
            types=noun.types,
            number=number,
            form="name",
            lemma=noun.lemma,
            visual=noun.visual,
            proposed=not passed,
        )

    def _unknown_phrase(self, first: int, end: int, several: bool) -> _ReadPhrase | None:
        """ "The zebra": the last word is taken for the noun where there is but one."""
        last = self._words[end - 1]
        if self._before_noun(end - 1, end, begun=True) or self._known.has("pointing", self._words[first]):
            return None  # "a sharp left", "that reads"
        alone = sum(not self._before_noun(each, end, begun=True) for each in range(first + 1, end)) == 1
        return _ReadPhrase(
            first=first,
            end=end,
            head=end - 1 if alone else None,
            types=(),
            number="several" if several or last.key.endswith("s") else "one",
            form="name",
            lemma=last.key,
        )

    def _noun_at(self, place: int, end: int, *, described: bool) -> tuple[int, Noun, bool] | None:
        """A noun here; no colour of the same spelling, and no verb, which it is where nothing describes it."""
        found = self._known.noun_at(self._words, place, end)
        word = self._words[place]
        if found is None or found[0] > 1:
            return found
        is_verb = self._known.has("stops", word) and not described
        return None if is_verb or self._known.has("colours", word) else found

    def _before_noun(self, place: int, end: int, *, begun: bool) -> int:
        """How many words here belong to a noun behind them; a determiner does where a phrase begins."""
        names = ("adjectives", "colours", "numerals") + (
            () if begun and self._is_english else ("determiners",)
        )
        found = max(self._known.length(name, self._words, place, end) for name in (*names, "several"))
        if self._known.length("colours", self._words, place, end) == found > 0:
            found += self._known.length("after_colour", self._words, place + found, end)
        if not found and not self._is_english:
            found = self._noun_as_adjective(place, end)
        return found

    def _noun_as_adjective(self, place: int, end: int) -> int:
        """ "With a boat on it" before a noun, as Hindi and Telugu say it."""
        noun = self._known.noun_at(self._words, place, end)
        if noun is None or noun[1].passed_over:
            return 0
        of = self._known.length("of", self._words, place + noun[0], end)
        behind = place + noun[0] + of
        return noun[0] + of if of and behind < end and self._known.noun_at(self._words, behind, end) else 0

    def _is_shortened(self, first: int, place: int) -> bool:
        """Whether "one" stands here for the noun: "the blue one"."""
        before = self._words[max(first, place - 1)]
        names = ("colours", "unnamed", "adjectives")
        is_one = self._is_english and place > first and self._known.has("shortened", self._words[place])
        return is_one and any(self._known.has(name, before) for name in names)

    def _is_beside(self, place: int, end: int) -> bool:
        return self._known.length("beside", self._words, place, end) > 0

    def _begins_phrase(self, place: int) -> bool:
        return self._known.has("determiners", self._words[place])

    def _ends_phrase(self, place: int) -> bool:
        word = self._words[place]
        return (
            self._known.has("stops", word) or self._known.has("determiners", word) or word.key.endswith("ly")
        )

    # Without a noun

    def _short(self, place: int, end: int) -> _ReadPhrase | None:
        """ "It", "this one", "the blue one", "the blue", "the other one"."""
        return self._pronoun(place, end) or self._shortened(place, end)

    def _pronoun(self, place: int, end: int) -> _ReadPhrase | None:
        words, known = self._words, self._known
        for name, form in (("pronouns", "pronoun"), ("pointing", "deixis")):
            found = known.lists[name].at(words, place, end)
            if found is None:
                continue
            length, many = found
            behind = place + length
            if known.length("not_pronouns", words, behind, end):
                return None
            if self._is_english and form == "deixis":
                one = known.length("shortened", words, behind, end)
                if not one and not known.has("pointing_alone", words[place]):
                    return None
                behind += one
            return _without_noun(place, behind, "several" if many else "one", form)  # type: ignore[arg-type]  # of the two above
        return None

    def _shortened(self, first: int, end: int) -> _ReadPhrase | None:
        words, known = self._words, self._known
        place, colour, others = first, False, False
        while place < end and (length := self._before_noun(place, end, begun=place > first)):
            if place > first and known.length("shortened", words, place, end):
                break
            colour = known.length("colours", words, place, end) > 0
            others = others or known.has("unnamed", words[place])
            place += length
        if place == first:
            return None
        one = known.length("shortened", words, place, end)
        begun = self._begins_phrase(first)
        if one and (begun or not self._is_english or colour):
            many = self._is_several(words[place].key)
            return _without_noun(first, place + one, "several" if many else "one", "ellipsis")
        if colour and (begun or not self._is_english):
            return _without_noun(first, place, "unclear", "attribute")
        return None

    def _is_several(self, key: str) -> bool:
        return key.endswith({"en": "s", "hi": "ों", "te": "వాటి"}[self._known.language]) or "ियों" in key

    # What is told

    def _proposal(self, found: _ReadPhrase) -> Proposal:
        words = self._words
        head = None if found.head is None else (words[found.head].start, words[found.head].end)
        is_new = found.lemma and found.lemma not in self._named
        self._named.add(found.lemma)
        return Proposal(
            start_char=words[found.first].start,
            end_char=words[found.end - 1].end,
            head=head,
            types=found.types,
            number=found.number,
            form=found.form,
            status="new_in_text" if is_new else None,
            visual=found.visual,
        )


def _without_noun(first: int, end: int, number: Number, form: Form) -> _ReadPhrase:
    return _ReadPhrase(first, end, None, (), number, form, "")
