-- Questionnaires: the forms that people saw, and what they answered. Items that several people vote on.
-- Batches of tasks that were refused whole.

CREATE TABLE form_versions (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  seal BLOB
);
CREATE TABLE form_answers (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  seal BLOB,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  campaign_id AS (json_extract(document, '$.campaign_id')) VIRTUAL
);
CREATE INDEX form_answers_by_annotator_id ON form_answers (annotator_id, record_id);
CREATE INDEX form_answers_by_campaign_id ON form_answers (campaign_id, record_id);
CREATE TABLE voted_items (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  seal BLOB,
  campaign_id AS (json_extract(document, '$.campaign_id')) VIRTUAL,
  state AS (json_extract(document, '$.state')) VIRTUAL
);
CREATE INDEX voted_items_by_campaign_id ON voted_items (campaign_id, record_id);
CREATE INDEX voted_items_by_state ON voted_items (state, record_id);
CREATE TABLE refused_batches (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  seal BLOB,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL
);
CREATE INDEX refused_batches_by_annotator_id ON refused_batches (annotator_id, record_id);
