"""LL.3 What the set-up must remember."""

from __future__ import annotations

import msgspec

from domain.kernel.facts import Side


class SetUp(msgspec.Struct, kw_only=True):
    """LL.3.terr Who rolled what, who placed what, and who stands ready."""

    agreed: list[Side] = []
    rolls: dict[Side, int] = {}
    higher: Side = ""  # places terrain, and chooses when to set up
    placed: list[str] = []  # names of pieces put down by the higher roller
    edges: dict[Side, str] = {}  # side to north or south
    deploying: Side = ""
    done: list[Side] = []
