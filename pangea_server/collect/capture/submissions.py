"""From a finished recording to an annotation: check everything, store the whole streams, then commit once."""

from __future__ import annotations

import hashlib
import io
from collections import deque
from dataclasses import dataclass, replace
from typing import BinaryIO

from align.audio import wav_header
from environments import Environment, score_path
from environments.errors import PangeaError
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import Scores
from pangea_server.annotate.assignment.arms import arm_of
from pangea_server.annotate.assignment.leases import own_lease
from pangea_server.annotate.assignment.seats import change_seat
from pangea_server.annotate.campaigns.lookups import guide_rules_of
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.protocol import ChecksWhatWasSent, Submitted, TaskType, Voice
from pangea_server.annotate.kinds.speaking import has_plan_only, speaks
from pangea_server.annotate.kinds.wire import ActionsSummary, StreamSummary, Submission
from pangea_server.annotate.pairing.machine import handed_in
from pangea_server.annotate.tasks.records import (
    Lease,
    LeaseState,
    Recording,
    RecordingState,
    Task,
    TaskState,
)
from pangea_server.collect.actions.decoder import MOST_PACKED_BYTES, read_actions
from pangea_server.collect.capture.chunks import discard_chunks, joined, keep_receipts
from pangea_server.collect.capture.other_answers import scored_together, words_heard
from pangea_server.collect.capture.recordings import own_recording, recordings_of
from pangea_server.collect.capture.removed import refuse_removed, remove_blobs
from pangea_server.collect.capture.sending_back import ask_another, is_learners, send_back
from pangea_server.collect.capture.settling_drafts import SettledDraft, settle_draft
from pangea_server.collect.capture.traces import ReadTrace, TraceReader
from pangea_server.collect.capture.wire import SubmitReceipt
from pangea_server.core.errors import LeaseError, StoreConflictError, SubmissionError
from pangea_server.core.records import Artefact, padded
from pangea_server.people.access.records import Annotator
from pangea_server.quality.review.queue import opened_review
from pangea_server.quality.trust.histories import marked
from pangea_server.quality.votes.counts import cast_vote
from pangea_server.stores.protocol import BlobStore, RecordStore, Store, Transaction

MOST_POSE_BYTES = 64 * 2**20
"""Longest stream of poses, as it is stored.

A browser packs each chunk. A snapshot of which place, direction and lens have all changed takes 85 bytes then, and two
hours of 63 such snapshots a second 37 MiB.
"""

BESIDE_THE_ANSWER = {"aids", "actions"}
"""What is no part of the answer: a page that sends it again may have more of it by then."""


def submit(
    store: Store,
    environment: Environment,
    task_type: TaskType,
    person: Annotator,
    lease_id: str,
    submission: Submission,
    traces: TraceReader,
) -> SubmitReceipt:
    """Accept an answer: durable, scored and visible to the data team when this returns.

    A repeated submission gets the same receipt.

    Args:
        traces: reads the pose stream.

    Raises:
        RecordNotFoundError: the lease or the recording is not this person's.
        StoreConflictError: another answer was accepted under this lease.
        LeaseError: the task has since been given to another person, or was returned.
        SubmissionError, PoseTraceError, GraphError, ViewpointNotFoundError: the answer is invalid.
        NotReadyError: the server stops.
    """
    lease = own_lease(store.records, person, lease_id)
    task = store.records.get(Task, lease.task_id)
    if not _is_repeated(lease, submission):
        for recording_id in _recordings_of(submission):  # whatever is removed below was this person's
            own_recording(store.records, person, recording_id)
        path = store.records.get(PathRecord, padded(task.path_id))
        scan = environment.scan(task.scan_id)
        rules = guide_rules_of(store.records, task.campaign_id)
        arm = arm_of(store.records, task)
        submitted = Submitted(
            task, lease, person, submission, environment, scan, path, guide_rules=rules, arm=arm
        )
        try:
            _accept(store, task_type, submitted, WalkReader(store.blobs, traces))
        except PangeaError:
            for recording_id in _recordings_of(submission):
                _forget_superseded(store.blobs, refuse_removed(store, recording_id))
            if not _is_repeated(own_lease(store.records, person, lease_id), submission):
                raise  # otherwise the same call was made twice at the same time, and the other one was first
    for recording in recordings_of(store.records, lease):
        discard_chunks(store.blobs, recording)
        _forget_superseded(store.blobs, recording)
    return SubmitReceipt(lease_id=lease_id, kind=task.kind, annotation_id=task.number)


