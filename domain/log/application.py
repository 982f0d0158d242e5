"""The eventsourcing application: rows in, rows out; packing and meaning are ours, keeping is the library's."""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

from eventsourcing.application import Application
from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent, Transcoder
from eventsourcing.utils import Environment, EnvType

from domain.kernel.errors import BadInput


class StoredRow(NamedTuple):
    """What the library takes for a domain event: an address, a stable topic and bytes."""

    originator_id: str
    originator_version: int
    topic: str
    state: bytes


class RowMapper(Mapper[str]):
    """Keeps the library's compression and encryption; topics are ours, so renaming a class breaks no log."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        stream, version, topic, state = domain_event
        if self.compressor:
            state = self.compressor.compress(state)
        if self.cipher:
            state = self.cipher.encrypt(state)
        return StoredEvent(stream, version, topic, state)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return StoredRow(
            str(stored_event.originator_id),
            stored_event.originator_version,
            stored_event.topic,
            self.opened(stored_event.state),
        )

    def opened(self, state: bytes) -> bytes:
        try:
            if self.cipher:
                state = self.cipher.decrypt(state)
            if self.compressor:
                state = self.compressor.decompress(state)
        except (ValueError, zlib.error):
            raise BadInput("the log does not open with this key or compression; give those it was made with") from None
        return state

    @property
    def is_plain(self) -> bool:
        return not (self.cipher or self.compressor)


class Refights(Application[str]):
    """Only storage: no aggregates, no repository, no notification threads are used."""

    name = "refight"  # also the tracking key and the table prefix on PostgreSQL
    log_section_size = 10_000

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """The library names every subclass after itself: it would look for the log in other tables."""
        super().__init_subclass__(**kwargs)
        cls.name = Refights.name

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """The library would let the process environment override us; what is not said here does not count."""
        return Environment(name, {"ORIGINATOR_ID_TYPE": "text", "IS_SNAPSHOTTING_ENABLED": "y", **(env or {})})

    def construct_transcoder(self) -> Transcoder:
        return JSONTranscoder()

    def construct_mapper(self) -> RowMapper:
        return RowMapper(
            self.construct_transcoder(), compressor=self.factory.compressor(), cipher=self.factory.cipher()
        )
