"""How much anyone may ask of the service: sizes, rates, and how many long jobs run at once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

import msgspec

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    body: int = 1_000_000  # bytes of a request
    file: int = 64_000_000  # bytes of a game that is brought in or merged
    page: int = 1_000  # entries in one answer
    options: int = 2_000  # orders in one answer
    rate: float = 50.0  # requests a second of one client, in the long run
    burst: int = 200  # and at once
    clients: int = 1_024  # whose rates are remembered
    heavy: int = 2  # audits, odds, luck, disputes, cases, imports, merges, exports, reports and pages at once
    followers: int = 64
    reserved: int = 16  # of these, for whoever has a token
    workers: int = 6  # threads that read and write the log
    work: float = 20.0  # seconds for odds, luck and disputes
    samples: int = 1_000  # ways tried at random where they cannot all be counted
    case: int = 50  # orders of a case
    proposals: int = 100  # take-backs that wait for someone's consent
    seconds_to_send: float = 30.0  # how long a client may keep us waiting for the next piece of its request
    seconds_for_all: float = 300.0  # and how long the whole of it may take
    heartbeat: float = 15.0  # seconds between signs of life to a follower
    told: int = 32  # pages of entries that are kept in words
    pages: int = 6  # games and viewers whose replay pages are kept at hand


class Buckets:
    """A bucket of requests for each client: it fills at the rate and holds a burst. The idlest client is forgotten."""

    def __init__(self, bounds: Bounds) -> None:
        self.rate, self.burst, self.clients = bounds.rate, float(bounds.burst), bounds.clients
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when that was so

    def take(self, client: str, now: float) -> float:
        """0 if the request may pass, else how many seconds to wait."""
        left, since = self._kept.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        wait = 0.0 if left >= 1 else (1 - left) / self.rate
        self._kept[client] = left - 1 if not wait else left, now
        while len(self._kept) > self.clients:
            self._kept.popitem(last=False)
        return wait


class Recent(Generic[K, V]):
    """What was asked for lately; what was not asked for longest makes room."""

    def __init__(self, most: int) -> None:
        self.most, self._lock = most, threading.Lock()
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: K, value: V) -> V:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return value

    def drop(self, key: K) -> None:
        with self._lock:
            self._kept.pop(key, None)

    def items(self) -> list[tuple[K, V]]:
        with self._lock:
            return list(self._kept.items())
