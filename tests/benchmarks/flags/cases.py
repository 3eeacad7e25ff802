"""Simulated answers, and which flags each should raise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle

import numpy as np

from align import PoseTrace
from align.audio import Audio
from pangea_server.annotate.annotations.records import Typing
from pangea_server.quality.flags.protocol import Seen, Words
from pangea_server.quality.flags.sound import Sound
from tests.benchmarks.flags import sounds, walking
from tests.benchmarks.flags.material import Half, Spoken, Way
from tests.benchmarks.flags.walking import Style

BY_SOUND = frozenset({"silence", "clipping", "noise", "read_aloud"})


@dataclass(frozen=True, slots=True)
class Case:
    """One answer.

    Attributes:
        group: what it is a kind of; ``name`` tells it from others.
        expected: flags that have to be raised; all others must not be, but for those
        excused: of which nobody can say whether they should.
        beyond: known to be out of reach: shown, and not counted.
    """

    group: str
    name: str
    half: Half
    seen: Seen
    expected: frozenset[str] = frozenset()
    excused: frozenset[str] = frozenset()
    beyond: bool = False


@dataclass
class Casting:
    """Deals out paths, so that every case has its own."""

    ways: Sequence[Way]
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(7))

    def __post_init__(self) -> None:
        self._next = {
            half: cycle([way for way in self.ways if way.half == half]) for half in ("chosen on", "held out")
        }

    def way(self, half: Half) -> Way:
        return next(self._next[half])

    def seen(self, spoken: Spoken, style: Style = walking.walking_and_talking) -> Seen:
        """The answer of a Guide."""
        way = self.way(spoken.half)
        shown = style(spoken, way.path, self.rng)
        trace = walking.trace_of(shown.walked, shown.steps, shown.spoken.duration)
        return guide(shown.spoken, way, trace, shown.walked)


def guide(spoken: Spoken, way: Way, trace: PoseTrace, walked: Sequence[str]) -> Seen:
    voice = Sound(Audio(spoken.samples, spoken.rate))
    return Seen("guide", way.graph, trace, walked, way.path, Words(spoken.text, spoken.language, voice))


def real(spoken: Spoken, way: Way, trace: PoseTrace) -> Case:
    """A Guide who is not simulated."""
    return Case("honest, real", spoken.name, spoken.half, guide(spoken, way, trace, trace.path()))


def writer(way: Way, text: str, language: str = "en-US", typing: Typing | None = None) -> Seen:
    """A Guide of whom only the words are looked at."""
    steps = tuple(2.0 * (n + 1) for n in range(len(way.path) - 1))
    trace = walking.trace_of(way.path, steps, 20.0)
    words = Words(text, language, None, "There is no voice in this case.", typing)
    return Seen("guide", way.graph, trace, way.path, way.path, words)


def follower(way: Way, walked: Sequence[str], steps: Sequence[float]) -> Seen:
    trace = walking.trace_of(walked, steps, 5.0)
    return Seen("follower", way.graph, trace, walked, way.path)


def honest_guides(cast: Casting, voices: Sequence[Spoken]) -> Iterator[Case]:
    for spoken in voices:
        for style in walking.HONEST:
            seen = cast.seen(spoken, style)
            noisy = spoken.snr is not None and spoken.snr <= 10
            yield Case(
                f"honest, {style.__name__.replace('_', ' ')}",
                spoken.name,
                spoken.half,
                seen,
                excused=frozenset({"noise"}) if noisy else frozenset(),
            )


def readers(cast: Casting, voices: Sequence[Spoken]) -> Iterator[Case]:
    for spoken in voices:
        for style in walking.READING:
            seen = cast.seen(spoken, style)
            group = f"reads aloud, {style.__name__.replace('_', ' ')}"
            yield Case(group, spoken.name, spoken.half, seen, frozenset({"read_aloud"}), frozenset({"noise"}))


def noisy_voices(cast: Casting, quiet: Sequence[Spoken]) -> Iterator[Case]:
    """Between 7 and 15 dB nobody needs an answer."""
    for number, spoken in enumerate(quiet):
        for kind in sounds.NOISES:
            for ratio in (0, 4, 7, 10, 15, 20, 30):
                noisy = sounds.with_noise(spoken, kind, ratio, quiet, number)
                bad = frozenset({"noise"}) if ratio <= 7 else frozenset()
                excused = frozenset({"silence", "read_aloud"}) if bad else frozenset()
                yield Case(
                    f"noise, {ratio} dB", noisy.name, spoken.half, cast.seen(noisy), bad,
                    excused | ({"noise"} if ratio == 10 else frozenset()),
                )  # fmt: skip


def loud_voices(cast: Casting, quiet: Sequence[Spoken]) -> Iterator[Case]:
    bad = frozenset({"clipping"})
    for spoken in quiet:
        yield Case("loud, not clipped", spoken.name, spoken.half, cast.seen(sounds.clipped(spoken, 1.0)))
        for gain in (1.5, 2, 4, 8):
            for share in (1.0, 0.5, 0.25):
                loud = sounds.clipped(spoken, gain, share)
                group = f"clipped, {gain:g} times too loud, in {share:.0%}"
                yield Case(group, loud.name, spoken.half, cast.seen(loud), bad, frozenset({"noise"}))
        loud = sounds.resampled(sounds.clipped(spoken, 4), 48_000 if spoken.rate < 48_000 else 44_100)
        yield Case("clipped, then resampled", loud.name, spoken.half, cast.seen(loud), bad, beyond=True)


def silent_voices(cast: Casting, quiet: Sequence[Spoken]) -> Iterator[Case]:
    bad, excused = frozenset({"silence"}), BY_SOUND - {"silence"}
    for number, spoken in enumerate(quiet):
        for kind in ("nothing", "offset", "hiss", "loud hiss", "hum", "knocks"):
            mute = replace(spoken, samples=sounds.silence(30, kind, number), rate=16_000, name=kind)
            yield Case(f"silent, {kind}", f"{kind} {number}", spoken.half, cast.seen(mute), bad, excused)
        far = sounds.quieter(spoken, 50)
        yield Case("silent, 50 dB too quiet", far.name, spoken.half, cast.seen(far), bad, excused)
        few = sounds.first_words(spoken, 6)
        lost = sounds.with_pauses(replace(few, text=spoken.text), [(few.duration - 0.01, 40.0)])
        yield Case("silent after six words", spoken.name, spoken.half, cast.seen(lost), bad, excused)
        soft = sounds.quieter(spoken, 20)
        yield Case("honest, 20 dB quieter", soft.name, spoken.half, cast.seen(soft))


def short_texts(cast: Casting, ways: Sequence[Way], quiet: Sequence[Spoken]) -> Iterator[Case]:
    bad = frozenset({"too_short"})
    for way in ways:
        for number, text in enumerate(way.texts):
            yield Case("honest, R2R's words", f"{way.name} {number}", way.half, writer(way, text))
        for count in (2, 3, 4, 5):
            short = " ".join(way.texts[0].split()[:count])
            yield Case(
                f"short, {count} words", f"{way.name}: {short}", way.half, writer(way, short), bad,
                frozenset({"wrong_language"}),
            )  # fmt: skip
    for spoken in quiet:
        few = sounds.first_words(spoken, 4)
        yield Case(
            "short, 4 words said", few.name, few.half, cast.seen(few), bad, BY_SOUND | {"wrong_language"}
        )


def incomplete_paths(cast: Casting, ways: Sequence[Way]) -> Iterator[Case]:
    bad = frozenset({"path_not_completed"})
    for way in ways:
        whole = writer(way, way.texts[0])
        detour = walking.with_detour(way.graph, way.path, cast.rng)
        yield Case("honest, with a detour", way.name, way.half, _walked(whole, detour))
        for left in (1, 2, len(way.path) // 2):
            yield Case(f"path, {left} steps short", way.name, way.half, _walked(whole, way.path[:-left]), bad)
        middle = way.path[len(way.path) // 2]
        if (other := walking.around(way.graph, way.path, middle)) is not None:
            yield Case("path, one viewpoint left out", way.name, way.half, _walked(whole, other), bad)


def followers(cast: Casting, ways: Sequence[Way]) -> Iterator[Case]:
    rng = cast.rng
    for way in ways:
        path, last = way.path, len(way.path) - 1
        for name, seconds in {"slow": 5.0, "usual": 2.0, "brisk": 0.7}.items():
            seen = follower(way, path, walking.paced(last, seconds, rng))
            yield Case(f"honest Follower, {name}", way.name, way.half, seen)
        half = path[: len(path) // 2 + 1]
        seen = follower(way, half, walking.paced(len(half) - 1, 2, rng))
        yield Case("honest Follower, stops half way", way.name, way.half, seen)
        lost = walking.wandering(way.graph, path[0], 8, rng)
        seen = follower(way, lost, walking.paced(8, 2, rng))
        yield Case("honest Follower, lost", way.name, way.half, seen)
        yield Case(
            "Follower who stays", way.name, way.half, follower(way, path[:1], ()), frozenset({"barely_moved"})
        )
        for name, seconds in {"at once": 0.05, "by script": 0.2}.items():
            seen = follower(way, path, walking.paced(last, seconds, rng))
            yield Case(f"Follower, all steps {name}", way.name, way.half, seen, frozenset({"jumped"}))
        steps = [2.0 * (n + 1) for n in range(last)]
        steps[-3:] = [steps[-3], steps[-3] + 0.15, steps[-3] + 0.3]
        if last > 3:
            steps[-4] = steps[-3] - 0.15
            seen = follower(way, path, steps)
            yield Case("Follower, the last steps at once", way.name, way.half, seen, frozenset({"jumped"}))


def pasters(ways: Sequence[Way]) -> Iterator[Case]:
    for way in ways:
        text, bad = way.texts[0], frozenset({"pasted_transcript"})
        for share, expected in ((0.0, frozenset()), (0.15, frozenset()), (0.5, bad), (1.0, bad)):
            pasted = round(len(text) * share)
            typing = Typing(typed=round(1.1 * (len(text) - pasted)), pasted=pasted, pastes=int(share > 0))
            seen = writer(way, text, typing=typing)
            yield Case(f"{share:.0%} pasted", way.name, way.half, seen, expected)


def drafters(ways: Sequence[Way]) -> Iterator[Case]:
    """Guides who were given a draft with planted errors, and left some of them in."""
    for way in ways:
        bad = frozenset({"overtrusted_draft"})
        for left, expected in ((0, frozenset()), (1, bad), (3, bad)):
            seen = writer(way, way.texts[0])
            assert seen.words is not None
            words = replace(seen.words, planted=4, planted_left=left)
            yield Case(f"{left} of 4 planted left", way.name, way.half, replace(seen, words=words), expected)


def _walked(seen: Seen, walked: Sequence[str]) -> Seen:
    steps = tuple(2.0 * (n + 1) for n in range(len(walked) - 1))
    return replace(seen, walked=walked, trace=walking.trace_of(walked, steps, 20.0))
