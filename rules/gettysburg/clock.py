"""5.2 Days and turns: the log counts turns from 1 July turn 1 on; twelve make a day."""

from __future__ import annotations

from rules.gettysburg.tables import FIRST_NIGHT_TURN, RAIN_FROM, TURNS_A_DAY


def day(turn: int) -> int:
    """The day of July 1863."""
    return (turn - 1) // TURNS_A_DAY + 1


def hour(turn: int) -> int:
    """5.2 The number on the Turn track, 1 to 12."""
    return (turn - 1) % TURNS_A_DAY + 1


def turn_of(july: int, turn: int) -> int:
    return (july - 1) * TURNS_A_DAY + turn


def is_night(turn: int) -> bool:
    """20.1 Turns 11 and 12 of each day."""
    return hour(turn) >= FIRST_NIGHT_TURN


def may_rain(turn: int) -> bool:
    """20.5 On 4 July from turn 3 on."""
    return turn >= RAIN_FROM


def said(turn: int) -> str:
    return f"{day(turn)} July, turn {hour(turn)}" + (" (night)" if is_night(turn) else "")
