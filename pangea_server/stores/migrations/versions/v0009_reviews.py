"""Reviews, the decisions that they are made of, and what annotations were before they were corrected."""

from alembic import op

revision = "0009"
down_revision = "0008"

TABLES = {
    "reviews": ("task_id", "state", "kind", "language", "flagged", "annotator_id"),
    "decisions": ("task_id",),
    "guide_versions": ("instruction_id",),
}


def upgrade() -> None:
    for table, fields in TABLES.items():
        columns = "".join(f", {name} AS (json_extract(document, '$.{name}')) VIRTUAL" for name in fields)
        op.execute(
            f"CREATE TABLE {table} (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL{columns})"
        )
        for name in fields:
            op.execute(f"CREATE INDEX {table}_by_{name} ON {table} ({name}, record_id)")
    op.execute("CREATE INDEX reviews_by_queue ON reviews (state, flagged, record_id)")
