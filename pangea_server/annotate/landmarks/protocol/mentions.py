"""From what people marked to the mentions of a path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import cos, exp, radians, sin

import numpy as np

from align import GroundedWord
from pangea_server.annotate.landmarks.protocol.asked import Asked, MentionKey, Step
from pangea_server.annotate.landmarks.protocol.evidence import Evidence, InstructionWords, Judged
from pangea_server.annotate.landmarks.protocol.shares import falls_in
from pangea_server.annotate.landmarks.protocol.work import Dispute, ItemToAsk
from pangea_server.annotate.landmarks.records import Form, Mention, Number, Status, transcript_digest

UNLIKE = "marked in ways that have little in common"
SENTENCE_ENDS = ".!?।॥\n"
BREADTH = radians(20)
"""How far from the middle of the view things still are that a Guide speaks of (``align/reference/prior``)."""
ALIKE = 0.7
"""F1 of the spans of two people who marked one instruction, from which on both did the same work: two people who get
95 % of its phrases right have 0.9 in the mean, one of them and somebody who gets 60 % right under 0.7."""
NO_NAMES: frozenset[Form] = frozenset({"pronoun", "ellipsis", "deixis"})


@dataclass(frozen=True, slots=True)
class Named:
    """A mention, with what is needed to link it.

    Attributes:
        head: its head noun in lower case; of several words the last where nobody marked it.
        sentence: which of its instruction's sentences it begins in.
        looks: its words that have a camera.
        visual: false for words that nothing visible answers to.
        proposed: a machine found it, and the person took it.
    """

    key: MentionKey
    language: str
    text: str
    head: str
    head_at: tuple[int, int] | None
    types: tuple[str, ...]
    number: Number
    form: Form
    status: Status | None
    visual: bool
    sentence: int
    times: tuple[float, float] | None
    looks: tuple[GroundedWord, ...]
    person: int
    at: datetime
    moved: bool
    proposed: bool = False

    def shares_type(self, other: Named) -> bool:
        """Whether both may be of one type; nobody knows where one has none."""
        return not self.types or not other.types or bool({*self.types} & {*other.types})

    def holds(self, other: Named) -> bool:
        """Whether the other lies within it."""
        mine, theirs = self.key, other.key
        return (
            mine.instruction_id == theirs.instruction_id
            and mine.start_char <= theirs.start_char
            and theirs.end_char <= mine.end_char
        )

    @property
    def is_plain(self) -> bool:
        """Whether it names by itself, and not by what was said before."""
        return self.form not in NO_NAMES


@dataclass(frozen=True, slots=True)
class Naming:
    """The mentions in the order of their words, whose words are still to be marked, and where nobody agreed."""

    named: tuple[Named, ...]
    questions: tuple[ItemToAsk, ...]
    disputes: tuple[Dispute, ...] = ()


def name(evidence: Evidence) -> Naming:
    """The mentions that more than half of those marked who marked an instruction, or those of one whom a reviewer
    accepted. Where two differ, a third is asked. Whoever marked something else than everybody else does not count, and
    another one is asked, up to ``most_votes`` people in all.

    Where the words were corrected since, spans whose tokens are still there move along; where one cannot be found
    again, all the words are marked anew.
    """
    named: list[Named] = []
    questions: list[ItemToAsk] = []
    disputes: list[Dispute] = []
    for words in sorted(evidence.words, key=lambda each: each.instruction_id):
        if words.instruction_id in evidence.left_out or not words.transcript:
            continue
        answers = [
            each for each in evidence.of(Step.MENTION) if each.asked.instruction == words.instruction_id
        ]
        whole = [(answer, spans) for answer in answers if (spans := _spans(answer, words)) is not None]
        accepted = [spans for answer, spans in whole if answer.accepted]
        alike = _alike([spans for _, spans in whole])
        named += _agreed(accepted[:1] or alike or [spans for _, spans in whole])
        again = falls_in(f"mark {words.instruction_id}", evidence.rules.mark_twice)
        wanted = (3 if _differ(alike) else 2) if again else 1
        if accepted or len(alike) >= wanted:
            continue
        if len(whole) < (evidence.rules.most_votes if again else 1):
            asked = Asked(instruction=words.instruction_id, digest=words.digest)
            done = frozenset(each.person for each in answers) if whole else frozenset()
            questions.append(ItemToAsk(Step.MENTION, asked, (words.language,), done))
        elif not alike:
            ids = tuple(answer.id for answer, _ in whole)
            disputes.append(Dispute(Step.MENTION, UNLIKE, ids, ()))
    return Naming(tuple(sorted(named, key=lambda each: each.key.order)), tuple(questions), tuple(disputes))


def _alike(marked: Sequence[Sequence[Named]]) -> list[Sequence[Named]]:
    """What those marked who did the same work as another one; the one there is, if there is no other."""
    keys = [{each.key for each in spans} for spans in marked]
    return [
        spans
        for place, spans in enumerate(marked)
        if len(marked) == 1
        or any(_f1(keys[place], other) >= ALIKE for other in keys[:place] + keys[place + 1 :])
    ]


def _f1(first: set[MentionKey], second: set[MentionKey]) -> float:
    return 2 * len(first & second) / (len(first) + len(second)) if first or second else 1.0


def _agreed(marked: Sequence[Sequence[Named]]) -> list[Named]:
    """What more than half of several people marked; each as the first of them did."""
    votes = Counter(each.key for spans in marked for each in spans)
    first = {each.key: each for spans in reversed(marked) for each in spans}
    return [first[key] for key, count in votes.items() if 2 * count > len(marked)]


def _differ(marked: Sequence[Sequence[Named]]) -> bool:
    return len({frozenset(each.key for each in spans) for spans in marked}) > 1


def _spans(answer: Judged, words: InstructionWords) -> list[Named] | None:
    """The mentions of an answer; None where one cannot be found in the words as they are now."""
    digest = str(answer.answer["transcript_sha256"])[: len(words.digest)]
    found = []
    for told in answer.answer["mentions"]:
        key = MentionKey(
            instruction_id=words.instruction_id,
            start_char=told["start_char"],
            end_char=told["end_char"],
            digest=digest,
        )
        now = words.current(key)
        if now is None:
            return None
        shift = now.start_char - key.start_char
        head = told.get("head")
        at = (head[0] + shift, head[1] + shift) if head else None
        if at and at[1] > now.end_char:
            at = None
        found.append(_named(answer, words, now, at, told))
    if not found and digest != words.digest:
        return None
    return found


def _named(
    answer: Judged,
    words: InstructionWords,
    key: MentionKey,
    head_at: tuple[int, int] | None,
    told: dict[str, object],
) -> Named:
    text = words.transcript[key.start_char : key.end_char]
    head = words.transcript[slice(*head_at)] if head_at else (text.split() or [text])[-1]
    said = [
        word
        for word in words.timed
        if word.start_char is not None and word.end_char is not None
        if word.start_char < key.end_char and key.start_char < word.end_char
    ]
    before = words.transcript[: key.start_char]
    return Named(
        key=key,
        language=words.language,
        text=text,
        head=head.casefold(),
        head_at=head_at,
        types=tuple(told.get("types") or ()),  # type: ignore[arg-type]  # as its kind's model took it
        number=told.get("number", "unclear"),  # type: ignore[arg-type]
        form=told.get("form", "name"),  # type: ignore[arg-type]
        status=told.get("status"),  # type: ignore[arg-type]
        visual=bool(told.get("visual", True)),
        sentence=sum(before.count(end) for end in SENTENCE_ENDS),
        times=(min(w.start_time for w in said), max(w.end_time for w in said)) if said else None,
        looks=tuple(word for word in said if word.viewpoint_id is not None),
        person=answer.person,
        at=answer.at,
        moved=not str(answer.answer["transcript_sha256"]).startswith(key.digest),
        proposed=bool(told.get("proposed", False)),
    )


def overlap(first: Sequence[GroundedWord], second: Sequence[GroundedWord]) -> float:
    """How far two phrases were said with the camera at the same things: 1 for one view, 0 for different places.

    The mean over pairs of words of the overlap of two Gaussian views, both ``BREADTH`` wide.
    """
    if not first or not second:
        return 0.0
    total = 0.0
    for one in first:
        for other in second:
            if one.viewpoint_id == other.viewpoint_id:
                total += exp(-(((_angle(one, other)) / BREADTH) ** 2) / 4)
    return total / (len(first) * len(second))


def _angle(one: GroundedWord, other: GroundedWord) -> float:
    looks = [(word.heading or 0.0, word.elevation or 0.0) for word in (one, other)]
    (h, e), (g, f) = looks
    cosine = sin(e) * sin(f) + cos(e) * cos(f) * cos(h - g)
    return float(np.arccos(np.clip(cosine, -1, 1)))


def mention_of(named: Named, evidence: Evidence) -> Mention:
    """The record of a mention."""
    words = evidence.said(named.key.instruction_id)
    assert words is not None, "only words that are there have mentions"
    start, end = named.times or (None, None)
    return Mention(
        instruction_id=named.key.instruction_id,
        path_id=evidence.path_id,
        scan_id=evidence.scan_id,
        language=named.language,
        start_char=named.key.start_char,
        end_char=named.key.end_char,
        text=named.text,
        head=named.head_at,
        types=named.types,
        number=named.number,
        form=named.form,
        status=named.status,
        start_time=start,
        end_time=end,
        source="accepted" if named.proposed else "marked",
        annotator_id=named.person,
        version=1 + named.moved,
        transcript_sha256=transcript_digest(words.transcript),
        created_at=named.at,
    )
