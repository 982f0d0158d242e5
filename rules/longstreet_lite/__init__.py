"""Longstreet Lite (Sam A. Mustafa): a folder for each chapter of the book."""

from __future__ import annotations

from domain.kernel.say import Words
from domain.kernel.system import ByHand, Player, Sheets, Sight, System, always
from rules.longstreet_lite.book import BOOK
from rules.longstreet_lite.by_hand import bare, check, settle
from rules.longstreet_lite.sheets.checks.pack import check_pack
from rules.longstreet_lite.sheets.rows import FILES, names, scenarios
from rules.longstreet_lite.sheets.start import initial
from rules.longstreet_lite.sight.board import board, seen_by
from rules.longstreet_lite.sight.zones import zones_of
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn.victory import standing


def _player() -> Player:
    from rules.longstreet_lite.player import careful, rollout

    return Player(careful.choose, rollout.choose)


def _words(_language: str) -> Words:
    from rules.longstreet_lite.words.en import WORDS

    return WORDS


SYSTEM: System[State] = System(
    key="longstreet_lite",
    title="Longstreet Lite",
    edition="Sam A. Mustafa, French edition of 2014",
    state=State,
    initial=initial,
    book=BOOK,
    sheets=Sheets(check_pack, scenarios, names, FILES),
    sight=Sight(board, zones=zones_of, seen_by=seen_by, standing=standing, hides=always),
    words=_words,
    player=_player,
    by_hand=ByHand(bare, settle, check),
)
