"""``make bench-grounding``: the measures of reference on routes whose meaning is known, side by side in one run.

Scripted Guides speak routes of the demo house in English, Hindi and Telugu, and look where they speak of
(``align/spoken_routes``). Word times are noisy by so many seconds, and eyes are so far ahead of the voice. Nothing is
fitted: the camera prior has its defaults. A goal is judged where each phrase was said, at noise 0.1 s and lead 0.5 s.
``--house held-out`` is the house on which nothing was tuned; ``make held-out`` makes it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from rich.console import Console
from rich.table import Table

from align.reference.attention import lag_curve, score_attention, shuffle
from align.reference.coreference import COREFERENCE_MEASURES, score_coreference
from align.reference.label_matching import LABEL_MATCHERS
from align.reference.phrases import (
    GroundedPhrase,
    Prediction,
    RankedPhrase,
    Viewpoints,
    by_language,
    point_at,
    rank_phrases,
    recall_at,
    score_pointing,
)
from align.resampling import Measure
from pangea_server.dataset.reference.attention_files import Looks, read_traces
from pangea_server.dataset.reference.grounding import found_by_cues
from pangea_server.dataset.reference.phrase_files import ReadPhrase
from pangea_server.dataset.reference.selection import compare_selections
from tests.benchmarks.grounding.boxes import agreement, deviations
from tests.benchmarks.grounding.house import House, open_house
from tests.benchmarks.grounding.labels import matched
from tests.benchmarks.grounding.resolvers import documents
from tests.benchmarks.grounding.routes import Routes, attended_of, phrases_of, selection_of, speak

NOISES, LEADS = (0.05, 0.1, 0.2), (0.0, 0.5, 1.0)
"""Seconds by which times of words are wrong, and by which eyes are ahead."""
NOISE, LEAD = 0.1, 0.5
"""Where goals are judged."""
PRIOR, BEATEN = "camera prior", ("largest", "nearest")
GOAL = 0.5
"""R@1 of the prior among all that can be seen (LANDMARKS, what to measure)."""
SPREADS = (0.05, 0.1, 0.2)
SELECTED = (2, 4)
"""Things that a cue selects."""

Ranked = Mapping[Viewpoints, Mapping[str, Sequence[RankedPhrase]]]
"""By what viewpoints count, and by what finds phrases."""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--house", default="demo", help="demo, held-out, or a folder (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of routes, words and noise (%(default)s)")
    parser.add_argument("--routes", type=int, default=16, help="paths, each in three languages (%(default)s)")
    args = parser.parse_args()
    console = Console(width=120, highlight=False)
    house = open_house(args.house)
    seen = sum(map(len, house.seen.values()))
    console.print(
        f"{args.house}: {len(house.scan.viewpoints)} viewpoints see {len(house.labels.objects)} things {seen} times; "
        f"{args.routes} paths in 3 languages, seed {args.seed}. 95 % intervals are resampled over paths "
        "(of attention: over walks)."
    )
    spoken = {lead: speak(house, args.routes, args.seed, lead) for lead in LEADS}
    for table in tables(house, spoken, args.seed):
        console.print(table)


def tables(house: House, spoken: Mapping[float, Routes], seed: int) -> Iterator[Table]:
    """Everything, in the order of the design."""
    phrases = phrases_of(spoken[LEAD], NOISE, seed)
    found = found_by_cues(phrases)
    gold = [each.phrase for each in phrases]
    ranked: Ranked = {
        viewpoints: {name: rank_phrases(gold, predictions, viewpoints) for name, predictions in found.items()}
        for viewpoints in get_args(Viewpoints)
    }
    yield grounding(ranked)
    yield languages(ranked["said"])
    yield pointing(gold, found[PRIOR])
    yield labels(spoken[LEAD], phrases)
    yield conditions(spoken, seed)
    yield attention(spoken, seed)
    yield selection(house, spoken[LEAD])
    yield coreference(spoken[LEAD], phrases)
    yield overlap(house, seed)
    yield agreeing(house, seed)
    yield goals(ranked["said"])


def grounding(ranked: Ranked) -> Table:
    """R@K of each way to find phrases, by what viewpoints count."""
    table = _table(
        "Grounding, noise 0.1 s, lead 0.5 s", "found by", "viewpoints", "R@1", "R@5", "R@10", "R@all", "of"
    )
    for viewpoints, by_name in ranked.items():
        for name, found in by_name.items():
            recalls = recall_at(found)
            shares = [told(recalls[1]), *(brief(recalls[k]) for k in (5, 10, inf))]
            table.add_row(name, viewpoints, *shares, of(recalls[1]))
        table.add_section()
    return table


def languages(ranked: Mapping[str, Sequence[RankedPhrase]]) -> Table:
    """R@1 where a phrase was said, by language."""
    names = list(by_language(ranked[PRIOR]))
    table = _table("R@1 where it was said, by language", "found by", *names)
    for name, found in ranked.items():
        groups = by_language(found)
        table.add_row(name, *(told(recall_at(groups[language])[1]) for language in names))
    table.add_row("phrases", *(str(len(some)) for some in by_language(ranked[PRIOR]).values()))
    return table


def pointing(gold: Sequence[GroundedPhrase], found: Mapping[str, Prediction]) -> Table:
    """Whether the prior's middle points at what is meant."""
    table = _table(
        "The camera prior's middle as a direction",
        "viewpoints",
        "hit",
        "degrees from middle",
        "within 10°",
        "of",
    )
    for viewpoints in get_args(Viewpoints):
        scored = score_pointing(point_at(gold, found, viewpoints))
        cells = (told(scored.hit), told(scored.from_middle), told(scored.within[10.0]), of(scored.hit))
        table.add_row(viewpoints, *cells)
    return table


