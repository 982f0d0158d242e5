"""Connections to PostgreSQL: kept for whoever asks next, each statement a transaction of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from eventsourcing.postgres import PostgresDatastore
from psycopg.pq import TransactionStatus
from psycopg.rows import DictRow, dict_row, tuple_row

from domain.log.postgres.listening import Crier

CONNECT_SECONDS = 10
KEPT = 16  # idle connections, one for each thread that asks: where they are made anew, orders take twice as long
# Nobody waits for ever; and nobody who was interrupted in a transaction holds back those who follow the log.
SETTINGS = b"SET lock_timeout='15s'; SET idle_in_transaction_session_timeout='5s'"


class ConnectionLost(psycopg.OperationalError):
    """The connection is gone, and with it the answer to what was asked."""


class Datastore(PostgresDatastore):
    """The library's pool makes connections in the background, and where none comes it cannot say why."""

    def __init__(self, url: str) -> None:
        self.url, self._is_closed = url, False
        self._idle: list[psycopg.Connection[DictRow]] = []
        self.crier = Crier(self)
        super().__init__("-", "-", "", "-", "-", originator_id_type="text")  # the address stands above, whole

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[DictRow]]:
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self.connect()
        try:
            yield connection
        except psycopg.OperationalError as error:
            if connection.closed:
                self._drop_idle()  # a server that broke this one broke them too
                raise ConnectionLost(str(error)) from error
            raise
        finally:
            self._give_back(connection)

    def connect(self) -> psycopg.Connection[DictRow]:
        how: dict[str, Any] = {"autocommit": True, "row_factory": dict_row}  # rows as the library expects them
        connection = psycopg.connect(self.url, connect_timeout=CONNECT_SECONDS, **how)
        connection.execute(SETTINGS)
        return connection

    def _give_back(self, connection: psycopg.Connection[DictRow]) -> None:
        """One that was interrupted in the middle of something is of no more use."""
        is_ready = connection.pgconn.transaction_status == TransactionStatus.IDLE
        if is_ready and len(self._idle) < KEPT and not self._is_closed:
            self._idle.append(connection)
        else:
            connection.close()

    def run(self, statement: bytes, values: Any = ()) -> list[tuple[Any, ...]]:
        """Its rows, with bytes as bytes. Given again if the connection was lost, so it must do no harm twice."""
        try:
            return self._run(statement, values)
        except ConnectionLost:
            return self._run(statement, values)

    def _run(self, statement: bytes, values: Any) -> list[tuple[Any, ...]]:
        with self.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row).execute(statement, values, binary=True)
            return cursor.fetchall() if cursor.description else []

    def run_plain(self, statements: bytes) -> None:
        """Several at once, without values or answers."""
        with self.get_connection() as connection:
            connection.execute(statements)

    def register_type_adapters(self) -> None:
        """The library's own types are not used, so they need not be asked for."""

    def _drop_idle(self) -> None:
        with suppress(IndexError):
            while True:
                self._idle.pop().close()

    def close(self) -> None:
        self.crier.close()
        self._is_closed = True
        self._drop_idle()
        super().close()
