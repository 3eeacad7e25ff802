"""Who may come in: people are known by a random token, of which only the SHA-256 is kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from pangea_server.errors import NotSignedInError
from pangea_server.numbering import take_numbers
from pangea_server.records import Annotator, Role, padded
from pangea_server.stores.protocol import RecordStore, Transaction


def hash_token(token: str) -> str:
    """SHA-256 in hexadecimal; the tokens are 256 random bits, so no salt or slow hash is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def enrol(records: RecordStore, role: Role, languages: Sequence[str]) -> tuple[Annotator, str]:
    """Add a person; returns them and their token, which cannot be read again."""
    token = secrets.token_urlsafe(32)
    person = Annotator(
        annotator_id=take_numbers(records, "annotators", 1)[0],
        role=role,
        token_hash=hash_token(token),
        languages=tuple(languages),
    )
    records.create(person)
    return person, token


def renew_token(records: RecordStore, annotator_id: int) -> str:
    """Give a person a new token; the old one stops working at once."""
    token = secrets.token_urlsafe(32)
    person = records.get(Annotator, padded(annotator_id))

    def write(transaction: Transaction) -> None:
        transaction.replace(person.model_copy(update={"token_hash": hash_token(token)}))

    records.transact(write)
    return token


def who(records: RecordStore, token: str) -> Annotator:
    """The person whom ``token`` belongs to.

    Raises:
        NotSignedInError: it belongs to nobody.
    """
    found = records.find(Annotator, {"token_hash": hash_token(token)}, limit=1)
    if not found:
        raise NotSignedInError(
            "The token is not known here.", remedy="Open the link that you were given once more."
        )
    return found[0]
