"""The command tree: one text in which commands stand within commands, as a flat list in the order of execution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.formats.vassal.limits import MAX_COMMANDS, MAX_DEPTH
from domain.formats.vassal.listcodec import decode_list, encode_element
from domain.kernel.errors import BadInput

ESC = "\x1b"
_WORK = 1 << 20  # characters that the exact way may always go over, besides some times the text


class Node(NamedTuple):
    """A command and how deep it stands: its parent is the nearest one before it that stands less deep."""

    depth: int
    text: str


def decode_tree(text: str) -> list[Node]:
    """All commands, parents before children; the first is the root."""
    if text.count(ESC) >= MAX_COMMANDS:
        raise BadInput(f"the file holds more than {MAX_COMMANDS:,} commands; no game has that many")
    if text.startswith("'") or f"{ESC}'" in text:
        return _exactly(text)
    return _in_one_pass(text)


def _in_one_pass(text: str) -> list[Node]:
    """Each delimiter says by its backslashes how deep it stands; only quotes could tell another story.

    A delimiter that jumps some levels is a child of what stands before it all the same, so depths are
    counted along the path and not taken from the backslashes.
    """
    parts = text.split(ESC)
    levels = [-1]  # of the delimiters before each command on the path from the root to here
    nodes: list[Node] = []
    level = -1
    for part in parts[:-1]:
        own = part.rstrip("\\")
        nodes.append(Node(len(levels) - 1, own))
        level = len(part) - len(own)
        while levels[-1] >= level:
            levels.pop()
        levels.append(level)
        if len(levels) > MAX_DEPTH:
            raise _too_deep()
    nodes.append(Node(len(levels) - 1, parts[-1]))
    return nodes


def _exactly(text: str) -> list[Node]:
    """The original's own way, token by token; needed for quotes, and bounded since it reads text once a level."""
    nodes: list[Node] = []
    budget = 16 * len(text) + _WORK
    waiting = [(0, text)]
    while waiting:
        depth, command = waiting.pop()
        if depth >= MAX_DEPTH:
            raise _too_deep()
        tokens = decode_list(command, ESC)
        budget -= len(command) + len(tokens)
        if budget < 0:
            raise BadInput("commands in quotes stand too deep within one another to be read")
        if tokens == [command]:
            nodes.append(Node(depth, command))
        else:
            waiting += [(depth + 1, token) for token in reversed(tokens[1:])]
            waiting.append((depth, tokens[0]))
    return nodes


def encode_tree(nodes: Iterable[Node]) -> str:
    """The text of a tree; decoding it gives the same tree for all text that the original can keep."""
    listed = list(_checked(nodes))
    if any(ESC in node.text or node.text.startswith(("\\", "'")) for node in listed):
        return _encode_exactly(listed)
    return "".join(["\\" * (node.depth - 1) + ESC + node.text if node.depth else node.text for node in listed])


def _encode_exactly(nodes: list[Node]) -> str:
    """From the deepest commands outwards: `lists[d]` are the finished elements at depth d, last first."""
    lists: dict[int, list[str]] = {}
    for node in reversed(nodes):
        children = lists.pop(node.depth + 1, [])
        own = node.text
        if children:
            own = ESC.join([encode_element(own, ESC), *reversed(children)])
        lists.setdefault(node.depth, []).append(encode_element(own, ESC) if node.depth else own)
    return lists[0][0]


def _checked(nodes: Iterable[Node]) -> Iterator[Node]:
    last = -1
    for node in nodes:
        if not (0 < node.depth <= last + 1 or node.depth == 0 == last + 1):
            raise ValueError(f"a command at depth {node.depth} cannot follow one at depth {last}")
        last = node.depth
        yield node
    if last < 0:
        raise ValueError("a tree has a root")


def _too_deep() -> BadInput:
    return BadInput(f"commands stand more than {MAX_DEPTH} deep within one another; no game does that")
