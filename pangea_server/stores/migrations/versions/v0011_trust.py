"""Check items, what came of them, appeals, and who has passed the training."""

from alembic import op

revision = "0011"
down_revision = "0010"

INDEXED = {
    "appeals": ("annotator_id",),
    "check_items": ("campaign_id",),
    "check_results": ("annotator_id", "task_id"),
    "qualifications": ("annotator_id",),
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
