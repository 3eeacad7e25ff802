"""What the page of a task receives, and what it sends as the answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, FiniteFloat, JsonValue

from pangea_server.annotate.annotations.records import Aids, Feedback, Phase, Typing
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.core.wire import Sha256, Wire


class KindView(Wire):
    """What pages that work with all kinds need to know of a kind; the names people see are in its browser folder.

    ``gives_words``: tasks for other people are about its words. ``about_words``: the kind whose words its tasks are
    about; null where they are about none. ``walks``: its walks are compared with their paths. ``speaks``: pages show
    how long people spoke along a path.
    """

    kind: str
    gives_words: bool
    about_words: str | None
    walks: bool
    speaks: bool

    @classmethod
    def of(cls, declares: Declaration, words_kind: str) -> KindView:
        """The view of what the kind declares; ``words_kind`` is the one kind that gives words."""
        return cls(
            kind=declares.kind,
            gives_words=declares.gives_words,
            about_words=words_kind if declares.is_about_words else None,
            walks=declares.follows_words,
            speaks=declares.gives_words,
        )


class Start(Wire):
    """Where a person stands first, and in which direction they look."""

    viewpoint_id: str
    heading: FiniteFloat


class StreamSummary(Wire):
    """What the browser sent: how many chunks, how many bytes, and the SHA-256 of all of them joined in order."""

    chunks: Annotated[int, Field(strict=True, ge=0, le=17_280)]
    size: Annotated[int, Field(strict=True, ge=0, lt=2**53)]
    sha256: Sha256


class ActionsSummary(StreamSummary):
    """What the browser sent of a task's actions, and as which recording."""

    recording_id: Annotated[str, Field(max_length=100)]


class ShownDraft(Wire):
    """That the page showed a draft of the transcript, and the places of the words that the person heard while it was
    shown, or touched, from 0."""

    heard: Annotated[
        tuple[Annotated[int, Field(strict=True, ge=0, lt=100_000)], ...], Field(max_length=20_000)
    ] = ()


class Submission(Wire):
    """An answer. A Guide sends ``voice`` and, unless the campaign takes speech
    alone, ``transcript``; a Follower ``outcome``; all other kinds send ``answer``,
    as their ``Answer`` model says. Kinds with a walk send ``recording_id`` and ``pose``; kinds with a voice send
    ``voice``. ``draft``: a recogniser's words were in the transcript's field first. ``aids`` and ``actions`` are of any
    kind, and the answer is the same answer without them."""

    recording_id: Annotated[str, Field(max_length=100)] | None = None
    pose: StreamSummary | None = None
    voice: StreamSummary | None = None
    transcript: Annotated[str, Field(max_length=20_000)] | None = None
    typing: Typing | None = None
    outcome: Literal["done", "gave_up"] | None = None
    feedback: Feedback | None = None
    answer: dict[str, JsonValue] | None = None
    draft: ShownDraft | None = None
    phases: Annotated[tuple[Phase, ...], Field(max_length=100)] = ()
    aids: Aids | None = None
    actions: ActionsSummary | None = None
