"""What an object works out when it is first asked for, and keeps."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Self, TypeVar, overload

T = TypeVar("T")


class lazily(cached_property[T]):
    """As `cached_property`, without its lock: for objects made by the thousand, each for one order and one thread."""

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T: ...

    def __get__(self, instance: object, owner: type[Any] | None = None) -> Self | T:
        if instance is None:
            return self
        assert self.attrname is not None
        found = instance.__dict__[self.attrname] = self.func(instance)
        return found
