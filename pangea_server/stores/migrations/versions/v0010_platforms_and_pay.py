"""Studies on crowdsourcing platforms, who came through them, active time and the ledger of pay."""

from alembic import op

revision = "0010"
down_revision = "0009"

INDEXED = {
    "attendance": ("annotator_id",),
    "ledger": ("annotator_id",),
    "payees": ("annotator_id", "study_id"),
    "studies": (),
    "visits": ("annotator_id", "study_id"),
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
