"""The agreement between the people of a collection, computed from its store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from align.resampling import Measure
from environments import Environment, NavigationGraph
from pangea_server.annotate.annotations.lookups import found_guide
from pangea_server.annotate.annotations.records import (
    Annotation,
    Feedback,
    FollowerAnnotation,
    TaskAnnotation,
)
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.kinds.checks import is_data
from pangea_server.quality.agreement.measures import (
    agreement_of_ratings,
    agreement_of_walks,
    word_error_rate,
)
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


@dataclass(frozen=True, slots=True)
class AgreementReport:
    """The agreement in one language. ``instruction_quality`` and ``confidence`` are alpha of the Followers' ratings
    (ordinal, 1 to 5), with the Followers of one Guide rating the same item."""

    language: str
    walks: Measure  # nDTW between Followers of one Guide
    instruction_quality: Measure
    confidence: Measure
    transcripts: Measure  # word error rate between transcripts of one voice, the Guide's own among them


def agreement(
    records: RecordStore,
    environment: Environment,
    languages: Sequence[str] | None = None,
    *,
    all_of_it: bool = False,
) -> Iterator[AgreementReport]:
    """A report for each language that has Followers or transcripts; rejected answers are left out.

    Followers of one Guide are compared where they had the same: those of one arm with each other.

    Args:
        all_of_it: with learning periods and check items.
    """
    rejected = {review.task_id for review in every(records, Review, {"state": ReviewState.REJECTED})}

    def counts(answer: Annotation) -> bool:
        return answer.task_id not in rejected and (all_of_it or is_data(answer))

    walks: dict[str, dict[tuple[int, str | None], list[FollowerAnnotation]]]
    walks = defaultdict(lambda: defaultdict(list))
    for follower in filter(counts, every(records, FollowerAnnotation)):
        walks[follower.language][follower.instruction_id, follower.condition].append(follower)
    written = _transcripts(records, counts)
    graphs = _Graphs(environment)
    for language in sorted(walks.keys() | written) if languages is None else languages:
        heard = word_error_rate(written.get(language, ()), language)
        yield _report(language, graphs, list(walks[language].values()), heard)


def _transcripts(records: RecordStore, counts: Callable[[Annotation], bool]) -> dict[str, list[list[str]]]:
    """By language, the transcripts of each voice that others transcribed; the Guide's own, if any, comes first."""
    voices: dict[int, list[str]] = defaultdict(list)
    for annotation in every(records, TaskAnnotation, {"kind": "transcribe"}):
        if annotation.instruction_id is not None and counts(annotation):
            voices[annotation.instruction_id].append(annotation.transcript)
    written: dict[str, list[list[str]]] = defaultdict(list)
    for instruction_id, others in voices.items():
        if guide := found_guide(records, instruction_id):
            own = [] if guide.transcript_by or not guide.transcript else [guide.transcript]
            written[guide.language].append([*own, *others])
    return written


class _Graphs(dict[str, NavigationGraph]):
    """Each scan's graph, read when it is asked for."""

    def __init__(self, environment: Environment) -> None:
        super().__init__()
        self._environment = environment

    def __missing__(self, scan_id: str) -> NavigationGraph:
        self[scan_id] = graph = self._environment.scan(scan_id).graph
        return graph


def _report(
    language: str, graphs: _Graphs, guides: Iterable[Sequence[FollowerAnnotation]], transcripts: Measure
) -> AgreementReport:
    guides = list(guides)
    return AgreementReport(
        language=language,
        walks=agreement_of_walks(
            graphs, ((walks[0].scan_id, [walk.path for walk in walks]) for walks in guides)
        ),
        instruction_quality=_ratings(guides, lambda said: said.instruction_quality),
        confidence=_ratings(guides, lambda said: said.confidence),
        transcripts=transcripts,
    )


def _ratings(guides: Iterable[Sequence[FollowerAnnotation]], of: Callable[[Feedback], int | None]) -> Measure:
    given = ([of(walk.feedback) for walk in walks if walk.feedback] for walks in guides)
    return agreement_of_ratings(
        ([rating for rating in ratings if rating is not None] for ratings in given), "ordinal"
    )