def _forget_superseded(blobs: BlobStore, recording: Recording) -> None:
    """Of an attempt that is not the answer nothing is kept, also where it was submitted at the same time."""
    if recording.state is RecordingState.SUPERSEDED:
        remove_blobs(blobs, recording.recording_id)


def _recordings_of(submission: Submission) -> list[str]:
    actions = submission.actions.recording_id if submission.actions else None
    return [each for each in (submission.recording_id, actions) if each is not None]


def _accept(store: Store, task_type: TaskType, submitted: Submitted, walks: WalkReader) -> None:
    """What costs least is checked first: what the page says, then what it has stored, then where the person walked."""
    if isinstance(task_type, ChecksWhatWasSent):
        task_type.check_sent(submitted)
    spoken: BinaryIO | None = None
    if task_type.has_walk:
        recording = _recorded(store.records, task_type, submitted)
        submitted = replace(submitted, recording=recording)
        pose = _pose_of(submitted)
        if pose:
            walks.refuse_known(recording, pose)
        if speaks(task_type, submitted.guide_rules):
            spoken = _spoken(store.blobs, submitted)
        if pose:
            submitted = _with_walk(submitted, walks.read(recording, pose))
    else:
        _refuse_walk(submitted)
    task_type.check(submitted)
    actions = _actions_sent(store, submitted)
    voice = _store_voice(store.blobs, submitted, spoken) if spoken else None
    trace = _store_trace(store.blobs, submitted)
    if submitted.recording:
        keep_receipts(store.blobs, submitted.recording)
    annotation = task_type.annotation(submitted, trace, voice)
    beside = {"aids": submitted.submission.aids, "actions": actions and _store_actions(store.blobs, actions)}
    annotation = annotation.model_copy(update=beside)
    annotation = marked(store.records, submitted.person, submitted.task, annotation)
    _commit(store, task_type, submitted, settle_draft(store.records, submitted, annotation))


def _is_repeated(lease: Lease, submission: Submission) -> bool:
    if lease.state is LeaseState.SUBMITTED:
        if lease.submission_sha256 != digest_of(submission):
            raise StoreConflictError(
                f"Another answer was accepted under the lease {lease.lease_id}; it stays unchanged.",
                remedy="Ask for a new task.",
            )
        return True
    if lease.state is not LeaseState.ACTIVE:
        raise LeaseError(f"The lease {lease.lease_id} is {lease.state}.", remedy="Ask for a new task.")
    return False


def digest_of(submission: Submission) -> str:
    """Of what was sent: a field that a later server adds does not change it, since this answer leaves it out."""
    return hashlib.sha256(
        submission.model_dump_json(exclude_defaults=True, exclude=BESIDE_THE_ANSWER).encode()
    ).hexdigest()


def _refuse_walk(submitted: Submitted) -> None:
    submission = submitted.submission
    if submission.recording_id is not None or submission.pose or submission.voice:
        raise SubmissionError(
            f"A task of kind {submitted.task.kind} has no recording.",
            remedy="Send the answer without a recording.",
        )


def _recorded(records: RecordStore, task_type: TaskType, submitted: Submitted) -> Recording:
    """The recording that the answer names."""
    submission = submitted.submission
    if submission.recording_id is None:
        raise _lacks("voice" if has_plan_only(submitted.task) else "walk")
    recording = own_recording(records, submitted.person, submission.recording_id)
    if recording.lease_id != submitted.lease.lease_id:
        raise SubmissionError(
            f"The recording {recording.recording_id} belongs to another lease.",
            remedy="Submit it under its own lease.",
        )
    if speaks(task_type, submitted.guide_rules):
        _refuse_silence(submission, recording)
    elif task_type.has_voice:
        _refuse_voice(submission, recording)
    return recording


