"""Both answers of a dialogue on one time line, in seconds since the first of them began to record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from align import TimedWord
from align.clocks import ServerTime
from align.heard import VoiceDelay
from align.turns import Utterance, floor_transfers, utterances
from pangea_server.annotate.alignments.lookups import own_alignment
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.kinds.dialogue_task import DialogueAnswer, dialogue_answer
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.pairing.records import Pairing
from pangea_server.stores.protocol import RecordStore, found


@dataclass(frozen=True)
class Side:
    """One person's part.

    Attributes:
        clock: the server's time of each moment of the recording; None where the page had no line to the server, so that
            nobody knows when it was.
        zero: the server's time at which the dialogue begins.
        alignment: of the voice; None while it is not aligned.
        is_program: a program had this seat.
    """

    annotation: TaskAnnotation
    clock: ServerTime | None
    zero: float
    alignment: AlignmentRecord | None
    is_program: bool = False

    @property
    def role(self) -> str:
        return str(self.annotation.args["role"])

    @cached_property
    def answer(self) -> DialogueAnswer:
        return _answer(self.annotation)

    @property
    def words(self) -> Sequence[TimedWord]:
        """With times in the own recording; empty while they have none."""
        timed = self.alignment is not None and self.alignment.state == "aligned"
        return self.alignment.timed_instruction if self.alignment and timed else ()

    def at(self, time: float) -> float:
        """When a moment of the own recording was. Only of a side that has a clock."""
        assert self.clock is not None
        return round(self.clock.at(time) - self.zero, 4)

    def times(self, own: NDArray[np.float64]) -> NDArray[np.float64]:
        """As ``at``, of (n,) moments."""
        assert self.clock is not None
        return self.clock.of(own) - self.zero

    def said(self, *, measured: bool = False) -> list[Utterance]:
        """What they spoke and typed; nothing where nobody knows when.

        Args:
            measured: without words whose times are only between those of others.
        """
        if self.clock is None:
            return []
        timed = [word for word in self.words if not (measured and word.source == "interpolated")]
        spoken = [(self.at(word.start_time), self.at(word.end_time), word.word) for word in timed]
        return [*utterances(self.role, spoken), *self._typed()]

    def _typed(self) -> Iterator[Utterance]:
        for message in self.answer.messages:
            if message.time is not None:
                at = self.at(message.time)
                yield Utterance(self.role, at, at, tuple(message.words.split()), typed=True)


@dataclass(frozen=True)
class Dialogue:
    """Both sides, in the order of the kind's roles: who ends the dialogue is the last."""

    sides: tuple[Side, Side]

    @property
    def first(self) -> TaskAnnotation:
        """Either answer, for what both have in common."""
        return self.sides[0].annotation

    @property
    def pairing_id(self) -> str:
        return str(self.first.args["pairing_id"])

    @property
    def asked(self) -> dict[str, JsonValue]:
        """What the task was about."""
        return {key: value for key, value in self.first.args.items() if key not in ("pairing_id", "role")}

    def said(self, *, measured: bool = False) -> list[Utterance]:
        """What both said and typed, one side after the other."""
        return [each for side in self.sides for each in side.said(measured=measured)]

    @cached_property
    def delays(self) -> Mapping[str, VoiceDelay | None]:
        """How late each side, by its role, heard the other; None where that is not known."""
        one, other = self.sides
        return {me.role: me.answer.delay_of(they.answer) for me, they in ((one, other), (other, one))}

    def responses(self, said: Sequence[Utterance]) -> list[float]:
        """Seconds from the moment at which somebody had heard the other to the end, to their own first word.

        Without those of which nobody knows when the end was heard.
        """
        zero = self.sides[0].zero
        delays = [
            (each, delay.at(zero + each.before.end))
            for each in floor_transfers(said)
            if (delay := self.delays[each.after.speaker])
        ]
        return [transfer.seconds - delay for transfer, delay in delays if delay is not None]

    @property
    def seconds(self) -> float | None:
        """Until the last of them stopped recording; None where nobody knows when that was."""
        ends = [
            side.at(side.annotation.duration)
            for side in self.sides
            if side.clock and side.annotation.duration is not None
        ]
        return max(ends, default=None)


def together(records: RecordStore, one: TaskAnnotation, other: TaskAnnotation) -> Dialogue:
    """The dialogue that two answers are of, with the sides in the order of the kind's roles."""
    seats = list(declared(one.kind).seats)
    pair = sorted((one, other), key=lambda answer: seats.index(str(answer.args["role"])))
    clocks = [_answer(each).clock for each in pair]
    zero = min((clock.at(0.0) for clock in clocks if clock), default=0.0)
    programs = _programs(records, str(one.args["pairing_id"]))
    first, second = (
        Side(answer, clock, zero, own_alignment(records, answer), answer.record_id in programs)
        for answer, clock in zip(pair, clocks, strict=True)
    )
    return Dialogue((first, second))


def _programs(records: RecordStore, pairing_id: str) -> set[str]:
    """The tasks that a program did."""
    pairing = found(records, Pairing, pairing_id)
    return {seat.task_id for seat in pairing.seats if seat.is_program} if pairing else set()


def _answer(annotation: TaskAnnotation) -> DialogueAnswer:
    """Of another form, it says nothing here."""
    return dialogue_answer(annotation) or DialogueAnswer()
