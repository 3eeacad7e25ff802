"""Recordings with transcripts that are not quite, or not at all, what was said; and with sound that was spoilt.

Everything is made from recordings with known word times, in the form of ``../shared/data/alignment``: per recording
NAME.flac, NAME.txt, NAME.json (words with ``start_time`` and ``end_time``), NAME.meta.json (``lang``, ``voice``). The
same recordings give the same cases.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import cycle, islice, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from align import Audio

SPEECH = Path(__file__).resolve().parents[4] / "shared" / "data" / "alignment"
RATE = 16_000
SENTENCE_ENDS = (".", "!", "?", "।")
LEAST_WORDS = 3
"""Shorter sentences are neither put in nor left out: nobody could say which of two times "Stop." was said."""
SAME_TEXT = 0.6
"""Share of different words that two texts have in common if one is the other with typing errors."""
TEXTS = ("halfwrong", "unspoken", "unwritten", "reordered", "wrongtext", "samepath")
SOUNDS = ("noise15", "noise5", "music10", "second10", "second5", "phone", "clipped", "reverb")

Samples = NDArray[np.float32]
Span = tuple[int, int]


@dataclass(frozen=True)
class Recording:
    """One recording with known word times."""

    path: Path

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}"

    @cached_property
    def tokens(self) -> list[str]:
        return self.path.with_suffix(".txt").read_text(encoding="utf-8").split()

    @cached_property
    def starts(self) -> list[float]:
        return [word["start_time"] for word in self._words]

    @cached_property
    def ends(self) -> list[float]:
        return [word["end_time"] for word in self._words]

    @cached_property
    def _words(self) -> list[dict[str, float]]:
        words: list[dict[str, float]] = json.loads(self.path.with_suffix(".json").read_text(encoding="utf-8"))
        return words

    @cached_property
    def _meta(self) -> dict[str, str]:
        meta: dict[str, str] = json.loads(self.path.with_suffix(".meta.json").read_text(encoding="utf-8"))
        return meta

    @property
    def language(self) -> str:
        return self._meta["lang"]

    @property
    def voice(self) -> str:
        return self._meta.get("voice", self.path.stem)

    @cached_property
    def sentences(self) -> list[Span]:
        """The tokens of each sentence: the first one, and the one after the last."""
        ends = [index + 1 for index, token in enumerate(self.tokens) if token.endswith(SENTENCE_ENDS)]
        bounds = [0, *ends, *([len(self.tokens)] if not ends or ends[-1] < len(self.tokens) else [])]
        return list(pairwise(bounds))

    def samples(self) -> Samples:
        return Audio.open(self.path).resampled(RATE).samples


@dataclass(frozen=True)
class Case:
    """A recording, perhaps with another sound, and a transcript, perhaps another one.

    Attributes:
        truth: when each token of ``text`` was said; None if it was not.
        unspoken: the tokens of each passage of ``text`` that was not said.
        unwritten: the seconds of each passage that was said and is not in ``text``.
    """

    kind: str
    recording: Recording
    text: str
    truth: tuple[float | None, ...]
    unspoken: tuple[Span, ...] = ()
    unwritten: tuple[tuple[float, float], ...] = ()
    spoil: Callable[[Samples], Samples] | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        return f"{self.kind} {self.recording.name}"

    @property
    def language(self) -> str:
        return self.recording.language

    def sound(self) -> Audio:
        samples = self.recording.samples()
        return Audio(samples if self.spoil is None else self.spoil(samples), RATE)


def recordings(folder: Path, *groups: str) -> list[Recording]:
    """All recordings of these groups, which are folders; of all groups if none is named."""
    names = groups or tuple(sorted(group.name for group in folder.iterdir() if group.is_dir()))
    return [Recording(path) for group in names for path in sorted((folder / group).glob("*.flac"))]


def cases(kind: str, these: Sequence[Recording], others: Sequence[Recording], count: int) -> Iterator[Case]:
    """The first ``count`` cases of a kind of ``TEXTS``, ``SOUNDS``, or ``right``.

    Args:
        others: where sentences and voices that do not belong to a recording come from.
    """
    if kind == "right":
        made: Iterator[Case | None] = (right(each) for each in these)
    elif kind in SOUNDS:
        made = (spoilt(kind, each, others) for each in these)
    else:
        rounds = range(-(-count // max(len(these), 1)))
        made = (TEXT_MAKERS[kind](each, others, number) for number in rounds for each in these)
    return islice((case for case in made if case), count)


def right(recording: Recording) -> Case:
    """The recording as it is."""
    return Case("right", recording, " ".join(recording.tokens), tuple(recording.starts))


def halfwrong(recording: Recording, others: Sequence[Recording], number: int) -> Case | None:
    """Every second sentence is another recording's."""
    spans = recording.sentences
    if len(spans) < 2:
        return None
    strange = _strange_sentences(recording, others, number)
    parts = [
        _Part(next(strange)) if place % 2 == number % 2 else _own(recording, span)
        for place, span in enumerate(spans)
    ]
    gone = [span for place, span in enumerate(spans) if place % 2 == number % 2]
    return _put_together("halfwrong", recording, parts, gone)


