"""What the protocol knows of one path: its words, and the answers that count."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any

import regex

from align import GroundedWord
from environments.carrying.carry import WorldPosition
from pangea_server.annotate.landmarks.protocol.asked import DIGEST, Asked, Foretold, MentionKey, Step
from pangea_server.annotate.landmarks.protocol.memory import Memory
from pangea_server.annotate.landmarks.protocol.rules import Rules
from pangea_server.annotate.landmarks.records import RegionRecord, transcript_digest
from pangea_server.core.records import padded

WORD = regex.compile(r"[\w\p{M}]+|[^\w\s]")
Position = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Carried:
    """What the regions of one thing say: where it should be seen from other viewpoints, and where it is, if known.

    ``apart``: they cannot be of one thing, since the rays towards them do not meet.
    """

    foretold: tuple[Foretold, ...] = ()
    place: WorldPosition | None = None
    apart: bool = False


Foretell = Callable[[Sequence[RegionRecord]], Carried]


@dataclass(frozen=True, slots=True)
class InstructionWords:
    """An accepted instruction.

    Attributes:
        guide: who said it.
        earlier: its transcripts before it was corrected.
        timed: its words with their times and cameras; empty where it was not aligned.
    """

    instruction_id: int
    language: str
    guide: int
    transcript: str
    earlier: tuple[str, ...] = ()
    timed: tuple[GroundedWord, ...] = ()

    @property
    def digest(self) -> str:
        return transcript_digest(self.transcript)[:DIGEST]

    def current(self, key: MentionKey) -> MentionKey | None:
        """The mention in the transcript as it is now; None where its words cannot be found again."""
        if key.digest == self.digest:
            return key
        for text in self.earlier:
            if key.is_of(text):
                moved = moved_span(key.start_char, key.end_char, text, self.transcript)
                return moved and MentionKey(
                    instruction_id=self.instruction_id,
                    start_char=moved[0],
                    end_char=moved[1],
                    digest=self.digest,
                )
        return None


@dataclass(frozen=True, slots=True)
class Judged:
    """One person's answer to one item of a page.

    Attributes:
        number, place: of the task among those of its step, and of the item in its page, from 0.
        answer: in the form of its kind (``annotate/kinds/KIND``).
        accepted: by a reviewer, whose word decides.
    """

    step: Step
    number: int
    place: int
    person: int
    asked: Asked
    answer: Mapping[str, Any]
    at: datetime
    accepted: bool = False

    @property
    def id(self) -> str:
        """The same for the same evidence: ids of links and regions are made of it."""
        return f"{self.step.value}-{padded(self.number)}-{self.place}"

    @property
    def comment(self) -> str:
        """What the person wrote beside the answer, until a reviewer has read it."""
        return "" if self.accepted else str(self.answer.get("comment", ""))


@dataclass(frozen=True)
class Evidence:
    """Everything that decides about a path.

    Attributes:
        judged: answers that are neither withdrawn nor rejected, nor a learner's, nor to check items; in any order.
        positions: of the scan's viewpoints, in metres.
        foretell: what the regions of one thing say, of any viewpoint; None: nothing is carried.
        left_out: instructions whose mentions came from elsewhere, and are left as they are.
        memory: of what the path came to before; it changes how long it takes to derive it, and nothing else.
    """

    path_id: int
    scan_id: str
    words: tuple[InstructionWords, ...]
    judged: tuple[Judged, ...] = ()
    rules: Rules = field(default_factory=Rules)
    positions: Mapping[str, Position] = field(default_factory=dict)
    foretell: Foretell | None = None
    left_out: frozenset[int] = frozenset()
    memory: Memory = field(default_factory=Memory, compare=False, repr=False)

    def of(self, step: Step) -> list[Judged]:
        """The answers of a step, in the order of tasks and items, whatever order they came in."""
        return self._in_order.get(step, [])

    @cached_property
    def _in_order(self) -> Mapping[Step, list[Judged]]:
        found: dict[Step, list[Judged]] = {}
        for each in sorted(self.judged, key=lambda each: (each.number, each.place)):
            found.setdefault(each.step, []).append(each)
        return found

    def about(self, step: Step, keys: Collection[MentionKey]) -> list[Judged]:
        """The answers of a step to questions whose first mention is one of these, in the order of ``of``."""
        found = [each for key in keys for each in self._by_first.get((step, key), ())]
        return sorted(found, key=lambda each: (each.number, each.place))

    @cached_property
    def _by_first(self) -> Mapping[tuple[Step, MentionKey], list[Judged]]:
        found: dict[tuple[Step, MentionKey], list[Judged]] = {}
        for each in self.judged:
            first = self.current(each.asked.mentions[0]) if each.asked.mentions else None
            if first is not None:
                found.setdefault((each.step, first), []).append(each)
        return found

    @cached_property
    def worked_out(self) -> dict[str, Any]:
        """By name, what a step worked out of all answers, so that it does so once and not for each chain."""
        return {}

    def said(self, instruction_id: int) -> InstructionWords | None:
        return next((each for each in self.words if each.instruction_id == instruction_id), None)

    def current(self, key: MentionKey) -> MentionKey | None:
        """The mention in the words as they are now; None where they are gone, or were corrected beyond it."""
        if key not in self._now:
            words = self.said(key.instruction_id)
            self._now[key] = words.current(key) if words else None
        return self._now[key]

    @cached_property
    def _now(self) -> dict[MentionKey, MentionKey | None]:
        return {}


def moved_span(start: int, end: int, before: str, after: str) -> tuple[int, int] | None:
    """The characters in the text ``after`` of what ``[start:end]`` names in ``before``, found token by token; None
    where one of its tokens is not there any more, or other ones came between them."""
    old, new = [*WORD.finditer(before)], [*WORD.finditer(after)]
    wanted = [number for number, token in enumerate(old) if token.start() < end and start < token.end()]
    if not wanted or old[wanted[0]].start() != start or old[wanted[-1]].end() != end:
        return None
    matcher = SequenceMatcher(None, [each[0] for each in old], [each[0] for each in new], autojunk=False)
    for block in matcher.get_matching_blocks():
        if block.a <= wanted[0] and wanted[-1] < block.a + block.size:
            shift = block.b - block.a
            return new[wanted[0] + shift].start(), new[wanted[-1] + shift].end()
    return None
