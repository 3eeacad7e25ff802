"""What the quality flags found, and transcripts looked up by likeness."""

from alembic import op

revision = "0012"
down_revision = "0011"

BANDS = 16


def upgrade() -> None:
    op.execute("CREATE TABLE flag_reports (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL)")
    columns = "".join(f", band_{n} AS (json_extract(document, '$.band_{n}')) VIRTUAL" for n in range(BANDS))
    op.execute(
        f"CREATE TABLE transcript_bands (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL{columns})"
    )
    for n in range(BANDS):
        op.execute(f"CREATE INDEX transcript_bands_by_band_{n} ON transcript_bands (band_{n}, record_id)")
