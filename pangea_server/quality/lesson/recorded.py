"""A team's own recording in place of the synthetic good example: a Guide's annotation that a campaign names."""

from __future__ import annotations

from collections.abc import Iterator

from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.annotate.annotations.lookups import found_guide, load_trace, trace_of, voice_of
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.assignment.open_tasks import running_campaigns
from pangea_server.annotate.links.media import Media
from pangea_server.people.access.records import Annotator
from pangea_server.quality.lesson.examples import ExampleWord
from pangea_server.quality.lesson.scripts import GOOD
from pangea_server.quality.lesson.wire import LessonExample, trace_view
from pangea_server.stores.protocol import RecordStore, Store


def recorded_guide(records: RecordStore, person: Annotator) -> GuideAnnotation | None:
    """The recording that this person watches; None where no campaign names one in their language, or its person has
    withdrawn."""
    for instruction_id in _named(records, person):
        guide = found_guide(records, instruction_id)
        if guide and guide.pose_trace:
            return guide
    return None


def recorded_example(store: Store, media: Media, guide: GuideAnnotation) -> LessonExample:
    """The recording as an example. Its words have times once it has been aligned; before, they are only shown."""
    _, duration = voice_of(guide)
    return LessonExample(
        part=GOOD,
        language=guide.language,
        synthetic=False,
        scan_id=guide.scan_id,
        voice_url=media.voice_url(guide.instruction_id),
        duration=duration,
        words=_words(store.records, guide),
        trace=trace_view(load_trace(store.blobs, trace_of(guide))),
    )


def _named(records: RecordStore, person: Annotator) -> Iterator[int]:
    for campaign in running_campaigns(records):
        lesson = campaign.definition.lesson
        yield from (lesson[language] for language in person.languages if language in lesson)


def _words(records: RecordStore, guide: GuideAnnotation) -> tuple[ExampleWord, ...]:
    alignment = alignment_of(records, guide.instruction_id)
    if alignment is None or alignment.state != "aligned":
        return tuple(ExampleWord(word=word) for word in guide.transcript.split())
    return tuple(
        ExampleWord(word=each.word, start_time=each.start_time, end_time=each.end_time)
        for each in alignment.timed_instruction
    )