def _pose_of(submitted: Submitted) -> StreamSummary | None:
    """What the page says of its poses; None where this person stands nowhere."""
    pose, stands_nowhere = submitted.submission.pose, has_plan_only(submitted.task)
    if stands_nowhere and pose is not None:
        raise SubmissionError(
            f"The {submitted.task.role} does not walk, so no poses are taken.",
            remedy="Send the answer without pose.",
        )
    if not stands_nowhere and pose is None:
        raise _lacks("walk")
    return pose


def _lacks(part: str) -> SubmissionError:
    return SubmissionError(
        f"This answer has no {part}.",
        remedy="Send recording_id and the streams of the recording that counts.",
    )


def _with_walk(submitted: Submitted, trace: ReadTrace) -> Submitted:
    walked, graph, path = trace.path, submitted.scan.graph, submitted.path.path
    graph.check_path(walked)
    if walked[0] != path[0]:
        raise SubmissionError(
            f"The walk starts at {walked[0]}, but the task starts at {path[0]}.",
            remedy="Start again from the beginning.",
        )
    scores = Scores.of(score_path(graph, walked, path))
    return replace(submitted, trace_npz=trace.npz, walked=walked, scores=scores)


@dataclass(frozen=True, slots=True)
class ActionsSent:
    """The recording of a task's actions, and what the page says of it."""

    recording: Recording
    summary: ActionsSummary


@dataclass(frozen=True, slots=True)
class WalkReader:
    """Reads the walks of recordings from their pose streams."""

    blobs: BlobStore
    traces: TraceReader

    def refuse_known(self, recording: Recording, summary: StreamSummary) -> None:
        """Refuse a stream that is too long or was refused before; costs nothing."""
        if summary.size > MOST_POSE_BYTES:
            raise SubmissionError(
                f"The poses have {summary.size} bytes; at most {MOST_POSE_BYTES} are read.",
                remedy="Record the walk again in less time.",
            )
        self.traces.refuse_known(_stream_name(recording, summary))

    def read(self, recording: Recording, summary: StreamSummary) -> ReadTrace:
        stream = joined(self.blobs, recording, "pose", summary)
        return self.traces.read(_stream_name(recording, summary), stream)


def _stream_name(recording: Recording, summary: StreamSummary) -> str:
    return f"{recording.recording_id} {summary.sha256}"


def _refuse_silence(submission: Submission, recording: Recording) -> None:
    if submission.voice is None or submission.voice.size == 0 or recording.sample_rate is None:
        raise SubmissionError(
            "This answer has no voice.", remedy="Record the instruction, then submit again."
        )


def _refuse_voice(submission: Submission, recording: Recording) -> None:
    """Nothing that a person said may be kept where they were not asked to speak."""
    if submission.voice is not None or recording.sample_rate is not None:
        raise SubmissionError(
            "Guides of this campaign write, so no voice is taken.",
            remedy="Reload the page, walk again, and send the answer without a voice.",
        )


def _voice(submitted: Submitted) -> tuple[StreamSummary, Recording, int]:
    """What the page says of its voice, the recording, and the sample rate in Hz."""
    summary, recording = submitted.submission.voice, submitted.recording
    sample_rate = recording.sample_rate if recording else None
    if summary is None or recording is None or sample_rate is None:
        raise SubmissionError(
            "A voice needs a recording.", remedy="Record the instruction, then submit again."
        )
    return summary, recording, sample_rate


def _spoken(blobs: BlobStore, submitted: Submitted) -> BinaryIO:
    """The voice as a WAV file, found whole; nothing of it is stored yet."""
    summary, recording, sample_rate = _voice(submitted)
    return joined(blobs, recording, "voice", summary, head=wav_header(summary.size, sample_rate))


def _store_voice(blobs: BlobStore, submitted: Submitted, spoken: BinaryIO) -> Voice:
    summary, recording, sample_rate = _voice(submitted)
    artefact = _store(blobs, recording, "voice.wav", spoken)
    return Voice(artefact, sample_rate, duration=summary.size / 2 / sample_rate)


