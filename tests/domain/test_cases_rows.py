"""Several positions in one file: a base, and named rows that change it."""

from __future__ import annotations

import pytest

from domain.cases.expectations import count, failures
from domain.kernel.errors import BadInput
from tests.domain.some_cases import VOLLEY, rows

ROWS = (
    VOLLEY
    + """
[orders.expect]
facts = ["VolleyFired hits=0"]

[[rows]]
name = "near"
[rows.position.units.b1]
at = 3
[rows.expect]
facts = ["VolleyFired hits=1"]

[[rows]]
name = "weak"
readings = { D1 = "b" }
[rows.position.units]
r1 = { strength = 2 }
[[rows.orders]]
by = "blue"
order = "FireVolley unit=b1 target=r1"
dice = [5]
[rows.orders.expect.state.units.r1]
strength = 1
"""
)


def test_a_row_changes_the_position_of_the_base_and_makes_its_own_claims() -> None:
    base, near, weak = rows(ROWS)
    assert [found.begun.row.name for found in (base, near, weak)] == ["", "near", "weak"]
    assert [found.begun.state.units["b1"].at for found in (base, near, weak)] == [2, 3, 2]
    assert weak.begun.state.units["r1"].strength == 2
    assert weak.begun.state.core.readings == {"D1": "b"}
    assert [(failures(found), count(found)) for found in (base, near, weak)] == [([], 1)] * 3


def test_a_claim_that_fails_names_its_row() -> None:
    _, near, weak = rows(ROWS.replace("hits=1", "hits=2").replace("strength = 1", "strength = 7"))
    assert failures(near)[0].startswith("near: there is no VolleyFired hits=2; ")
    assert failures(weak) == ["weak, order 1: units.r1.strength is 1, not 7"]


def test_an_order_may_be_given_in_the_position_of_another_row() -> None:
    fresh = '[[rows.orders]]\nby = "blue"\norder = "MoveUnit unit=b1 path={}"\nfresh = {}\n'
    _, _, weak = rows(ROWS + fresh.format(4, '"near"') + fresh.format(1, '"base"') + fresh.format(1, "true"))
    assert [decided.state.units["r1"].strength for decided in weak.orders] == [1, 4, 4, 2]
    assert [decided.state.units["b1"].at for decided in weak.orders] == [2, 4, 1, 1]


def test_a_base_without_orders_is_only_what_the_rows_begin_from() -> None:
    head, _, rest = ROWS.partition("[[orders]]")
    _, _, weak = rest.partition('[[rows]]\nname = "weak"')
    (found,) = rows(f'{head}[[rows]]\nname = "weak"{weak}')
    assert failures(found) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "near"\n', "", "row 1, name: give it one of its own"),
        ('name = "near"', 'name = "base"', "row 1, name: give it one of its own; 'base' is the"),
        ('name = "near"', 'name = "weak"', "rows: two of them have the name 'weak'"),
        ("[[rows]]", "[rows]", "this is not readable TOML"),
        ("at = 3", "att = 3", "near, position.units.b1 has no field 'att'; did you mean at?"),
        ('D1 = "b"', 'D1 = "c"', "weak, readings: D1 can be read as a, b, not as 'c'"),
        ('name = "weak"', 'name = "weak"\nscenario = "x"', "row 2 has a key 'scenario' that nothing reads"),
        ("[rows.orders.expect", "fresh = \"neer\"\n[rows.orders.expect",
         "weak, order 1, fresh: there is no row 'neer'; did you mean near?"),
        ("title =", "name =", "name: a row below a line [[rows]] has one; the case has a title"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_row_is_said_of_it(old: str, new: str, said: str) -> None:
    assert old in ROWS
    with pytest.raises(BadInput) as error:
        rows(ROWS.replace(old, new, 1))
    assert str(error.value).startswith(said)
