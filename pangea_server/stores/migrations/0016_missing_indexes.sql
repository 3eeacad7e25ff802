-- Indexes that were added to migrations 1 and 6 after stores had been made with these.

CREATE INDEX IF NOT EXISTS follower_annotations_by_annotator_id_and_language
ON follower_annotations (annotator_id, language, record_id);
CREATE INDEX IF NOT EXISTS guide_annotations_by_annotator_id_and_language
ON guide_annotations (annotator_id, language, record_id);
CREATE INDEX IF NOT EXISTS leases_by_annotator_id_and_state ON leases (annotator_id, state, record_id);
CREATE INDEX IF NOT EXISTS tasks_by_kind_and_state_and_language ON tasks (kind, state, language, record_id);
CREATE INDEX IF NOT EXISTS tasks_by_kind_and_state_and_instruction_id
ON tasks (kind, state, instruction_id, record_id);
CREATE INDEX IF NOT EXISTS blobs_by_name_of_file ON blobs (name) WHERE segment IS NULL;
CREATE INDEX IF NOT EXISTS erasures_by_name ON erasures (name);
