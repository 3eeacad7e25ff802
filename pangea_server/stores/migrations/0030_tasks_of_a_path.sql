-- The tasks of a path: what was answered about its landmarks, and what is still asked.

ALTER TABLE tasks ADD COLUMN path_id AS (json_extract(document, '$.path_id')) VIRTUAL;
CREATE INDEX tasks_by_path_id ON tasks (path_id, record_id);
