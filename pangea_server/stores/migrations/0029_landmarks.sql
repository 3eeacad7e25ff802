-- What the words of instructions mean: mentions, judgements and chains of them, things, and regions of these.

CREATE TABLE mentions (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  path_id AS (json_extract(document, '$.path_id')) VIRTUAL,
  instruction_id AS (json_extract(document, '$.instruction_id')) VIRTUAL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  seal BLOB
);
CREATE INDEX mentions_by_path_id ON mentions (path_id, record_id);
CREATE INDEX mentions_by_instruction_id ON mentions (instruction_id, record_id);
CREATE INDEX mentions_by_annotator_id ON mentions (annotator_id, record_id);

CREATE TABLE links (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  path_id AS (json_extract(document, '$.path_id')) VIRTUAL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  seal BLOB
);
CREATE INDEX links_by_path_id ON links (path_id, record_id);
CREATE INDEX links_by_annotator_id ON links (annotator_id, record_id);

CREATE TABLE chains (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  path_id AS (json_extract(document, '$.path_id')) VIRTUAL,
  seal BLOB
);
CREATE INDEX chains_by_path_id ON chains (path_id, record_id);

CREATE TABLE entities (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  scan_id AS (json_extract(document, '$.scan_id')) VIRTUAL,
  seal BLOB
);
CREATE INDEX entities_by_scan_id ON entities (scan_id, record_id);

CREATE TABLE regions (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  entity_id AS (json_extract(document, '$.entity_id')) VIRTUAL,
  scan_id AS (json_extract(document, '$.scan_id')) VIRTUAL,
  viewpoint_id AS (json_extract(document, '$.viewpoint_id')) VIRTUAL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  seal BLOB
);
CREATE INDEX regions_by_entity_id ON regions (entity_id, record_id);
CREATE INDEX regions_by_scan_id ON regions (scan_id, record_id);
CREATE INDEX regions_by_viewpoint_id ON regions (viewpoint_id, record_id);
CREATE INDEX regions_by_annotator_id ON regions (annotator_id, record_id);
