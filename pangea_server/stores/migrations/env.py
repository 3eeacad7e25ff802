"""Alembic runs this to migrate; the connection is handed over by ``bring_up_to_date``."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
