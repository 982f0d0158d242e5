"""Black Powder (R. Priestley, J. Johnson)."""

from __future__ import annotations

from domain.kernel.say import Words
from domain.kernel.system import ByHand, Player, Sheets, Sight, System
from rules.black_powder.book import BOOK
from rules.black_powder.by_hand import bare, check, settle
from rules.black_powder.sheets.build import initial
from rules.black_powder.sheets.checks.pack import check_pack
from rules.black_powder.sheets.rows import FILES, names, scenarios
from rules.black_powder.sight.board import board
from rules.black_powder.sight.zones import zones_of
from rules.black_powder.state import State
from rules.black_powder.turn.victory import standing


def _words(_language: str) -> Words:
    from rules.black_powder.words.en import WORDS  # when it is first spoken

    return WORDS


def _player() -> Player:
    from rules.black_powder.player import careful, rollout  # when it is first asked

    return Player(careful.choose, rollout.choose)


SYSTEM: System[State] = System(
    key="black_powder",
    title="Black Powder",
    edition="R. Priestley, J. Johnson, first edition, French volunteer translation",
    state=State,
    initial=initial,
    book=BOOK,
    sheets=Sheets(check_pack, scenarios, names, FILES),
    sight=Sight(board, zones=zones_of, standing=standing),
    words=_words,
    player=_player,
    by_hand=ByHand(bare, settle, check),
)
