"""The yardstick of absolute bars: random legal moves by python-chess, always the same ones.

It is pure Python that builds lists, looks into dicts and calls small functions, as the rules of a wargame do, so
whatever slows one down slows the other.
"""

from __future__ import annotations

import random

import chess

MOVES = 1000  # some 40 ms


def random_moves(count: int = MOVES) -> None:
    dice, board = random.Random(1), chess.Board()
    for _ in range(count):
        if board.is_game_over():
            board = chess.Board()
        board.push(dice.choice(list(board.legal_moves)))
