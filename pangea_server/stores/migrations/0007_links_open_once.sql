-- An older link carried the token of every call; from now on a link can be exchanged once for a session.

INSERT INTO invites (record_id, document)
SELECT token_hash, json_object('token_hash', token_hash,
  'annotator_id', json_extract(document, '$.annotator_id'),
  'created_at', json_extract(document, '$.created_at'),
  'expires_at', strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '+30 days'), 'session_hash', NULL)
FROM annotators;
DROP INDEX annotators_by_token_hash;
ALTER TABLE annotators DROP COLUMN token_hash;
UPDATE annotators SET document =
  json_set(json_remove(document, '$.token_hash'), '$.identity', NULL, '$.withdrawn_at', NULL);
ALTER TABLE annotators ADD COLUMN identity AS (json_extract(document, '$.identity')) VIRTUAL;
CREATE INDEX annotators_by_identity ON annotators (identity, record_id);
