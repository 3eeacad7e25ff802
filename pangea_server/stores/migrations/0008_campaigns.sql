-- Campaigns from files, what each person was given, and which tasks are whose.

CREATE TABLE campaigns (
  record_id TEXT PRIMARY KEY NOT NULL,
  document TEXT NOT NULL,
  state AS (json_extract(document, '$.state')) VIRTUAL
);
CREATE INDEX campaigns_by_state ON campaigns (state, record_id);
CREATE TABLE histories (record_id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL);
ALTER TABLE tasks ADD COLUMN campaign_id AS (json_extract(document, '$.campaign_id')) VIRTUAL;
CREATE INDEX tasks_by_campaign_id ON tasks (campaign_id, record_id);
ALTER TABLE tasks ADD COLUMN pool AS (json_extract(document, '$.pool')) VIRTUAL;
CREATE INDEX tasks_by_pool ON tasks (pool, record_id);
ALTER TABLE tasks ADD COLUMN priority AS (json_extract(document, '$.priority')) VIRTUAL;
CREATE INDEX tasks_by_priority ON tasks (priority, record_id);
ALTER TABLE paths ADD COLUMN campaign_id AS (json_extract(document, '$.campaign_id')) VIRTUAL;
CREATE INDEX paths_by_campaign_id ON paths (campaign_id, record_id);
CREATE INDEX tasks_by_lane ON tasks (kind, state, language, campaign_id, pool, priority, record_id);
