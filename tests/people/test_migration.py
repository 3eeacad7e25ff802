"""What people had before links opened once is carried over."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from pangea_server.core.errors import InviteClaimedError, NotSignedInError
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.access.sessions import who
from pangea_server.people.access.tokens import hash_token, new_token
from pangea_server.people.accounts.invites import claim
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.migrations import bring_up_to_date
from pangea_server.stores.sqlite.sqlite import Database

DAY = timedelta(days=1)


def test_an_old_link_opens_once_like_a_new_one(tmp_path: Path) -> None:
    link = new_token()
    write_old_database(tmp_path, link)
    with LocalStore.open(tmp_path) as store:
        (person,) = store.records.find(Annotator)
        assert (person.annotator_id, person.role, person.identity) == (4, Role.MANAGER, None)
        with pytest.raises(NotSignedInError):
            who(store.records, link)
        session = new_token()
        claim(store.records, link, session, DAY)
        assert who(store.records, session) == person
        with pytest.raises(InviteClaimedError):
            claim(store.records, link, new_token(), DAY)


def write_old_database(directory: Path, link: str) -> None:
    with closing(Database(directory)) as database:
        bring_up_to_date(database, target=4)
    person = {
        "annotator_id": 4,
        "role": "manager",
        "token_hash": hash_token(link),
        "languages": ["en-US"],
        "created_at": "2026-11-20T10:00:00Z",
    }
    with closing(sqlite3.connect(directory / "pangea.db")) as connection:
        connection.execute(
            "INSERT INTO annotators (record_id, document) VALUES (?, ?)", ("000004", json.dumps(person))
        )
        connection.commit()
