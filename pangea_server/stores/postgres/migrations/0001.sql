-- The schema of 0.1.0: its version, two tables of blobs, then one for each kind of record, whose document is JSON.
-- A column beside the document has a field by which records are found, as JSON: null is a value like any other, and
-- 7 is not "7". Text is in code-point order (COLLATE "C"); `seal` is the row's digest.

CREATE TABLE pangea_schema (
  version integer NOT NULL
);
INSERT INTO pangea_schema VALUES (0);

CREATE TABLE blobs (
  name text COLLATE "C" PRIMARY KEY,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  object text NOT NULL
);

CREATE TABLE erasures (
  object text PRIMARY KEY,
  due timestamptz NOT NULL
);
CREATE INDEX erasures_by_due ON erasures (due);

CREATE TABLE alignment_versions (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  task_id text COLLATE "C" NOT NULL
);
CREATE INDEX alignment_versions_by_task_id ON alignment_versions (task_id, record_id);

CREATE TABLE alignments (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  engine text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL
);
CREATE INDEX alignments_by_engine ON alignments (engine, record_id);
CREATE INDEX alignments_by_state ON alignments (state, record_id);

CREATE TABLE annotators (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  role text COLLATE "C" NOT NULL,
  identity text COLLATE "C" NOT NULL,
  member text COLLATE "C" NOT NULL
);
CREATE INDEX annotators_by_identity ON annotators (identity, record_id);
CREATE INDEX annotators_by_member ON annotators (member, record_id);
CREATE INDEX annotators_by_role ON annotators (role, record_id);

