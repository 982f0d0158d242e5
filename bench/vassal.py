"""Bars of reading VASSAL files: a long log of our own making, from its bytes to typed commands and layers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.measure import Result, fast_enough, paced
from bench.plan import Plan
from domain.formats.vassal.container import write_container
from domain.formats.vassal.file import decode_file
from domain.formats.vassal.layers import encode_layers
from domain.formats.vassal.listcodec import encode_list
from domain.formats.vassal.metadata import Metadata
from domain.formats.vassal.payload import encode_payload
from domain.formats.vassal.read import read_vassal
from domain.formats.vassal.tree import Node, encode_tree

MEGABYTES, STORY_MEGABYTES = 30, 5  # of text a second
KINDS, PIECES, STEPS, QUICK = 300, 1_200, 6_000, 2_000
STRIDE = 3  # pixels a move: counters never come on to the place of another
_FIRST = 1_700_000_000_000
_PATH = "VASSAL.build.module.PieceWindow:Counters/VASSAL.build.widget.TabWidget/VASSAL.build.widget.ListWidget:Infantry"


def run(_folder: Path, plan: Plan) -> Iterator[Result]:
    steps = plan.size(STEPS, QUICK)
    data, size = vlog(steps)
    note = f"a log of {size:.0f} MB, {steps:,} steps"
    decoded = paced(partial(decode_file, data), plan.rounds)
    yield fast_enough("VASSAL: file to commands and layers", size, decoded, MEGABYTES, "MB/s", note, quick=plan.quick)
    told = paced(partial(read_vassal, data), plan.rounds)
    yield fast_enough(
        "VASSAL: file to a story, all checked", size, told, STORY_MEGABYTES, "MB/s", note, quick=plan.quick
    )


def vlog(steps: int) -> tuple[bytes, float]:
    """A log as VASSAL would keep it, and the megabytes of text in it."""
    text = encode_tree(log(0, steps))
    return _packed(text), len(text) / 1e6


def chain(logs: int, steps: int) -> list[tuple[str, bytes]]:
    """A game by mail: as many logs, each from where the one before ends, with so many steps in all."""
    each = steps // logs
    parts = [(n * each, steps if n == logs - 1 else (n + 1) * each) for n in range(logs)]
    return [(f"turn-{n}", _packed(encode_tree(log(*part)))) for n, part in enumerate(parts, 1)]


def _packed(text: str) -> bytes:
    return write_container(encode_payload(text, "VCSK", 0x5A), Metadata(vassal="3.7.20"), Metadata(name="Bench"))


def log(first: int, last: int) -> Iterator[Node]:
    """A save of many counters, each with some kilobytes of type, and a log of moves, changes, dice and talk."""
    yield Node(0, "begin_save")
    yield Node(1, "")
    yield Node(1, "")
    for number in range(PIECES):
        x, y = _pixel(number)
        turn = (first - number - 1) // PIECES + 1  # how often it has moved by then
        state = _state(turn, x + STRIDE * turn, y)
        yield Node(2, "+/" + encode_list([_id(number), encode_layers(_type(number % KINDS)), state], "/"))
        yield Node(2, f"+/{_FIRST + 500_000 + number}/stack/Main Map;{x + STRIDE * turn};{y};{_id(number)};@@0")
    yield Node(1, "PLAYER\tsecret one\tAnn\tUnion")
    yield Node(1, "PLAYER\tsecret two\tBen\tRebel")
    yield Node(1, "end_save")
    for step in range(first, last):
        yield from _step(step)


def _step(step: int) -> Iterator[Node]:
    number, turn = step % PIECES, step // PIECES
    x, y = _pixel(number)
    old, new = (x + STRIDE * turn, y), (x + STRIDE * (turn + 1), y)
    stack = _FIRST + 500_000 + number
    fields = [str(stack), "Main Map", str(new[0]), str(new[1]), "null", "Main Map", str(old[0]), str(old[1]), "null"]
    yield Node(1, "LOG\tM/" + encode_list([*fields, "secret one"], "/"))
    yield Node(2, f"LOG\tCHAT* {number} Ohio moves {old[0]:04}{y:04} &rarr; {new[0]:04}{y:04} *")
    states = [_state(turn + 1, *new), _state(turn, *new)]
    yield Node(2, "LOG\tD/" + encode_list([_id(number), *states], "/"))
    if step % 3 == 0:
        yield Node(1, f"LOG\tCHAT*** 2d6 = {_faces(step)} *** &lt;Ann&gt;")
        yield Node(2, f"LOG\tMutableProperty\t2d6_result\t{_faces(step - 3)}\t{_faces(step)}\tModule")
    if step % 5 == 0:
        yield Node(1, "LOG\tCHAT&lt;Ben&gt; - your guns cannot see that hill, the wood is in between")


def _faces(step: int) -> str:
    return f"{step % 6 + 1},{step % 5 + 1}"


def _id(number: int) -> str:
    return str(_FIRST + number)


def _pixel(number: int) -> tuple[int, int]:
    return 60 + 40 * (number % 40), 60 + 46 * (number // 40)


def _type(kind: int) -> list[str]:
    """As the counters of large modules are built: some 24 traits, 5 kB."""
    return [
        "mark;Side,Formation,Brigade",
        "PROP;Strength;true,0,20,false;Hit:72\\,130:I\\,-1,Heal:71\\,130:I\\,1",
        *(
            f"emb2;{name};2;{key};;2;;;2;;;;0;false;-{4 * n};0;{','.join(f'{name}{kind}-{m}.png' for m in range(8))};"
            f"{','.join(f'+ {name.lower()} {m}' for m in range(8))};true;{name};;;false;;1;1;false;{70 + n},130;;"
            for n, (name, key) in enumerate(
                zip(("Shaken", "Fatigue", "Ammo", "Facing", "Column"), "SFAGC", strict=True)
            )
        ),
        *(
            f"placemark;{name};7{n},130;{_PATH}/VASSAL.build.widget.PieceSlot:{name} {kind};null;0;0;no;;{name};;0;no"
            for n, name in enumerate(("Prep Fire", "First Fire", "Broken", "Routed", "Disordered", "Out of Command"))
        ),
        *(f"translate;dir{n};10{n},130;{56 * n};{-32 * n};true;0;0;0;0;" for n in range(6)),
        *(f"report;7{n}\\,130;$location$: $oldPieceName$ * => $newPieceName$ fires at {n};;;" for n in range(4)),
        "rotate;6;88,130;90,130;Rotate CW;Rotate CCW;;;Facing",
        "footprint;84,130;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;",
        "markmoved;moved.png;-50;-30;Mark moved;65,0;;true;Mark piece as moved;;Mark piece as unmoved;",
        "hide;72,130;Hide;;player:;0.3",
        f"piece;;;ohio{kind}.png;{kind} Ohio",
    ]


def _state(turn: int, x: int, y: int) -> str:
    core = f"Main Map;{x};{y};17;4;OldX;{x};OldY;{y};OldMap;Main Map;OldLocationName;{x:04}{y:04}"
    layers = ["Union,line,Iron", str(20 - turn), *["-1"] * 5, *[""] * 6, *[""] * 6, *["-1"] * 4]
    return encode_layers([*layers, str(turn % 6), "false;Map0;1;60,60;true", "true" if turn else "false", "null", core])
