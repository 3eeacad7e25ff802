-- Invites, sessions, consent, removals and the audit log.
--
-- An older link carried the token of every call; now a link can be exchanged once for a session.

CREATE TABLE audit (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL);
CREATE TABLE consent_receipts (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL
);
CREATE INDEX consent_receipts_by_annotator_id ON consent_receipts (annotator_id, record_id);
CREATE TABLE consent_texts (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL);
CREATE TABLE invites (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL
);
CREATE INDEX invites_by_annotator_id ON invites (annotator_id, record_id);
CREATE TABLE sessions (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL
);
CREATE INDEX sessions_by_annotator_id ON sessions (annotator_id, record_id);
CREATE TABLE signing_keys (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL);
CREATE TABLE tombstones (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL);