def _store_trace(blobs: BlobStore, submitted: Submitted) -> Artefact | None:
    if submitted.recording is None or submitted.trace_npz is None:
        return None
    return _store(blobs, submitted.recording, "pose_trace.npz", io.BytesIO(submitted.trace_npz))


def _actions_sent(store: Store, submitted: Submitted) -> ActionsSent | None:
    """The actions of the task, found whole and well-formed; nothing of them is stored yet."""
    summary = submitted.submission.actions
    if summary is None:
        return None
    recording = own_recording(store.records, submitted.person, summary.recording_id)
    if recording.lease_id != submitted.lease.lease_id or recording.holds != "actions":
        raise SubmissionError(
            f"The recording {recording.recording_id} does not hold the actions of this task.",
            remedy="Send the answer without them; it is complete.",
        )
    if summary.size > MOST_PACKED_BYTES:
        raise SubmissionError(
            f"The actions have {summary.size} bytes; at most {MOST_PACKED_BYTES} are kept.",
            remedy="Send the answer without them; it is complete.",
        )
    deque(read_actions(joined(store.blobs, recording, "actions", summary)), maxlen=0)
    return ActionsSent(recording, summary)


def _store_actions(blobs: BlobStore, sent: ActionsSent) -> Artefact:
    keep_receipts(blobs, sent.recording)
    whole = joined(blobs, sent.recording, "actions", sent.summary)
    return _store(blobs, sent.recording, "actions.jsonl.gz", whole)


def _store(blobs: BlobStore, recording: Recording, name: str, file: BinaryIO) -> Artefact:
    blob = f"recordings/{recording.recording_id}/{name}"
    blobs.create(blob, file)
    stored = blobs.stat(blob)
    return Artefact(blob=blob, size=stored.size, sha256=stored.sha256)


def _commit(store: Store, task_type: TaskType, submitted: Submitted, settled: SettledDraft) -> None:
    lease_id = submitted.lease.lease_id

    def write(transaction: Transaction) -> None:
        joint = scored_together(transaction, task_type, submitted, settled.annotation)
        annotation = joint.annotation
        task = transaction.get(Task, submitted.task.record_id)
        recordings = transaction.find(Recording, {"lease_id": lease_id})
        follow_up = task_type.follow_up(submitted, transaction)
        back = send_back(transaction, submitted.task, annotation)
        more = ask_another(transaction, submitted.task, annotation)
        votes = cast_vote(transaction, submitted.task, annotation)
        words = words_heard(transaction, submitted.task, annotation)
        pairing = change_seat(transaction, submitted.task, lease_id, handed_in)
        if task is None or task.lease_id != lease_id or task.state is not TaskState.LEASED:
            raise LeaseError(
                f"The task of the lease {lease_id} was given to another person.", remedy="Ask for a new task."
            )
        told = Change(kind=task.kind, number=task.number)
        created = (*back.created, *more.created, *words.created, *votes.created, *joint.created)
        for record in (annotation, told, *created):
            transaction.create(record)
        settled.write(transaction)
        if not task.check_item:  # its answer is known
            transaction.create(opened_review(task, submitted.person.annotator_id))
        done = {"state": TaskState.DONE, "learning": is_learners(task, annotation)}
        transaction.replace(task.model_copy(update=done))
        accepted = {"state": LeaseState.SUBMITTED, "submission_sha256": digest_of(submitted.submission)}
        transaction.replace(submitted.lease.model_copy(update=accepted))
        ended = (_over(recording, submitted) for recording in recordings)
        replaced = (*back.replaced, *more.replaced, *words.replaced, *votes.replaced, *joint.replaced)
        for record in (*ended, *follow_up, *replaced, *pairing):
            transaction.replace(record)

    store.records.transact(write)


def _over(recording: Recording, submitted: Submitted) -> Recording:
    submission = submitted.submission
    actions = submission.actions.recording_id if submission.actions else None
    accepted = recording.recording_id in (submission.recording_id, actions)
    state = RecordingState.ACCEPTED if accepted else RecordingState.SUPERSEDED
    return recording.model_copy(update={"state": state})
