"""As many Guide and Follower annotations as one likes: people of different skill, who learn, in weeks of work."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import exp

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation, Phase, Scores
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.core.records import Artefact, Record
from tests.reliability.house import WALK

LANGUAGES = {"en-US": None, "en-IN": "india", "hi-IN": "india", "te-IN": "telugu"}
"""Each with its pool."""
BEGAN = datetime(2026, 1, 5, tzinfo=UTC)
STATES = (ReviewState.PENDING, ReviewState.ACCEPTED, ReviewState.REJECTED)
BLOB = Artefact(blob="recordings/r/voice.wav", size=1_920_044, sha256="0" * 64)


def generated(annotations: int, *, people: int = 500, seed: int = 7) -> Iterator[Record]:
    """Paths, Guides, their Followers, and the tasks and reviews of both: ``annotations`` of each."""
    chance = random.Random(seed)
    skill = [chance.gauss(0.6, 0.8) for _ in range(people)]
    done = [0] * people
    for number in range(1, annotations + 1):
        language = chance.choice(list(LANGUAGES))
        at = BEGAN + timedelta(days=84 * number / annotations)
        guide, follower = chance.sample(range(people), 2)
        done[follower] += 1
        ease = skill[follower] + 0.3 * skill[guide] + 0.8 * (1 - exp(-done[follower] / 40))
        yield PathRecord(path_id=number, scan_id="corridor", path=WALK[: 2 + number % 2], heading=0.0)
        yield _guide(number, guide + 1, language, at, chance)
        yield _follower(number, follower + 1, language, at + timedelta(hours=1), ease, chance)
        for kind, person in (("guide", guide), ("follower", follower)):
            task = Task(
                kind=kind,
                number=number,
                path_id=number,
                scan_id="corridor",
                language=language,
                state=TaskState.DONE,
                campaign_id="winter" if number % 3 else None,
                pool=LANGUAGES[language],
                instruction_id=number if kind == "follower" else None,
            )
            yield task
            yield Review(
                task_id=task.record_id,
                kind=kind,
                number=number,
                lease_id="",
                annotator_id=person + 1,
                language=language,
                scan_id="corridor",
                submitted_at=at,
                state=chance.choice(STATES),
            )


def _guide(number: int, person: int, language: str, at: datetime, chance: random.Random) -> GuideAnnotation:
    spoken = chance.uniform(20, 80)
    typed = spoken * chance.uniform(1.5, 4)
    return GuideAnnotation(
        instruction_id=number,
        annotator_id=person,
        path_id=number,
        split="train",
        scan_id="corridor",
        language=language,
        path=WALK,
        heading=0.0,
        walked=WALK,
        transcript="Go past the lamp to the sofa.",
        duration=spoken,
        sample_rate=16_000,
        voice=BLOB,
        pose_trace=BLOB,
        phases=(
            Phase(name="record", start_time=0, end_time=1.5 * spoken),
            Phase(name="transcribe", start_time=1.5 * spoken, end_time=1.5 * spoken + typed),
        ),
        scores=_scores(0, 1, 1),
        submitted_at=at,
    )


def _follower(
    number: int, person: int, language: str, at: datetime, ease: float, chance: random.Random
) -> FollowerAnnotation:
    reached = chance.random() < 1 / (1 + exp(-ease))
    error = chance.uniform(0, 2.9) if reached else chance.expovariate(1 / 6) + 3
    return FollowerAnnotation(
        demonstration_id=number,
        instruction_id=number,
        annotator_id=person,
        path_id=number,
        scan_id="corridor",
        language=language,
        path=WALK,
        outcome="done" if reached or chance.random() < 0.9 else "gave_up",
        pose_trace=BLOB,
        phases=(Phase(name="walk", start_time=0, end_time=chance.uniform(30, 200)),),
        scores=_scores(error, float(reached), float(reached) * chance.uniform(0.6, 1)),
        submitted_at=at,
    )


def _scores(error: float, success: float, spl: float) -> Scores:
    ndtw = exp(-error / 6)
    return Scores(
        ne=error,
        success=success,
        spl=spl,
        oracle_success=max(success, float(error < 5)),
        cls=ndtw,
        dtw=error,
        ndtw=ndtw,
        sdtw=success * ndtw,
        path_length=4 + error,
    )
