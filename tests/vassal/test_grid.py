from __future__ import annotations

import tomllib

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.formats.vassal.gridlearning import learn_grid, proven_grid
from domain.hexes.printed import Grid, centre_of, name_at
from domain.kernel.errors import BadInput

ARNHEM = Grid(dx=96, dy=119, x0=60, y0=60, stagger=True, h_leading=1, v_leading=1)


@pytest.mark.parametrize(
    ("grid", "pixel", "name"),
    [
        pytest.param(ARNHEM, (60, 60), "0000", id="the origin"),
        pytest.param(ARNHEM, (60 + 96, 60 + 60), "0101", id="odd columns lie lower, and stagger counts one more there"),
        pytest.param(ARNHEM, (60 + 2 * 96, 60 + 3 * 119), "0203", id="an even column"),
        pytest.param(ARNHEM, (60 + 96, 59), "0100", id="just above half a hex"),
        pytest.param(Grid(dx=10, dy=10, sep="-", h_off=1, v_off=2), (20, 30), "3-5", id="offsets and a separator"),
        pytest.param(Grid(dx=10, dy=10, first="V", sep="."), (20, 30), "3.2", id="rows first"),
        pytest.param(Grid(dx=10, dy=10, h_type="A"), (260, 30), "AA3", id="letters are repeated after Z"),
        pytest.param(Grid(dx=10, dy=10, h_type="A"), (270, 29), "BB2", id="in an odd column half a hex lower"),
        pytest.param(Grid(dx=10, dy=10, sideways=True, sep=","), (25, 10), "1,2", id="sideways swaps the axes"),
        pytest.param(Grid(dx=10, dy=20, kind="square", sep=","), (12, 49), "1,2", id="a square"),
        pytest.param(
            Grid(dx=10, dy=20, sep=",", h_descend=True, v_descend=True, width=200, height=100), (40, 60), "6,7",
            id="counted downwards from the board's size, width by dy and height by dx",
        ),
        pytest.param(
            Grid(dx=10, dy=20, sep=",", sideways=True, h_descend=True, width=200, height=100), (60, 40), "4,7",
            id="sideways the rows are what counts down along the width",
        ),
        pytest.param(Grid(dx=10, dy=10, h_leading=2, sep=" "), (50, 5), "005 0", id="two leading noughts"),
        pytest.param(Grid(dx=10, dy=10, sep=",", h_off=-3), (10, 5), "-2,0", id="below nought"),
        pytest.param(Grid(dx=10, dy=10, location_format="Hex $gridLocation$"), (20, 30), "Hex 23", id="a format"),
    ],
)  # fmt: skip
def test_a_pixel_has_the_printed_name_of_its_hex(grid, pixel, name):
    assert name_at(grid, *pixel) == name


GRIDS = st.builds(
    Grid,
    dx=st.sampled_from([96, 55.4, 40.3]), dy=st.sampled_from([119, 64.5, 48]), x0=st.integers(0, 99),
    y0=st.integers(0, 99), sideways=st.booleans(), first=st.sampled_from("HV"), sep=st.sampled_from(["", "-", "."]),
    h_leading=st.just(1), v_leading=st.just(1), h_off=st.integers(10, 20), v_off=st.integers(10, 20),
    stagger=st.booleans(),
)  # fmt: skip
CELLS = st.tuples(st.integers(0, 30), st.integers(0, 30))


@given(GRIDS, CELLS)
def test_a_name_leads_back_to_the_middle_of_its_hex(grid, cell):
    h, v = (str(number + 30) for number in cell)
    name = grid.sep.join((h, v) if grid.first == "H" else (v, h))
    x, y = centre_of(grid, name)
    assert name_at(grid, x, y) == name


@pytest.mark.parametrize("name", ["", "12", "A1", "12345678901234567890", "1-2", "x" * 1000])
def test_a_name_the_grid_does_not_give_is_refused(name):
    with pytest.raises(BadInput, match="not a name that this grid gives"):
        centre_of(ARNHEM, name)


