"""The rule systems, by key. Each is a package of its own, loaded when it is first asked for; none knows another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from domain.kernel.errors import BadInput
from domain.kernel.system import System

KEYS = ("black_powder", "freeform", "gettysburg", "longstreet_lite", "musket_and_pike", "wallaces_war")


class Systems(Mapping[str, System[Any]]):
    """Known by name; a system costs its imports only when one of its games is played or looked at."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        self._loaded: dict[str, System[Any] | None] = dict.fromkeys(keys)

    def __getitem__(self, key: str) -> System[Any]:
        found = self._loaded[key]
        if found is None:
            found = self._loaded[key] = _load(key)
        return found

    def __contains__(self, key: object) -> bool:
        """Without loading it, as a mapping otherwise would."""
        return key in self._loaded

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)


def _load(key: str) -> System[Any]:
    try:
        system: System[Any] = import_module(f"rules.{key}").SYSTEM
    except Exception as error:  # whatever is wrong with one system, the games of the others can be played
        raise BadInput(
            f"the rules of {key} cannot be loaded ({type(error).__name__}: {error}); install them again"
        ) from error
    return system


SYSTEMS: Mapping[str, System[Any]] = Systems(KEYS)
