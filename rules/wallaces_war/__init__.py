"""Wallace's War, with Barons' War by the same rules (Clash of Arms)."""

from __future__ import annotations

from domain.kernel.say import Words
from domain.kernel.system import ByHand, Player, Sheets, Sight, System, always
from rules.wallaces_war.book import BOOK
from rules.wallaces_war.by_hand import bare, check, ready, settle
from rules.wallaces_war.sheets.scenario import FILES, check_pack, names, scenarios
from rules.wallaces_war.sight.board import board
from rules.wallaces_war.sight.secrecy import seen_by
from rules.wallaces_war.state import State
from rules.wallaces_war.turn.set_up import initial
from rules.wallaces_war.turn.victory import standing


def _words(_language: str) -> Words:
    from rules.wallaces_war.words.en import WORDS  # when it is first spoken

    return WORDS


def _player() -> Player:
    from rules.wallaces_war.player import careful, rollout  # when it is first asked

    return Player(careful.choose, rollout.choose)


SYSTEM = System[State](
    key="wallaces_war",
    title="Wallace's War",
    edition="Clash of Arms (2009), French edition of 2018; section 20 for Barons' War",
    state=State,
    initial=initial,
    book=BOOK,
    sheets=Sheets(check_pack, scenarios, names, FILES),
    sight=Sight(board, seen_by=seen_by, standing=standing, hides=always),
    words=_words,
    player=_player,
    by_hand=ByHand(bare, settle, check, ready),
)
