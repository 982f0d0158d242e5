"""What axe-core finds: nothing serious or critical, in light and dark, on a desk and on a phone."""

from __future__ import annotations

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.chromium import grave_faults

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["freeform/pegasus-bridge", "longstreet_lite/brawners-farm"])
def test_a_page_has_no_grave_fault(opened: Open, axe: str, name: str, size: tuple[int, int], scheme: str) -> None:
    tab = opened(name, "#100", size=size, scheme=scheme)
    assert grave_faults(tab, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_neither_has_any_of_its_tabs_nor_an_explanation_nor_the_list_of_keys(
    opened: Open, axe: str, scheme: str
) -> None:
    tab = opened("small", "#10", scheme=scheme)
    tab.click(".now .entry")
    assert grave_faults(tab, axe) == []
    for name in ("lines", "boxes", "words", "legend"):
        tab.click(f"#page-tab-{name}")
        assert grave_faults(tab, axe) == []
    tab.keyboard.press("?")
    assert grave_faults(tab, axe) == []


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
