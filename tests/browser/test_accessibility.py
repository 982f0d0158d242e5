"""What axe-core finds: nothing serious or critical, in light and dark, on a desk and on a phone.

axe-core is no part of the project: `npm pack axe-core@4.14.0` and unpack it into `.axe/`; without it this is skipped.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.chromium import REQUIRED

pytestmark = pytest.mark.browser

AXE = Path(__file__).parent.parent.parent / ".axe" / "package" / "axe.min.js"
GRAVE = ("serious", "critical")


@pytest.fixture(scope="session")
def axe() -> str:
    path = Path(os.environ.get("REFIGHT_AXE") or AXE)
    if not path.is_file():
        assert not os.environ.get(REQUIRED), f"{path} is missing, and {REQUIRED} is set"
        pytest.skip(f"no axe-core at {path}")
    return path.read_text("utf-8")


def findings(tab: Any, axe: str) -> list[str]:
    tab.evaluate(axe)
    report = tab.evaluate("axe.run()")
    return [
        f"{found['id']}: {node['target']} {node['failureSummary']}"
        for found in report["violations"] if found["impact"] in GRAVE for node in found["nodes"]
    ]  # fmt: skip


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["freeform/pegasus-bridge", "longstreet_lite/brawners-farm"])
def test_a_page_has_no_grave_fault(opened: Open, axe: str, name: str, size: tuple[int, int], scheme: str) -> None:
    tab = opened(name, "#100", size=size, scheme=scheme)
    assert findings(tab, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_neither_has_any_of_its_tabs_nor_an_explanation_nor_the_list_of_keys(
    opened: Open, axe: str, scheme: str
) -> None:
    tab = opened("small", "#10", scheme=scheme)
    tab.click(".now .entry")
    assert findings(tab, axe) == []
    for name in ("lines", "boxes", "words", "legend"):
        tab.click(f"#page-tab-{name}")
        assert findings(tab, axe) == []
    tab.keyboard.press("?")
    assert findings(tab, axe) == []


def test_everything_can_be_reached_by_keyboard(opened: Open) -> None:
    tab = opened("small", "#10")
    reached = []
    for _ in range(40):
        tab.keyboard.press("Tab")
        reached.append(tab.evaluate("document.activeElement.id || document.activeElement.className"))
    for wanted in ("page-viewer", "page-theme", "page-show-help", "page-play", "page-slider", "page-tab-log",
                   "page-search", "entry"):  # fmt: skip
        assert wanted in reached
    assert reached.count("entry") <= 2, "one entry of the log is a stop, not each of them"
