-- PRAGMA user_version counts the migrations from here on; until now a table of Alembic's did.
--
-- The table stays, with a number that no PanGEA with Alembic knows: such a version refuses the store with a clear
-- message, and does not try to create its tables again.

CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
DELETE FROM alembic_version;
INSERT INTO alembic_version VALUES ('user_version');
