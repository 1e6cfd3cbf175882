"""The reference of the ``uka`` command, made from the command itself."""

import re
from collections.abc import Iterator

from cyclopts import App

from uka.cli.app import app

FILE = "command-line.md"
OPTION = re.compile(r"(?<![`\w-])(--[a-z][\w-]*(?:[ =][\w.]+=\w+)?|https?://[A-Z]\S*\w)(?!`)")
LINKS = {"*Bots of your own*": "[Bots of your own](bots.md)"}
"""The pages that the help names by their titles, with links to them."""
INTRO = """# Command line

This page is made from the command itself. `uka VERB --help` prints the same in a terminal. Every verb that plays takes
`--rules` and `--set`: see [rulesets](rulesets.md).

"""


def pages() -> dict[str, str]:
    """Return the text of the page by its file."""
    text = app.generate_docs(output_format="markdown", recursive=True, heading_level=1)
    verbs = text[text.index("\n## uka ") :].replace("**Parameters**:", "").replace("**Commands**:", "")
    lines = (_line(line) for line in re.sub(r"\n{3,}", "\n\n", verbs.strip()).splitlines())
    return {FILE: INTRO + "\n".join(lines) + "\n"}


def _line(line: str) -> str:
    """Return a line without the program that makes the page, and with the options of its sentence as code.

    A page that is named by its title is linked.

    >>> _line("* `--set STR`: Change a rule: --set pack=24. Without --rules, see http://HOST:PORT.")
    '* `--set STR`: Change a rule: `--set pack=24`. Without `--rules`, see `http://HOST:PORT`.'
    """
    if line.startswith(("uka ", "#", "```")):
        return re.sub(r" -m \S+", "", line)
    head, mark, told = line.partition("`: ") if line.startswith("* ") else ("", "", line)
    for title, link in LINKS.items():
        told = told.replace(title, link)
    return head + mark + OPTION.sub(r"`\1`", told)


def verbs(of: App = app, words: tuple[str, ...] = ("uka",)) -> Iterator[str]:
    """Yield each verb with the words before it.

    >>> [verb for verb in verbs() if verb.startswith("uka rules")]
    ['uka rules', 'uka rules check']
    """
    for name in of:
        if not name.startswith("-"):
            yield " ".join((*words, name))
            yield from verbs(of[name], (*words, name))
