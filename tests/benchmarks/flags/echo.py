"""``make bench-echo``: how quiet a partner's voice may be in a recording until the flag ``echo`` misses it.

Dialogues are made of the recordings with known words, three of one voice and three of another in turn. What comes back
went through Opus at 24 kbit/s, a line, and a room that dies away in 0.3 s; the recording has noise 55 dB below full
scale.
"""

from __future__ import annotations

import argparse
import io
import random
from dataclasses import dataclass

import av
import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from align.audio import SPEECH_RATE, Audio
from align.echo import Echo, echo
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from tests.benchmarks.flags.__main__ import DATA
from tests.benchmarks.flags.material import Spoken, recordings

EACH, LONGEST, NOISE, ROOM = 3, 12 * SPEECH_RATE, -55.0, 0.3
Samples = NDArray[np.float32]


@dataclass(frozen=True)
class Way:
    """How the partner's voice comes back: ``decibels`` of it, so many seconds later; None where it does not."""

    name: str
    decibels: float | None
    delay: float = 0.0


WAYS = (
    Way("headphones", None),
    Way("in the same room, -15 dB", -15, 0.006),
    Way("loudspeaker, -10 dB", -10, 0.18),
    Way("loudspeaker, -20 dB", -20, 0.35),
    Way("loudspeaker, -30 dB", -30, 0.18),
    Way("loudspeaker, -35 dB", -35, 0.18),
    Way("loudspeaker, -40 dB", -40, 0.18),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dialogues", type=int, default=40, help="of each sort")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    spoken, chance = recordings(DATA), random.Random(options.seed)
    table = Table(
        "the partner's voice", "raised", "share of their speech: least, median", "delay wrong by, ms"
    )
    for way in WAYS:
        found = [
            dialogue(spoken, way, chance) for _ in track(range(options.dialogues), way.name, transient=True)
        ]
        table.add_row(*_row(way, found))
    Console().print(table)


def _row(way: Way, found: list[Echo | None]) -> tuple[str, ...]:
    shares = [each.share for each in found if each]
    raised = sum(share > FlagRules().echo for share in shares)
    wrong = [1000 * abs(each.delay - way.delay) for each in found if each and each.delay is not None]
    late = f"{np.median(wrong):.0f}" if wrong and way.decibels is not None else "-"
    return way.name, f"{raised} of {len(found)}", f"{min(shares):.2f}, {np.median(shares):.2f}", late


def dialogue(spoken: list[Spoken], way: Way, chance: random.Random) -> Echo | None:
    """What is found in one dialogue."""
    sides = chance.sample(sorted({voice_of(each) for each in spoken}), 2)
    one, other = (
        [_samples(each) for each in chance.sample([e for e in spoken if voice_of(e) == side], EACH)]
        for side in sides
    )
    random_numbers = np.random.default_rng(chance.getrandbits(32))
    turns = list(zip(one, other, strict=True))
    partner = np.concatenate([part for said, heard in turns for part in (said, np.zeros_like(heard))])
    own = np.concatenate([part for heard, said in turns for part in (np.zeros_like(heard), said)])
    own += np.float32(10 ** (NOISE / 20)) * random_numbers.standard_normal(own.size).astype(np.float32)
    if way.decibels is not None:
        shift = np.zeros(round(way.delay * SPEECH_RATE), np.float32)
        heard = np.convolve(np.concatenate([shift, through_opus(partner)]), room(random_numbers))
        own += np.float32(10 ** (way.decibels / 20)) * heard[: own.size].astype(np.float32)
    return echo(own, partner)


def voice_of(spoken: Spoken) -> str:
    """Whose voice it is: one synthesiser says a word twice in the same way to the sample, as nobody does."""
    folder, _, name = spoken.name.partition("/")
    if "esp" in spoken.name:
        return "espeak"
    return f"{folder} fest" if name.startswith("fest") else name.partition("_")[2]


def _samples(spoken: Spoken) -> Samples:
    return Audio(spoken.samples, spoken.rate).resampled(SPEECH_RATE).samples[:LONGEST]


def room(random_numbers: np.random.Generator) -> Samples:
    """What a room makes of a click."""
    length = round(ROOM * SPEECH_RATE)
    sound = random_numbers.standard_normal(length) * 10 ** (-3 * np.arange(length) / length) / 20
    sound[0] = 1
    return sound.astype(np.float32)


def through_opus(samples: Samples) -> Samples:
    """As a line carries it."""
    packed = io.BytesIO()
    with av.open(packed, "w", format="ogg") as file:
        stream = file.add_stream("libopus", rate=48_000, layout="mono", bit_rate=24_000)
        frame = av.AudioFrame.from_ndarray(samples[np.newaxis], format="fltp", layout="mono")
        frame.sample_rate = SPEECH_RATE
        file.mux([*stream.encode(frame), *stream.encode(None)])
    packed.seek(0)
    heard = Audio.open(packed).resampled(SPEECH_RATE).samples
    return np.pad(heard, (0, max(0, samples.size - heard.size)))[: samples.size]


if __name__ == "__main__":
    main()
