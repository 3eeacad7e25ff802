"""The flag interface: one small class for each possible fault of an answer.

Names live in the entry-point group ``pangea.flags``; each is called without arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from align import PoseTrace
from align.heard import VoiceDelay
from align.report import Stretch
from environments import NavigationGraph
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import Typing
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.both_voices import BothVoices
from pangea_server.quality.flags.near_copies import Likeness
from pangea_server.quality.flags.sound import Sound


@dataclass(frozen=True, slots=True)
class Words:
    """What a person said and wrote.

    Attributes:
        voice: None where the recording cannot be read; ``no_voice`` says why.
        typing: how the transcript was written; None if the page did not report it.
        alignment: None if it has not been aligned yet.
        likeness: the most similar earlier transcript; None if no other has anything in common with it.
        usual_rate: words in a second of words in the same person's other answers in this language; None if there are
            too few.
        planted, planted_left: how many errors were planted in the draft of the transcript, and how many of them were
            left in; None where there was no draft.
    """

    transcript: str
    language: str
    voice: Sound | None
    no_voice: str = ""
    typing: Typing | None = None
    alignment: AlignmentRecord | None = None
    likeness: Likeness | None = None
    usual_rate: float | None = None
    planted: int | None = None
    planted_left: int | None = None


@dataclass(frozen=True, slots=True)
class Talk:
    """One side of a dialogue, and what is known of the other.

    Attributes:
        text: what this person spoke and typed.
        words: how many these are; ``partner_words``: the partner's, None while their answer is not there.
        bound: seconds by which this recording's times may be wrong on the server's clock; None where it has none.
        voices: both recordings on one time line; None where there are not both, and ``no_voices`` says why.
        delay: how late the partner was heard; None where that is not known.
    """

    text: str
    words: int
    partner_words: int | None
    bound: float | None
    voices: BothVoices | None = None
    no_voices: str = ""
    delay: VoiceDelay | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """An answer as flags see it.

    Attributes:
        kind: the kind of task.
        sort: ``described`` (a person described a path while they walked it), ``followed`` (a person followed an
            instruction) or ``talked`` (one side of a dialogue, in which few words may be enough). Other answers are
            ``voice_and_transcript``, ``voice``, ``transcript`` (of another person's voice), ``walk`` or ``choice``
            (none of these), by what they contain. "" stands for the sort that the kind declares.
        trace: None for an imported answer without a pose trace.
        walked, reference: viewpoint ids of the graph, at least one each. They are equal for people who chose their
            own way. For people who transcribe a voice both are the path that it describes.
        words: None for people who neither speak nor write.
        talk: None where the answer is no side of a dialogue.
    """

    kind: str
    graph: NavigationGraph
    trace: PoseTrace | None
    walked: Sequence[str]
    reference: Sequence[str]
    words: Words | None = None
    sort: str = ""
    talk: Talk | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one flag.

    Attributes:
        raised: None if it could not be computed.
        why: one sentence: what was found, or why nothing could be computed.
        value, threshold: in ``unit``.
        stretches: where in the recording, in seconds.
    """

    flag: str
    raised: bool | None
    why: str
    value: float | None = None
    unit: str = ""
    threshold: float | None = None
    stretches: tuple[Stretch, ...] = ()


class Flag(Protocol):
    """Checks one thing. It never fails on a well-formed answer: if it cannot know, the finding is ``unknown``.

    Attributes:
        kinds: what it looks at: kinds of task, or sorts of answers as ``Seen.sort`` names them.
    """

    name: str
    kinds: frozenset[str]

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        """The finding for an answer of one of its ``kinds``."""


GUIDES = frozenset({"described"})
FOLLOWERS = frozenset({"followed"})
TALKERS = frozenset({"talked"})
SPEAKERS = GUIDES | TALKERS | {"voice_and_transcript", "voice"}
WRITERS = GUIDES | {"voice_and_transcript", "transcript"}
WALKERS = FOLLOWERS | TALKERS | {"walk"}


def unknown(flag: Flag, why: str) -> Finding:
    """The finding of a flag that could not be computed."""
    return Finding(flag.name, None, why)
