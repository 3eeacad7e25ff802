-- Who asked for which panorama, and when first.

CREATE TABLE seen_pictures (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  annotator_id AS (json_extract(document, '$.annotator_id')) VIRTUAL,
  scan_id AS (json_extract(document, '$.scan_id')) VIRTUAL,
  seal BLOB
);
CREATE INDEX seen_pictures_by_annotator_id ON seen_pictures (annotator_id, record_id);
CREATE INDEX seen_pictures_by_scan_id ON seen_pictures (scan_id, record_id);
