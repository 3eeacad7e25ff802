-- Blobs that lie beside others in a segment, and the bytes of removed blobs that are still to be erased.
--
-- ``segment`` and ``start`` say where such a blob's bytes are; they are null where a blob is a file of its own.

ALTER TABLE blobs ADD COLUMN segment TEXT;
ALTER TABLE blobs ADD COLUMN start INTEGER;
CREATE INDEX blobs_by_place ON blobs (segment, start, size) WHERE segment IS NOT NULL;
CREATE INDEX blobs_by_name_of_file ON blobs (name) WHERE segment IS NULL;
CREATE TABLE erasures (name TEXT NOT NULL, segment TEXT, start INTEGER, size INTEGER NOT NULL);
CREATE INDEX erasures_by_name ON erasures (name);
