"""``make bench-reading``: how well each sign, and their mean, tells reading from speaking freely.

Voices are eSpeak NG's: the same text as it is (read), or with "um"s and pauses at random words (free). Walks and the
camera are simulated. How often free people pause, turn the camera or speed up is our assumption, stated in ``FREE`` and
``READ``; the areas under the ROC curves say what the signs are worth if people behave so, and nothing about real ones.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from rich.console import Console
from scipy import stats

from align import PoseTrace
from align.audio import Audio
from align.phones.espeak_ng import synthesize
from environments.geometry import extrinsic_matrix
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import Seen, Words
from pangea_server.quality.flags.reading_signs import HESITATIONS, ReadingSign, rate_sign
from pangea_server.quality.flags.sound import Sound
from pangea_server.quality.flags.sounds_read import SIGNS_NEEDED, SoundsRead, signs_of
from tests.benchmarks.flags import walking
from tests.benchmarks.flags.__main__ import DATA
from tests.benchmarks.flags.material import LANGUAGES, Half, Spoken, Way, real_guide, ways
from tests.benchmarks.flags.sounds import with_pauses
from tests.benchmarks.flags.walking import Random, Style

CONSOLE = Console(soft_wrap=True, highlight=False, markup=False)
WRITTEN_FILLERS = 0.5
"""The share of free speakers whose transcript keeps the "um"s."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How people of one sort behave; each pair is the least and the most, and a person is anywhere between.

    Attributes:
        pauses: for each word, the probability of a pause after it.
        camera: the share of time in which the camera turns.
        faster: how fast the words come beside the person's own.
        styles: how they walk meanwhile.
    """

    pauses: tuple[float, float]
    camera: tuple[float, float]
    faster: tuple[float, float]
    styles: Sequence[Style]


FREE = Manner((0.05, 0.25), (0.25, 0.9), (0.85, 1.15), walking.HONEST)
READ = Manner((0.0, 0.05), (0.0, 0.35), (1.0, 1.4), (*walking.READING, *[walking.walking_and_talking] * 3))
"""A third of those who read click along meanwhile."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One simulated answer and its signs."""

    half: Half
    language: str
    is_read: bool
    clicks_along: bool
    signs: Sequence[ReadingSign]

    @property
    def mean(self) -> float | None:
        known = [sign.value for sign in self.signs if sign.value is not None]
        return sum(known) / len(known) if len(known) >= SIGNS_NEEDED else None


