"""A page for each shipped ruleset: its rulebook, with every field."""

from collections.abc import Iterator

import msgspec

from uka import rulesets
from uka.rulesets import Rulebook
from uka.rulesets.rulebook import Rule

MARKS = {"stated": "the source", "inferred": "*inferred*", "default": "our default", "changed": "changed"}


def pages() -> dict[str, str]:
    """Return the text of each page by its file."""
    return {file(name): _page(name, rulesets.rulebook_of(name)) for name in rulesets.names()}


def file(name: str) -> str:
    """Return the file of a ruleset's page.

    >>> file("tainui")
    'rulebooks/tainui.md'
    """
    return f"rulebooks/{name}.md"


def _page(name: str, book: Rulebook) -> str:
    intro = (
        f"# {book.title}\n\nSource: {book.source}.\n\n"
        f"Play it with `uka play --rules {name}`, print it with `uka rules {name}`; in Python it is "
        f'`uka.ruleset("{name}")`. The last column says who decided a rule: its source, Uka where the source leaves it '
        "open (*inferred*, with the reason), or Uka's default. What each field may be is on the page "
        "[Rulesets](../rulesets.md). Italics in the second column are players' names for a rule; the "
        "[glossary](../glossary.md) explains the other words.\n"
    )
    return "\n".join([intro, *_chapters(book)])


def _chapters(book: Rulebook) -> Iterator[str]:
    for chapter in book.chapters:
        yield f"## {chapter.title}\n\n| rule | | decided by |\n|---|---|---|"
        yield "\n".join(_row(rule) for rule in chapter.rules) + "\n"


def _row(rule: Rule) -> str:
    why = f": {rule.why}" if rule.why else ""
    called = f" *{', '.join(rule.called)}*" if rule.called else ""
    return f"| {_field(rule)} | {rule.sentence}{called} | {MARKS[rule.mark]}{why} |".replace("\n", " ")


def _field(rule: Rule) -> str:
    if rule.value is None:
        return "every ruleset"
    return f"`{rule.field}` = `{msgspec.json.encode(rule.value).decode()}`"
