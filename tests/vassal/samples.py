"""Real files of other people, read where they lie; none is shipped, so tests of them are skipped elsewhere."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

BESIDE = Path(__file__).parents[3] / "shared" / "samples" / "vassal"  # beside the project, where they are given
FOLDER = Path(os.environ.get("REFIGHT_VASSAL_SAMPLES", BESIDE))
CHAIN, FAULTS, MODULES = (FOLDER.parent / f"vassal-{kind}" for kind in ("chain", "faults", "modules"))
FILES = sorted(FOLDER.glob("*.v[ls]*")) if FOLDER.is_dir() else []
needs_samples = pytest.mark.skipif(not FILES, reason="the real VASSAL files are not shipped and not here")
needs_chain = pytest.mark.skipif(not CHAIN.is_dir(), reason="the real chain of logs is not shipped and not here")
needs_faults = pytest.mark.skipif(not FAULTS.is_dir(), reason="the logs that were read wrongly are not here")
needs_modules = pytest.mark.skipif(not MODULES.is_dir(), reason="the real modules are not shipped and not here")
each_sample = pytest.mark.parametrize(
    "path", FILES or [pytest.param(None, marks=needs_samples)], ids=lambda path: path and path.name
)
