"""What may be decoded: the facts, orders and frames of a system as one tagged union each."""

from __future__ import annotations

from typing import Any, Union

from domain.kernel.facts import SHARED, FrameOpened, OrderGiven, OrderWaits
from domain.kernel.system import System


def fact_union(system: System[Any] | None) -> Any:
    """The tagged union all facts of a system decode into, the shared ones bound to its orders and frames."""
    orders: Any = order_union(system) if system else Any
    frames: Any = Union[system.book.frames] if system and system.book.frames else Any  # noqa: UP007
    bound = {kind: bind(kind, orders) for kind in (OrderGiven, OrderWaits)} | {FrameOpened: bind(FrameOpened, frames)}
    own = system.book.facts if system else ()
    return Union[tuple(bound.get(kind, kind) for kind in (*SHARED, *own))]  # noqa: UP007


def bind(generic: Any, argument: Any) -> Any:
    """generic[argument], made while running: type checkers know only those they can read."""
    return generic[argument]


def order_union(system: System[Any]) -> Any:
    return Union[system.book.orders]  # noqa: UP007