def test_a_grid_is_read_from_toml_and_mistakes_in_it_are_named():
    read = msgspec.convert(tomllib.loads("dx = 96\ndy = 119\nx0 = 60\nstagger = true"), type=Grid)
    assert read == Grid(dx=96, dy=119, x0=60, stagger=True)
    for wrong in (
        "dx = 0\ndy = 1",
        "dx = nan\ndy = 1",
        "dx = 1\ndy = 1\nhleading = 1",
        "dx = 1\ndy = 1\nlocation_format = 'x'",
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(tomllib.loads(wrong), type=Grid)


@pytest.mark.parametrize(
    "wrong", [{"h_leading": 1_000_000_000}, {"v_leading": -1}, {"h_off": 10**400}, {"width": 10**400}]
)
def test_a_grid_that_no_board_has_is_refused(wrong):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"dx": 10, "dy": 10, **wrong}, type=Grid)


def test_far_off_the_board_a_name_has_no_millions_of_letters():
    grid = Grid(dx=10, dy=10, h_type="A", sep="-")
    assert name_at(grid, 2_000_000_000, 0) == "200000000-0"
    assert name_at(grid, 10_390, 0) == "Z" * 40 + "-0"


def test_a_grid_that_begins_farther_off_than_any_map_is_not_learnt():
    for corner, is_learnt in ((1_000, True), (2_000_000_000, False), (-2_000_000_000, False)):
        pairs = {
            (corner + 50 * column, corner + 50 * row): f"{column:02}{row:02}" for column in range(3) for row in range(3)
        }
        assert (proven_grid(pairs) is not None) == is_learnt


@settings(max_examples=60)
@given(GRIDS, st.sets(CELLS, min_size=12, max_size=12))
def test_a_grid_that_is_learnt_gives_all_names_or_is_refused(grid, cells):
    def middle(cell: tuple[int, int]) -> tuple[int, int]:
        h, v = str(cell[0] + 30), str(cell[1] + 30)
        return centre_of(grid, grid.sep.join((h, v) if grid.first == "H" else (v, h)))

    pairs = {at: name_at(grid, *at) for at in map(middle, cells)}
    learnt = learn_grid(pairs)
    both_columns = len({cell[0] % 2 for cell in cells}) == 2
    if learnt is None:
        assert not both_columns or len({cell[1] for cell in cells}) < 6
        return
    for at in (middle((h, v)) for h in range(0, 30, 7) for v in range(0, 30, 7)):
        assert name_at(learnt, *at) == name_at(grid, *at)


def seen(*cells: tuple[int, int]) -> dict[tuple[int, int], str]:
    pixels = [centre_of(ARNHEM, f"{h:02}{v:02}") for h, v in cells]
    return {at: name_at(ARNHEM, *at) for at in pixels}


SEVEN = seen((1, 1), (2, 5), (3, 9), (8, 2), (9, 7), (12, 3), (13, 8))


def test_one_pair_that_contradicts_refuses_the_fit():
    assert learn_grid(SEVEN) is not None
    assert learn_grid({**SEVEN, (5000, 5000): "0101"}) is None
    assert learn_grid({**SEVEN, (5000, 5000): "Reserve Box"}) is None


def test_too_little_fixes_no_grid():
    assert learn_grid(seen((1, 1), (2, 5))) is None
    assert learn_grid(seen((2, 1), (2, 5), (2, 9), (2, 12))) is None, "one column says nothing of the next"
    assert learn_grid(seen((2, 1), (4, 5), (6, 9), (8, 2))) is None, "even columns alone could be squares"


def test_a_fit_is_believed_unasked_only_with_pairs_to_spare():
    assert proven_grid(dict(list(SEVEN.items())[:5])) is None
    learnt = proven_grid(SEVEN)
    assert learnt is not None
    assert name_at(learnt, *centre_of(ARNHEM, "2011")) == "2011"
