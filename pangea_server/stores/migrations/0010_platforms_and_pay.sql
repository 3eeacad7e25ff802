-- Studies on crowdsourcing platforms, who came through them, active time and the ledger of pay.

CREATE TABLE attendance (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL
);
CREATE INDEX attendance_by_annotator_id ON attendance (annotator_id, record_id);
CREATE TABLE ledger (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL
);
CREATE INDEX ledger_by_annotator_id ON ledger (annotator_id, record_id);
CREATE TABLE payees (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  study_id AS (json_extract(document, '$.study_id')) VIRTUAL
);
CREATE INDEX payees_by_annotator_id ON payees (annotator_id, record_id);
CREATE INDEX payees_by_study_id ON payees (study_id, record_id);
CREATE TABLE studies (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL);
CREATE TABLE visits (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  study_id AS (json_extract(document, '$.study_id')) VIRTUAL
);
CREATE INDEX visits_by_annotator_id ON visits (annotator_id, record_id);
CREATE INDEX visits_by_study_id ON visits (study_id, record_id);
