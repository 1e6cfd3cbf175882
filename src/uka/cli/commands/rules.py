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

from ..options import RuleChanges, parse_changes
from ..printing import printable_console, say, say_json

app = App(name="rules", help="List the rulesets, or print the rulebook of one.", help_format="markdown")

MARKS: dict[RuleMark, str] = {"stated": " ", "inferred": "i", "default": "·", "changed": "*"}
"""The character before a rule, by how far the source of the ruleset states that rule."""
MEANINGS: dict[RuleMark, str] = {
    "inferred": "i: inferred, where the source is silent or unclear.",
    "default": "·: Uka's default, not in the source.",
    "changed": "*: changed.",
}
CALLED_MEANING = "[ ]: what players call it."
ASKED_MEANING = "“ ”: the questions that it answers."


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
        _print_names(out, json)
        return
    book = uka.rulesets.rulebook_of(name, parse_changes(set))
    if json:
        fields = msgspec.to_builtins(uka.rulesets.find(name, parse_changes(set)))
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
    differences = uka.rulesets.differences(file, parse_changes(set))
    say(f"{file} is a valid ruleset.")
    for field, old, new in differences:
        say(f"  {field} = {new} (was {old})")


def _print_names(console: Console, json: bool) -> None:
    """Print the name and the title of each ruleset that comes with Uka."""
    every = uka.rulesets.all_rulesets()
    if json:
        fields = [{"name": name, "title": rules.title, "source": rules.source} for name, rules in every.items()]
        say_json(fields, indent=2)
        return
    for name, ruleset in every.items():
        console.print(f"{name:<15} {ruleset.title}")
    book, game = invocation("rules", "NAME"), invocation("play", "--rules", "NAME")
    console.print(f"\n{book} prints a rulebook; {game} starts a game under it.", style="dim")


def _print_book(console: Console, book: Rulebook) -> None:
    console.print(Text(book.title, style="bold"))
    console.print(Text(book.source, style="dim"))
    console.print(Text(f"\n{_legend(book)}", style="dim"))
    for chapter in book.chapters:
        console.print(Text(f"\n{chapter.title}", style="bold"))
        for rule in chapter.rules:
            console.print(_line(rule))


def _legend(book: Rulebook) -> str:
    """Return the meanings of the marks and brackets that occur in a rulebook, as one line."""
    rules = [rule for chapter in book.chapters for rule in chapter.rules]
    marks = {rule.mark for rule in rules}
    meanings = [text for mark, text in MEANINGS.items() if mark in marks]
    if any(rule.called for rule in rules):
        meanings.append(CALLED_MEANING)
    if any(rule.asked for rule in rules):
        meanings.append(ASKED_MEANING)
    return " ".join(meanings)


def _line(rule: Rule) -> Padding:
    """Return a rule for a terminal: a mark that says where the rule comes from, its sentence, and notes.

    The notes say why the rule was inferred, what players call it, and which questions it answers.
    """
    why = f" ({rule.why})" if rule.why else ""
    called = f" [{', '.join(rule.called)}]" if rule.called else ""
    asked = "".join(f" “{question}”" for question in rule.asked)
    notes = f"{why}{called}{asked}"
    return Padding(Text.assemble((MARKS[rule.mark], "bold"), " ", rule.sentence, (notes, "dim")), (0, 0, 0, 1))
