"""What stands on and under the board in English."""

from __future__ import annotations

from domain.kernel.reasons import Of
from domain.kernel.say import ReasonTexts, Say
from rules.musket_and_pike.words.en.turn import PHASES, STANDINGS, side

VERTICES = ("north-east", "south-east", "south", "south-west", "north-west", "north")  # 6.1
WAYS = ("north-east", "east", "south-east", "south-west", "west", "north-west")


def _title(say: Say, of: tuple[Of, ...]) -> str:
    title, turn, phase, active, wing = of
    when = f"turn {turn}, {PHASES.get(str(phase), str(phase))}" if turn else PHASES.get(str(phase), str(phase))
    who = f", {side(say, active)}" if active else ""
    return f"{title}: {when}{who}{f', {wing}' if wing else ''}"


def _orders(say: Say, of: tuple[Of, ...]) -> str:
    told = [f"{name}: {STANDINGS[str(order)]}{f' ({status})' if status != 'ready' else ''}"
            for name, order, status in zip(of[1::3], of[2::3], of[3::3], strict=True)]  # fmt: skip
    return f"{say.term(of[0])}: {'; '.join(told)}"


REASONS: ReasonTexts = {
    "title of the board": _title,
    "orders of a side": _orders,
    "faces": lambda _say, of: f"faces {VERTICES[int(of[0])]}",
    "faces a side": lambda _say, of: f"faces {WAYS[int(of[0])]}",
    "commands a Wing": "commands the {0}",
}
