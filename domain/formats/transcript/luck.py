"""Fair dice for what a transcript does not give: new seeds, committed to before the first of them is rolled."""

from __future__ import annotations

from collections.abc import Iterator

from domain.formats.transcript.parts import LineWritten, Located, Transcript, TypedOrder
from domain.kernel.chance import FairChance, Luck, commitment, new_seed
from domain.kernel.facts import SeedRevealed

OTHER_SEED = (
    "belongs to a seed that is not here, and --roll-missing rolls with a new one; write the missing dice, or take "
    "every commitment out and mark the fair dice `imported`"
)


class NewLuck:
    """One seed for the game and one for each line, as a game that is played here has them."""

    def __init__(self, game: str) -> None:
        self.game, self.seeds = game, dict[str, str]()

    def commit(self, line: str) -> str:
        self.seeds[line] = new_seed()
        return commitment(self.seeds[line])

    def chance(self, luck: Luck) -> FairChance:
        return FairChance(self.seeds.__getitem__, self.game, luck)


def bound_to_others(script: Transcript) -> Iterator[Located]:
    """Whatever in a script speaks of a seed of its own."""
    if script.head.get("commitments"):
        yield script.place("commitments").error(f"this commitment {OTHER_SEED}")
    for block in script.blocks:
        yield from _bound(block)


def _bound(block: LineWritten) -> Iterator[Located]:
    if block.opening.commitments:
        yield block.place.error(f"the commitment of this line {OTHER_SEED}")
    for item in block.items:
        if isinstance(item, TypedOrder):
            yield from (some.place.error(f"this {OTHER_SEED}") for some in item.chances if some.source == "fair")
        elif any(isinstance(recorded.fact, SeedRevealed) for recorded in item.facts):
            yield item.place.error(f"this {OTHER_SEED}")