CREATE TABLE appeals (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX appeals_by_annotator_id ON appeals (annotator_id, record_id);

CREATE TABLE attendance (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX attendance_by_annotator_id ON attendance (annotator_id, record_id);

CREATE TABLE audit (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE campaigns (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  state text COLLATE "C" NOT NULL
);
CREATE INDEX campaigns_by_state ON campaigns (state, record_id);

CREATE TABLE chains (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  path_id text COLLATE "C" NOT NULL
);
CREATE INDEX chains_by_path_id ON chains (path_id, record_id);

CREATE TABLE changes (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE check_items (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  campaign_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL
);
CREATE INDEX check_items_by_campaign_id ON check_items (campaign_id, record_id);
CREATE INDEX check_items_by_kind ON check_items (kind, record_id);

CREATE TABLE check_results (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL
);
CREATE INDEX check_results_by_annotator_id ON check_results (annotator_id, record_id);
CREATE INDEX check_results_by_task_id ON check_results (task_id, record_id);

CREATE TABLE consent_receipts (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX consent_receipts_by_annotator_id ON consent_receipts (annotator_id, record_id);

CREATE TABLE consent_texts (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE counters (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE decisions (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  task_id text COLLATE "C" NOT NULL
);
CREATE INDEX decisions_by_task_id ON decisions (task_id, record_id);

CREATE TABLE draft_transcripts (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  lease_id text COLLATE "C" NOT NULL
);
CREATE INDEX draft_transcripts_by_lease_id ON draft_transcripts (lease_id, record_id);

CREATE TABLE drafted_transcripts (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL,
  campaign_id text COLLATE "C" NOT NULL
);
CREATE INDEX drafted_transcripts_by_annotator_id ON drafted_transcripts (annotator_id, record_id);
CREATE INDEX drafted_transcripts_by_campaign_id ON drafted_transcripts (campaign_id, record_id);

CREATE TABLE drafts (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE entities (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  scan_id text COLLATE "C" NOT NULL
);
CREATE INDEX entities_by_scan_id ON entities (scan_id, record_id);

CREATE TABLE flag_reports (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE follower_annotations (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  scan_id text COLLATE "C" NOT NULL,
  instruction_id text COLLATE "C" NOT NULL
);
CREATE INDEX follower_annotations_by_annotator_id ON follower_annotations (annotator_id, record_id);
CREATE INDEX follower_annotations_by_annotator_id_and_language ON follower_annotations (annotator_id, language, record_id);
CREATE INDEX follower_annotations_by_instruction_id ON follower_annotations (instruction_id, record_id);
CREATE INDEX follower_annotations_by_language ON follower_annotations (language, record_id);
CREATE INDEX follower_annotations_by_scan_id ON follower_annotations (scan_id, record_id);

CREATE TABLE form_answers (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL,
  campaign_id text COLLATE "C" NOT NULL
);
CREATE INDEX form_answers_by_annotator_id ON form_answers (annotator_id, record_id);
CREATE INDEX form_answers_by_campaign_id ON form_answers (campaign_id, record_id);

CREATE TABLE form_versions (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE guide_annotations (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  scan_id text COLLATE "C" NOT NULL,
  path_id text COLLATE "C" NOT NULL
);
CREATE INDEX guide_annotations_by_annotator_id ON guide_annotations (annotator_id, record_id);
CREATE INDEX guide_annotations_by_annotator_id_and_language ON guide_annotations (annotator_id, language, record_id);
CREATE INDEX guide_annotations_by_language ON guide_annotations (language, record_id);
CREATE INDEX guide_annotations_by_path_id ON guide_annotations (path_id, record_id);
CREATE INDEX guide_annotations_by_scan_id ON guide_annotations (scan_id, record_id);

CREATE TABLE guide_versions (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  instruction_id text COLLATE "C" NOT NULL
);
CREATE INDEX guide_versions_by_instruction_id ON guide_versions (instruction_id, record_id);

CREATE TABLE heard_words (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  instruction_id text COLLATE "C" NOT NULL
);
CREATE INDEX heard_words_by_instruction_id ON heard_words (instruction_id, record_id);

CREATE TABLE histories (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE imported_rows (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE invites (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX invites_by_annotator_id ON invites (annotator_id, record_id);

CREATE TABLE leases (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL
);
CREATE INDEX leases_by_annotator_id ON leases (annotator_id, record_id);
CREATE INDEX leases_by_annotator_id_and_state ON leases (annotator_id, state, record_id);
CREATE INDEX leases_by_state ON leases (state, record_id);
CREATE INDEX leases_by_task_id ON leases (task_id, record_id);

CREATE TABLE ledger (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX ledger_by_annotator_id ON ledger (annotator_id, record_id);

CREATE TABLE links (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  path_id text COLLATE "C" NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX links_by_annotator_id ON links (annotator_id, record_id);
CREATE INDEX links_by_path_id ON links (path_id, record_id);

CREATE TABLE mentions (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  path_id text COLLATE "C" NOT NULL,
  instruction_id text COLLATE "C" NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX mentions_by_annotator_id ON mentions (annotator_id, record_id);
CREATE INDEX mentions_by_instruction_id ON mentions (instruction_id, record_id);
CREATE INDEX mentions_by_path_id ON mentions (path_id, record_id);

CREATE TABLE pairings (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE paths (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  scan_id text COLLATE "C" NOT NULL,
  campaign_id text COLLATE "C" NOT NULL
);
CREATE INDEX paths_by_campaign_id ON paths (campaign_id, record_id);
CREATE INDEX paths_by_scan_id ON paths (scan_id, record_id);

CREATE TABLE payees (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL,
  study_id text COLLATE "C" NOT NULL
);
CREATE INDEX payees_by_annotator_id ON payees (annotator_id, record_id);
CREATE INDEX payees_by_study_id ON payees (study_id, record_id);

CREATE TABLE problem_reports (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX problem_reports_by_annotator_id ON problem_reports (annotator_id, record_id);
CREATE INDEX problem_reports_by_task_id ON problem_reports (task_id, record_id);

CREATE TABLE qualifications (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX qualifications_by_annotator_id ON qualifications (annotator_id, record_id);

CREATE TABLE questions (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL
);
CREATE INDEX questions_by_annotator_id ON questions (annotator_id, record_id);
CREATE INDEX questions_by_state ON questions (state, record_id);

CREATE TABLE recordings (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  lease_id text COLLATE "C" NOT NULL
);
CREATE INDEX recordings_by_lease_id ON recordings (lease_id, record_id);

CREATE TABLE refused_batches (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX refused_batches_by_annotator_id ON refused_batches (annotator_id, record_id);

CREATE TABLE regions (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  scan_id text COLLATE "C" NOT NULL,
  viewpoint_id text COLLATE "C" NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX regions_by_annotator_id ON regions (annotator_id, record_id);
CREATE INDEX regions_by_entity_id ON regions (entity_id, record_id);
CREATE INDEX regions_by_scan_id ON regions (scan_id, record_id);
CREATE INDEX regions_by_viewpoint_id ON regions (viewpoint_id, record_id);

CREATE TABLE reviews (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  flagged text COLLATE "C" NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX reviews_by_annotator_id ON reviews (annotator_id, record_id);
CREATE INDEX reviews_by_flagged ON reviews (flagged, record_id);
CREATE INDEX reviews_by_kind ON reviews (kind, record_id);
CREATE INDEX reviews_by_language ON reviews (language, record_id);
CREATE INDEX reviews_by_queue ON reviews (state, flagged, record_id);
CREATE INDEX reviews_by_state ON reviews (state, record_id);
CREATE INDEX reviews_by_task_id ON reviews (task_id, record_id);

CREATE TABLE scans (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE seen_pictures (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL,
  scan_id text COLLATE "C" NOT NULL
);
CREATE INDEX seen_pictures_by_annotator_id ON seen_pictures (annotator_id, record_id);
CREATE INDEX seen_pictures_by_scan_id ON seen_pictures (scan_id, record_id);

CREATE TABLE sessions (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL
);
CREATE INDEX sessions_by_annotator_id ON sessions (annotator_id, record_id);

CREATE TABLE signing_keys (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE studies (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE task_annotations (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  kind text COLLATE "C" NOT NULL,
  annotator_id text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  scan_id text COLLATE "C" NOT NULL
);
CREATE INDEX task_annotations_by_annotator_id ON task_annotations (annotator_id, record_id);
CREATE INDEX task_annotations_by_kind ON task_annotations (kind, record_id);
CREATE INDEX task_annotations_by_language ON task_annotations (language, record_id);
CREATE INDEX task_annotations_by_scan_id ON task_annotations (scan_id, record_id);

CREATE TABLE tasks (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  kind text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  instruction_id text COLLATE "C" NOT NULL,
  campaign_id text COLLATE "C" NOT NULL,
  pool text COLLATE "C" NOT NULL,
  priority text COLLATE "C" NOT NULL,
  path_id text COLLATE "C" NOT NULL
);
CREATE INDEX tasks_by_campaign_id ON tasks (campaign_id, record_id);
CREATE INDEX tasks_by_instruction_id ON tasks (instruction_id, record_id);
CREATE INDEX tasks_by_kind ON tasks (kind, record_id);
CREATE INDEX tasks_by_kind_and_state_and_instruction_id ON tasks (kind, state, instruction_id, record_id);
CREATE INDEX tasks_by_kind_and_state_and_language ON tasks (kind, state, language, record_id);
CREATE INDEX tasks_by_kind_and_state_and_language_and_pool ON tasks (kind, state, language, pool);
CREATE INDEX tasks_by_lane ON tasks (kind, state, language, campaign_id, pool, priority, record_id);
CREATE INDEX tasks_by_language ON tasks (language, record_id);
CREATE INDEX tasks_by_path_id ON tasks (path_id, record_id);
CREATE INDEX tasks_by_pool ON tasks (pool, record_id);
CREATE INDEX tasks_by_priority ON tasks (priority, record_id);
CREATE INDEX tasks_by_state ON tasks (state, record_id);

CREATE TABLE tombstones (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL
);

CREATE TABLE transcript_bands (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  band_0 text COLLATE "C" NOT NULL,
  band_1 text COLLATE "C" NOT NULL,
  band_2 text COLLATE "C" NOT NULL,
  band_3 text COLLATE "C" NOT NULL,
  band_4 text COLLATE "C" NOT NULL,
  band_5 text COLLATE "C" NOT NULL,
  band_6 text COLLATE "C" NOT NULL,
  band_7 text COLLATE "C" NOT NULL,
  band_8 text COLLATE "C" NOT NULL,
  band_9 text COLLATE "C" NOT NULL,
  band_10 text COLLATE "C" NOT NULL,
  band_11 text COLLATE "C" NOT NULL,
  band_12 text COLLATE "C" NOT NULL,
  band_13 text COLLATE "C" NOT NULL,
  band_14 text COLLATE "C" NOT NULL,
  band_15 text COLLATE "C" NOT NULL
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

CREATE TABLE visits (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  annotator_id text COLLATE "C" NOT NULL,
  study_id text COLLATE "C" NOT NULL
);
CREATE INDEX visits_by_annotator_id ON visits (annotator_id, record_id);
CREATE INDEX visits_by_study_id ON visits (study_id, record_id);

CREATE TABLE voted_items (
  record_id text COLLATE "C" PRIMARY KEY,
  document text NOT NULL,
  seal bytea NOT NULL,
  campaign_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL
);
CREATE INDEX voted_items_by_campaign_id ON voted_items (campaign_id, record_id);
CREATE INDEX voted_items_by_state ON voted_items (state, record_id);
