"""Reports of problems with tasks."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute(
        "CREATE TABLE problem_reports (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL,"
        " task_id AS (json_extract(document, '$.task_id')) VIRTUAL)"
    )
    op.execute("CREATE INDEX problem_reports_by_task_id ON problem_reports (task_id, record_id)")
