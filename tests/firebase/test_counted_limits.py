"""A limit that is counted in Firestore holds where several servers ask at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest

from pangea_server.collect.questions.questions import MOST_WAITING, ask
from pangea_server.collect.questions.records import Question
from pangea_server.core.errors import StoreConflictError
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.firebase.store import FirebaseStore

pytestmark = pytest.mark.emulator
AT_ONCE = 10


def test_questions_that_wait_for_an_answer(firebase_store: FirebaseStore) -> None:
    records = firebase_store.records
    person = Annotator(annotator_id=1, role=Role.ANNOTATOR, languages=("en-US",))

    def asked(number: int) -> bool:
        try:
            ask(records, person, str(uuid4()), f"Question {number}?")
        except StoreConflictError:
            return False
        return True

    with ThreadPoolExecutor(AT_ONCE) as pool:
        told = list(pool.map(asked, range(AT_ONCE)))
    assert sum(told) == records.count(Question) == MOST_WAITING
