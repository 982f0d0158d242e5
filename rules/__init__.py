"""The rule systems, by key. Each is a package of its own; none knows another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel import System
from rules import freeform, gettysburg, longstreet_lite

SYSTEMS: Mapping[str, System[Any]] = {
    system.key: system for system in (freeform.SYSTEM, gettysburg.SYSTEM, longstreet_lite.SYSTEM)
}
