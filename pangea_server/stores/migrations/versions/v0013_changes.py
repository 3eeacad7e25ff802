"""What happened to annotations, in order of time."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.execute("CREATE TABLE changes (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL)")
