"""Errors of PostgreSQL and its driver, explained for people; never with their text, which may quote what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from psycopg import DataError, Error, OperationalError, ProgrammingError, errors

from environments.errors import ConfigurationError, InvalidDataError, PangeaError
from pangea_server.core.errors import DatabaseDamagedError, StoreBusyError, StoreError, StoreFullError

TOLD: tuple[tuple[tuple[type[Error], ...], type[PangeaError], str, str], ...] = (
    (
        (
            errors.SerializationFailure,
            errors.DeadlockDetected,
            errors.QueryCanceled,
            errors.LockNotAvailable,
        ),
        StoreBusyError,
        "PostgreSQL is busy: others changed the same records first, or hold them; nothing was stored.",
        "Try again in a few seconds.",
    ),
    (
        (errors.DiskFull,),
        StoreFullError,
        "PostgreSQL has no space left.",
        "Free space on its disk; stored data is unharmed.",
    ),
    (
        (errors.InsufficientPrivilege,),
        StoreError,
        "PostgreSQL refuses this server: its user may not read, write or make tables in the database.",
        "Let the user own the database: ALTER DATABASE name OWNER TO user.",
    ),
    (
        (errors.ReadOnlySqlTransaction,),
        StoreError,
        "PostgreSQL only reads: this is a standby, or the database was set so.",
        "Name the primary in PANGEA_POSTGRES_URL.",
    ),
    (
        (errors.DataCorrupted, errors.IndexCorrupted),
        DatabaseDamagedError,
        "PostgreSQL's database is damaged: {reason}.",
        "Restore a backup.",
    ),
    (
        (DataError, errors.ProgramLimitExceeded),
        InvalidDataError,
        "PostgreSQL cannot keep this: {reason}.",
        "Shorten it, or remove what is no text.",
    ),
    (
        (OperationalError, errors.IdleInTransactionSessionTimeout),
        StoreError,
        "PostgreSQL cannot be reached: {reason}.",
        "Check that it runs, and PANGEA_POSTGRES_URL; what was under way may be sent again.",
    ),
    ((Error,), StoreError, "PostgreSQL failed: {reason}.", "Look the error up in PostgreSQL's log."),
)
"""What is said of an error: by the first row that has its class."""

REFUSALS = {
    "password authentication failed": "it does not accept the user or the password",
    "no pg_hba.conf entry": "its pg_hba.conf does not let this machine in",
    "role ": "it does not know the user",
    "database ": "it has no such database",
    "permission denied": "the user may not use the database",
    "remaining connection slots": "all its connections are in use",
    "sorry, too many clients": "all its connections are in use",
    "too many connections": "all its connections are in use",
}
"""How it begins to say why it takes no connection, for which libpq has no codes."""
NO_PASSWORD = "no password supplied"


@contextmanager
def translated() -> Iterator[None]:
    """Raise the exceptions of the driver as PangeaErrors."""
    try:
        yield
    except Error as error:
        if isinstance(error, ProgrammingError) and not isinstance(error, errors.InsufficientPrivilege):
            raise  # a wrong statement is our mistake
        raise _refusal(error) or _explain(error) from None


def _refusal(error: Error) -> ConfigurationError | None:
    """What PostgreSQL itself says when it takes no connection."""
    _, _, said = str(error).partition("FATAL:  ")
    why = next((why for sign, why in REFUSALS.items() if said.startswith(sign)), None)
    if NO_PASSWORD in str(error):
        why = "it asks for a password"
    if why is None:
        return None
    return ConfigurationError(
        f"PostgreSQL refuses this server: {why}.",
        remedy="Check PANGEA_POSTGRES_URL, and what the server allows.",
    )


def _explain(error: Error) -> PangeaError:
    """With the kind of error only: its text may contain addresses, ids or what a person wrote."""
    _, kind, message, remedy = next(row for row in TOLD if isinstance(error, row[0]))
    return kind(message.format(reason=type(error).__name__), remedy=remedy)
