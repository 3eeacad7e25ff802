"""``python -m tests.benchmarks.verdict.fit``: fit ``align/calibration/coefficients.json`` again, and say how good it
is.

Every engine measures the words of recordings with known word times: as they are, with sound that was spoilt, and with
transcripts that are wrong in part (``sets.py``). The figures are of voices that the printed fit had not heard: it is
made on one half of the voices and tried on the other. The coefficients that are written are then fitted on all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from math import inf
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich import box
from rich.console import Console
from rich.table import Table
from scipy.optimize import minimize
from scipy.stats import rankdata

from align.calibration import Measured
from align.calibration.scale import COEFFICIENTS, DISTANCES, SignScale
from align.pipeline import open_engine
from align.transcript import Transcript
from environments.errors import PangeaError
from tests.benchmarks.verdict.sets import SOUNDS, SPEECH, TEXTS, Case, Recording, cases, recordings

ENGINES = ("viterbi", "pocketsphinx", "espeak")
KINDS = ("right", *TEXTS, *SOUNDS)
EACH = 30
"""Cases of each kind that changes a text or a sound."""
PULL = 3.0
"""Weight of small coefficients (ridge)."""
FARTHEST = 2.0
"""Seconds: no error counts more in the mean error of words beyond the last of ``DISTANCES``."""
LITTLE = 0.1
"""Weight of a word of a wrong transcript in the fit of distances: most transcripts are right."""
MISPLACED = 0.5
"""Seconds: a word that was said, but was found elsewhere, tells nothing about words that were said."""

CANNOT_TELL = {"espeak"}
"""Engines whose signs do not tell which words were not said: ``espeak`` would doubt a quarter of right transcripts."""
ERRORS = Console(stderr=True)

Array = NDArray[np.float64]


class Taken(NamedTuple):
    """What an engine measured in one case."""

    kind: str
    voice: str
    truth: tuple[float | None, ...]
    measured: Measured


@dataclass
class Words:
    """Words of many cases: what an engine measured, and the truth.

    Attributes:
        signs: (n, k) in the order of ``names``.
        error: (n,) seconds; infinite for words that were not said.
        begins: (n,) whether the word begins its token, whose true start is known.
        voice, kind: (n,).
        skipped: how many words that were said, and that were not, got no place.
    """

    names: list[str]
    signs: Array
    error: Array
    begins: NDArray[np.bool_]
    voice: NDArray[np.str_]
    kind: NDArray[np.str_]
    skipped: tuple[int, int]

    def where(self, chosen: NDArray[np.bool_]) -> Words:
        return replace(
            self,
            signs=self.signs[chosen],
            error=self.error[chosen],
            begins=self.begins[chosen],
            voice=self.voice[chosen],
            kind=self.kind[chosen],
        )

    @property
    def said(self) -> NDArray[np.bool_]:
        return np.isfinite(self.error)

    def by_name(self) -> dict[str, Array]:
        return dict(zip(self.names, self.signs.T, strict=True))


def main() -> None:
    """Measure, fit, print, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--engine", action="append", choices=ENGINES, help="may be repeated; [default: all]")
    parser.add_argument(
        "--recordings",
        action="append",
        type=Path,
        default=[SPEECH],
        help="one more folder like the first one",
    )
    parser.add_argument("--each", type=int, default=EACH, help="cases of each kind; [default: %(default)s]")
    parser.add_argument("--output", type=Path, default=COEFFICIENTS, help="[default: the aligner's own file]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, help="a folder for what was measured, to go on from there")
    options = parser.parse_args()
    folders = Folders(tuple(options.recordings), options.each)
    document = json.loads(COEFFICIENTS.read_text())
    console = Console(width=120)
    for engine in options.engine or ENGINES:
        words = gathered(measure_all(engine, folders, options.jobs, options.keep))
        console.print(held_out(engine, words))
        document["engines"][engine] = shipped(engine, words)
    document["fitted"] = f"python -m tests.benchmarks.verdict.fit: {len(all_cases(folders))} cases"
    options.output.write_text(json.dumps(document, indent=1) + "\n")


class Folders(NamedTuple):
    """Where the recordings are, and how many cases of each kind are made of those of a folder."""

    paths: tuple[Path, ...]
    each: int


def all_cases(folders: Folders) -> list[Case]:
    """The cases of every kind; a sentence or a voice comes from the same folder."""
    found: list[Case] = []
    for folder in folders.paths:
        everyone = recordings(folder)
        sound = [each for each in everyone if "noise" not in each.path.parent.name]
        found += cases("right", everyone, everyone, len(everyone))
        found += [
            case
            for kind in (*TEXTS, *SOUNDS)
            for place, these in enumerate(by_language(sound))
            for case in cases(kind, these, these, folders.each if place == 0 else -(-folders.each // 2))
        ]
    return found


def by_language(these: Sequence[Recording]) -> list[list[Recording]]:
    """Recordings of each language, the most frequent first."""
    languages: dict[str, list[Recording]] = {}
    for each in these:
        languages.setdefault(each.language.split("-")[0], []).append(each)
    return sorted(languages.values(), key=len, reverse=True)


def measure_all(engine: str, folders: Folders, jobs: int, keep: Path | None) -> Iterator[Taken]:
    """What an engine measures in every case, in ``jobs`` processes."""
    count = len(all_cases(folders))
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (engine, folders, keep)) as pool:
        for place, taken in enumerate(pool.map(_measured, range(count), chunksize=4)):
            if taken is not None:
                yield taken
            if place % 100 == 99:
                ERRORS.print(f"{engine}: {place + 1} of {count} cases")


def gathered(taken: Iterable[Taken]) -> Words:
    """All words of what was measured."""
    signs, error, begins, voice, kind = [], [], [], [], []
    missing, names = [0, 0], list[str]()
    for each in taken:
        names = list(each.measured.signs)
        tokens = np.array(each.measured.tokens)
        true = np.array(
            [inf if each.truth[token] is None else each.truth[token] for token in tokens], np.float64
        )
        found = np.array(each.measured.found)
        begins_token = np.r_[True, tokens[1:] != tokens[:-1]]
        signs.append(np.column_stack([each.measured.signs[name] for name in names]))
        error.append(np.abs(np.array(each.measured.starts) - true[found]))
        begins.append(begins_token[found])
        voice += [each.voice] * found.size
        kind += [each.kind] * found.size
        lost = np.setdiff1d(np.arange(tokens.size), found)
        missing[0] += int(np.isfinite(true[lost]).sum())
        missing[1] += int(np.isinf(true[lost]).sum())
    return Words(
        names,
        np.concatenate(signs),
        np.concatenate(error),
        np.concatenate(begins),
        np.array(voice),
        np.array(kind),
        (missing[0], missing[1]),
    )


def shipped(engine: str, words: Words) -> dict[str, Any]:
    """An engine's part of ``coefficients.json``, without what it cannot tell."""
    left_out = ("said", "bias", "skipped") if engine in CANNOT_TELL else ()
    return {name: value for name, value in fitted(words).items() if name not in left_out}


def fitted(words: Words) -> dict[str, Any]:
    """Both models of an engine."""
    mean, deviation = words.signs.mean(axis=0), words.signs.std(axis=0) + 1e-9
    standard = (words.signs - mean) / deviation
    timed = words.begins & words.said
    counts = np.where(np.isin(words.kind[timed], TEXTS), LITTLE, 1.0)
    weights, cuts = cumulative_logits(standard[timed], words.error[timed], counts)
    known = words.error < MISPLACED
    told = known | ~words.said
    said, bias = logistic(standard[told], words.said[told])
    bias -= np.log(known.sum() / (~words.said).sum())  # evidence, not the share of wrong words in these cases
    beyond = words.error[timed & (words.error > DISTANCES[-1])]
    lost, not_said = words.skipped
    skipped = np.log(
        (lost + 1) / (lost + words.said.sum()) / ((not_said + 1) / (not_said + (~words.said).sum()))
    )
    return {
        "distance": _by_name(words.names, weights / deviation),
        "cuts": [round(float(cut + mean @ (weights / deviation)), 4) for cut in cuts],
        "beyond": round(float(np.minimum(beyond, FARTHEST).mean() - DISTANCES[-1]), 3)
        if beyond.size
        else 0.5,
        "said": _by_name(words.names, said / deviation),
        "bias": round(float(bias - mean @ (said / deviation)), 4),
        "skipped": round(float(skipped), 3),
    }


def cumulative_logits(signs: Array, error: Array, counts: Array) -> tuple[Array, Array]:
    """Weights (k,) and cuts of ``SignScale``: all cumulative logits at once. A word i counts ``counts[i]`` times."""
    farther = np.array([error > distance for distance in DISTANCES], np.float64)
    width = signs.shape[1]

    def loss(values: Array) -> tuple[float, Array]:
        weights, cuts = values[:width], values[width:]
        odds = (signs @ weights)[None, :] - cuts[:, None]
        wrong = counts * (1 / (1 + np.exp(-odds)) - farther)
        total = (counts * (np.logaddexp(0, odds) - farther * odds)).sum() + PULL / 2 * (weights**2).sum()
        return float(total), np.r_[signs.T @ wrong.sum(axis=0) + PULL * weights, -wrong.sum(axis=1)]

    start = np.r_[np.zeros(width), np.linspace(0, 4, len(DISTANCES))]
    values = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x
    return values[:width], values[width:]


def logistic(signs: Array, said: NDArray[np.bool_]) -> tuple[Array, float]:
    """Weights (k,) and bias of a logistic regression."""
    width = signs.shape[1]

    def loss(values: Array) -> tuple[float, Array]:
        odds = signs @ values[:width] + values[width]
        wrong = 1 / (1 + np.exp(-odds)) - said
        total = (np.logaddexp(0, odds) - said * odds).sum() + PULL / 2 * (values[:width] ** 2).sum()
        return float(total), np.r_[signs.T @ wrong + PULL * values[:width], wrong.sum()]

    values = minimize(loss, np.zeros(width + 1), jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x
    return values[:width], float(values[width])


def held_out(engine: str, words: Words) -> Table:
    """The fit on each half of the voices, tried on the other half."""
    everyone = sorted(set(words.voice))
    first = np.isin(words.voice, everyone[::2])
    confidence, expected, said = (np.empty(words.error.size) for _ in range(3))
    for heard in (first, ~first):
        scale, other = SignScale(fitted(words.where(heard))), words.where(~heard)
        signs = other.by_name()
        for whole, part in (
            (confidence, scale.confidence(signs)),
            (expected, scale.expected_error(signs)),
            (said, scale.said(signs)),
        ):
            whole[~heard] = part
    table = Table(
        title=f"{engine}: voices that the fit had not heard", box=box.MARKDOWN, title_justify="left"
    )
    for name in (
        "kind",
        "words",
        "off > 100 ms",
        "AUC",
        "confidence",
        "of wrong",
        "expected ms",
        "true ms",
        "said AUC",
    ):
        table.add_column(name)
    groups = {"all with the right text": ~np.isin(words.kind, TEXTS)}
    groups |= {kind: words.kind == kind for kind in KINDS}
    for name, group in groups.items():
        table.add_row(name, *_figures(words, group, confidence, expected, said))
    return table


def _figures(
    words: Words, group: NDArray[np.bool_], confidence: Array, expected: Array, said: Array
) -> Iterator[str]:
    told = group & words.begins & words.said
    wrong = words.error > 0.1
    yield str(told.sum())
    yield str((told & wrong).sum())
    yield _auc(-confidence[told], wrong[told])
    yield f"{confidence[told].mean():.3f} ({1 - wrong[told].mean():.3f})" if told.any() else "-"
    yield f"{np.median(confidence[told & wrong]):.2f}" if (told & wrong).any() else "-"
    yield f"{1000 * expected[told].mean():.0f}" if told.any() else "-"
    yield f"{1000 * np.minimum(words.error[told], FARTHEST).mean():.0f}" if told.any() else "-"
    yield _auc(-said[group], ~words.said[group])


def _auc(score: Array, positive: NDArray[np.bool_]) -> str:
    """The area under the ROC curve: how often a positive has the higher score."""
    yes = int(positive.sum())
    no = positive.size - yes
    if not yes or not no:
        return "-"
    return f"{(rankdata(score)[positive].sum() - yes * (yes + 1) / 2) / (yes * no):.3f}"


def _by_name(names: Sequence[str], weights: Array) -> dict[str, float]:
    return {name: round(float(weight), 5) for name, weight in zip(names, weights, strict=True)}


def _begin(engine: str, folders: Folders, keep: Path | None) -> None:
    """What a process needs for all its cases."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    _worker["cases"], _worker["engine"] = all_cases(folders), open_engine(engine)
    _worker["keep"] = None if keep is None else keep / engine
    if _worker["keep"]:
        _worker["keep"].mkdir(parents=True, exist_ok=True)


def _measured(place: int) -> Taken | None:
    case: Case = _worker["cases"][place]
    name = f"{case.name} {zlib.crc32(case.text.encode())}".replace("/", "_").replace(" ", "__")
    file = _worker["keep"] / f"{name}.pickle" if _worker["keep"] else None
    if file and file.exists():
        taken: Taken | None = pickle.loads(file.read_bytes())
        return taken
    transcript = Transcript.parse(case.text, case.language)
    try:
        measured = _worker["engine"].measured(case.sound(), transcript)
    except PangeaError as error:
        ERRORS.print(f"{case.name}: {error}")
        return None
    taken = Taken(case.kind, case.recording.voice, case.truth, measured) if len(measured.found) else None
    if file:
        file.write_bytes(pickle.dumps(taken))
    return taken


_worker: dict[str, Any] = {}

if __name__ == "__main__":
    main()
