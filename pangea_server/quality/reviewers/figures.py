"""Figures about reviewers, from their decisions. Pure; an unknown value is None, with the reason where it is a measure.

A reopened annotation that another person then decides is a second review: it says whether the first decision holds. The
second reviewer sees the first decision, so agreement is higher than between people who decide blindly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from statistics import median

from align.resampling import Measure
from pangea_server.annotate.annotations.reviews import Verdict
from pangea_server.quality.agreement.measures import agreement_of_ratings

OPERATOR = None
"""Who decides at the command line."""

JUDGEMENTS = (Verdict.ACCEPT, Verdict.REJECT, Verdict.SEND_BACK)


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """One step of a review; ``opened_at`` is when its actor claimed the annotation, None where nobody had."""

    task_id: str
    version: int
    verdict: Verdict
    actor: int | None
    opened_at: datetime | None
    at: datetime


@dataclass(frozen=True, slots=True)
class ReviewerRow:
    """One reviewer's decisions; ``reviewer_id`` null: those of the command line.

    ``taken_back`` counts decisions that they reopened and decided again themselves; ``seconds`` is the median time
    from opening an annotation to the decision, of ``timed`` decisions. ``second_reviews`` counts their decisions about
    which another person decided again, ``overturned`` those that then came out otherwise, with its share.
    """

    reviewer_id: int | None
    decided: int
    accepted: int
    rejected: int
    sent_back: int
    taken_back: int
    seconds: float | None
    timed: int
    second_reviews: int
    overturned: int
    overturned_share: float | None


@dataclass(frozen=True, slots=True)
class ReviewerPair:
    """How far two reviewers agree about the annotations that both decided: Cohen's kappa (Cohen 1960), 1 for always, 0
    as by chance; null with the ``reason`` where chance would agree as well."""

    first: int | None
    second: int | None
    annotations: int
    agreed: int
    kappa: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class ReviewerFigures:
    """All reviewers, by number; all pairs who decided about the same; and alpha over all that two or more decided."""

    reviewers: tuple[ReviewerRow, ...]
    pairs: tuple[ReviewerPair, ...]
    alpha: Measure


@dataclass
class _Tally:
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    taken_back: int = 0
    second_reviews: int = 0
    overturned: int = 0


def reviewer_figures(steps: Iterable[ReviewStep]) -> ReviewerFigures:
    """The figures of these steps, in any order.

    What is decided after a correction is about other words, so it is never compared with what was decided before.
    """
    tallies: defaultdict[int | None, _Tally] = defaultdict(_Tally)
    compared: list[dict[int | None, Verdict]] = []
    for judgements in _compared(steps):
        for place, step in enumerate(judgements):
            _count(tallies[step.actor], step, judgements[place + 1 :])
        compared.append({step.actor: step.verdict for step in judgements})
    ratings = [[float(JUDGEMENTS.index(verdict)) for verdict in each.values()] for each in compared]
    return ReviewerFigures(
        tuple(_row(reviewer, tallies[reviewer]) for reviewer in sorted(tallies, key=_operator_last)),
        tuple(_pairs(compared)),
        agreement_of_ratings(ratings, "nominal"),
    )


def _compared(steps: Iterable[ReviewStep]) -> Iterator[Sequence[ReviewStep]]:
    """The judgements about one version of each annotation, the first one first."""
    histories: defaultdict[str, list[ReviewStep]] = defaultdict(list)
    for step in steps:
        histories[step.task_id].append(step)
    for history in histories.values():
        judgements: list[ReviewStep] = []
        for step in sorted(history, key=lambda each: each.version):
            if step.verdict in JUDGEMENTS:
                judgements.append(step)
            elif step.verdict is Verdict.CORRECT and judgements:
                yield judgements
                judgements = []
        if judgements:
            yield judgements


def _count(tally: _Tally, step: ReviewStep, later: Sequence[ReviewStep]) -> None:
    tally.verdicts[step.verdict] += 1
    if step.opened_at is not None:
        tally.seconds.append((step.at - step.opened_at).total_seconds())
    if not later:
        return
    if later[0].actor == step.actor:
        tally.taken_back += 1
    else:
        tally.second_reviews += 1
        tally.overturned += later[0].verdict is not step.verdict


def _row(reviewer: int | None, tally: _Tally) -> ReviewerRow:
    share = tally.overturned / tally.second_reviews if tally.second_reviews else None
    return ReviewerRow(
        reviewer_id=reviewer,
        decided=tally.verdicts.total(),
        accepted=tally.verdicts[Verdict.ACCEPT],
        rejected=tally.verdicts[Verdict.REJECT],
        sent_back=tally.verdicts[Verdict.SEND_BACK],
        taken_back=tally.taken_back,
        seconds=median(tally.seconds) if tally.seconds else None,
        timed=len(tally.seconds),
        second_reviews=tally.second_reviews,
        overturned=tally.overturned,
        overturned_share=share,
    )


def _pairs(compared: Iterable[Mapping[int | None, Verdict]]) -> Iterator[ReviewerPair]:
    both: defaultdict[tuple[int | None, int | None], list[tuple[Verdict, Verdict]]] = defaultdict(list)
    for verdicts in compared:
        for one, other in combinations(sorted(verdicts, key=_operator_last), 2):
            both[one, other].append((verdicts[one], verdicts[other]))
    for pair in sorted(both, key=lambda pair: [*map(_operator_last, pair)]):
        agreed = sum(one is other for one, other in both[pair])
        kappa = cohens_kappa(both[pair])
        reason = "" if kappa is not None else "Both decided the same each time: chance would agree as well."
        yield ReviewerPair(*pair, len(both[pair]), agreed, kappa, reason)


def cohens_kappa(judged: Sequence[tuple[Verdict, Verdict]]) -> float | None:
    """Agreement of two people beyond chance; None where chance alone would make them agree always.

    Source: Cohen 1960, "A coefficient of agreement for nominal scales".
    """
    count = len(judged)
    ones, others = (Counter(column) for column in zip(*judged, strict=True))
    by_chance = sum(ones[verdict] * others[verdict] for verdict in ones) / count**2
    if by_chance == 1:
        return None
    return (sum(one is other for one, other in judged) / count - by_chance) / (1 - by_chance)


def _operator_last(reviewer: int | None) -> tuple[bool, int]:
    return reviewer is OPERATOR, reviewer or 0
