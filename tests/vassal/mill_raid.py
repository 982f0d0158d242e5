"""A raid on a mill, as VASSAL would have logged it: the file `fixtures/freeform/mill-raid.vlog`.

Made up, its players' ids and names included. `python -m tests.vassal.mill_raid` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.formats.vassal.container import write_container
from domain.formats.vassal.metadata import Metadata
from domain.formats.vassal.payload import encode_payload
from domain.formats.vassal.tree import Node, encode_tree
from tests.replay_fixtures import FIXTURES
from tests.vassal.builder import change, move, piece, states

PATH = FIXTURES / "freeform" / "mill-raid.vlog"
UNION, REBEL = "swordfish-61", "hunter2"  # in a VASSAL file a player's id is his password
FIRST = 1_700_000_000_000


def _unit(number: int, name: str, at: str, marks: str, strength: str, *more: tuple[str, str]) -> str:
    traits = [("mark;Side,Kind", marks), ("PROP;Strength;", strength), *more]
    return piece(f"{FIRST + number}", name, f"Valley;{at}", traits)


SNAPSHOT = (
    _unit(1, "6th Ohio", "216;180", "Union,infantry", "5"),
    _unit(2, "Battery K", "216;260", "Union,artillery", "3"),
    _unit(3, "2nd Virginia", "504;180", "Rebel,infantry", "5"),
    _unit(4, "White's Cavalry", "504;100", "Rebel,cavalry", "3", ("hide;H;Hide", REBEL)),
    piece(f"{FIRST + 5}", "Turn marker", "Turns;50;50"),
    f"PLAYER\t{UNION}\tMargaret Oakes\tUnion",
    f"PLAYER\t{REBEL}\tH. Whitfield\tRebel",
    "ValleyBoardPicker\tValley\t0\t0",
    "NOTES\tHold the mill until noon.|Cavalry may hide in woods.",
    "PNOTE\thunter2\tgo for the battery first",
    "SEMAIL\tmargaret.oakes@example.org",
)


def steps() -> Iterator[tuple[str, ...]]:
    """Six turns' worth of a short evening: moves with their lines, fire, losses, talk, an undo."""
    yield ("CHAT* &lt;Margaret Oakes&gt; Turn Updated from Set-up to Turn 1 - Union",)
    yield (_go(1, "216;180", "288;220", UNION), "CHAT* 6th Ohio moves 0302 &rarr; 0402 *")
    yield (_go(1, "288;220", "360;180", UNION), "CHAT* 6th Ohio moves 0402 &rarr; 0502 *")
    yield (_go(2, "216;260", "216;180", UNION), "CHAT* Battery K moves 0303 &rarr; 0302 *")
    yield ("CHAT&lt;Margaret Oakes&gt; - the mill is mine, Whitfield",)
    yield ("CHAT* &lt;H. Whitfield&gt; Turn Updated from Turn 1 - Union to Turn 1 - Rebel",)
    yield (_go(3, "504;180", "432;220", REBEL), "CHAT* 2nd Virginia moves 0702 &rarr; 0602 *")
    yield (*_dice("2d6", "1,1", "4,6", "H. Whitfield"),)
    yield (_strength(1, "Union,infantry", "5", "4", "360;180"), "CHAT* 6th Ohio loses a step *")
    yield (*_dice("2d6", "4,6", "5,2", "Margaret Oakes"),)
    yield (_strength(3, "Rebel,infantry", "5", "4", "432;220"), "CHAT* 2nd Virginia loses a step *")
    yield (_go(4, "504;100", "432;140", REBEL), "CHAT* ? moves ? &rarr; ? *")
    yield (_go(4, "432;140", "360;100", REBEL), "CHAT* ? moves ? &rarr; ? *")
    yield ("UNDO\ttrue", _go(4, "360;100", "432;140", REBEL), "CHAT* UNDO: ? moves ? &rarr; ? *", "UNDO\tfalse")
    yield ("CHAT* &lt;Margaret Oakes&gt; Turn Updated from Turn 1 - Rebel to Turn 2 - Union",)
    yield (*_dice("1d6", "1", "6", "Margaret Oakes"), "CHAT* Battery K fires canister *")
    yield ("FLARE\tflare0\t360\t180",)
    yield (_cavalry_charges(), "CHAT* White's Cavalry charges out of the woods *")
    yield (*_dice("2d6", "5,2", "6,6", "H. Whitfield"),)
    yield (f"-/{FIRST + 2}", "CHAT* Battery K is overrun *")
    yield ("GALLOP\tcloud of dust\t3",)  # a command that only this module knows
    yield (_go(1, "360;180", "216;180", UNION), "CHAT* 6th Ohio moves 0502 &rarr; 0302 *")
    yield (_go(3, "400;220", "360;180", REBEL),)  # edited: it was at 432
    yield ("CHAT&lt;H. Whitfield&gt; - well fought, Margaret Oakes. Write to me at whitfield@example.org",)


def _go(number: int, start: str, to: str, player: str) -> str:
    return move(f"{FIRST + number}", f"Valley;{to}", f"Valley;{start}", player)


def _dice(name: str, old: str, new: str, who: str) -> tuple[str, str]:
    return f"CHAT*** {name} = {new} *** &lt;{who}&gt;", f"MutableProperty\t{name}_result\t{old}\t{new}\tModule"


def _strength(number: int, marks: str, old: str, new: str, at: str) -> str:
    return change(f"{FIRST + number}", states(f"Valley;{at}", marks, new), states(f"Valley;{at}", marks, old))


def _cavalry_charges() -> str:
    shown = states("Valley;288;140", "Rebel,cavalry", "3", "null")
    return change(f"{FIRST + 4}", shown, states("Valley;432;140", "Rebel,cavalry", "3", REBEL))


def mill_raid() -> bytes:
    nodes = [Node(0, "begin_save"), Node(1, ""), *(Node(1, command) for command in SNAPSHOT), Node(1, "end_save")]
    for first, *more in steps():
        nodes += [Node(1, f"LOG\t{first}"), *(Node(2, f"LOG\t{command}") for command in more)]
    save = Metadata(vassal="3.7.20", saved=1_700_000_500_000, description="A raid on the mill")
    module = Metadata(name="Border Skirmishes", version="2.1", vassal="3.7.20")
    return write_container(encode_payload(encode_tree(nodes), "VCSK", 0x3C), save, module)


if __name__ == "__main__":
    PATH.write_bytes(mill_raid())
