"""Who comes in: by a link, by an account that is known, or by both the first time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from firebase_admin import auth

from environments.errors import ConfigurationError, InvalidDataError, PangeaError
from pangea_server import Settings
from pangea_server.collect.invitations.table import PoolMember, invite_members
from pangea_server.core.errors import (
    IdTokenError,
    InviteClaimedError,
    NotInvitedError,
    NotSignedInError,
    StoreError,
)
from pangea_server.core.records import padded
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.access.tokens import new_token
from pangea_server.people.accounts.enrolment import enrol, revoke
from pangea_server.people.accounts.invites import claim, invite
from pangea_server.people.sign_in.firebase_sign_in import FirebaseSignIn
from pangea_server.people.sign_in.sign_in import ByLink, identity_of, open_sign_in, sign_in
from pangea_server.people.sign_in.wire import SessionRequest, SignInView
from pangea_server.stores.protocol import RecordStore, Store

DAY = timedelta(days=1)


@pytest.fixture
def records(store: Store) -> RecordStore:
    return store.records


def person(records: RecordStore) -> Annotator:
    return enrol(records, Role.ANNOTATOR, ["en-US"])


class Known(ByLink):
    """A service that knows who asks."""

    def identity(self, request: SessionRequest) -> Any:
        return identity_of("https://provider", "asha")


def request(**parts: Any) -> SessionRequest:
    return SessionRequest(session=new_token(), **parts)


def test_an_account_needs_a_link_the_first_time_and_none_later(records: RecordStore) -> None:
    asha = person(records)
    with pytest.raises(NotInvitedError):
        sign_in(records, Known(), request(), DAY)
    link = invite(records, asha.annotator_id)
    assert sign_in(records, Known(), request(invite=link), DAY).annotator_id == asha.annotator_id
    kept = records.get(Annotator, padded(asha.annotator_id)).identity
    assert kept == identity_of("https://provider", "asha")
    other = invite(records, person(records).annotator_id)
    assert sign_in(records, Known(), request(), DAY).annotator_id == asha.annotator_id
    assert sign_in(records, Known(), request(invite=other), DAY).annotator_id == asha.annotator_id


def test_who_was_shut_out_stays_out_until_they_are_invited_again(records: RecordStore) -> None:
    asha = person(records)
    sign_in(records, Known(), request(invite=invite(records, asha.annotator_id)), DAY)
    revoke(records, asha.annotator_id, None)
    for again in (request(), request(invite=new_token())):
        with pytest.raises((NotInvitedError, NotSignedInError)):
            sign_in(records, Known(), again, DAY)
    link = invite(records, asha.annotator_id)
    assert sign_in(records, Known(), request(invite=link), DAY).annotator_id == asha.annotator_id
    assert sign_in(records, Known(), request(), DAY).annotator_id == asha.annotator_id


def test_an_account_that_comes_with_two_links_at_once_is_one_person(records: RecordStore) -> None:
    links = [invite(records, person(records).annotator_id) for _ in range(2)]
    identity = identity_of("https://provider", "asha")
    claim(records, links[0], new_token(), DAY, identity)
    with pytest.raises(InviteClaimedError):
        claim(records, links[1], new_token(), DAY, identity)
    assert records.count(Annotator, {"identity": identity}) == 1


def test_who_came_by_a_table_is_known_there_after_they_have_signed_in(records: RecordStore) -> None:
    members = [PoolMember("asha-17", ("en-US",), ())]
    (link,) = invite_members(records, members, {}, DAY)
    assert link.token
    signed_in = sign_in(records, Known(), request(invite=link.token), DAY).annotator_id
    assert signed_in == link.annotator_id
    (again,) = invite_members(records, members, {}, DAY)
    assert (again.annotator_id, again.token, records.count(Annotator)) == (link.annotator_id, None, 1)


def test_without_accounts_a_link_is_needed_and_enough(records: RecordStore) -> None:
    assert ByLink().view() == SignInView(mode="links")
    with pytest.raises(InvalidDataError, match="has no link"):
        sign_in(records, ByLink(), request(), DAY)
    someone = person(records)
    assert sign_in(records, ByLink(), request(invite=invite(records, someone.annotator_id)), DAY)
    assert records.get(Annotator, padded(someone.annotator_id)).identity is None


def test_an_identity_is_a_hash_of_both_its_parts() -> None:
    assert len(identity_of("a", "bc")) == 64
    assert len({identity_of("a", "bc"), identity_of("ab", "c"), identity_of("bc", "a")}) == 3


@pytest.mark.parametrize(
    ("way", "given", "missing"),
    [
        ("oidc", {}, "PANGEA_OIDC_ISSUER and PANGEA_OIDC_CLIENT_ID"),
        ("oidc", {"oidc_issuer": "https://a"}, "PANGEA_OIDC_CLIENT_ID"),
        (
            "firebase",
            {"firebase_project": "p"},
            "PANGEA_FIREBASE_API_KEY",
        ),
    ],
)
def test_what_a_way_needs_is_named(way: Any, given: dict[str, Any], missing: str) -> None:
    with pytest.raises(ConfigurationError, match=f"PANGEA_SIGN_IN is {way}, but {missing} is not set"):
        open_sign_in(Settings(sign_in=way, **given))
    assert isinstance(open_sign_in(Settings()), ByLink)


# Firebase

FIREBASE = {"firebase_project": "p", "firebase_api_key": "k"}


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (auth.CertificateFetchError("away", None), StoreError),
        (auth.InvalidIdTokenError("forged"), IdTokenError),
        (ValueError("empty"), IdTokenError),
    ],
)
def test_a_google_account_is_who_its_token_says(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, kind: type[PangeaError]
) -> None:
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", "127.0.0.1:9")
    opened = open_sign_in(Settings(sign_in="firebase", **FIREBASE))  # type: ignore[arg-type]
    assert isinstance(opened, FirebaseSignIn)
    assert opened.view().model_dump() == {
        "mode": "firebase",
        "firebase": {
            "api_key": "k",
            "auth_domain": "p.firebaseapp.com",
            "project_id": "p",
            "emulator": "127.0.0.1:9",
        },
        "oidc": None,
    }

    def verify(token: str, app: Any, clock_skew_seconds: int) -> dict[str, str]:
        assert (app.project_id, clock_skew_seconds) == ("p", 5)
        if token != "good":
            raise fault
        return {"iss": "google", "sub": "asha"}

    monkeypatch.setattr(auth, "verify_id_token", verify)
    assert opened.identity(request(id_token="good")) == identity_of("google", "asha")
    with pytest.raises(kind):
        opened.identity(request())