def unspoken(recording: Recording, others: Sequence[Recording], number: int) -> Case | None:
    """One sentence was never said."""
    spans = recording.sentences
    place = (_seed(recording.name) + number) % (len(spans) + 1)
    parts = [_own(recording, span) for span in spans]
    parts.insert(place, _Part(next(_strange_sentences(recording, others, number))))
    return _put_together("unspoken", recording, parts)


def unwritten(recording: Recording, others: Sequence[Recording], number: int) -> Case | None:
    """One sentence was left out."""
    spans = recording.sentences
    long = [span for span in spans if span[1] - span[0] >= LEAST_WORDS]
    if len(spans) < 2 or len(long) <= number:
        return None
    gone = long[(_seed(recording.name) + number) % len(long)]
    parts = [_own(recording, span) for span in spans if span != gone]
    return _put_together("unwritten", recording, parts, [gone])


def reordered(recording: Recording, others: Sequence[Recording], number: int) -> Case | None:
    """Two neighbouring sentences changed places: one of them has no place in the order of the text."""
    spans = recording.sentences
    swaps = [place for place in range(len(spans) - 1) if _long(spans[place]) and _long(spans[place + 1])]
    if len(swaps) <= number:
        return None
    place = swaps[(_seed(recording.name) + number) % len(swaps)]
    order = list(spans)
    order[place], order[place + 1] = order[place + 1], order[place]
    return _put_together("reordered", recording, [_own(recording, span) for span in order])


def wrongtext(recording: Recording, others: Sequence[Recording], number: int) -> Case | None:
    """The transcript of another recording."""
    texts = sorted({" ".join(other.tokens) for other in others if _foreign(recording, other)})
    text = texts[(_seed(recording.name) + number) % len(texts)]
    return Case("wrongtext", recording, text, (None,) * len(text.split()), ((0, len(text.split())),))


