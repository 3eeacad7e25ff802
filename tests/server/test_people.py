"""People and their tokens."""

from __future__ import annotations

import pytest

from pangea_server import Settings
from pangea_server.errors import NotSignedInError
from pangea_server.people import enrol, renew_token, who
from pangea_server.records import Annotator, Role
from pangea_server.stores.protocol import Store


def test_a_token_is_long_random_and_not_kept(store: Store, settings: Settings) -> None:
    person, token = enrol(store.records, Role.ANNOTATOR, ["hi-IN"])
    assert len(token) >= 43
    assert who(store.records, token) == person
    kept = b"".join(file.read_bytes() for file in settings.data_dir.rglob("*") if file.is_file())
    assert token.encode() not in kept
    assert person.token_hash.encode() in kept


def test_numbers_go_up_and_a_new_token_ends_the_old_one(store: Store) -> None:
    first, old = enrol(store.records, Role.ANNOTATOR, ["en-US"])
    second, _ = enrol(store.records, Role.MANAGER, ["en-US"])
    assert (first.annotator_id, second.annotator_id) == (1, 2)
    new = renew_token(store.records, first.annotator_id)
    assert who(store.records, new).annotator_id == 1
    with pytest.raises(NotSignedInError):
        who(store.records, old)
    assert store.records.count(Annotator) == 2
