"""``uka rules``: lists the rulesets, prints their rulebooks and checks ruleset files."""

from __future__ import annotations

from typing import Annotated

import msgspec
from cyclopts import App, Parameter
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

import uka.rulesets
from uka.invocation import invocation
from uka.rulesets.rulebook import Rule, Rulebook, RuleMark

from ..options import RuleChanges, changes
from ..printing import printable_console, say, say_json

app = App(name="rules", help="List the rulesets, or print the rulebook of one.", help_format="markdown")

MARKS: dict[RuleMark, str] = {"stated": " ", "inferred": "i", "default": "·", "changed": "*"}
MEANINGS: dict[RuleMark, str] = {
    "inferred": "i: inferred, where the source is silent or unclear.",
    "default": "·: Uka's default, not in the source.",
    "changed": "*: changed.",
}
NAMED, ASKED = "[ ]: what players call it.", "“ ”: the questions that it answers."


@app.default
def rules(
    name: Annotated[str | None, Parameter(help="A ruleset's name, or a TOML file; without it, list all.")] = None,
    *,
    set: RuleChanges = (),
    json: Annotated[bool, Parameter(negative="", help="Print JSON.")] = False,
) -> None:
    """List the rulesets, or print the rulebook of a ruleset.

    Rules that the source of the ruleset does not state are marked.
    """
    out = printable_console()
    if name is None:
        _list(out, json)
        return
    book = uka.rulesets.rulebook_of(name, changes(set))
    if json:
        fields = msgspec.to_builtins(uka.rulesets.find(name, changes(set)))
        say_json({"ruleset": fields, "rulebook": book}, indent=2)
        return
    _print_book(out, book)


@app.command
def check(
    file: Annotated[str, Parameter(help="A TOML file, or a ruleset's name.")],
    *,
    set: RuleChanges = (),
) -> None:
    """Check a ruleset file. Print the rules that it changes, or the error in the file."""
    differences = uka.rulesets.differences(file, changes(set))
    say(f"{file} is a valid ruleset.")
    for field, old, new in differences:
        say(f"  {field} = {new} (was {old})")


def _list(console: Console, json: bool) -> None:
    every = uka.rulesets.all_rulesets()
    if json:
        say_json([{"name": n, "title": r.title, "source": r.source} for n, r in every.items()], indent=2)
        return
    for name, ruleset in every.items():
        console.print(f"{name:<15} {ruleset.title}")
    book, game = invocation("rules", "NAME"), invocation("play", "--rules", "NAME")
    console.print(f"\n{book} prints a rulebook; {game} starts a game under it.", style="dim")


def _print_book(console: Console, book: Rulebook) -> None:
    console.print(Text(book.title, style="bold"))
    console.print(Text(book.source, style="dim"))
    console.print(Text(f"\n{_key(book)}", style="dim"))
    for chapter in book.chapters:
        console.print(Text(f"\n{chapter.title}", style="bold"))
        for rule in chapter.rules:
            console.print(_line(rule))


def _key(book: Rulebook) -> str:
    """Return the meanings of the marks that a rulebook has."""
    rules = [rule for chapter in book.chapters for rule in chapter.rules]
    marks = {rule.mark for rule in rules}
    meanings = [text for mark, text in MEANINGS.items() if mark in marks]
    meanings += [NAMED] * any(rule.called for rule in rules) + [ASKED] * any(rule.asked for rule in rules)
    return " ".join(meanings)


def _line(rule: Rule) -> Padding:
    notes = f" ({rule.why})" * bool(rule.why) + f" [{', '.join(rule.called)}]" * bool(rule.called)
    notes += "".join(f" “{question}”" for question in rule.asked)
    return Padding(Text.assemble((MARKS[rule.mark], "bold"), " ", rule.sentence, (notes, "dim")), (0, 0, 0, 1))
