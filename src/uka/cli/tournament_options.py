"""Arguments and options that several subcommands of ``uka tournament`` share, and the parsers of their values."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from uka.core.cards import Card, parse_cards

from .options import UsageError, WholeNumber

File = Annotated[str, Parameter(help="The tournament's file.")]
Json = Annotated[bool, Parameter(negative="", help="Print JSON.")]
Table = Annotated[WholeNumber, Parameter(help="The number of the table.")]
TeamName = Annotated[str, Parameter(help="The name of the team.")]
Reason = Annotated[str, Parameter(help="The reason, in a few words.", show_default=False)]
Sure = Annotated[bool, Parameter(negative="", help="Enter points that the rules can hardly lead to.")]


def parse_two_cards(text: str, option: str) -> tuple[Card, Card]:
    """Return the two cards that ``text``, such as ``Kd,9s``, names.

    Raise ``UsageError`` if it does not name two cards. The error names ``option``, such as "--cut".
    """
    try:
        first, second = parse_cards(text)
    except ValueError:
        raise UsageError(f"{option} {text} is not understood: give two cards, such as Kd,9s") from None
    return first, second


def values_of_teams(text: str, option: str, example: str) -> dict[str, str]:
    """Return the values in ``text``, such as ``Kauri=Kd,Toru=9s``, in a dict from the team's name to its value.

    Raise ``UsageError`` if ``text`` has another form, or names a team twice. The error names ``option``, such as
    "--cut", and shows ``example``.
    """
    values = dict[str, str]()
    for part in text.split(","):
        name, equals, value = part.rpartition("=")
        if not equals or not name.strip() or name.strip() in values:
            raise UsageError(f"{option} {text} is not understood: give a value for each team, such as {example}")
        values[name.strip()] = value.strip()
    return values
