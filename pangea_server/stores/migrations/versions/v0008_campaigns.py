"""Campaigns from files, what each person was given, and which tasks are whose."""

from alembic import op

revision = "0008"
down_revision = "0007"

COLUMNS = {"tasks": ("campaign_id", "pool", "priority"), "paths": ("campaign_id",)}
LANE = "kind, state, language, campaign_id, pool, priority, record_id"


def upgrade() -> None:
    op.execute(
        "CREATE TABLE campaigns (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL,"
        " state AS (json_extract(document, '$.state')) VIRTUAL)"
    )
    op.execute("CREATE INDEX campaigns_by_state ON campaigns (state, record_id)")
    op.execute("CREATE TABLE histories (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL)")
    for table, fields in COLUMNS.items():
        for field in fields:
            op.execute(
                f"ALTER TABLE {table} ADD COLUMN {field} AS (json_extract(document, '$.{field}')) VIRTUAL"
            )
            op.execute(f"CREATE INDEX {table}_by_{field} ON {table} ({field}, record_id)")
    op.execute(f"CREATE INDEX tasks_by_lane ON tasks ({LANE})")
