-- What came in together by an import, so that the same file costs little when it is imported again.

CREATE TABLE imported_rows (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL, seal BLOB);
