"""A refight command carried out in this process: all it does, without the start of a program."""

from __future__ import annotations

import os
from contextlib import redirect_stdout
from pathlib import Path


def inside(db: Path, *words: str) -> None:
    from cli.main import cli

    try:
        with Path(os.devnull).open("w") as away, redirect_stdout(away):
            cli.main(["--db", str(db), *words])
    except SystemExit as end:
        if end.code:
            raise RuntimeError(f"refight {' '.join(words)} ended with {end.code}") from end
