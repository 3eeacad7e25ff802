-- Answers to tasks other than Guide and Follower.

CREATE TABLE task_annotations (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  kind AS (json_extract(document, '$.kind')) VIRTUAL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  language AS (json_extract(document, '$.language')) VIRTUAL,
  scan_id AS (json_extract(document, '$.scan_id')) VIRTUAL
);
CREATE INDEX task_annotations_by_kind ON task_annotations (kind, record_id);
CREATE INDEX task_annotations_by_annotator_id ON task_annotations (annotator_id, record_id);
CREATE INDEX task_annotations_by_language ON task_annotations (language, record_id);
CREATE INDEX task_annotations_by_scan_id ON task_annotations (scan_id, record_id);
