"""One who learns at the keyboard: the step, what is typed for it, and what the lesson does itself."""

from __future__ import annotations

import shlex
import textwrap
from typing import Any

from cli.commands.branches import diff, tree
from cli.commands.explain import explain
from cli.commands.odds import odds
from cli.hotseat.seat import Hotseat
from cli.hotseat.words import WORDS
from cli.prompt.prompt import names_giver, read_name, read_typed
from cli.shell.output import width
from cli.shell.telling import in_full
from domain.games.learning import is_meant, looked_at, play, standing
from domain.kernel.errors import BadInput
from domain.kernel.facts import Order
from domain.kernel.lesson import Lesson, LessonStep
from domain.log.refs import Ref, parse_ref
from domain.words.phrases import later, phrase
from domain.words.scan import known

LOOKS = ("show", "log", "score", "losses", "options", "orders", "rule")  # of the words of `play`
MOST = 100  # columns of prose
HELP = {
    "hint": later("the order that is meant"), "skip": later("the lesson does this step for you"),
    "again": later("what this step said"), "? [RULE]": later("the rules of this step, or one of them"),
    "explain [ENTRY]": later("what stands behind an entry, or the last order"),
    "odds [ENTRY|ORDER]": later("how likely each outcome was, or would be"),
    "tree, diff": later("the lines of this game; what another line has otherwise"),
    "quit": later("leave; the same command goes on from here"),
}  # fmt: skip


