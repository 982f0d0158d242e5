"""Freeform: no rules at all. Whatever happened at the table is recorded, for any wargame in the world."""

from __future__ import annotations

from domain.kernel.say import Words
from domain.kernel.system import ByHand, Foreign, Glimpse, Sheets, Sight, System
from rules.freeform.book import BOOK
from rules.freeform.by_hand import bare, check, settle
from rules.freeform.sheets import COLOURS, FILE, ScenarioSheet, check_pack, scenarios
from rules.freeform.sight import board, counter, seen_by, touched
from rules.freeform.state import State, initial


def _words(_language: str) -> Words:
    from rules.freeform.words.en import WORDS

    return WORDS


def _foreign() -> Foreign:
    from rules.freeform.foreign import RETELLING  # when it is first asked

    return Foreign(retell=RETELLING)


SYSTEM: System[State] = System(
    key="freeform",
    title="Freeform (no rules)",
    edition="1",
    state=State,
    initial=initial,
    book=BOOK,
    sheets=Sheets(check_pack, scenarios, files={FILE: ScenarioSheet}, colours=COLOURS),
    sight=Sight(board, glimpse=Glimpse(touched, counter), seen_by=seen_by),
    words=_words,
    by_hand=ByHand(bare, settle, check),
    foreign=_foreign,
)
