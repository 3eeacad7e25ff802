"""The agreement between the people of a collection, computed from its store."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from align.resampling import Measure
from environments import Environment, NavigationGraph
from pangea_server.annotate.annotations.lookups import found_guide
from pangea_server.annotate.annotations.population import Chosen, Left, LeftOut, MarkedWords, Population
from pangea_server.annotate.annotations.records import (
    Feedback,
    FollowerAnnotation,
    GuideAnnotation,
    TaskAnnotation,
)
from pangea_server.quality.agreement.measures import (
    agreement_of_ratings,
    agreement_of_walks,
    word_error_rate,
)
from pangea_server.stores.paging import every, every_part
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
    alone: int  # walks with no other after the same words in the same arm, which are compared with nothing
    left_out: Mapping[LeftOut, int]  # walks and transcripts that are not counted, by why


def agreement(
    records: RecordStore,
    environment: Environment,
    languages: Sequence[str] | None = None,
    population: Population = Population.DATA,
) -> Iterator[AgreementReport]:
    """A report for each language that has Followers or transcripts.

    Followers of one Guide are compared where they had the same: those of one arm with each other.
    """
    chosen = Chosen.read(records, population)
    left: dict[str, Left] = defaultdict(Counter)
    walks = _walks(records, chosen, left)
    written = _transcripts(records, chosen, left)
    graphs = _Graphs(environment)
    for language in sorted({*walks, *written, *left}) if languages is None else languages:
        heard = word_error_rate(written.get(language, ()), language)
        yield _report(language, graphs, list(walks[language].values()), heard, left[language])


def _walks(
    records: RecordStore, chosen: Chosen, left: Mapping[str, Left]
) -> Mapping[str, Mapping[tuple[int, str | None], list[FollowerAnnotation]]]:
    """By language, the walks after each Guide's words in each arm."""
    words = {each.instruction_id: each for each in every_part(records, GuideAnnotation, MarkedWords)}
    walks: dict[str, dict[tuple[int, str | None], list[FollowerAnnotation]]]
    walks = defaultdict(lambda: defaultdict(list))
    for walk in every(records, FollowerAnnotation):
        if why := chosen.why_walk_left_out(walk, words.get(walk.instruction_id)):
            left[walk.language][why] += 1
        else:
            walks[walk.language][walk.instruction_id, walk.condition].append(walk)
    return walks


def _transcripts(
    records: RecordStore, chosen: Chosen, left: Mapping[str, Left]
) -> dict[str, list[list[str]]]:
    """By language, the transcripts of each voice that others transcribed; the Guide's own, if any, comes first."""
    voices: dict[int, list[TaskAnnotation]] = defaultdict(list)
    for annotation in every(records, TaskAnnotation, {"kind": "transcribe"}):
        if annotation.instruction_id is not None:
            voices[annotation.instruction_id].append(annotation)
    written: dict[str, list[list[str]]] = defaultdict(list)
    for instruction_id, others in voices.items():
        if guide := found_guide(records, instruction_id):
            left[guide.language].update(why for each in others if (why := chosen.why_left_out(each)))
            own = [] if guide.transcript_by or not guide.transcript else [guide.transcript]
            written[guide.language].append([*own, *(each.transcript for each in others if chosen.has(each))])
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
    language: str,
    graphs: _Graphs,
    guides: Sequence[Sequence[FollowerAnnotation]],
    transcripts: Measure,
    left_out: Left,
) -> AgreementReport:
    return AgreementReport(
        language=language,
        walks=agreement_of_walks(
            graphs, ((walks[0].scan_id, [walk.path for walk in walks]) for walks in guides)
        ),
        instruction_quality=_ratings(guides, lambda said: said.instruction_quality),
        confidence=_ratings(guides, lambda said: said.confidence),
        transcripts=transcripts,
        alone=sum(len(walks) == 1 for walks in guides),
        left_out=dict(left_out),
    )


def _ratings(guides: Iterable[Sequence[FollowerAnnotation]], of: Callable[[Feedback], int | None]) -> Measure:
    given = ([of(walk.feedback) for walk in walks if walk.feedback] for walks in guides)
    return agreement_of_ratings(
        ([rating for rating in ratings if rating is not None] for ratings in given), "ordinal"
    )