def labels(routes: Routes, phrases: Sequence[ReadPhrase]) -> Table:
    """R@1 of phrases that are matched to things by their labels, without and with the camera prior."""
    columns = ("several fit", "nothing fits", "of")
    table = _table(
        "R@1 where it was said, by labels", "matcher", "ties in order", "ties by the prior", *columns
    )
    gold = [each.phrase for each in phrases]
    for name in LABEL_MATCHERS.names():
        found = matched(routes, phrases, LABEL_MATCHERS.load(name)())
        in_order, by_prior = (
            recall_at(rank_phrases(gold, predictions, "said"), [1])[1]
            for predictions in (found.in_order, found.by_prior)
        )
        counts = (str(found.ambiguous), str(found.silent))
        table.add_row(name, told(in_order), told(by_prior), *counts, of(in_order))
    return table


def conditions(spoken: Mapping[float, Routes], seed: int) -> Table:
    """R@1 where a phrase was said, of what knows times, by noise and lead."""
    table = _table(
        "R@1 where it was said, by lead of the eyes and noise on the times of words",
        "lead",
        "noise",
        PRIOR,
        "centre",
        "direction hits",
        "of",
    )
    for lead, routes in spoken.items():
        for noise in NOISES:
            phrases = phrases_of(routes, noise, seed)
            found, gold = found_by_cues(phrases), [each.phrase for each in phrases]
            hit = score_pointing(point_at(gold, found[PRIOR], "said")).hit
            ours, centre = (
                recall_at(rank_phrases(gold, found[name], "said"), [1])[1] for name in (PRIOR, "centre")
            )
            table.add_row(f"{lead:g} s", f"{noise:g} s", told(ours), told(centre), told(hit), of(ours))
    return table


def attention(spoken: Mapping[float, Routes], seed: int) -> Table:
    """Attention correctness of people, its baselines, and its curve over lags.

    A scripted camera stays at a thing until the next one, so that the peak is late; the curve rises where the eyes
    arrive. ``half`` is the lag at which it is half way from its value at -3 s to its peak.
    """
    columns = ("of the sphere", "in view", "exchanged", "p", "peak at", "at peak", "half at", "of")
    table = _table("Attention correctness of people, noise 0.1 s", "lead", "correctness", *columns)
    for lead, routes in spoken.items():
        with TemporaryDirectory() as folder:
            for path in routes.paths:
                for instruction in path.instructions:
                    instruction.trace.save(Path(folder, f"{instruction.instruction_id}.npz"))
            phrases = attended_of(routes, NOISE, seed)
            by_lag = Looks(read_traces(Path(folder), phrases).get).at_lags(phrases)
        people = by_lag[0.0]
        score, shuffled = score_attention(people), shuffle(people)
        curve = {lag: at.value or 0.0 for lag, at in lag_curve(by_lag).items()}
        peak = max(curve, key=curve.__getitem__)
        table.add_row(
            f"{lead:g} s",
            told(score.correctness),
            brief(score.uniform),
            brief(score.in_view),
            f"{shuffled.shuffled or 0.0:.3f}",
            f"{shuffled.p or 0.0:.3f}",
            f"{peak:+g} s",
            f"{curve[peak]:.3f}",
            f"{half_way(curve, peak):+.2f} s",
            of(score.correctness),
        )
    return table


