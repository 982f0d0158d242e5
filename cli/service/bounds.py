"""How much anyone may ask of the service: sizes, rates, and how many long jobs run at once."""

from __future__ import annotations

import ipaddress
import threading
from collections import Counter, OrderedDict
from collections.abc import Hashable
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
DAY = 86_400  # seconds
HOUSEHOLD = 64  # bits of an address that one network has in common


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    body: int = 1_000_000  # bytes of a request
    file: int = 64_000_000  # bytes of a game that is brought in or merged
    page: int = 1_000  # entries in one answer
    options: int = 2_000  # orders in one answer
    sent: int = 200_000_000  # bytes that one client may send in a day
    rate: float = 50.0  # requests a second of one client, in the long run
    burst: int = 200  # and at once
    clients: int = 1_024  # whose rates are remembered
    heavy: int = 2  # audits, odds, luck, disputes, cases, imports, merges, exports, reports and pages at once
    followers: int = 640
    reserved: int = 64  # of these, for whoever has a token
    followers_each: int = 16  # of one token, or without one of one address
    connections: int = 1_024
    connections_each: int = 96  # of one address
    at_once: int = 16  # requests of one client in work; further ones wait for these
    workers: int = 6  # threads that read the log, and as many that write to it
    drawers: int = 1  # threads that draw and list: apart from those, so that nobody's order waits for a picture
    heads: int = 128  # lines whose position is kept in memory
    drawn: int = 64  # pictures that are kept
    hands: int = 16  # positions and sides whose legal orders are kept
    work: float = 20.0  # seconds for odds, luck and disputes
    samples: int = 1_000  # ways tried at random where they cannot all be counted
    case: int = 50  # orders of a case
    lines: int = 500  # of a game
    lines_each: int = 100  # that one side may have opened
    proposals: int = 100  # take-backs that wait for someone's consent
    remembered: int = 24 * 3600  # seconds for which the key of an order is known again
    session: int = 30 * 86_400  # seconds for which one who has signed in stays so
    sessions_each: int = 10  # places where one person is signed in
    games_each: int = 100  # in which one person may have a part and begin more
    invitations: int = 500  # that wait to be accepted
    invitations_each: int = 25  # of one host
    tries: int = 10  # that may fail before one has to wait to sign in again
    tries_for: int = 900  # seconds for which they count
    knocks: int = 16  # who wait for their password to be checked
    notices: int = 2_000  # that wait to be sent
    seconds_to_send: float = 30.0  # how long a client may keep us waiting for the next piece of its request
    seconds_for_all: float = 300.0  # and how long the whole of it may take
    heartbeat: float = 15.0  # seconds between signs of life to a follower
    told: int = 32  # pages of entries that are kept in words
    pages: int = 6  # games and viewers whose replay pages are kept at hand


@lru_cache(4096)
def network_of(address: str) -> str:
    """Who a client is counted as: of an IPv6 address its network, of which one household has all the addresses."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address) or found.is_loopback:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), HOUSEHOLD), strict=False))


class Buckets:
    """A bucket for each client, of requests or of bytes: it fills at the rate and holds a burst. The idlest client is
    forgotten."""

    def __init__(self, rate: float, burst: int, clients: int) -> None:
        self.rate, self.burst, self.clients = rate, float(burst), clients
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what is left, and when that was so
        self._spent: Counter[str] = Counter()  # since the other processes were told

    def take(self, client: str, now: float, count: int = 1) -> float:
        """0 if so much may pass, else how many seconds to wait."""
        left, since = self._kept.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        wait = 0.0 if left >= count else (count - left) / self.rate
        self._kept[client] = left if wait else left - count, now
        self._spent[client] += 0 if wait else count
        while len(self._kept) > self.clients:
            self._spent.pop(self._kept.popitem(last=False)[0], None)
        return wait

    def known(self) -> list[str]:
        return list(self._kept)

    def drained(self) -> dict[str, int]:
        """How often each has asked since the last time that this was asked for."""
        found, self._spent = dict(self._spent), Counter()
        return found

    def charge(self, client: str, count: int) -> None:
        """What a client has asked for elsewhere."""
        left, since = self._kept.get(client, (self.burst, 0.0))
        self._kept[client] = max(left - count, -self.burst), since


def requests(bounds: Bounds) -> Buckets:
    return Buckets(bounds.rate, bounds.burst, bounds.clients)


def sizes(bounds: Bounds) -> Buckets:
    """What one sends is kept, if he may play: nobody fills the disk in a day."""
    return Buckets(bounds.sent / DAY, bounds.sent, bounds.clients)


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
