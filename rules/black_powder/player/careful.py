"""An automatic player: a pure function of the position, simple but not foolish.

It thinks anew at every order, so that it needs no memory. Brigades advance as one, halt where they can shoot, and
charge whom fire has shaken.
"""

from __future__ import annotations

from rules.black_powder.player import shots, wishes
from rules.black_powder.player.commands import Manner
from rules.black_powder.player.minds import mind

MIND = mind(Manner(wishes.wish, wishes.charge, tries=8, rallies=True, alone=True), shots.best)
choose = MIND.choose
