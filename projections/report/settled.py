"""Under what the game was played, what was played against the rules, and how all of it can be proved."""

from __future__ import annotations

from domain.games.settings import setting_texts
from domain.games.terms import option_texts
from domain.kernel.facts import IrregularPlay, RulingMade
from domain.proof.verify import seal_of
from domain.words.phrases import headings, phrase, some
from projections.report.document import Block, Item, Items, Para, Section, Table, Typed
from projections.report.teller import Teller


def rules(teller: Teller) -> Section:
    """Rulings, optional rules, settings, and readings other than the usual ones."""
    ruled = [(number, fact) for number, fact in teller.of(RulingMade)]
    given = tuple(Item(teller.tell(fact), number, "ruling") for number, fact in ruled)
    blocks: list[Block] = [Items(given) if given else Para(phrase("No rulings were made."))]
    started = teller.started
    if started.options:
        blocks.append(Para(phrase("Optional rules: {0}", ", ".join(option_texts(started.options)))))
    if started.settings:
        blocks.append(Para(phrase("Settings: {0}", ", ".join(setting_texts(started.settings)))))
    chosen = dict(started.readings)
    for _, fact in ruled:
        chosen |= fact.readings
    return Section("rulings", phrase("Rulings and readings in force"), (*blocks, *_readings(teller, chosen)))


def _readings(teller: Teller, chosen: dict[str, str]) -> tuple[Block, ...]:
    known = teller.system.book.readings
    other = {name: letter for name, letter in chosen.items() if name in known and letter != known[name].default}
    usual = len(chosen) - len(other)
    rows = tuple(
        (name, known[name].rule, known[name].question, f"{letter}: {known[name].choices.get(letter, '')}")
        for name, letter in other.items()
    )
    said = (Para(phrase("Read as usual: {0}", some(usual, "disputed rule", "disputed rules"))),) if usual else ()
    columns = tuple(map(phrase, headings("dispute", "rule", "question", "read as")))
    return (*([Table(columns, rows)] if rows else []), *said)


def irregular(teller: Teller) -> Section:
    """What the table did though the rules refuse it."""
    found = tuple(Item(teller.tell(fact), number, "irregular") for number, fact in teller.of(IrregularPlay))
    blocks = (Items(found),) if found else (Para(phrase("None are recorded.")),)
    return Section("irregular", phrase("Irregular plays"), blocks)


def seal(teller: Teller) -> Section:
    """The head hash, and how to check the log with it."""
    found, ref = str(seal_of(teller.games, teller.ref)), teller.ref._replace(entry=None)
    game = teller.line.game
    return Section(
        "seal",
        phrase("Seal"),
        (
            Para(phrase("Whoever has the log can check that it is the one told of here, and that it was played so:")),
            Typed((f"refight verify {ref} --seal '{found}'", f"refight audit {game}", f"refight replay {ref}")),
        ),
    )