def half_way(curve: Mapping[float, float], peak: float) -> float:
    """The last lag before the peak at which a curve is half way up from its first value."""
    lags = [lag for lag in curve if lag <= peak]
    level = (curve[lags[0]] + curve[peak]) / 2
    below = max(place for place, lag in enumerate(lags) if curve[lag] <= level)
    if below + 1 == len(lags):
        return peak
    low, high = curve[lags[below]], curve[lags[below + 1]]
    return lags[below] + (lags[below + 1] - lags[below]) * (level - low) / (high - low)


def selection(house: House, routes: Routes) -> Table:
    """F of each cue at some numbers of things, against each instruction by the others."""
    report = compare_selections(
        selection_of(house, routes.paths), selection_of(house, routes.development), {}, max(SELECTED)
    )
    rows = {row.labels: row.measure for row in report.rows}
    table = _table("Content selection: F", "selected by", *(f"{k} things" for k in SELECTED), "of")
    people = rows["people, one against the others", "", "f1"]
    table.add_row("people, one against the others", *[told(people)] * len(SELECTED), of(people))
    for name in dict.fromkeys(name for name, k, _ in rows if k):
        cells = [rows[name, str(k), "f1"] for k in SELECTED]
        table.add_row(name, *map(told, cells), of(cells[0]))
    return table


def coreference(routes: Routes, phrases: Sequence[ReadPhrase]) -> Table:
    """F1 of simple resolvers by every measure."""
    table = _table(
        "Coreference of simple resolvers: F1", "chains", *COREFERENCE_MEASURES[1:7], "CoNLL", "mentions"
    )
    for name, resolved in documents(routes, phrases).items():
        scored = score_coreference(resolved)
        cells = [brief(scored.scores[measure].f1) for measure in COREFERENCE_MEASURES[1:7]]
        table.add_row(name, *cells, told(scored.conll), str(scored.key_mentions))
    return table


def overlap(house: House, seed: int) -> Table:
    """How far others' ways to overlap boxes are off, on this house's boxes."""
    table = _table(
        "Overlaps against the exact ones", "boxes", "way", "pairs", "mean error", "worst", "wrong side of 0.5"
    )
    for (kind, way), found in deviations(house, seed).items():
        cells = (str(found.pairs), f"{found.mean:.4f}", f"{found.worst:.3f}", f"{found.wrong_side:.2%}")
        table.add_row(kind, way, *cells)
    return table


def agreeing(house: House, seed: int) -> Table:
    """Agreement of three people whose boxes are off by a share of their size."""
    table = _table(
        "Agreement of three people's boxes",
        "sides off by",
        "mean IoU",
        "IoU ≥ 0.5",
        "IoU ≥ 0.7",
        "alpha",
        "of",
    )
    for spread in SPREADS:
        found = agreement(house, spread, seed)
        shares = (told(share) for share in found.at_least.values())
        table.add_row(f"{spread:.0%}", told(found.iou), *shares, told(found.alpha), of(found.iou))
    return table


def goals(ranked: Mapping[str, Sequence[RankedPhrase]]) -> Table:
    """What the design asks of the prior, and whether this run reached it."""
    table = _table(
        "Goals, where each phrase was said", "R@1 of the camera prior", "this run", "goal", "", "of"
    )
    recalls = {name: recall_at(ranked[name], [1])[1] for name in (PRIOR, *BEATEN)}
    ours = recalls[PRIOR]
    value = ours.value or 0.0
    reached = [("among all in view", f"≥ {GOAL}", value >= GOAL)]
    for name in BEATEN:
        least = recalls[name].value or 0.0
        reached.append((f"beside {name}", f"> {least:.3f}", value > least))
    for figure, goal, is_reached in reached:
        table.add_row(figure, told(ours), goal, "reached" if is_reached else "not reached", of(ours))
    return table


def told(measure: Measure) -> str:
    """A value and its interval."""
    if measure.value is None or measure.interval is None:
        return brief(measure)
    low, high = measure.interval
    return f"{measure.value:.3f} ({low:.3f}-{high:.3f})"


def brief(measure: Measure) -> str:
    """A value alone."""
    return "-" if measure.value is None else f"{measure.value:.3f}"


def of(measure: Measure) -> str:
    """How much a value is of."""
    return f"{measure.judgements} in {measure.units}"


def _table(title: str, *columns: str) -> Table:
    return Table(*columns, title=title, title_justify="left")


if __name__ == "__main__":
    main()
