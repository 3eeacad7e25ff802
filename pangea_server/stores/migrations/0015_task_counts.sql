-- Tasks are counted by pool out of an index alone, without reading each.

CREATE INDEX tasks_by_kind_and_state_and_language_and_pool ON tasks (kind, state, language, pool);
