-- Check items, what came of them, appeals, and who has passed the training.

CREATE TABLE appeals (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL
);
CREATE INDEX appeals_by_annotator_id ON appeals (annotator_id, record_id);
CREATE TABLE check_items (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  campaign_id AS (json_extract(document, '$.campaign_id')) VIRTUAL
);
CREATE INDEX check_items_by_campaign_id ON check_items (campaign_id, record_id);
CREATE TABLE check_results (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  task_id AS (json_extract(document, '$.task_id')) VIRTUAL
);
CREATE INDEX check_results_by_annotator_id ON check_results (annotator_id, record_id);
CREATE INDEX check_results_by_task_id ON check_results (task_id, record_id);
CREATE TABLE qualifications (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL
);
CREATE INDEX qualifications_by_annotator_id ON qualifications (annotator_id, record_id);
