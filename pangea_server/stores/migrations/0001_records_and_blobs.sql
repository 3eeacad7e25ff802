-- Records and blobs.
--
-- Each kind of record is a table of JSON documents. What it is searched by are generated columns, so that an
-- index can never disagree with its document; without a declared type, SQLite compares values as they are.

CREATE TABLE alignments (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  engine AS (json_extract(document, '$.engine')) VIRTUAL,
  state AS (json_extract(document, '$.state')) VIRTUAL
);
CREATE INDEX alignments_by_engine ON alignments (engine, record_id);
CREATE INDEX alignments_by_state ON alignments (state, record_id);
CREATE TABLE annotators (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  token_hash AS (json_extract(document, '$.token_hash')) VIRTUAL,
  role AS (json_extract(document, '$.role')) VIRTUAL
);
CREATE INDEX annotators_by_token_hash ON annotators (token_hash, record_id);
CREATE INDEX annotators_by_role ON annotators (role, record_id);
CREATE TABLE counters (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL);
CREATE TABLE follower_annotations (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  language AS (json_extract(document, '$.language')) VIRTUAL,
  scan_id AS (json_extract(document, '$.scan_id')) VIRTUAL,
  instruction_id AS (json_extract(document, '$.instruction_id')) VIRTUAL
);
CREATE INDEX follower_annotations_by_annotator_id ON follower_annotations (annotator_id, record_id);
CREATE INDEX follower_annotations_by_language ON follower_annotations (language, record_id);
CREATE INDEX follower_annotations_by_scan_id ON follower_annotations (scan_id, record_id);
CREATE INDEX follower_annotations_by_instruction_id ON follower_annotations (instruction_id, record_id);
CREATE INDEX follower_annotations_by_annotator_id_and_language ON follower_annotations (annotator_id, language, record_id);
CREATE TABLE guide_annotations (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  language AS (json_extract(document, '$.language')) VIRTUAL,
  scan_id AS (json_extract(document, '$.scan_id')) VIRTUAL,
  path_id AS (json_extract(document, '$.path_id')) VIRTUAL
);
CREATE INDEX guide_annotations_by_annotator_id ON guide_annotations (annotator_id, record_id);
CREATE INDEX guide_annotations_by_language ON guide_annotations (language, record_id);
CREATE INDEX guide_annotations_by_scan_id ON guide_annotations (scan_id, record_id);
CREATE INDEX guide_annotations_by_path_id ON guide_annotations (path_id, record_id);
CREATE INDEX guide_annotations_by_annotator_id_and_language ON guide_annotations (annotator_id, language, record_id);
CREATE TABLE leases (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  state AS (json_extract(document, '$.state')) VIRTUAL,
  task_id AS (json_extract(document, '$.task_id')) VIRTUAL
);
CREATE INDEX leases_by_annotator_id ON leases (annotator_id, record_id);
CREATE INDEX leases_by_state ON leases (state, record_id);
CREATE INDEX leases_by_task_id ON leases (task_id, record_id);
CREATE INDEX leases_by_annotator_id_and_state ON leases (annotator_id, state, record_id);
CREATE TABLE paths (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  scan_id AS (json_extract(document, '$.scan_id')) VIRTUAL
);
CREATE INDEX paths_by_scan_id ON paths (scan_id, record_id);
CREATE TABLE recordings (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  lease_id AS (json_extract(document, '$.lease_id')) VIRTUAL
);
CREATE INDEX recordings_by_lease_id ON recordings (lease_id, record_id);
CREATE TABLE scans (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL);
CREATE TABLE tasks (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  kind AS (json_extract(document, '$.kind')) VIRTUAL,
  state AS (json_extract(document, '$.state')) VIRTUAL,
  language AS (json_extract(document, '$.language')) VIRTUAL,
  instruction_id AS (json_extract(document, '$.instruction_id')) VIRTUAL
);
CREATE INDEX tasks_by_kind ON tasks (kind, record_id);
CREATE INDEX tasks_by_state ON tasks (state, record_id);
CREATE INDEX tasks_by_language ON tasks (language, record_id);
CREATE INDEX tasks_by_instruction_id ON tasks (instruction_id, record_id);
CREATE INDEX tasks_by_kind_and_state_and_language ON tasks (kind, state, language, record_id);
CREATE INDEX tasks_by_kind_and_state_and_instruction_id ON tasks (kind, state, instruction_id, record_id);
CREATE TABLE blobs (name TEXT PRIMARY KEY NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL) WITHOUT ROWID;
