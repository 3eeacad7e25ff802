"""What a page about landmarks is shown of the store: sentences, phrases and regions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.lookups import stored_guide
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.kinds.landmark_wire import (
    GuideLook,
    Phrase,
    Sentence,
    ShownRegion,
    Unseen,
    WordTime,
)
from pangea_server.annotate.landmarks.protocol.asked import MentionKey
from pangea_server.annotate.landmarks.records import Mention, RegionRecord, transcript_digest
from pangea_server.annotate.landmarks.wire import Untimed
from pangea_server.annotate.links.media import Media
from pangea_server.stores.protocol import RecordStore, found

RIGHT_TO_LEFT = frozenset({"ar", "arc", "dv", "fa", "he", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"})
"""Languages that are mostly written so, by their first subtag."""


class Showing(Protocol):
    """Makes what one person is shown for one of their tasks: of the store, or of what a machine made (``Made``)."""

    def sentence(self, instruction_id: int, digest: str) -> Sentence:
        """A Guide's words as they are now; ``digest``: the beginning of that of the words that the task is about."""

    def phrase(self, key: MentionKey, *, looks: bool = True) -> Phrase:
        """A mention in its sentence, and where the Guide looked unless that would give the answer away."""

    def region(self, region_id: str) -> ShownRegion:
        """A region, without who drew it."""

    def regions(self, region_ids: tuple[str, ...]) -> tuple[ShownRegion, ...]:
        """Several."""


@dataclass(frozen=True, slots=True)
class StoredShowing:
    """Shows what people said and drew, as the store has it now."""

    records: RecordStore
    media: Media

    def sentence(self, instruction_id: int, digest: str) -> Sentence:
        """A Guide's words as they are now; ``digest``: the beginning of that of the words that the task is about.

        Raises:
            RecordNotFoundError: the words were withdrawn.
        """
        guide = stored_guide(self.records, instruction_id)
        return self._sentence(guide, alignment_of(self.records, instruction_id), digest)

    def phrase(self, key: MentionKey, *, looks: bool = True) -> Phrase:
        """A mention in its sentence, and where the Guide looked unless that would give the answer away.

        Raises:
            RecordNotFoundError: the words were withdrawn.
        """
        guide = stored_guide(self.records, key.instruction_id)
        alignment = alignment_of(self.records, key.instruction_id)
        sentence = self._sentence(guide, alignment, key.digest)
        mention = self._mention(key)
        said = [word for word in sentence.words if _meets(word, key)]
        seen = self._looks(alignment, key) if looks and said else ()
        return Phrase(
            mention_id=key.mention_id,
            sentence=sentence,
            start_char=key.start_char,
            end_char=key.end_char,
            text=guide.transcript[key.start_char : key.end_char],
            head=mention.head if mention else None,
            types=mention.types if mention else (),
            start_time=min((word.start_time for word in said), default=None),
            end_time=max((word.end_time for word in said), default=None),
            looks=seen,
            unseen=None if seen else why_unseen(looks, timed=bool(said)),
        )

    def region(self, region_id: str) -> ShownRegion:
        """A region, without who drew it.

        Raises:
            RecordNotFoundError: it was withdrawn.
        """
        region = self.records.get(RegionRecord, region_id)
        shape = region.model_dump(mode="json", include={"shape"})["shape"]
        return ShownRegion(
            region_id=region_id, viewpoint_id=region.viewpoint_id, shape=shape, group=region.group
        )

    def regions(self, region_ids: tuple[str, ...]) -> tuple[ShownRegion, ...]:
        return tuple(map(self.region, region_ids))

    def _mention(self, key: MentionKey) -> Mention | None:
        mention = found(self.records, Mention, key.mention_id)
        return mention if mention and MentionKey.of(mention) == key else None

    def _sentence(self, guide: GuideAnnotation, alignment: AlignmentRecord | None, digest: str) -> Sentence:
        sha256 = transcript_digest(guide.transcript)
        stale = not sha256.startswith(digest)
        words, untimed = _timed(alignment)
        return Sentence(
            instruction_id=guide.instruction_id,
            transcript=guide.transcript,
            transcript_sha256=sha256,
            language=guide.language,
            direction="rtl" if guide.language.partition("-")[0].lower() in RIGHT_TO_LEFT else "ltr",
            voice_url=self.media.voice_url_of(guide),
            voice_duration=guide.duration if guide.voice else None,
            words=() if stale else words,
            untimed="stale" if stale else untimed,
            stale=stale,
        )

    def _looks(self, alignment: AlignmentRecord | None, key: MentionKey) -> tuple[GuideLook, ...]:
        return looks_at(alignment, key.start_char, key.end_char) if alignment else ()


def looks_at(alignment: AlignmentRecord, start_char: int, end_char: int) -> tuple[GuideLook, ...]:
    """Where the camera was at each word of these characters; empty where no word was timed with a pose trace."""
    return tuple(
        GuideLook(
            viewpoint_id=word.viewpoint_id,
            heading=word.heading,
            elevation=word.elevation,
            seconds=word.end_time - word.start_time,
        )
        for word in alignment.timed_instruction
        if word.start_char is not None and word.end_char is not None
        if word.start_char < end_char and start_char < word.end_char
        if word.viewpoint_id is not None and word.heading is not None and word.elevation is not None
    )


def _timed(alignment: AlignmentRecord | None) -> tuple[tuple[WordTime, ...], Untimed | None]:
    if alignment is None:
        return (), "not_aligned"
    if alignment.state != "aligned":
        return (), alignment.state
    words = tuple(
        WordTime(
            start_char=word.start_char,
            end_char=word.end_char,
            start_time=word.start_time,
            end_time=word.end_time,
        )
        for word in alignment.timed_instruction
        if word.start_char is not None and word.end_char is not None
    )
    return words, None if words else "not_timed"


def _meets(word: WordTime, key: MentionKey) -> bool:
    return word.start_char < key.end_char and key.start_char < word.end_char


def why_unseen(told: bool, *, timed: bool) -> Unseen:
    """Why it is not said where the Guide looked."""
    if not told:
        return "not_told"
    return "no_pose_trace" if timed else "not_timed"
