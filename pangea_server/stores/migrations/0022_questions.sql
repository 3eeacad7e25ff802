-- Questions to the data team with their answers, and a person's own problem reports.

CREATE TABLE questions (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  state AS (json_extract(document, '$.state')) VIRTUAL,
  seal BLOB
);
CREATE INDEX questions_by_annotator_id ON questions (annotator_id, record_id);
CREATE INDEX questions_by_state ON questions (state, record_id);
ALTER TABLE problem_reports ADD COLUMN annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL;
CREATE INDEX problem_reports_by_annotator_id ON problem_reports (annotator_id, record_id);
