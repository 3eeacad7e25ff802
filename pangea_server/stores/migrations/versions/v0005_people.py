"""Invites, sessions, consent, removals and the audit log.

A link of before carried the token of every call; now it can be exchanged once for a session.
"""

from alembic import op

revision = "0005"
down_revision = "0004"

INDEXED = {
    "audit": (),
    "consent_receipts": ("annotator_id",),
    "consent_texts": (),
    "invites": ("annotator_id",),
    "sessions": ("annotator_id",),
    "signing_keys": (),
    "tombstones": (),
}


def upgrade() -> None:
    for collection, fields in INDEXED.items():
        generated = "".join(f", {field} AS (json_extract(document, '$.{field}')) VIRTUAL" for field in fields)
        op.execute(
            f"CREATE TABLE {collection}"
            f" (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL{generated})"
        )
        for field in fields:
            op.execute(f"CREATE INDEX {collection}_by_{field} ON {collection} ({field}, record_id)")
