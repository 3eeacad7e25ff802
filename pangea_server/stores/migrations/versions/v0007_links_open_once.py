"""A link of before carried the token of every call; from now on it can be exchanged once for a session."""

from alembic import op

revision = "0007"
down_revision = "0006"

DAYS = 30


def upgrade() -> None:
    op.execute(
        "INSERT INTO invites (record_id, document)"
        " SELECT token_hash, json_object('token_hash', token_hash,"
        " 'annotator_id', json_extract(document, '$.annotator_id'),"
        " 'created_at', json_extract(document, '$.created_at'),"
        f" 'expires_at', strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '+{DAYS} days'), 'session_hash', NULL)"
        " FROM annotators"
    )
    op.execute("DROP INDEX annotators_by_token_hash")
    op.execute("ALTER TABLE annotators DROP COLUMN token_hash")
    op.execute(
        "UPDATE annotators SET document ="
        " json_set(json_remove(document, '$.token_hash'), '$.identity', NULL, '$.withdrawn_at', NULL)"
    )
    op.execute("ALTER TABLE annotators ADD COLUMN identity AS (json_extract(document, '$.identity')) VIRTUAL")
    op.execute("CREATE INDEX annotators_by_identity ON annotators (identity, record_id)")
