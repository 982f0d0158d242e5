"""Musket & Pike Battle Series, standard rules v4.0 (GMT Games)."""

from __future__ import annotations

from domain.kernel.say import Words
from domain.kernel.system import ByHand, Player, Sheets, Sight, System, always
from rules.musket_and_pike.book import BOOK
from rules.musket_and_pike.by_hand import bare, check, settle
from rules.musket_and_pike.sheets.checks.pack import check_pack
from rules.musket_and_pike.sheets.scenario import FILES, names, scenarios
from rules.musket_and_pike.sight.board import board
from rules.musket_and_pike.sight.secrecy import seen_by
from rules.musket_and_pike.state import State
from rules.musket_and_pike.turn.set_up import initial
from rules.musket_and_pike.turn.victory import standing


def _words(_language: str) -> Words:
    from rules.musket_and_pike.words.en import WORDS  # when it is first spoken

    return WORDS


def _player() -> Player:
    from rules.musket_and_pike.player import careful, rollout  # when it is first asked

    return Player(careful.choose, rollout.choose)


SYSTEM = System[State](
    key="musket_and_pike",
    title="Musket & Pike",
    edition="Musket & Pike Battle Series (GMT Games), standard rules v4.0",
    state=State,
    initial=initial,
    book=BOOK,
    sheets=Sheets(check_pack, scenarios, names, FILES),
    sight=Sight(board, seen_by=seen_by, standing=standing, hides=always),
    words=_words,
    player=_player,
    by_hand=ByHand(bare, settle, check),
)
