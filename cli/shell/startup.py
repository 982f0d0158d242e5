"""Checks before anything else: four packages with everyday names must come from one installation."""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from contextlib import suppress
from importlib.util import find_spec

PACKAGES = ("domain", "projections", "cli", "rules")


def spare_garbage() -> None:
    """A command is done before much of it is; to look for it all along takes a twentieth of a short one.

    Nor is it looked for at the end, where Python would go through all there is just before it is gone: a tenth more.
    """
    gc.set_threshold(50_000, 20, 100)
    atexit.register(gc.freeze)


def homes() -> dict[str, str]:
    """The folder each package would be imported from, or nothing; finding is cheap, nothing is imported."""
    found = {name: find_spec(name) for name in PACKAGES}
    return {
        name: os.path.dirname(os.path.dirname(spec.origin)) if spec and spec.origin else ""  # noqa: PTH120
        for name, spec in found.items()
    }


def version(name: str) -> str:
    """The installed version: it stands in a folder's name, and asking the standard library costs a third of a start."""
    for folder in sys.path:
        with suppress(OSError):  # not every entry is a folder that can be read
            for found in os.listdir(folder or "."):  # noqa: PTH208
                if found.startswith(f"{name}-") and found.endswith(".dist-info"):
                    return found.removesuffix(".dist-info").removeprefix(f"{name}-")
    from importlib.metadata import version as installed

    return installed(name)


def complaint(found: dict[str, str]) -> str:
    """One sentence if the packages do not belong together, else nothing."""
    ours = found["cli"]
    strangers = [name for name, home in found.items() if not home or home != ours]
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


PROGRAM = "refight"