def samepath(recording: Recording, others: Sequence[Recording], number: int) -> Case | None:
    """The first half of the sentences is heard, the rest is written: in R2R another Guide's words about the same
    path."""
    spans = recording.sentences
    if len(spans) < 4:
        return None
    middle = spans[len(spans) // 2][0]
    cut = (recording.ends[middle - 1] + recording.starts[middle]) / 2
    text = " ".join(recording.tokens[middle:])
    count = len(recording.tokens) - middle
    return Case("samepath", recording, text, (None,) * count, ((0, count),), (), _until(cut))


TEXT_MAKERS: dict[str, Callable[[Recording, Sequence[Recording], int], Case | None]] = {
    "halfwrong": halfwrong,
    "unspoken": unspoken,
    "unwritten": unwritten,
    "reordered": reordered,
    "wrongtext": wrongtext,
    "samepath": samepath,
}


def spoilt(kind: str, recording: Recording, others: Sequence[Recording]) -> Case:
    """The right transcript, and worse sound."""
    rng = np.random.default_rng(_seed(kind + recording.name))
    name, level = re.fullmatch(r"([a-z]+)(\d*)", kind).groups()  # type: ignore[union-attr]
    if name == "noise":
        added = _pink(rng)
    elif name == "music":
        added = _music(rng)
    elif name == "second":
        strangers = [other for other in others if other.voice != recording.voice] or list(others)
        added = _second_voice(strangers[int(rng.integers(len(strangers)))])
    else:
        spoil = {"phone": _phone, "clipped": _clipped, "reverb": _reverberant(rng)}[name]
        return Case(kind, recording, " ".join(recording.tokens), tuple(recording.starts), spoil=spoil)
    mixed = _mixed(added, float(level))
    return Case(kind, recording, " ".join(recording.tokens), tuple(recording.starts), spoil=mixed)


@dataclass(frozen=True)
class _Part:
    tokens: Sequence[str]
    starts: Sequence[float] | None = None


def _own(recording: Recording, span: Span) -> _Part:
    return _Part(recording.tokens[slice(*span)], recording.starts[slice(*span)])


def _put_together(kind: str, recording: Recording, parts: Sequence[_Part], gone: Sequence[Span] = ()) -> Case:
    tokens: list[str] = []
    truth: list[float | None] = []
    strange: list[Span] = []
    for part in parts:
        if part.starts is None:
            strange.append((len(tokens), len(tokens) + len(part.tokens)))
        tokens += part.tokens
        truth += part.starts or [None] * len(part.tokens)
    unwritten = tuple((recording.starts[first], recording.ends[end - 1]) for first, end in gone)
    return Case(kind, recording, " ".join(tokens), tuple(truth), tuple(strange), unwritten)


def _strange_sentences(
    recording: Recording, others: Sequence[Recording], number: int
) -> Iterator[Sequence[str]]:
    """Sentences of other texts in the same language, again and again."""
    own = {" ".join(recording.tokens[slice(*span)]) for span in recording.sentences}
    found = {
        " ".join(other.tokens[slice(*span)])
        for other in others
        if _foreign(recording, other)
        for span in other.sentences
        if _long(span)
    }
    sentences = sorted(found - own)
    first = (_seed(recording.name) + 7 * number) % len(sentences)
    return (sentence.split() for sentence in cycle(sentences[first:] + sentences[:first]))


def _foreign(recording: Recording, other: Recording) -> bool:
    """Whether another recording has the same language and another text, not the same one with typing errors."""
    own, others = set(recording.tokens), set(other.tokens)
    same = len(own & others) / len(own | others) > SAME_TEXT
    return recording.language.split("-")[0] == other.language.split("-")[0] and not same


def _long(span: Span) -> bool:
    return span[1] - span[0] >= LEAST_WORDS


def _seed(name: str) -> int:
    return zlib.crc32(name.encode())


def _until(seconds: float) -> Callable[[Samples], Samples]:
    return lambda samples: samples[: round(seconds * RATE)]


def _mixed(added: Callable[[int], Samples], decibels: float) -> Callable[[Samples], Samples]:
    """Add sound of which the speech is this much louder, on the average of the whole recording."""

    def mix(samples: Samples) -> Samples:
        sound = added(samples.size)
        share = _power(samples) / max(_power(sound), 1e-12) * 10 ** (-decibels / 10)
        both = samples + np.sqrt(share) * sound
        return np.asarray(both / max(1.0, float(np.abs(both).max())), np.float32)

    return mix


def _power(samples: Samples) -> float:
    return float(np.square(samples, dtype=np.float64).mean())


def _pink(rng: np.random.Generator) -> Callable[[int], Samples]:
    def noise(size: int) -> Samples:
        spectrum = np.fft.rfft(rng.normal(size=size))
        spectrum /= np.sqrt(np.maximum(np.arange(spectrum.size), 20))
        return np.asarray(np.fft.irfft(spectrum, size), np.float32)

    return noise


def _music(rng: np.random.Generator) -> Callable[[int], Samples]:
    """Chords of three notes with overtones, two a second."""

    def music(size: int) -> Samples:
        sound, time = np.zeros(size), np.arange(RATE // 2) / RATE
        for first in range(0, size, time.size):
            root = 110 * 2 ** (rng.integers(0, 24) / 12)
            chord = sum(
                np.sin(2 * np.pi * root * 2 ** (step / 12) * overtone * time) / overtone
                for step in (0, 4, 7)
                for overtone in (1, 2, 3, 4)
            )
            sound[first : first + time.size] = (chord * np.exp(-3 * time))[: size - first]
        return np.asarray(sound, np.float32)

    return music


def _second_voice(stranger: Recording) -> Callable[[int], Samples]:
    return lambda size: np.resize(stranger.samples(), size)


def _phone(samples: Samples) -> Samples:
    from scipy.signal import butter, sosfilt

    return np.asarray(sosfilt(butter(4, (300, 3400), "bandpass", fs=RATE, output="sos"), samples), np.float32)


def _clipped(samples: Samples) -> Samples:
    most = float(np.abs(samples).max())
    return np.clip(samples * 10, -most, most)


def _reverberant(rng: np.random.Generator) -> Callable[[Samples], Samples]:
    """A room whose sound falls by 60 dB in half a second."""

    def reverberate(samples: Samples) -> Samples:
        from scipy.signal import fftconvolve

        time = np.arange(RATE // 2) / RATE
        room = rng.normal(size=time.size) * 10 ** (-6 * time) * 0.1
        room[0] = 1.0
        return np.asarray(fftconvolve(samples, room)[: samples.size], np.float32)

    return reverberate
