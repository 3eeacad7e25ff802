-- What happened to annotations, in order of time.

CREATE TABLE changes (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL);
