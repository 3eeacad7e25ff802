"""Mention, over HTTP: a person marks what names something in a Guide's words."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pangea_server.annotate.kinds.landmark_wire import Answers, ItemAnswer, Page, Sentence
from pangea_server.annotate.landmarks.proposing.selection import Unproposed
from pangea_server.annotate.landmarks.records import EntityType, Form, Number, Place, Status
from pangea_server.core.wire import Sha256, Wire

MOST_MENTIONS = 200


class MarkedSpan(Wire):
    """Characters that name something.

    ``head``: those of its head noun; null where it has none or nobody is sure. ``visual``: false for words that nothing
    visible answers to ("it is important", "the way"); nobody is asked to draw them. ``proposed``: these characters were
    proposed, and the person took them.
    """

    start_char: Place
    end_char: Place
    head: tuple[Place, Place] | None = None
    types: Annotated[tuple[EntityType, ...], Field(max_length=5)] = ()
    number: Number = "unclear"
    form: Form = "name"
    status: Status | None = None
    visual: bool = True
    proposed: bool = False


class MentionItem(Wire):
    """A sentence, and spans that are proposed: right or wrong, they are kept only where the person takes them.

    The head of a proposal is null where the person is to be asked for it. ``unproposed``: why nothing is proposed.
    """

    sentence: Sentence
    proposals: tuple[MarkedSpan, ...] = ()
    unproposed: Unproposed | None = None


class MarkedSentence(ItemAnswer):
    """All that was marked; ``transcript_sha256`` of the sentence as it was shown. Empty: it names nothing."""

    transcript_sha256: Sha256
    mentions: Annotated[tuple[MarkedSpan, ...], Field(max_length=MOST_MENTIONS)]


class MentionArgs(Page[MentionItem]):
    pass


class MentionAnswer(Answers[MarkedSentence]):
    pass