def readings(data: Path, count: int) -> Iterator[Reading]:
    """For each of ``count`` paths and each language, a free and a reading person."""
    random = np.random.default_rng(4)
    texts = {"en-US": [], **{tag: _texts(data / "alignment" / short) for short, tag in LANGUAGES.items()}}
    for number, way in enumerate(ways(data)[:: max(1, 340 // count)][:count]):
        half: Half = "held out" if number % 2 else "chosen on"
        for language, given in texts.items():
            text = given[number % len(given)] if given else " ".join(way.texts)
            for is_read in (False, True):
                yield _reading(replace(way, half=half), text, language, is_read, random)


def _texts(folder: Path) -> list[str]:
    """Three of the folder's sentences at a time: as long as an instruction."""
    texts = [file.read_text().strip() for file in sorted(folder.glob("*.txt"))]
    return [" ".join((texts + texts)[start : start + 3]) for start in range(len(texts))]


def _reading(way: Way, text: str, language: str, is_read: bool, random: Random) -> Reading:
    manner = READ if is_read else FREE
    style = manner.styles[int(random.integers(len(manner.styles)))]
    spoken = _spoken(text if is_read else _with_fillers(text, language, random), way, language)
    ends = [end for _, end in spoken.times[:-1] if random.random() < random.uniform(*manner.pauses)]
    shown = style(with_pauses(spoken, [(end, float(random.gamma(2, 0.6))) for end in ends]), way.path, random)
    written = shown.spoken.text if not is_read and random.random() < WRITTEN_FILLERS else text
    still = walking.trace_of(shown.walked, shown.steps, shown.spoken.duration)
    trace = _turning(still, random.uniform(*manner.camera), random)
    voice = Sound(Audio(shown.spoken.samples, shown.spoken.rate))
    words = Words(written, language, voice)
    signs = list(signs_of(Seen("guide", way.graph, trace, shown.walked, way.path, words), words, voice))
    signs[-1] = rate_sign(2.5 * random.uniform(*manner.faster), 2.5)
    return Reading(way.half, language, is_read, is_read and style is walking.walking_and_talking, signs)


def _spoken(text: str, way: Way, language: str) -> Spoken:
    speech = synthesize(text, language)
    times = tuple((word.start_time, word.end_time) for word in speech.words)
    return Spoken(way.name, way.half, speech.samples, speech.sample_rate, text, language, times)


def _with_fillers(text: str, language: str, random: Random) -> str:
    fillers = sorted(HESITATIONS[language[:2]])
    words = [f"{random.choice(fillers)} {word}" if random.random() < 0.05 else word for word in text.split()]
    return " ".join(words)


def _turning(trace: PoseTrace, share: float, random: Random) -> PoseTrace:
    """The trace with a camera that turns by 20 to 90 degrees in so large a share of its seconds."""
    seconds = np.arange(int(trace.time[-1]) + 2)
    turns = np.where(random.random(seconds.size) < share, random.uniform(20, 90, seconds.size), 0.0)
    turns *= random.choice([-1, 1], seconds.size)
    heading = np.radians(np.interp(trace.time, seconds, np.cumsum(turns)))
    matrices = np.array([extrinsic_matrix((0, 0, 0), each) for each in heading]).reshape(-1, 4, 4)
    return replace(trace, extrinsic_matrix=matrices.astype(np.float32))


def area(read: Sequence[float], free: Sequence[float]) -> float:
    """Under the ROC curve: how often somebody who reads has the higher value; half of the ties."""
    return float(stats.mannwhitneyu(read, free).statistic) / (len(read) * len(free))


def show(found: Sequence[Reading], threshold: float) -> None:
    """The area of each sign, and what the threshold finds."""
    for half in ("chosen on", "held out"):
        own = [each for each in found if each.half == half]
        values: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
        for each in own:
            for name, value in (*((sign.name, sign.value) for sign in each.signs), ("mean", each.mean)):
                if value is not None:
                    values[name][each.is_read].append(value)
        CONSOLE.print(
            f"{half}: {sum(each.is_read for each in own)} read, {sum(not each.is_read for each in own)} free"
        )
        for name, (free, read) in values.items():
            known = f"known of {len(read)} read, {len(free)} free"
            CONSOLE.print(
                f"  {name:8} area {area(read, free):.3f}, {known}" if read and free else f"  {name:8} {known}"
            )
        for title, some in (
            ("free, wrongly raised", [each for each in own if not each.is_read]),
            ("read apart from walking", [each for each in own if each.is_read and not each.clicks_along]),
            ("read while clicking along", [each for each in own if each.clicks_along]),
        ):
            raised = sum(each.mean is not None and each.mean > threshold for each in some)
            CONSOLE.print(f"  {title:26} {raised} of {len(some)} over {threshold}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of real input")
    parser.add_argument(
        "--paths", type=int, default=40, help="a free and a reading person of each language for each"
    )
    options = parser.parse_args()
    found = list(readings(options.data, options.paths))
    threshold = FlagRules().sounds_read
    show(found, threshold)
    spoken, way, trace = real_guide(options.data)
    words = Words(spoken.text, spoken.language, Sound(Audio(spoken.samples, spoken.rate)))
    real = SoundsRead().look(Seen("guide", way.graph, trace, trace.path(), way.path, words), FlagRules())
    CONSOLE.print(f"The one real Guide that we have, RxR's: {real.value}. {real.why}")
    wrong = [
        each
        for each in found
        if each.half == "held out" and not each.is_read and (each.mean or 0) > threshold
    ]
    sys.exit(len(wrong) > 0.05 * len(found) / 4)


if __name__ == "__main__":
    main()
