"""Recorded games and their pages, each made once for all tests that only look at it."""

from __future__ import annotations

from tests.page.conftest import pages, played

__all__ = ["pages", "played"]
