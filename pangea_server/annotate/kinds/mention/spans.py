"""Which spans of a text can be mentions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations

import regex

from pangea_server.annotate.kinds.mention.wire import MarkedSpan
from pangea_server.core.errors import SubmissionError
from pangea_server.core.visible_text import is_visible

GRAPHEME = regex.compile(r"\X")
"""What people see as one character (UAX 29): a Telugu conjunct, an emoji of several code points."""


def refuse_spans(text: str, spans: Sequence[MarkedSpan]) -> None:
    """Refuse spans outside the text, in the middle of a character as people see it, of nothing that can be seen, twice
    the same, or crossing each other. One may lie within another.

    Raises:
        SubmissionError: it names the first such span.
    """
    edges = {0, *accumulate(len(each) for each in GRAPHEME.findall(text))}
    for span in spans:
        _refuse_span(text, edges, span)
    for first, second in combinations(sorted(spans, key=lambda each: (each.start_char, -each.end_char)), 2):
        if (first.start_char, first.end_char) == (second.start_char, second.end_char):
            raise _refused(second, "is marked twice", "Mark it once.")
        if second.start_char < first.end_char < second.end_char:
            raise _refused(
                second,
                f"crosses the characters {first.start_char} to {first.end_char}",
                "One may lie within the other; crossing ones may not.",
            )


def _refuse_span(text: str, edges: set[int], span: MarkedSpan) -> None:
    if not span.start_char < span.end_char <= len(text):
        raise _refused(
            span, f"are not within the {len(text)} characters of the text", "Mark words of the text."
        )
    places = (span.start_char, span.end_char, *(span.head or ()))
    if not edges.issuperset(places):
        raise _refused(span, "split what people see as one character", "Mark whole characters.")
    if not is_visible(text[span.start_char : span.end_char]):
        raise _refused(span, "show nothing", "Mark words.")
    if span.head and not span.start_char <= span.head[0] < span.head[1] <= span.end_char:
        raise _refused(
            span, f"do not hold their head, {span.head[0]} to {span.head[1]}", "Mark a head within."
        )


def _refused(span: MarkedSpan, fault: str, remedy: str) -> SubmissionError:
    return SubmissionError(f"The characters {span.start_char} to {span.end_char} {fault}.", remedy=remedy)
