"""The agreement between the people of a collection, as its store has it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from environments import Environment, NavigationGraph
from pangea_server.agreement.measures import (
    Measure,
    agreement_of_ratings,
    agreement_of_walks,
    word_error_rate,
)
from pangea_server.records import Feedback, FollowerAnnotation, Review, ReviewState
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """The agreement in one language. ``instruction_quality`` and ``confidence`` are alpha of the Followers' ratings
    (ordinal, 1 to 5), with the Followers of one Guide as those who rate the same."""

    language: str
    walks: Measure  # nDTW between Followers of one Guide
    instruction_quality: Measure
    confidence: Measure
    transcripts: Measure  # word error rate between transcripts of one voice


def agreement(
    records: RecordStore, environment: Environment, languages: Sequence[str] | None = None
) -> Iterator[AgreementReport]:
    """A report for each language that was followed in; rejected walks are left out."""
    rejected = {
        review.number
        for review in every(records, Review, {"state": ReviewState.REJECTED})
        if review.kind == "follower"
    }
    walks: dict[str, dict[int, list[FollowerAnnotation]]] = defaultdict(lambda: defaultdict(list))
    for follower in every(records, FollowerAnnotation):
        if follower.demonstration_id not in rejected:
            walks[follower.language][follower.instruction_id].append(follower)
    graphs = _Graphs(environment)
    for language in sorted(walks) if languages is None else languages:
        yield _report(language, graphs, list(walks[language].values()))


class _Graphs(dict[str, NavigationGraph]):
    """Each scan's graph, read when it is asked for."""

    def __init__(self, environment: Environment) -> None:
        super().__init__()
        self._environment = environment

    def __missing__(self, scan_id: str) -> NavigationGraph:
        self[scan_id] = graph = self._environment.scan(scan_id).graph
        return graph


def _report(
    language: str, graphs: _Graphs, guides: Iterable[Sequence[FollowerAnnotation]]
) -> AgreementReport:
    guides = list(guides)
    return AgreementReport(
        language=language,
        walks=agreement_of_walks(
            graphs, ((walks[0].scan_id, [walk.path for walk in walks]) for walks in guides)
        ),
        instruction_quality=_ratings(guides, lambda said: said.instruction_quality),
        confidence=_ratings(guides, lambda said: said.confidence),
        transcripts=word_error_rate((), language),
    )


def _ratings(guides: Iterable[Sequence[FollowerAnnotation]], of: Callable[[Feedback], int | None]) -> Measure:
    given = ([of(walk.feedback) for walk in walks if walk.feedback] for walks in guides)
    return agreement_of_ratings(
        ([rating for rating in ratings if rating is not None] for ratings in given), "ordinal"
    )
