"""The PostgreSQL database of a store: a pool of connections, and transactions on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

import psycopg
from psycopg import Connection, IsolationLevel
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import DeadlockDetected, LockNotAvailable, ProgrammingError, SerializationFailure
from psycopg_pool import ConnectionPool

from environments.errors import ConfigurationError
from pangea_server.stores.postgres.postgres_errors import translated

T = TypeVar("T")
Row = tuple[Any, ...]
Select = Callable[[str, Sequence[Any]], Sequence[Row]]
CONNECTIONS = 16
"""That one process has at most."""
LINE_TIMEOUT_SECONDS = 10.0
"""For which a call waits for a free connection, or for a new one."""
RECONNECT_SECONDS = 2.0
"""For which a lost connection is tried again; then the next call begins anew. The pauses in between double: a database
that was away for a minute would not be looked for in the next."""
STATEMENT_TIMEOUT_SECONDS = 10.0
"""That one statement may take, locks included."""
CONTENTION_TIMEOUT_SECONDS = 20.0
"""For which a transaction is tried again while others commit first."""
OVERTAKEN = (SerializationFailure, DeadlockDetected)
TURN_SECONDS = 1
"""For which a transaction that was overtaken waits for its turn, and then does without: who has it may be gone."""
TURN = f"""
SET LOCAL lock_timeout = '{TURN_SECONDS}s';
LOCK TABLE pangea_schema IN SHARE UPDATE EXCLUSIVE MODE;
SET LOCAL lock_timeout = 0
"""
"""What such a transaction begins with. None of it fixes what the transaction sees: the first read does, in its turn."""
LINE = {
    "application_name": "pangea",
    "connect_timeout": 5,
    # A line that was cut is given up after 20 s; the system alone would wait for a quarter of an hour.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 20_000,
}
SESSION = f"""
SET synchronous_commit = on;
SET default_transaction_isolation = 'read committed';
SET statement_timeout = '{STATEMENT_TIMEOUT_SECONDS:.0f}s';
SET idle_in_transaction_session_timeout = '60s'
"""
"""What was acknowledged is on the disk, whatever the server's own settings; and who holds locks and is gone, ends."""


class PostgresDatabase:
    """Connections to one database, shared by the threads of a process."""

    def __init__(self, url: str) -> None:
        self._line = line(url)
        self._pool = ConnectionPool(
            kwargs=self._line,
            min_size=1,
            max_size=CONNECTIONS,
            open=False,
            configure=_configure,
            check=ConnectionPool.check_connection,  # one that died with a restart of PostgreSQL is not handed out
            timeout=LINE_TIMEOUT_SECONDS,
            reconnect_timeout=RECONNECT_SECONDS,
            name="pangea",
        )
        self._turn = Lock()

    @contextmanager
    def alone(self) -> Iterator[Connection[Any]]:
        """A connection beside the pool, without limits of time; its faults are told as they are."""
        with translated(), psycopg.connect(**self._line) as connection:
            yield connection

    def open(self) -> None:
        self._pool.open()

    def select(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows of one statement, which sees everything committed so far, and is committed by itself."""
        with self._connection() as connection:
            return connection.execute(statement, values).fetchall()

    def run(self, statement: str, values: Sequence[Any]) -> None:
        """A statement that returns no rows, committed by itself."""
        with self._connection() as connection:
            connection.execute(statement, values)

    def transact(self, work: Callable[[Connection[Any]], T]) -> T:
        """Run ``work`` in a serialisable transaction. When PostgreSQL says that others came first, it runs again in
        turn: of those that were overtaken, in all processes, one runs at a time. Whoever comes while some of this
        process wait for their turn waits behind them.

        Raises:
            StoreBusyError: others came first for as long as we tried.
        """
        ends, in_turn = monotonic() + CONTENTION_TIMEOUT_SECONDS, self._turn.locked()
        with translated():
            while True:
                try:
                    with self._serialisable(in_turn) as connection:
                        return work(connection)
                except (*OVERTAKEN, LockNotAvailable) as error:
                    if monotonic() > ends:
                        raise
                    in_turn = not isinstance(error, LockNotAvailable)

    @contextmanager
    def committing(self) -> Iterator[Connection[Any]]:
        """A transaction whose reads are safe only for rows that it locks."""
        with translated(), self._begun(IsolationLevel.READ_COMMITTED) as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection[Any]]:
        """A connection that sees the data committed so far and nothing later; no writer waits for it.

        It begins where no transaction under way can still come before what it sees (DEFERRABLE), and never fails.
        """
        with (
            translated(),
            self._begun(IsolationLevel.SERIALIZABLE, read_only=True, deferrable=True) as connection,
        ):
            connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # a backup takes its time
            connection.execute("SELECT 1")  # PostgreSQL fixes the snapshot at the first read
            yield connection

    def close(self) -> None:
        self._pool.close()

    @contextmanager
    def _connection(self) -> Iterator[Connection[Any]]:
        with translated(), self._pool.connection() as connection:
            yield connection

    @contextmanager
    def _serialisable(self, in_turn: bool) -> Iterator[Connection[Any]]:
        """Those of this process wait for their turn without a connection, which others may need."""
        if in_turn and not self._turn.acquire(timeout=TURN_SECONDS):
            raise LockNotAvailable
        try:
            with self._begun(IsolationLevel.SERIALIZABLE) as connection:
                if in_turn:
                    connection.execute(TURN)
                yield connection
        finally:
            if in_turn:
                self._turn.release()

    @contextmanager
    def _begun(
        self, level: IsolationLevel, *, read_only: bool = False, deferrable: bool = False
    ) -> Iterator[Connection[Any]]:
        with self._pool.connection() as connection:
            connection.isolation_level = level
            connection.read_only = read_only
            connection.deferrable = deferrable
            with connection.transaction():
                yield connection


def line(url: str) -> dict[str, Any]:
    """How to connect to the database that ``url`` names, which may name more than its place.

    Raises:
        ConfigurationError: libpq cannot read it. What it says is not repeated, as it may quote a password.
    """
    try:
        given = conninfo_to_dict(url)
        [*map(int, str(given.get("port", "5432")).split(","))]  # where a / in a password has cut the address
    except (ProgrammingError, ValueError):
        raise ConfigurationError(
            "PANGEA_POSTGRES_URL is not an address of PostgreSQL.",
            remedy="Write postgresql://USER:PASSWORD@HOST/DATABASE; in a password, write / as %2F, @ as %40, % as %25.",
        ) from None
    return {**LINE, **given, "autocommit": True}


def _configure(connection: Connection[Any]) -> None:
    connection.execute(SESSION)
