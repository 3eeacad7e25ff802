-- Versions of alignments before the newest.

CREATE TABLE alignment_versions (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  instruction_id AS (json_extract(document, '$.instruction_id')) VIRTUAL
);
CREATE INDEX alignment_versions_by_instruction_id ON alignment_versions (instruction_id, record_id);
