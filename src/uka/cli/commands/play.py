"""``uka play``: a game against three bots, or over a server with friends, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from uka.bots import bot
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat

from ..options import TAINUI, RulesOptions, UsageError, changes, new_file, split

if TYPE_CHECKING:
    from uka.terminal import LocalGame
    from uka.terminal.online import OnlineOptions


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ServerOptions:
    """Where one plays with others."""

    server: Annotated[str | None, Parameter(help="Play over this server: http://HOST:PORT.")] = None
    name: Annotated[str | None, Parameter(help="How you are called there.")] = None
    table: Annotated[str | None, Parameter(help="Come to this table there; none: open a new one.")] = None
    invitation: Annotated[str | None, Parameter(help="What lets you in to that table.")] = None
    public: Annotated[bool, Parameter(negative="", help="Let anyone come to the new table.")] = False
    by_hand: Annotated[bool, Parameter(negative="", help="Draw, cut and deal by hand at the new table.")] = False
    wait: Annotated[bool, Parameter(negative="", help="Wait for friends at the new table.")] = False


HERE = ServerOptions()


def play(
    option: RulesOptions = TAINUI,
    where: ServerOptions = HERE,
    *,
    bots: Annotated[str, Parameter(help="One name, or three clockwise from your left, parted by commas.")] = "club",
    seat: Annotated[
        Literal["north", "east", "south", "west"] | None, Parameter(help="Where you sit; south, if not told.")
    ] = None,
    seed: Annotated[str | None, Parameter(help="The same seed deals the same cards.")] = None,
    record: Annotated[str | None, Parameter(help="Keep the game in this new file.")] = None,
    resume: Annotated[str | None, Parameter(help="Go on with the game kept in this file.")] = None,
    clock: Annotated[bool, Parameter(help="Whether the bell of a timed ruleset rings.")] = True,
    revokes: Annotated[bool, Parameter(negative="", help="Let revokes happen, to be claimed.")] = False,
    delay: Annotated[float, Parameter(help="Seconds a bot takes.")] = 0.7,
    four_colours: Annotated[bool, Parameter(negative="", help="A colour for each suit.")] = False,
) -> None:
    """Play against three bots, or over a server with friends. Quitting keeps a game of bots, for --resume."""
    if delay < 0:
        raise UsageError("--delay must be 0 or more")
    if where.server is not None:
        _refuse({"--seed": seed, "--record": record, "--resume": resume}, "is for games without --server")
        party = _party(option, where, where.server, bots, Seat(seat) if seat else None, clock, revokes)
        _need_terminal()
        from uka.terminal import TerminalOptions
        from uka.terminal.online import play_online

        play_online(party, TerminalOptions(bot_delay=delay, four_colours=four_colours))
        return
    _refuse({f"--{name.replace('_', '-')}": getattr(where, name) for name in vars(where)}, "needs --server")
    names = split(bots, (3,), "bots")
    for level in names:
        bot(level)
    if resume and record:
        raise UsageError("--resume goes on in its own file: leave --record out")
    rules, place = option.ruleset, Seat(seat or "south")
    _need_terminal()
    from uka.terminal import LocalGame, TerminalOptions
    from uka.terminal import play as show

    session = LocalGame.resume(resume) if resume else _new(rules, names, place, seed, record, clock, revokes)
    show(session, TerminalOptions(bot_delay=delay, four_colours=four_colours))


def _refuse(options: Mapping[str, str | bool | None], why: str) -> None:
    for option, value in options.items():
        if value:
            raise UsageError(f"{option} {why}")


def _need_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("uka play needs a terminal; uka watch prints a game of bots anywhere")


def _party(
    option: RulesOptions, where: ServerOptions, server: str, bots: str, seat: Seat | None, clock: bool, revokes: bool
) -> OnlineOptions:
    """What is to be played over a server, if it makes sense."""
    from uka.terminal.online import OnlineOptions

    if where.table is None:
        _refuse({"--invitation": where.invitation}, "needs --table")
        bot(bots)
    else:
        changed = {"--rules": option.rules != TAINUI.rules, "--set": bool(option.set), "--revokes": revokes}
        changed |= {"--public": where.public, "--by-hand": where.by_hand, "--wait": where.wait}
        _refuse(changed, "is for a new table: leave --table out")
    if option.rules.endswith(".toml"):
        raise UsageError("a server knows rulesets by their names: give one with --rules, and change it with --set")
    return OnlineOptions(
        server=server,
        name=where.name,
        table=where.table,
        invitation=where.invitation,
        rules=option.ruleset,
        changes=changes(option.set),
        bots=bots,
        seat=seat,
        public=where.public,
        by_hand=where.by_hand,
        clock=clock,
        revokes=revokes,
        waits=where.wait,
    )


def _new(
    rules: Ruleset, bots: tuple[str, ...], seat: Seat, seed: str | None, record: str | None, clock: bool, revokes: bool
) -> LocalGame:
    from uka.terminal import LocalGame, new_record

    with new_file(record):
        return LocalGame.start(
            rules, seat=seat, bots=bots, seed=seed, record=record or new_record(), clock=clock, revokes=revokes
        )
