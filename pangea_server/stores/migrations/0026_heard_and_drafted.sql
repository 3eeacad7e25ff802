-- What recognisers heard in voices, the drafts of transcripts that were made of it, and what became of these.

CREATE TABLE heard_words (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  instruction_id AS (json_extract(document, '$.instruction_id')) VIRTUAL,
  seal BLOB
);
CREATE INDEX heard_words_by_instruction_id ON heard_words (instruction_id, record_id);

CREATE TABLE draft_transcripts (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  lease_id AS (json_extract(document, '$.lease_id')) VIRTUAL,
  seal BLOB
);
CREATE INDEX draft_transcripts_by_lease_id ON draft_transcripts (lease_id, record_id);

CREATE TABLE drafted_transcripts (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  campaign_id AS (json_extract(document, '$.campaign_id')) VIRTUAL,
  seal BLOB
);
CREATE INDEX drafted_transcripts_by_annotator_id ON drafted_transcripts (annotator_id, record_id);
CREATE INDEX drafted_transcripts_by_campaign_id ON drafted_transcripts (campaign_id, record_id);
