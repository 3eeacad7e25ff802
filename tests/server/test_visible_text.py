"""A text of which nothing can be seen is empty, wherever a person has to type one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import Response
from pydantic import ValidationError

from environments.errors import InvalidDataError
from pangea_server.annotate.alignments.wire import WordsRequest
from pangea_server.annotate.kinds.answer_task import TranscriptAnswer
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.collect.ledger.entries import grant
from pangea_server.core.visible_text import is_visible
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store

CASES = json.loads((Path(__file__).parents[1] / "data" / "visible_text.json").read_text())
"""The browser's rule is tested with the same cases (``static/src/kit/formatting/visible.test.ts``)."""

UNSEEN: dict[str, str] = CASES["unseen"]
SEEN: dict[str, str] = CASES["seen"]

unseen = pytest.mark.parametrize("text", UNSEEN.values(), ids=UNSEEN)


@unseen
def test_what_nobody_can_see_is_not_visible(text: str) -> None:
    assert not is_visible(text)


@pytest.mark.parametrize("text", SEEN.values(), ids=SEEN)
def test_words_of_all_scripts_are_visible(text: str) -> None:
    assert is_visible(text)
    TranscriptAnswer(transcript=text)


@pytest.mark.usefixtures("campaign")
def test_a_guides_transcript_and_what_comes_after_it(people: People, store: Store) -> None:
    guide, reviewer = people(), people(Role.REVIEWER)
    lease = guide.lease("guide")
    answer = guide.record(lease["lease_id"], lease["args"]["path"])
    for text in UNSEEN.values():
        assert_problem(guide.submit(lease["lease_id"], answer | {"transcript": text}), 422, "submission")
    assert guide.submit(lease["lease_id"], answer | {"transcript": SEEN["Latin"]}).status_code == 200

    def decide(reason: str) -> Response:
        wanted = {"verdict": "send_back", "version": 0, "reason": reason}
        return reviewer.call("PUT", f"/review/guide-000001/decisions/{uuid4()}", json=wanted)

    for text in UNSEEN.values():
        assert_problem(decide(text), 422, "invalid_data")
    assert decide("Where is it?").status_code == 200

    def correct(text: str) -> Response:
        wanted = {"version": 1, "transcript": text}
        return guide.call("PUT", f"/me/reviews/guide-000001/corrections/{uuid4()}", json=wanted)

    for text in UNSEEN.values():
        assert_problem(correct(text), 422, "submission")
    assert correct("It is on the left.").status_code == 204


@unseen
def test_the_answer_of_a_kind_that_writes_or_speaks(text: str) -> None:
    with pytest.raises(ValidationError):
        TranscriptAnswer(transcript=text)


@unseen
def test_edited_words(text: str) -> None:
    word: dict[str, Any] = {"word": text, "start_time": 0.0, "end_time": 0.1}
    with pytest.raises(ValidationError):
        WordsRequest.model_validate({"version": 1, "words": [word]})
    if text:
        seen = word | {"word": "left"}
        WordsRequest.model_validate({"version": 1, "words": [word, seen]})


def test_the_reason_of_a_payment(people: People, store: Store) -> None:
    person = people()
    for text in UNSEEN.values():
        with pytest.raises(InvalidDataError, match="reason"):
            grant(store.records, person.annotator_id, "bonus", 100, "USD", text)
    grant(store.records, person.annotator_id, "bonus", 100, "USD", SEEN["Devanagari"])
