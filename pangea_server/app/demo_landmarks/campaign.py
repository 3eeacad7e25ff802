"""The demo's campaign about landmarks: its path, its two Guides with what they said, and the people who work on it."""

from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from align import ground
from environments import Environment, score_path
from environments.demo import DemoHouse
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.lookups import found_guide
from pangea_server.annotate.annotations.records import GuideAnnotation, Scores
from pangea_server.annotate.campaigns.records import CampaignDefinition, PathRecord
from pangea_server.annotate.kinds.kinds import words_kind
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.demo_landmarks.scripts import LANGUAGE, PATH, SCAN, SCRIPTS
from pangea_server.app.demo_landmarks.spoken import said, voice
from pangea_server.collect.landmarks.path_advance import advance_campaign
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.core.records import Artefact, Counter, Record
from pangea_server.dataset.entries.attempts import ImportedAttempt
from pangea_server.dataset.entries.sources import packed, read_voice
from pangea_server.people.access.records import Role
from pangea_server.people.access.tokens import new_token
from pangea_server.people.accounts.enrolment import enrol
from pangea_server.people.accounts.invites import claim, invite
from pangea_server.stores.protocol import RecordStore, Store, Transaction, found

CAMPAIGN = "demo-landmarks"
FIRST = "demo landmarks"
"""The counter with the number of whoever tries the part; it is made last, and the colleagues' numbers follow."""
COLLEAGUES = 2
SYSTEM = "eSpeak NG"
"""Who speaks: no person."""
SESSION = timedelta(days=30)
ENGINE = "viterbi"


@dataclass(frozen=True, slots=True)
class Crew:
    """Who works on the demo's landmarks: the number of whoever tries it, and the sessions of the colleagues."""

    newcomer: int
    colleagues: tuple[str, ...]


def landmark_crew(store: Store, environment: Environment) -> Crew:
    """The people of the part, which is made where it is not there yet."""
    first = _first(store.records)
    if first is None:
        first = _make(store, environment)
    sessions = []
    for number in range(first + 1, first + 1 + COLLEAGUES):
        token = new_token()
        claim(store.records, invite(store.records, number), token, SESSION)
        sessions.append(token)
    return Crew(first, tuple(sessions))


def _first(records: RecordStore) -> int | None:
    first = found(records, Counter, FIRST)
    return first.value if first else None


def _make(store: Store, environment: Environment) -> int:
    records = store.records
    create_campaign(records, environment, "demo", _definition())
    (path,) = records.find(PathRecord, {"campaign_id": CAMPAIGN})
    asked = [task for task in records.find(Task, {"path_id": path.path_id}) if task.kind == words_kind()]
    tasks = sorted(asked, key=lambda task: task.number)
    first, *_ = (enrol(records, Role.ANNOTATOR, (LANGUAGE,)).annotator_id for _ in range(1 + COLLEAGUES))
    for task, name in zip(tasks, SCRIPTS, strict=True):
        if found_guide(records, task.number) is None:  # else an earlier start was cut off
            guide = enrol(records, Role.ANNOTATOR, (LANGUAGE,)).annotator_id
            _hand_in(records, _said(store, path, task, guide, name))
            advance_campaign(
                records, environment, CAMPAIGN
            )  # so that the first one's words are given out first
    records.create(Counter(name=FIRST, value=first))
    return first


def _hand_in(records: RecordStore, made: list[Record]) -> None:
    def write(transaction: Transaction) -> None:
        for record in made:
            if isinstance(record, Task):
                transaction.replace(record.model_copy(update={"campaign_id": CAMPAIGN}))
            else:
                transaction.create(record)

    records.transact(write)


def _definition() -> CampaignDefinition:
    """One person alone, with colleagues who are programs: whoever linked a chain may draw what it means."""
    return CampaignDefinition.model_validate(
        {
            "id": CAMPAIGN,
            "languages": [LANGUAGE],
            "paths": [{"scan": SCAN, "viewpoints": [PATH]}],
            "guides_per_path": len(SCRIPTS),
            "followers_per_guide": 0,
            "send_back_after": None,
            "rotation": {"first": 0},
            "trust": {"learning": 0},
            "tasks": {"landmarks": {"mark_twice": 0, "one_step": False, "carry_least": 0.85}},
        }
    )


def _said(store: Store, path: PathRecord, task: Task, guide: int, name: str) -> list[Record]:
    """What a Guide handed in, as if it had been imported; its voice and camera are stored at once."""
    told, sound = said(name), read_voice(voice(name))
    assert sound is not None, "each Guide has a voice"
    attempt = ImportedAttempt(task.kind, task.number, guide, sound.sample_rate)
    scan = DemoHouse().scan(SCAN)
    trace = told.trace
    annotation = GuideAnnotation(
        instruction_id=task.number,
        annotator_id=guide,
        path_id=path.path_id,
        split=path.split,
        scan_id=SCAN,
        language=LANGUAGE,
        path=path.path,
        heading=path.heading,
        walked=PATH,
        transcript=told.transcript,
        duration=sound.duration,
        sample_rate=sound.sample_rate,
        voice=_kept(store, attempt, "voice.wav", sound.wav),
        pose_trace=_kept(store, attempt, "pose_trace.npz", packed(trace)),
        phases=(),
        scores=Scores.of(score_path(scan.graph, PATH, PATH)),
        system=SYSTEM,
    )
    words = ground(told.timed, trace)
    alignment = AlignmentRecord(
        task_id=task.record_id, engine=ENGINE, state="aligned", timed_instruction=words
    )
    _, *others = attempt.records(path.path_id, SCAN, LANGUAGE)  # the person is there
    return [*others, annotation, alignment]


def _kept(store: Store, attempt: ImportedAttempt, name: str, data: bytes) -> Artefact:
    blob = f"recordings/{attempt.lease_id}/{name}"
    store.blobs.create(blob, io.BytesIO(data))
    return Artefact(blob=blob, size=len(data), sha256=sha256(data).hexdigest())
