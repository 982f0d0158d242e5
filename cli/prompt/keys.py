"""Single keys from a terminal, without waiting for Enter."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

Read = Callable[[], str]


@contextmanager
def single_keys() -> Iterator[Iterator[str]]:
    """Keys as they are pressed. The terminal is set up once for all of them: between two keys none gets lost."""
    try:
        import termios
        import tty
    except ImportError:  # no such thing on Windows, where the library asks the console
        yield _keys(click.getchar)
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSADRAIN)
    try:
        yield _keys(lambda: os.read(terminal, 64).decode(errors="replace"))
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _keys(read: Read) -> Iterator[str]:
    """One by one, though quick ones come together; an arrow is one key. Ends when the terminal does."""
    while True:
        try:
            typed = read()
        except EOFError:
            return
        if not typed:
            return
        yield from [typed] if typed.startswith("\x1b") else typed
