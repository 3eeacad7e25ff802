-- A digest beside each row (stores/sqlite/seals.py), and the length of the header that stands before a blob in its segment.
--
-- Rows that were written before have no seal until `pangea verify` has read them. A later migration that changes
-- documents sets their seals to NULL.

ALTER TABLE blobs ADD COLUMN head INTEGER NOT NULL DEFAULT 0;
ALTER TABLE blobs ADD COLUMN seal BLOB;
ALTER TABLE erasures ADD COLUMN head INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alignment_versions ADD COLUMN seal BLOB;
ALTER TABLE alignments ADD COLUMN seal BLOB;
ALTER TABLE annotators ADD COLUMN seal BLOB;
ALTER TABLE appeals ADD COLUMN seal BLOB;
ALTER TABLE attendance ADD COLUMN seal BLOB;
ALTER TABLE audit ADD COLUMN seal BLOB;
ALTER TABLE campaigns ADD COLUMN seal BLOB;
ALTER TABLE changes ADD COLUMN seal BLOB;
ALTER TABLE check_items ADD COLUMN seal BLOB;
ALTER TABLE check_results ADD COLUMN seal BLOB;
ALTER TABLE consent_receipts ADD COLUMN seal BLOB;
ALTER TABLE consent_texts ADD COLUMN seal BLOB;
ALTER TABLE counters ADD COLUMN seal BLOB;
ALTER TABLE decisions ADD COLUMN seal BLOB;
ALTER TABLE drafts ADD COLUMN seal BLOB;
ALTER TABLE flag_reports ADD COLUMN seal BLOB;
ALTER TABLE follower_annotations ADD COLUMN seal BLOB;
ALTER TABLE guide_annotations ADD COLUMN seal BLOB;
ALTER TABLE guide_versions ADD COLUMN seal BLOB;
ALTER TABLE histories ADD COLUMN seal BLOB;
ALTER TABLE invites ADD COLUMN seal BLOB;
ALTER TABLE leases ADD COLUMN seal BLOB;
ALTER TABLE ledger ADD COLUMN seal BLOB;
ALTER TABLE paths ADD COLUMN seal BLOB;
ALTER TABLE payees ADD COLUMN seal BLOB;
ALTER TABLE problem_reports ADD COLUMN seal BLOB;
ALTER TABLE qualifications ADD COLUMN seal BLOB;
ALTER TABLE recordings ADD COLUMN seal BLOB;
ALTER TABLE reviews ADD COLUMN seal BLOB;
ALTER TABLE scans ADD COLUMN seal BLOB;
ALTER TABLE sessions ADD COLUMN seal BLOB;
ALTER TABLE signing_keys ADD COLUMN seal BLOB;
ALTER TABLE studies ADD COLUMN seal BLOB;
ALTER TABLE task_annotations ADD COLUMN seal BLOB;
ALTER TABLE tasks ADD COLUMN seal BLOB;
ALTER TABLE tombstones ADD COLUMN seal BLOB;
ALTER TABLE transcript_bands ADD COLUMN seal BLOB;
ALTER TABLE visits ADD COLUMN seal BLOB;