class Course:
    """A lesson and the table it is played at."""

    def __init__(self, seat: Hotseat, lesson: Lesson) -> None:
        self.seat, self.lesson, self.over, self.missed = seat, lesson, False, 0
        stands = standing(seat.games, seat.ref.game, lesson)
        self.at, self.strayed = stands.step, stands.strayed
        seat.sit(Ref(seat.ref.game, stands.line))

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.at]

    @property
    def prompt(self) -> str:
        return f"{self.lesson.side}> " if self.step.order else "> "

    def value(self) -> dict[str, Any]:
        """For programs."""
        steps = len(self.lesson.steps)
        return {
            "step": self.at,
            "steps": steps,
            "done": self.at == steps,
            "missed": self.missed,
            "entries": self.seat.made,
        }

    def say(self, *texts: str) -> None:
        """Prose, as wide as one reads well."""
        for text in texts:
            wide = min(MOST, width())
            self.seat.say(*textwrap.wrap(" ".join(text.split()), wide, break_on_hyphens=False, break_long_words=False))

    # Step by step

    def open(self) -> None:
        if self.strayed:
            self.over = True
            again = phrase(
                "something else was ordered in {0} than its lesson knows; begin anew with --again", self.seat.ref
            )
            self.seat.say(again)
            return
        self.say(self.lesson.title + ". " + self.lesson.about)
        self.say(phrase("`hint` shows what to type, `skip` does it for you, `help` says what else there is"))
        self.go_on()

    def go_on(self) -> None:
        """To the next step that is for whoever learns; those of others are played."""
        while self.at < len(self.lesson.steps):
            self.tell_step()
            if not self.step.is_played:
                return
            self.do()
        self.over = True
        self.seat.say("")
        self.say(
            self.lesson.end.replace("GAME", str(self.seat.ref)), phrase("This game is kept as {0}.", self.seat.ref.game)
        )

    def tell_step(self) -> None:
        self.seat.say("", *([] if self.step.is_played else [phrase("[{0} of {1}]", *self.lesson.count(self.at))]))
        self.say(self.step.words)
        if self.step.rules:
            self.seat.say(phrase("(rules: {0})", ", ".join(self.step.rules)))

    def do(self, order: Order | None = None) -> None:
        """The step as it was typed, or as the lesson has it, and on to the next."""
        step, seat = self.step, self.seat
        if not step.is_look:
            played = play(seat.games, seat.ref, self.lesson, step, order)
            seat.sit(Ref(seat.ref.game, step.branch) if step.branch else seat.ref)
            if played is not None:
                seat.tell(played.entries)
            self.say(step.after)
        self.at += 1

    # What is typed

    def take(self, text: str) -> None:
        word, *more = text.split(maxsplit=1) or [""]
        rest = more[0].strip() if more else ""
        if word.startswith("#"):
            return
        if not word:
            self._pass()
        elif word.startswith("?"):
            self._rules(f"{word[1:]} {rest}".strip())
        elif word in _OWN and not known(word, self.seat.orders):
            _OWN[word](self, rest)
        elif self.step.branch and word == ("undo" if self.step.back else "branch"):
            self._branch(rest)
        elif self._looks(word):
            self._look(word, rest)
        else:
            self._order(text)

    def _looks(self, word: str) -> bool:
        return word in (*LOOKS, *_COMMANDS) and not known(word, self.seat.orders)

    def _pass(self) -> None:
        """Nothing typed: a look may be passed over, an order not."""
        if self.step.is_look:
            self.done()
        else:
            self.say(phrase("`hint` shows what to type, `skip` does it for you, `help` says what else there is"))

    def done(self, order: Order | None = None) -> None:
        self.do(order)
        self.go_on()

    def _look(self, word: str, rest: str) -> None:
        if word in LOOKS:
            WORDS[word].act(self.seat, rest)
        else:
            _COMMANDS[word](self, rest)
        if self.step.look.split()[:1] == [word]:
            self.done()

    def _order(self, text: str) -> None:
        if not (names_giver(text) or self.seat.kinds(read_name(text))):
            raise BadInput(phrase("{0} is no order and no word of this lesson; `hint` shows what is meant", text[:40]))
        if not self.step.order:
            self.say(phrase("Here nothing is to be ordered yet: {0}", self.step.look or self._meant))
            return
        typed = read_typed(text)
        found = looked_at(self.seat.games, self.seat.ref, self.lesson, self.step, typed.order)
        if not is_meant(self.seat.games, self.step, found):
            self.missed += 1
            self.seat.say(found.told)
            self.say(phrase("The rules allow that, but this lesson means another order; nothing was recorded."))
            return
        self.seat.say(*in_full(typed.order, found))
        self.done(found.order)

    def _branch(self, rest: str) -> None:
        name, _, entry = rest.partition(" ")
        if not self.step.back and (name, entry.strip()) != (self.step.branch, str(self.step.entry)):
            self.missed += 1
            self.say(phrase("The lesson means another line: {0}", self._meant))
            return
        self.done()

    # Words of a lesson

    @property
    def _meant(self) -> str:
        step = self.step
        if step.back:
            return "undo"
        return f"branch {step.branch} {step.entry}" if step.branch else step.typed or step.order or step.look

    def hint(self, _rest: str) -> None:
        self.seat.say(self._meant or phrase("press Enter to go on"))

    def skip(self, _rest: str) -> None:
        self.done()

    def again(self, _rest: str) -> None:
        self.tell_step()

    def help(self, _rest: str) -> None:
        self.seat.say(*(f"{name:<20}{phrase(text)}" for name, text in HELP.items()))
        rows = ((name, WORDS[name]) for name in LOOKS)
        self.seat.say(*(f"{name} {phrase(word.takes)}".ljust(20) + phrase(word.help) for name, word in rows))

    def leave(self, _rest: str = "") -> None:
        self.over = True
        self.seat.say(phrase("`refight learn {0}` goes on from here", self.seat.system.key))

    def _rules(self, rest: str) -> None:
        for one in [rest] if rest else self.step.rules:
            WORDS["rule"].act(self.seat, one)

    def explain(self, rest: str) -> None:
        ref = parse_ref(f"{self.seat.ref}:{rest}") if rest else self.seat.ref
        self.seat.shell(explain, str(ref), "--as", self.lesson.side)

    def odds(self, rest: str) -> None:
        """Of an entry, or of an order that might be given."""
        ref = parse_ref(f"{self.seat.ref}:{rest}") if rest.isdigit() else self.seat.ref
        order = [] if rest.isdigit() or not rest else [rest, "--by", self.lesson.side]
        self.seat.shell(odds, str(ref), *order)

    def tree(self, _rest: str) -> None:
        self.seat.shell(tree, self.seat.ref.game)

    def diff(self, rest: str) -> None:
        self.seat.shell(diff, *(shlex.split(rest) or [self.seat.ref.game, str(self.seat.ref)]))


_OWN = {"hint": Course.hint, "skip": Course.skip, "again": Course.again, "help": Course.help, "quit": Course.leave}
_COMMANDS = {"explain": Course.explain, "odds": Course.odds, "tree": Course.tree, "diff": Course.diff}
