"""``uka solve``: the double-dummy value of each lawful card in a position."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import exists  # Path.exists raises an error for a very long name
from typing import Annotated, Any

from cyclopts import Parameter
from rich import box
from rich.table import Table

from uka import solver
from uka.core.cards import Card, Suit, mask_of
from uka.core.public_deal import Phase
from uka.core.seats import PARTNERSHIPS
from uka.records import Dealt, Log
from uka.solver import Position, Solution, SolvedCard, parse, text_of

from ..options import RULES, RulesOptions, UsageError, WholeNumber, index_of
from ..printing import PrintableConsole, printable_console, say_json
from ..record_files import read_record
from ..transcript import pretty

SHORT = {side: "-".join(seat.value[0].upper() for seat in side.seats) for side in PARTNERSHIPS}
"""The partnerships as bridge players write them: "N-S" and "E-W"."""

CAPTION = "▶: a best card; tricks of the whole deal"


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class PlaceInRecord:
    """The options that select a position in a record: the game, the deal, the trick, and the card to be played next.

    All four are counted from 1.
    """

    deal: Annotated[WholeNumber | None, Parameter(help="The deal of the record, counted from 1.")] = None
    trick: Annotated[WholeNumber, Parameter(help="The trick of that deal, counted from 1.")] = 1
    card: Annotated[WholeNumber, Parameter(help="The card of that trick, counted from 1.")] = 1
    game: Annotated[WholeNumber, Parameter(help="The game of a match, counted from 1.")] = 1


FIRST_CARD = PlaceInRecord()
"""The options if the user gives none. They name no deal, which a record needs."""


def solve(
    position: Annotated[
        str,
        Parameter(
            help="A record, or text: 'N Jd 9c; E Th Kh; S ...; W ...; trump d; maker N; lead E; taken 2-1', "
            "or the text of a deal."
        ),
    ],
    option: RulesOptions = RULES,
    place: PlaceInRecord = FIRST_CARD,
    *,
    json: Annotated[bool, Parameter(negative="", help="Print one JSON object.")] = False,
) -> None:
    """Solve a position. Print the tricks and points that result from each lawful card, and the best line of play.

    All hands are open, and both sides play their best. A record has its own rules. A position typed as text uses the
    rules of --rules.
    """
    read_position = _recorded_position if _is_record(position) else _typed_position
    solution = solver.solve(read_position(position, option, place))
    if json:
        say_json(_json_object(solution))
    else:
        _print(printable_console(), solution)


def _is_record(text: str) -> bool:
    """Return whether ``text`` is the name of a record's file. A position as text has several parts or lines."""
    return ";" not in text and "\n" not in text


def _typed_position(text: str, option: RulesOptions, place: PlaceInRecord) -> Position:
    """Return the position that ``text`` describes. Raise ``UsageError`` if ``place`` names a deal of a record."""
    if place.deal is not None:
        raise UsageError("--deal is for records: leave it out for a position as text")
    return parse(text, option.ruleset)


def _recorded_position(file: str, option: RulesOptions, place: PlaceInRecord) -> Position:
    """Return the position at ``place`` in the record ``file``.

    Raise ``UsageError`` if there is none, or if ``option`` chooses a ruleset, because a record has its own.
    """
    if option is not RULES:
        raise UsageError("a record has its own rules: leave --rules and --set out")
    if file and place.deal is None and not exists(file):
        raise UsageError(f"there is no file {file}; a position as text has parts separated by ;")
    if place.deal is None:
        raise UsageError(
            f"give the deal of {file}, as in: --deal 1 --trick 1; a position as text has parts separated by ;"
        )
    games = read_record(file).games
    log = games[index_of(place.game, len(games), "game", file)]
    return _position_before_card(log, place.deal, place.trick, place.card)


def _position_before_card(log: Log, number: int, trick: int, card: int) -> Position:
    """Return the position just before a card of a trick in a recorded game.

    ``number``, which is the deal's, ``trick`` and ``card`` are counted from 1. Raise ``UsageError`` if the game does
    not contain that card, or if the record does not know all hands.
    """
    deals = 0
    was_played = False
    unknown: tuple[Card, ...] = ()
    for entry, _, state in log.replay():
        if isinstance(entry, Dealt):
            deals += 1
            unknown = entry.unknown
        if deals != number or state is None or state.deal is None or state.deal.phase is not Phase.PLAYING:
            continue
        was_played = True
        deal = state.deal
        if (len(deal.tricks) + 1, len(deal.trick) + 1) == (trick, card):
            held = sum(deal.masks[seat.index] for seat in deal.active)
            if held & mask_of(unknown):
                raise UsageError(f"the record does not know every hand in trick {trick} of deal {number}")
            return Position.of(deal)
    index_of(number, deals, "deal", "the record")
    if not was_played:
        raise UsageError(f"no card was played in deal {number}")
    raise UsageError(f"the play of deal {number} has no card {card} in a trick {trick}: both are counted from 1")


def _print(console: PrintableConsole, solution: Solution) -> None:
    """Print the position, a table of the lawful cards, the best line of play, and the position as text."""
    here = solution.position
    console.print_line(_situation(solution))
    console.print(_table(solution))
    console.print("The line of play:")
    for number, trick in enumerate(solution.line, sum(here.taken) + 1):
        cards = "  ".join(f"{seat.value.title()} {pretty(card)}" for seat, card in trick.plays(here.sitting_out))
        console.print_line(f"{cards:<42} {trick.taker.value.title()} takes it", start=f"  {number}  ")
    console.print(f"\n{text_of(here)}", style="dim", soft_wrap=True)  # whole, to be copied


def _situation(solution: Solution) -> str:
    """Return sentences that say who made trump, who plays alone, and whose turn it is."""
    here = solution.position
    trump = "plays no trump" if here.trump is Suit.NO_TRUMP else f"made {here.trump} {here.trump.symbol} trump"
    loner = f", {here.loner.value.title()} is alone" if here.loner else ""
    lone_defender = f", {here.lone_defender.value.title()} defends alone" if here.lone_defender else ""
    played = f" after {' '.join(map(pretty, here.trick))}" if here.trick else ""
    maker, turn = here.maker.value.title(), solution.turn.value.title()
    return f"{maker} {trump}{loner}{lone_defender}. It is {turn}'s turn{played}."


def _table(solution: Solution) -> Table:
    """Return a table of the lawful cards, with the tricks, the outcome and the points that result from each."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption=CAPTION, caption_justify="left")
    for name in ("", "card"):
        table.add_column(name)
    for side in PARTNERSHIPS:
        table.add_column(SHORT[side], justify="right")
    for name in ("outcome", "points"):
        table.add_column(name)
    for choice in solution.choices:
        mark, style = ("▶", "bold") if choice.best else ("", "")
        taken = map(str, choice.tricks)
        table.add_row(mark, pretty(choice.card), *taken, str(choice.outcome), _points(choice), style=style)
    return table


def _points(choice: SolvedCard) -> str:
    """Return the points that result from a card, as text, such as "2 to N-S"."""
    scored = [f"{points} to {SHORT[side]}" for side, points in zip(PARTNERSHIPS, choice.points, strict=True) if points]
    return ", ".join(scored) or "none"


def _json_object(solution: Solution) -> dict[str, Any]:
    """Return the position, each lawful card with its outcome, and the best line of play, to be printed as JSON."""
    here = solution.position
    return {
        "position": text_of(here),
        "rules": here.rules.name,
        "turn": solution.turn,
        "makers": here.makers,
        "choices": solution.choices,
        "line": solution.line,
    }
