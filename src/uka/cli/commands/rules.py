"""``uka rules``: lists the rulesets, prints their rulebooks and checks ruleset files."""

from __future__ import annotations

from typing import Annotated

import msgspec
from cyclopts import App, Parameter
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

import uka.rulesets
from uka.rulesets.rulebook import Rule, Rulebook, RuleMark

from ..options import RuleChanges, changes

app = App(name="rules", help="List the rulesets, or print the rulebook of one.", help_format="markdown")

MARKS: dict[RuleMark, str] = {"stated": " ", "inferred": "i", "default": "·", "changed": "*"}
LEGEND = (
    "i: inferred, where the source is silent or unclear. ·: Uka's default, not in the source. *: changed. "
    "[ ]: what players call it."
)


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
    console = Console(highlight=False)
    if name is None:
        _list(console, json)
        return
    book = uka.rulesets.rulebook_of(name, changes(set))
    if json:
        fields = msgspec.to_builtins(uka.rulesets.find(name, changes(set)))
        _print_json({"ruleset": fields, "rulebook": book})
        return
    _print_book(console, book)


@app.command
def check(
    file: Annotated[str, Parameter(help="A TOML file, or a ruleset's name.")],
    *,
    set: RuleChanges = (),
) -> None:
    """Check a ruleset file. Print the rules that it changes, or the error in the file."""
    differences = uka.rulesets.differences(file, changes(set))
    print(f"{file} is a valid ruleset.")
    for field, old, new in differences:
        print(f"  {field} = {new} (was {old})")


def _list(console: Console, json: bool) -> None:
    every = uka.rulesets.all()
    if json:
        _print_json([{"name": n, "title": r.title, "source": r.source} for n, r in every.items()])
        return
    for name, ruleset in every.items():
        console.print(f"{name:<15} {ruleset.title}")
    console.print("\nuka rules NAME prints a rulebook; uka play --rules NAME starts a game under it.", style="dim")


def _print_book(console: Console, book: Rulebook) -> None:
    console.print(Text(book.title, style="bold"))
    console.print(Text(book.source, style="dim"))
    for chapter in book.chapters:
        console.print(Text(f"\n{chapter.title}", style="bold"))
        for rule in chapter.rules:
            console.print(_line(rule))
    console.print(Text(f"\n{LEGEND}", style="dim"))


def _line(rule: Rule) -> Padding:
    notes = f" ({rule.why})" * bool(rule.why) + f" [{', '.join(rule.called)}]" * bool(rule.called)
    return Padding(Text.assemble((MARKS[rule.mark], "bold"), " ", rule.sentence, (notes, "dim")), (0, 0, 0, 1))


def _print_json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
