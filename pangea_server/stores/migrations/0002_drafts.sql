-- Drafts of answers.

CREATE TABLE drafts (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL);
