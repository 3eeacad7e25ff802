-- What the quality flags found, and transcripts looked up by likeness.

CREATE TABLE flag_reports (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL);
CREATE TABLE transcript_bands (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  band_0 AS (json_extract(document, '$.band_0')) VIRTUAL,
  band_1 AS (json_extract(document, '$.band_1')) VIRTUAL,
  band_2 AS (json_extract(document, '$.band_2')) VIRTUAL,
  band_3 AS (json_extract(document, '$.band_3')) VIRTUAL,
  band_4 AS (json_extract(document, '$.band_4')) VIRTUAL,
  band_5 AS (json_extract(document, '$.band_5')) VIRTUAL,
  band_6 AS (json_extract(document, '$.band_6')) VIRTUAL,
  band_7 AS (json_extract(document, '$.band_7')) VIRTUAL,
  band_8 AS (json_extract(document, '$.band_8')) VIRTUAL,
  band_9 AS (json_extract(document, '$.band_9')) VIRTUAL,
  band_10 AS (json_extract(document, '$.band_10')) VIRTUAL,
  band_11 AS (json_extract(document, '$.band_11')) VIRTUAL,
  band_12 AS (json_extract(document, '$.band_12')) VIRTUAL,
  band_13 AS (json_extract(document, '$.band_13')) VIRTUAL,
  band_14 AS (json_extract(document, '$.band_14')) VIRTUAL,
  band_15 AS (json_extract(document, '$.band_15')) VIRTUAL
);
CREATE INDEX transcript_bands_by_band_0 ON transcript_bands (band_0, record_id);
CREATE INDEX transcript_bands_by_band_1 ON transcript_bands (band_1, record_id);
CREATE INDEX transcript_bands_by_band_2 ON transcript_bands (band_2, record_id);
CREATE INDEX transcript_bands_by_band_3 ON transcript_bands (band_3, record_id);
CREATE INDEX transcript_bands_by_band_4 ON transcript_bands (band_4, record_id);
CREATE INDEX transcript_bands_by_band_5 ON transcript_bands (band_5, record_id);
CREATE INDEX transcript_bands_by_band_6 ON transcript_bands (band_6, record_id);
CREATE INDEX transcript_bands_by_band_7 ON transcript_bands (band_7, record_id);
CREATE INDEX transcript_bands_by_band_8 ON transcript_bands (band_8, record_id);
CREATE INDEX transcript_bands_by_band_9 ON transcript_bands (band_9, record_id);
CREATE INDEX transcript_bands_by_band_10 ON transcript_bands (band_10, record_id);
CREATE INDEX transcript_bands_by_band_11 ON transcript_bands (band_11, record_id);
CREATE INDEX transcript_bands_by_band_12 ON transcript_bands (band_12, record_id);
CREATE INDEX transcript_bands_by_band_13 ON transcript_bands (band_13, record_id);
CREATE INDEX transcript_bands_by_band_14 ON transcript_bands (band_14, record_id);
CREATE INDEX transcript_bands_by_band_15 ON transcript_bands (band_15, record_id);
