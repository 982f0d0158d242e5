"""Checks before anything else: four packages with everyday names must come from one installation."""

from __future__ import annotations

import io
import sys
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("domain", "projections", "cli", "rules")


def homes() -> dict[str, Path | None]:
    """The folder each package would be imported from; finding is cheap, nothing is imported."""
    found = {name: find_spec(name) for name in PACKAGES}
    return {name: Path(spec.origin).parent.parent if spec and spec.origin else None for name, spec in found.items()}


def complaint(found: dict[str, Path | None]) -> str:
    """One sentence if the packages do not belong together, else nothing."""
    ours = found["cli"]
    strangers = [name for name, home in found.items() if home is None or home != ours]
    if not strangers:
        return ""
    return (
        f"another installed package hides refight's own {' and '.join(strangers)}; install refight in isolation, "
        "with `pipx install refight` or `uv tool install refight`"
    )


def check_one_installation() -> None:
    wrong = complaint(homes())
    if wrong:
        print(wrong, file=sys.stderr)
        sys.exit(2)


def forgive_encodings() -> None:
    """A terminal without a letter shows a question mark for it instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
