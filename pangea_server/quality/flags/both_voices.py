"""Both recordings of a dialogue, for what only the two together tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from align.audio import SPEECH_RATE, Audio
from align.clocks import ServerTime
from align.echo import Echo, echo
from align.joint_voice import on_line
from align.report import Stretch
from pangea_server.core.records import Artefact
from pangea_server.quality.flags.sound import Sound
from pangea_server.stores.protocol import BlobStore


@dataclass(frozen=True)
class OneVoice:
    """A recording that is read when it is asked for.

    Attributes:
        typed: when this person sent texts, in seconds of the recording.
    """

    blobs: BlobStore
    artefact: Artefact
    clock: ServerTime
    typed: Sequence[float]

    @cached_property
    def sound(self) -> Audio:
        """Raises AudioError, and StoreError where the store has it no more."""
        with self.blobs.open(self.artefact.blob) as file:
            return Audio.open(file, for_speech=True).resampled(SPEECH_RATE)

    @property
    def begins(self) -> float:
        """By the server's clock, as all that follows."""
        return self.clock.at(0.0)

    @property
    def ends(self) -> float:
        return self.clock.at(self.sound.duration)

    def busy(self) -> Iterator[tuple[float, float]]:
        """When they spoke, sent a text, or did not record."""
        for each in Sound(self.sound).spoken:
            yield self.clock.at(each.start_time), self.clock.at(each.end_time)
        yield from ((self.clock.at(time), self.clock.at(time)) for time in self.typed)
        for start in self.clock.starts[1:]:
            yield self.clock.at(start - 1e-6), self.clock.at(start)


@dataclass(frozen=True)
class BothVoices:
    """A side of a dialogue beside the other."""

    own: OneVoice
    partner: OneVoice

    @cached_property
    def echo(self) -> Echo | None:
        """What of the partner is in the own recording, at times in it; None where the partner hardly speaks."""
        begins, ends = self._together
        if ends <= begins:
            return None
        own, partner = (
            on_line(each.sound, each.clock, begins, ends - begins) for each in (self.own, self.partner)
        )
        if (found := echo(own, partner)) is None:
            return None
        return Echo(
            found.share,
            found.delay,
            tuple(round(self.own.clock.recorded(begins + start), 3) for start in found.starts),
        )

    @cached_property
    def silent(self) -> tuple[Stretch, ...]:
        """While both record, the times without speech or a text from either, in the own recording."""
        begins, ends = self._together
        busy = sorted([(begins, begins), *self.own.busy(), *self.partner.busy(), (ends, ends)])
        until, gaps = begins, list[tuple[float, float]]()
        for start, end in busy:
            if until < start <= ends:
                gaps.append((until, start))
            until = max(until, end)
        at = self.own.clock.recorded
        return tuple(Stretch(round(at(start), 3), round(at(end), 3)) for start, end in gaps)

    @property
    def _together(self) -> tuple[float, float]:
        """From when to when both recorded, by the server's clock."""
        both = (self.own, self.partner)
        return max(each.begins for each in both), min(each.ends for each in both)
