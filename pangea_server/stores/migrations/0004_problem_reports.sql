-- Reports of problems with tasks.

CREATE TABLE problem_reports (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  task_id AS (json_extract(document, '$.task_id')) VIRTUAL
);
CREATE INDEX problem_reports_by_task_id ON problem_reports (task_id, record_id);
