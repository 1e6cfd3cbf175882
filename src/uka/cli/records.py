"""``uka replay``, ``uka convert`` and ``uka verify``: records told, written in other formats, and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.console import Console

from uka.records import Dealt, Log, Note, fair, read, write
from uka.records.summary import OPEN, summary

from .options import BadOption, Whole, new_file
from .transcript import Transcript

UNSURE = "cards that the record does not know could change what this deal came to"
FORMATS = (".uka", ".egn", ".emn")


def replay(
    file: Annotated[str, Parameter(help="A record: Uka's own, EGN or EMN.")],
    *,
    deal: Annotated[Whole | None, Parameter(help="Only this deal, counted from 0.")] = None,
    game: Annotated[Whole | None, Parameter(help="Only this game of a match, counted from 0.")] = None,
    json: Annotated[bool, Parameter(negative="", help="Print one JSON object a deal, then the final score.")] = False,
) -> None:
    """Replay a record, checking every choice against the rules."""
    games = read(file).games
    if game is not None and not 0 <= game < len(games):
        raise BadOption(f"there is no game {game}: {file} has {len(games)}, counted from 0")
    for number, log in enumerate(games):
        if game in (None, number):
            _replay(log, number if len(games) > 1 else None, deal, json)


def _replay(log: Log, number: int | None, deal: int | None, json: bool) -> None:
    deals = sum(isinstance(entry, Dealt) for entry in log.entries)
    if deal is not None and not 0 <= deal < deals:
        raise BadOption(f"there is no deal {deal}: the record has {deals}, counted from 0")
    if json:
        _print_json(log, number, deal)
    else:
        _print_text(log, number, deal)


def _print_json(log: Log, number: int | None, deal: int | None) -> None:
    for told in summary(log):
        if deal in (None, told.number):
            print(msgspec.json.encode(told).decode())
    if deal is None:
        game = {} if number is None else {"game": number}
        players = dict(zip(map(str, log.rules.seats), log.players, strict=True))
        print(
            msgspec.json.encode({**game, "final": log.state.score, "over": log.state.over, "players": players}).decode()
        )


def _print_text(log: Log, number: int | None, deal: int | None) -> None:
    screen = Transcript(Console(highlight=False, soft_wrap=True), log.players)
    if number is not None:
        screen.say(f"Game {number}")
    if title := log.header.about.get("title"):
        screen.say(title)
    before, at = None, -1
    for entry, events, state in log.replay():
        if isinstance(entry, Dealt):
            at, before = at + 1, None
            screen.unknown = entry.unknown
            if deal in (None, at):
                screen.say(f"Deal {at}")
        if deal in (None, at):
            screen.show(before, events, state.score if state else ())
            if isinstance(entry, Note) and (told := UNSURE if entry.kind == OPEN else "" if entry.kind else entry.text):
                screen.say(f"  ({told})")
        before = state.deal if state else None
    if deal is None:
        screen.say(f"Final score: {' to '.join(map(str, log.state.score))}")


def convert(
    source: Annotated[str, Parameter(name="IN", help="A record: Uka's own, EGN or EMN.")],
    target: Annotated[str, Parameter(name="OUT", help="A new file ending in .uka, .egn or .emn.")],
) -> None:
    """Write a record in another format; what the format cannot say is refused by name."""
    if Path(target).suffix not in FORMATS:
        raise BadOption(f"{target} must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    match = read(source)
    if Path(target).exists():
        raise BadOption(f"{target} is there already: give the name of a new file")
    with new_file(target):
        write(match, target)
    print(f"{target} written.")


def verify(
    file: Annotated[str, Parameter(help="The record of a game that was dealt fairly.")],
    *,
    json: Annotated[bool, Parameter(negative="", help="Print one JSON object a pack.")] = False,
) -> None:
    """Check that every pack follows from what was committed to before the game and what the seats added."""
    verdicts = [verdict for log in read(file).games for verdict in fair.verify(log)]
    for verdict in verdicts:
        print(msgspec.json.encode(verdict).decode() if json else _told(verdict))
    if not all(verdict.fair for verdict in verdicts) or not verdicts:
        raise fair.UnfairDeal(f"{file} does not show that every pack was dealt fairly")


def _told(verdict: fair.Verdict) -> str:
    if verdict.fair:
        return f"pack {verdict.pack}: fair; {', '.join(map(str, verdict.by)) or 'nobody'} added to it"
    return f"pack {verdict.pack}: {'not fair' if verdict.fair is False else 'unknown'}: {verdict.why}"
