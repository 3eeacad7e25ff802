"""Records and blobs.

Each kind of record is a table of JSON documents. What it is searched by are generated columns, so that an
index can never disagree with its document; without a declared type, SQLite compares values as they are.
"""

from alembic import op

revision = "0001"
down_revision = None

INDEXED = {
    "alignments": ("engine", "state"),
    "annotators": ("token_hash", "role"),
    "counters": (),
    "follower_annotations": ("annotator_id", "language", "scan_id", "instruction_id"),
    "guide_annotations": ("annotator_id", "language", "scan_id", "path_id"),
    "leases": ("annotator_id", "state", "task_id"),
    "paths": ("scan_id",),
    "recordings": ("lease_id",),
    "scans": (),
    "tasks": ("kind", "state", "language", "instruction_id"),
}
TOGETHER: dict[str, list[tuple[str, ...]]] = {
    "follower_annotations": [("annotator_id", "language")],
    "guide_annotations": [("annotator_id", "language")],
    "leases": [("annotator_id", "state")],
    "tasks": [("kind", "state", "language"), ("kind", "state", "instruction_id")],
}


def upgrade() -> None:
    for collection, fields in INDEXED.items():
        _create_collection(collection, fields)
    op.execute(
        "CREATE TABLE blobs"
        " (name TEXT PRIMARY KEY NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL) WITHOUT ROWID"
    )


def _create_collection(collection: str, fields: tuple[str, ...]) -> None:
    generated = "".join(f", {field} AS (json_extract(document, '$.{field}')) VIRTUAL" for field in fields)
    op.execute(
        f"CREATE TABLE {collection} (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL{generated})"
    )
    alone: list[tuple[str, ...]] = [(field,) for field in fields]
    for columns in alone + TOGETHER.get(collection, []):
        name = "_and_".join(columns)
        op.execute(f"CREATE INDEX {collection}_by_{name} ON {collection} ({', '.join(columns)}, record_id)")
