"""Tasks are counted by pool out of an index alone, without reading each."""

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    fields = ("kind", "state", "language", "pool")
    op.execute(f"CREATE INDEX tasks_by_{'_and_'.join(fields)} ON tasks ({', '.join(fields)})")
