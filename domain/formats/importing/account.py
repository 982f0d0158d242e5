"""The account an import gives of itself: what was understood, what broke the rules, what was not understood."""

from __future__ import annotations

import msgspec


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to know: where it stands in the file, and where in the log (0: not in it)."""

    place: str
    text: str
    entry: int = 0
    rule: str = ""


class Account(msgspec.Struct, kw_only=True):
    """Nothing of the file is left out of it: every happening is understood, irregular or kept unread."""

    origin: str
    module: str = ""
    title: str = ""
    counts: dict[str, int] = {}  # what stands in the file
    understood: dict[str, int] = {}  # happenings by kind that became facts
    orders: int = 0
    facts: int = 0
    supplied: list[Remark] = []  # orders the file does not name, given because the next ones need them
    irregular: list[Remark] = []  # played against the rules, recorded as it was played
    unread: list[Remark] = []  # kept word for word
    warnings: list[Remark] = []  # signs of damage or editing
    gaps: list[Remark] = []  # done outside the file, which goes on from it
    left_out: dict[str, int] = {}  # by the importer's choice: private notes, chat that was not wanted

    def understand(self, kind: str) -> None:
        self.understood[kind] = self.understood.get(kind, 0) + 1

    def leave_out(self, what: str) -> None:
        self.left_out[what] = self.left_out.get(what, 0) + 1
