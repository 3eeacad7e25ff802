"""Versions of alignments before the newest."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute(
        "CREATE TABLE alignment_versions (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL,"
        " instruction_id AS (json_extract(document, '$.instruction_id')) VIRTUAL)"
    )
    op.execute(
        "CREATE INDEX alignment_versions_by_instruction_id ON alignment_versions (instruction_id, record_id)"
    )
