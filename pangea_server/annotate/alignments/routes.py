"""For the data team: correct a Guide's words and their times by hand, list their versions, and restore one."""

from __future__ import annotations

from itertools import pairwise

from fastapi import Request

from align import TimedWord
from pangea_server.annotate.alignments.mending import correct_words, restore_words, versions
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.alignments.wire import RestoreRequest, WordsRequest, WordsVersion
from pangea_server.annotate.annotations.lookups import stored_guide
from pangea_server.annotate.annotations.records import report_id
from pangea_server.core.background import BackgroundFlags
from pangea_server.http.edge.bodies import KIB, body_at_most
from pangea_server.http.numbers import Number
from pangea_server.http.services import Services, TheServices, the_services
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person

router = GuardedRouter(prefix="/annotations/guide/{instruction_id}/words", tags=["annotations"])


@router.get("/versions")
def list_words_versions(services: TheServices, instruction_id: Number) -> tuple[WordsVersion, ...]:
    """The versions of an instruction's words, newest first; none before it was first aligned."""
    stored_guide(services.store.records, instruction_id)
    found = versions(services.store.records, instruction_id)
    views = [_view(before, each) for before, each in pairwise([None, *found]) if each]
    return tuple(reversed(views))


@router.put("")
@body_at_most(2048 * KIB, values=200_000)
def correct_words_of(
    request: Request, services: TheServices, person: Person, instruction_id: Number, wanted: WordsRequest
) -> AlignmentRecord:
    """Store these words and times as a new version, and change the transcript to match. A repeat changes nothing."""
    edited = [TimedWord(each.word, each.start_time, each.end_time, source="mended") for each in wanted.words]
    kept = correct_words(services.store, instruction_id, edited, seen=wanted.version, by=person.annotator_id)
    _flag_again(request, services, instruction_id)
    return kept


@router.post("/versions/{version}/restore")
def restore_words_of(
    request: Request,
    services: TheServices,
    person: Person,
    instruction_id: Number,
    version: Number,
    wanted: RestoreRequest,
) -> AlignmentRecord:
    """Make an older version the newest again, with its transcript."""
    kept = restore_words(services.store, instruction_id, version, seen=wanted.version, by=person.annotator_id)
    _flag_again(request, services, instruction_id)
    return kept


def _flag_again(request: Request, services: Services, instruction_id: int) -> None:
    if services.settings.flag_on_submit:
        the_services(request).get(BackgroundFlags).wake(report_id("guide", instruction_id))


def _view(before: AlignmentRecord | None, alignment: AlignmentRecord) -> WordsVersion:
    words, shared = (
        alignment.timed_instruction,
        set(WordsVersion.model_fields) & set(AlignmentRecord.model_fields),
    )
    return WordsVersion(
        **{name: getattr(alignment, name) for name in shared},
        words=len(words),
        mended=sum(word.source == "mended" for word in words),
        text_changed=bool(
            before and before.timed_instruction and words and _text(before) != _text(alignment)
        ),
    )


def _text(alignment: AlignmentRecord) -> list[str]:
    return [word.word for word in alignment.timed_instruction]
