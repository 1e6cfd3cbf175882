"""``uka solve``: the double-dummy value of each lawful card in a position."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import exists  # Path.exists raises an error for a very long name
from typing import Annotated, Any

from cyclopts import Parameter
from rich import box
from rich.table import Table

from uka import solver
from uka.core.cards import Suit, mask_of
from uka.core.public_deal import Phase
from uka.core.seats import PARTNERSHIPS, Seat
from uka.records import Dealt, Log
from uka.solver import Position, Solution, SolvedCard, parse, text_of

from ..options import RULES, RulesOptions, UsageError, WholeNumber, index_of
from ..printing import PrintableConsole, printable_console, say_json
from ..record_files import read_record
from ..transcript import pretty

SHORT = {side: "-".join(seat.value[0].upper() for seat in side.seats) for side in PARTNERSHIPS}
"""The partnerships as bridge players write them: "N-S" and "E-W"."""

LEGEND = "▶: a best card; tricks of the whole deal"


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class PlaceInRecord:
    """A position in a game record just before a play: the numbers of the game, the deal, the trick and the card."""

    deal: Annotated[WholeNumber | None, Parameter(help="The deal of the record, counted from 1.")] = None
    trick: Annotated[WholeNumber, Parameter(help="The trick of that deal, counted from 1.")] = 1
    card: Annotated[WholeNumber, Parameter(help="The card of that trick, counted from 1.")] = 1
    game: Annotated[WholeNumber, Parameter(help="The game of a match, counted from 1.")] = 1


START = PlaceInRecord()


def solve(
    position: Annotated[
        str,
        Parameter(
            help="A record, or text: 'N Jd 9c; E Th Kh; S ...; W ...; trump d; maker N; lead E; taken 2-1', "
            "or the text of a deal."
        ),
    ],
    option: RulesOptions = RULES,
    place: PlaceInRecord = START,
    *,
    json: Annotated[bool, Parameter(negative="", help="Print one JSON object.")] = False,
) -> None:
    """Solve a position. Print the tricks and points that result from each lawful card, and the best line of play.

    All hands are open, and both sides play their best. A record has its own rules. A position typed as text uses the
    rules of --rules.
    """
    here = _recorded(position, option, place) if _is_record(position) else _typed(position, option, place)
    solution = solver.solve(here)
    if json:
        say_json(_plain(solution))
    else:
        _print(printable_console(), solution)


def _is_record(text: str) -> bool:
    return not {";", "\n"} & set(text)


def _typed(text: str, option: RulesOptions, place: PlaceInRecord) -> Position:
    if place.deal is not None:
        raise UsageError("--deal is for records: leave it out for a position as text")
    return parse(text, option.ruleset)


def _recorded(file: str, option: RulesOptions, place: PlaceInRecord) -> Position:
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
    return _found(log, place.deal, place.trick, place.card)


def _found(log: Log, number: int, trick: int, card: int) -> Position:
    """Return the position just before a card of a trick in a record.

    The deal's ``number``, ``trick`` and ``card`` are counted from 1. Raise ``UsageError`` if the record does not
    contain that card.
    """
    at, dealt, played = 0, Dealt(()), False
    for entry, _, state in log.replay():
        if isinstance(entry, Dealt):
            at, dealt = at + 1, entry
        if at != number or state is None or state.deal is None or state.deal.phase is not Phase.PLAYING:
            continue
        deal, played = state.deal, True
        if (len(deal.tricks) + 1, len(deal.trick) + 1) == (trick, card):
            held = sum(deal.masks[seat.index] for seat in deal.active)
            if held & mask_of(dealt.unknown):
                raise UsageError(f"the record does not know every hand in trick {trick} of deal {number}")
            return Position.of(deal)
    index_of(number, at, "deal", "the record")
    if not played:
        raise UsageError(f"no card was played in deal {number}")
    raise UsageError(f"the play of deal {number} has no card {card} in a trick {trick}: both are counted from 1")


def _print(console: PrintableConsole, solution: Solution) -> None:
    here = solution.position
    console.print_line(_situation(solution))
    console.print(_table(solution))
    console.print("The line of play:")
    for number, trick in enumerate(solution.line, sum(here.taken) + 1):
        cards = "  ".join(f"{seat.value.title()} {pretty(card)}" for seat, card in trick.plays(here.sitting_out))
        console.print_line(f"{cards:<42} {trick.taker.value.title()} takes it", start=f"  {number}  ")
    console.print(f"\n{text_of(here)}", style="dim", soft_wrap=True)  # whole, to be copied


def _situation(solution: Solution) -> str:
    here = solution.position
    trump = "plays no trump" if here.trump is Suit.NO_TRUMP else f"made {here.trump} {here.trump.symbol} trump"
    alone = "".join(f", {seat.value.title()} {how}" for seat, how in _alone(here))
    played = f" after {' '.join(map(pretty, here.trick))}" if here.trick else ""
    return f"{here.maker.value.title()} {trump}{alone}. It is {solution.turn.value.title()}'s turn{played}."


def _alone(here: Position) -> list[tuple[Seat, str]]:
    seats = ((here.loner, "is alone"), (here.lone_defender, "defends alone"))
    return [(seat, how) for seat, how in seats if seat]


def _table(solution: Solution) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption=LEGEND, caption_justify="left")
    for name in ("", "card"):
        table.add_column(name)
    for side in PARTNERSHIPS:
        table.add_column(SHORT[side], justify="right")
    for name in ("outcome", "points"):
        table.add_column(name)
    for choice in solution.choices:
        mark, style = ("▶", "bold") if choice.best else ("", "")
        taken = map(str, choice.tricks)
        table.add_row(mark, pretty(choice.card), *taken, f"{choice.outcome}", _points(choice), style=style)
    return table


def _points(choice: SolvedCard) -> str:
    scored = [f"{points} to {SHORT[side]}" for side, points in zip(PARTNERSHIPS, choice.points, strict=True) if points]
    return ", ".join(scored) or "none"


def _plain(solution: Solution) -> dict[str, Any]:
    here = solution.position
    return {
        "position": text_of(here),
        "rules": here.rules.name,
        "turn": solution.turn,
        "makers": here.makers,
        "choices": solution.choices,
        "line": solution.line,
    }
