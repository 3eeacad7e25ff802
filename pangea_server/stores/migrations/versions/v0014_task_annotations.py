"""Answers to tasks other than Guide and Follower."""

from alembic import op

revision = "0014"
down_revision = "0013"

COLLECTION = "task_annotations"
FIELDS = ("kind", "annotator_id", "language", "scan_id")


def upgrade() -> None:
    generated = "".join(f", {field} AS (json_extract(document, '$.{field}')) VIRTUAL" for field in FIELDS)
    op.execute(
        f"CREATE TABLE {COLLECTION} (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL{generated})"
    )
    for field in FIELDS:
        op.execute(f"CREATE INDEX {COLLECTION}_by_{field} ON {COLLECTION} ({field}, record_id)")
