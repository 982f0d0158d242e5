"""The rulebook put together: its chapters in the order in which they are listed and proceed, and who may speak."""

from __future__ import annotations

from domain.kernel.book import Book, Gate
from rules.musket_and_pike import charts, sequence
from rules.musket_and_pike.corrections import CORRECTIONS
from rules.musket_and_pike.fire import fire
from rules.musket_and_pike.leaders import placing
from rules.musket_and_pike.marching import marching
from rules.musket_and_pike.melee import step
from rules.musket_and_pike.moments import misplaced
from rules.musket_and_pike.morale import queue
from rules.musket_and_pike.reaction import window
from rules.musket_and_pike.recovery import recovery, rout
from rules.musket_and_pike.retreats import going_back
from rules.musket_and_pike.rulings import OPTIONS
from rules.musket_and_pike.sketch import Sketch
from rules.musket_and_pike.state import State
from rules.musket_and_pike.turn import activation, initiative, markers, set_up

BOOK = Book[State](
    # What is owed comes first, then who moves or fights, then the turn.
    chapters=(
        set_up.CHAPTER,
        charts.CHAPTER,
        queue.CHAPTER,
        going_back.CHAPTER,
        fire.CHAPTER,
        window.CHAPTER,
        step.CHAPTER,
        marching.CHAPTER,
        recovery.CHAPTER,
        rout.CHAPTER,
        placing.CHAPTER,
        initiative.CHAPTER,
        activation.CHAPTER,
        markers.CHAPTER,
    ),
    gate=Gate("3.2", sequence.acting, misplaced=misplaced),
    sketch=Sketch,
    options=OPTIONS,
    corrections=CORRECTIONS,
    zeros=(10,),
)
