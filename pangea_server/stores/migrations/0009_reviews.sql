-- Reviews, the decisions that they are made of, and what annotations were before they were corrected.

CREATE TABLE reviews (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  task_id AS (json_extract(document, '$.task_id')) VIRTUAL,
  state AS (json_extract(document, '$.state')) VIRTUAL,
  kind AS (json_extract(document, '$.kind')) VIRTUAL,
  language AS (json_extract(document, '$.language')) VIRTUAL,
  flagged AS (json_extract(document, '$.flagged')) VIRTUAL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL
);
CREATE INDEX reviews_by_task_id ON reviews (task_id, record_id);
CREATE INDEX reviews_by_state ON reviews (state, record_id);
CREATE INDEX reviews_by_kind ON reviews (kind, record_id);
CREATE INDEX reviews_by_language ON reviews (language, record_id);
CREATE INDEX reviews_by_flagged ON reviews (flagged, record_id);
CREATE INDEX reviews_by_annotator_id ON reviews (annotator_id, record_id);
CREATE TABLE decisions (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  task_id AS (json_extract(document, '$.task_id')) VIRTUAL
);
CREATE INDEX decisions_by_task_id ON decisions (task_id, record_id);
CREATE TABLE guide_versions (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  instruction_id AS (json_extract(document, '$.instruction_id')) VIRTUAL
);
CREATE INDEX guide_versions_by_instruction_id ON guide_versions (instruction_id, record_id);
CREATE INDEX reviews_by_queue ON reviews (state, flagged, record_id);
