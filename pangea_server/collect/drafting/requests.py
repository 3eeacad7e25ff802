"""What a page gets that asks for a draft."""

from __future__ import annotations

from functools import partial

from align.audio import wav_header
from pangea_server.annotate.campaigns.lookups import guide_rules_of
from pangea_server.annotate.drafting.records import DraftTranscript
from pangea_server.annotate.drafting.sureness import is_sure
from pangea_server.annotate.kinds.protocol import BYTES_PER_SAMPLE
from pangea_server.annotate.kinds.wire import StreamSummary
from pangea_server.annotate.tasks.records import Lease, Recording, Task
from pangea_server.collect.capture.chunks import joined
from pangea_server.collect.capture.recordings import recordings_of
from pangea_server.collect.drafting.maker import DraftJob, DraftMaker
from pangea_server.collect.drafting.wire import DraftTranscriptView, ShownWord
from pangea_server.core.errors import SubmissionError
from pangea_server.stores.protocol import RecordStore, Store


def draft_of(
    store: Store, maker: DraftMaker, lease: Lease, recording: Recording, voice: StreamSummary
) -> DraftTranscriptView:
    """The draft of a recording; it is begun when all of the voice is stored.

    The page's word is not enough for that: chunks that are still on their way make it ask again.
    """
    task = store.records.get(Task, lease.task_id)
    rules = guide_rules_of(store.records, task.campaign_id)
    if not rules.drafts or recording.sample_rate is None or not voice.size:
        return _nothing(recording, "off")
    if recordings_of(store.records, lease)[-1].recording_id != recording.recording_id:
        return _nothing(recording, "recorded_again")
    known = _stored(store.records, recording)
    if known is not None:
        return _view(known)
    if maker.is_making(recording.recording_id):
        return _waiting(recording)
    head = wav_header(voice.size, recording.sample_rate)
    opened = partial(joined, store.blobs, recording, "voice", voice, head=head)
    try:
        opened().close()
    except SubmissionError as error:
        return _waiting(recording) if error.context.get("missing") else _nothing(recording, error.code)
    job = DraftJob(
        recording=recording,
        recogniser=rules.draft,
        language=task.language,
        voice=opened,
        size=len(head) + voice.size,
        duration=voice.size / BYTES_PER_SAMPLE / recording.sample_rate,
        planted=0.0 if task.check_item else rules.draft_check,
    )
    return _waiting(recording) if maker.make(job) else _nothing(recording, "busy")


def _stored(records: RecordStore, recording: Recording) -> DraftTranscript | None:
    found = records.find(DraftTranscript, {"lease_id": recording.lease_id})
    return next((draft for draft in found if draft.recording_id == recording.recording_id), None)


def _view(draft: DraftTranscript) -> DraftTranscriptView:
    words = tuple(
        ShownWord(
            word=word.word,
            start_time=word.start_time,
            end_time=word.end_time,
            sure=is_sure(word.confidence),
        )
        for word in draft.words
    )
    return DraftTranscriptView(
        recording_id=draft.recording_id, state=draft.state, reason=draft.reason, words=words
    )


def _waiting(recording: Recording) -> DraftTranscriptView:
    return DraftTranscriptView(recording_id=recording.recording_id, state="waiting", reason="", words=())


def _nothing(recording: Recording, reason: str) -> DraftTranscriptView:
    return DraftTranscriptView(recording_id=recording.recording_id, state="none", reason=reason, words=())
