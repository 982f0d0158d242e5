"""retreats in English."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.facts import Fact, Frame, Order
from domain.kernel.say import Say, Template

REASONS: Mapping[str, Template] = {}
FACTS: Mapping[type[Fact], Callable[[Say, Any], str]] = {}
ASKED: Mapping[type[Frame], Callable[[Say, Any], str]] = {}
ORDERS: Mapping[type[Order], str] = {}
