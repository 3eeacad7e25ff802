"""Lessons, by kind of task."""

from __future__ import annotations

import numpy as np
from fastapi import Request
from fastapi.responses import Response

from align import Audio
from pangea_server.annotate.kinds.kinds import TaskKinds
from pangea_server.annotate.links.media import Media, MediaLinks, lesson_scope
from pangea_server.annotate.links.signed import LinkKey
from pangea_server.core.errors import SubmissionError
from pangea_server.http.caching import cached_response
from pangea_server.http.edge.bodies import KIB, body_at_most
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.quality.lesson.examples import (
    VOICE_TYPE,
    Example,
    ExampleCamera,
    example,
    lesson_language,
    picture,
    voice,
)
from pangea_server.quality.lesson.house_view import Addresses, house_view
from pangea_server.quality.lesson.progress import TO_WATCH, finish_part, judge_walk, own_heading, progress
from pangea_server.quality.lesson.recorded import recorded_example, recorded_guide
from pangea_server.quality.lesson.scripts import OWN_PATH, SCAN, ExampleFault
from pangea_server.quality.lesson.wire import (
    MOST_RATE,
    MOST_SECONDS,
    LessonExample,
    LessonFinding,
    LessonPart,
    LessonPartResult,
    LessonView,
    LessonVisit,
    LessonWalk,
    LessonWalkResult,
    trace_view,
)

router = GuardedRouter(prefix="/me/lesson", tags=["trust"])
FULL_SCALE = 2**15


@router.get("/{kind}")
def read_lesson(services: TheServices, person: Person, kind: str) -> LessonView:
    """The examples in this person's language, and what they have done so far."""
    services.get(TaskKinds).named(kind)
    reached = progress(services.store.records, person, kind)
    language = lesson_language(person.languages)
    address = Addresses(kind, services.get(MediaLinks).sign(lesson_scope(kind), person))
    examples = [_example_view(address, example(language, name)) for name in TO_WATCH]
    if guide := recorded_guide(services.store.records, person):
        examples[0] = recorded_example(services.store, Media(services.get(MediaLinks), person), guide)
    return LessonView(
        scan=house_view(address),
        examples=tuple(examples),
        faults=tuple(ExampleFault),
        own_path=OWN_PATH,
        own_heading=own_heading(),
        most_seconds=MOST_SECONDS,
        most_rate=MOST_RATE,
        done=reached.done,
        passed=reached.passed,
    )


@router.post("/{kind}/parts/{part}")
def finish_lesson_part(
    services: TheServices, person: Person, kind: str, part: str, answer: LessonPart
) -> LessonPartResult:
    """Say that the good example was watched, or what is wrong in another one."""
    services.get(TaskKinds).named(kind)
    return LessonPartResult(done=finish_part(services.store.records, person, kind, part, answer.fault))


@router.post("/{kind}/walk")
@body_at_most(2048 * KIB)
def judge_lesson_walk(services: TheServices, person: Person, kind: str, walk: LessonWalk) -> LessonWalkResult:
    """Feedback to a walk of one's own. Only whether it was done and passed is stored."""
    services.get(TaskKinds).named(kind)
    records = services.store.records
    findings = judge_walk(records, person, kind, _cameras(walk.visits), _audio(walk))
    return LessonWalkResult(
        passed=progress(records, person, kind).passed,
        findings=tuple(
            LessonFinding(flag=each.flag, good=None if each.raised is None else not each.raised)
            for each in findings
        ),
    )


@router.get("/{kind}/voices/{language}/{part}", response_class=Response)
def read_lesson_voice(
    request: Request, services: TheServices, kind: str, language: str, part: str, k: LinkKey = ""
) -> Response:
    """The voice of an example, at the address that the lesson gives."""
    services.get(MediaLinks).check(lesson_scope(kind), k)
    return cached_response(request, voice(language, part), VOICE_TYPE, forever=False)


@router.get("/{kind}/pictures/{viewpoint_id}", response_class=Response)
def read_lesson_picture(
    request: Request, services: TheServices, kind: str, viewpoint_id: str, k: LinkKey = ""
) -> Response:
    """A panorama of the house in which the examples take place, at the address that the lesson gives."""
    services.get(MediaLinks).check(lesson_scope(kind), k)
    return cached_response(request, picture(viewpoint_id), "image/jpeg", forever=False)


def _example_view(address: Addresses, shown: Example) -> LessonExample:
    return LessonExample(
        part=shown.name,
        language=shown.language,
        synthetic=True,
        scan_id=SCAN,
        voice_url=address.voice(shown.language, shown.name),
        duration=shown.duration,
        words=shown.words,
        trace=trace_view(shown.trace),
    )


def _cameras(visits: tuple[LessonVisit, ...]) -> tuple[ExampleCamera, ...]:
    times = [visit.time for visit in visits]
    if times != sorted(times):
        raise SubmissionError("The visits are not in order of time.", remedy="Walk again.")
    return tuple(
        ExampleCamera(time=each.time, viewpoint_id=each.viewpoint_id, heading=0.0) for each in visits
    )


def _audio(walk: LessonWalk) -> Audio:
    if len(walk.voice) % 2:
        raise SubmissionError("The voice ends in the middle of a sample.", remedy="Send whole samples.")
    if len(walk.voice) > 2 * walk.sample_rate * MOST_SECONDS:
        raise SubmissionError("The voice is too long.", remedy="Speak for a minute at most.")
    samples = np.frombuffer(walk.voice, dtype="<i2").astype(np.float32) / np.float32(FULL_SCALE)
    return Audio(samples, walk.sample_rate)
