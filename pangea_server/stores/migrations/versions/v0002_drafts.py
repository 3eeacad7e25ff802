"""Drafts of answers."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute("CREATE TABLE drafts (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL)")
