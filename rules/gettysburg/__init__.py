"""Gettysburg: Lee's Greatest Gamble (Command Magazine 17)."""

from __future__ import annotations

from functools import cache

from domain.kernel.say import Words
from domain.kernel.system import ByHand, Foreign, Glimpse, Player, Sheets, Sight, System
from rules.gettysburg.book import BOOK
from rules.gettysburg.by_hand import bare, check, ready, settle
from rules.gettysburg.sheets.check import check_pack
from rules.gettysburg.sheets.scenario import FILES, names, scenarios
from rules.gettysburg.sight.board import board, boards, counter, touched
from rules.gettysburg.sight.secrecy import hides, seen_by
from rules.gettysburg.state import State
from rules.gettysburg.turn.set_up import initial
from rules.gettysburg.turn.victory import standing


def _words(language: str) -> Words:
    from rules.gettysburg.words import en  # when it is first spoken

    return _french() if language == "fr" else en.WORDS


@cache
def _french() -> Words:
    from rules.gettysburg.words import en, fr

    return fr.WORDS.over(en.WORDS)


def _player() -> Player:
    from rules.gettysburg.player import careful, rollout  # when it is first asked

    return Player(careful.choose, rollout.choose)


def _foreign() -> Foreign:
    from rules.gettysburg.foreign import as_played  # when it is first asked

    return Foreign(as_played=as_played)


SYSTEM = System[State](
    key="gettysburg",
    title="Gettysburg: Lee's Greatest Gamble",
    edition="Command Magazine 17 (1992), French edition of September 2022 with errata",
    state=State,
    initial=initial,
    book=BOOK,
    sheets=Sheets(check_pack, scenarios, names, FILES, {"union": "blue"}),
    sight=Sight(board, boards, Glimpse(touched, counter), seen_by=seen_by, standing=standing, hides=hides),
    words=_words,
    player=_player,
    by_hand=ByHand(bare, settle, check, ready),
    foreign=_foreign,
)
