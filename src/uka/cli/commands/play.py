"""``uka play``: a game against three bots, or over a server with friends, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
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


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """Who plays, and how."""

    bots: Annotated[str, Parameter(help="One name, or three clockwise from your left, parted by commas.")] = "club"
    seat: Annotated[
        Literal["north", "east", "south", "west"] | None, Parameter(help="Where you sit; south, if not told.")
    ] = None
    seed: Annotated[str | None, Parameter(help="The same seed deals the same cards.")] = None
    record: Annotated[str | None, Parameter(help="Keep the game in this new file.")] = None
    resume: Annotated[str | None, Parameter(help="Go on with the game kept in this file.")] = None
    clock: Annotated[bool, Parameter(help="Whether the bell of a timed ruleset rings.")] = True
    revokes: Annotated[bool, Parameter(negative="", help="Let revokes happen, to be claimed.")] = False


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ScreenOptions:
    """How the game is shown."""

    delay: Annotated[float, Parameter(help="Seconds a bot takes.")] = 0.7
    four_colours: Annotated[bool, Parameter(negative="", help="A colour for each suit.")] = False


HERE, GAME, SCREEN = ServerOptions(), GameOptions(), ScreenOptions()


def play(
    option: RulesOptions = TAINUI,
    where: ServerOptions = HERE,
    game: GameOptions = GAME,
    screen: ScreenOptions = SCREEN,
) -> None:
    """Play against three bots, or over a server with friends. Quitting keeps a game of bots, for --resume."""
    if screen.delay < 0:
        raise UsageError("--delay must be 0 or more")
    if where.server is not None:
        _play_online(where.server, where, option, game, screen)
    else:
        _play_here(where, option, game, screen)


def _play_online(
    server: str, where: ServerOptions, option: RulesOptions, game: GameOptions, screen: ScreenOptions
) -> None:
    files = {"--seed": game.seed, "--record": game.record, "--resume": game.resume}
    _refuse(files, "is for games without --server")
    options = _online_options(server, where, option, game)
    _need_terminal()
    from uka.terminal import TerminalOptions
    from uka.terminal.online import play_online

    play_online(options, TerminalOptions(bot_delay=screen.delay, four_colours=screen.four_colours))


def _play_here(where: ServerOptions, option: RulesOptions, game: GameOptions, screen: ScreenOptions) -> None:
    _refuse({f"--{name.replace('_', '-')}": getattr(where, name) for name in vars(where)}, "needs --server")
    bots = split(game.bots, (3,), "bots")
    for level in bots:
        bot(level)
    if game.resume and game.record:
        raise UsageError("--resume goes on in its own file: leave --record out")
    rules = option.ruleset
    _need_terminal()
    from uka.terminal import LocalGame, TerminalOptions
    from uka.terminal import play as show

    local = LocalGame.resume(game.resume) if game.resume else _new_game(rules, bots, game)
    show(local, TerminalOptions(bot_delay=screen.delay, four_colours=screen.four_colours))


def _new_game(rules: Ruleset, bots: tuple[str, ...], game: GameOptions) -> LocalGame:
    from uka.terminal import LocalGame, LocalOptions, new_record

    options = LocalOptions(
        seat=Seat(game.seat or "south"),
        bots=bots,
        seed=game.seed,
        record=Path(game.record) if game.record else new_record(),
        revokes=game.revokes,
        clock=game.clock,
    )
    with new_file(game.record):
        return LocalGame.start(rules, options)


def _refuse(options: Mapping[str, str | bool | None], why: str) -> None:
    for option, value in options.items():
        if value:
            raise UsageError(f"{option} {why}")


def _need_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("uka play needs a terminal; uka watch prints a game of bots anywhere")


def _online_options(server: str, where: ServerOptions, option: RulesOptions, game: GameOptions) -> OnlineOptions:
    """What is to be played over a server, if it makes sense."""
    from uka.terminal.online import OnlineOptions

    if where.table is None:
        _refuse({"--invitation": where.invitation}, "needs --table")
        bot(game.bots)
    else:
        changed = {"--rules": option.rules != TAINUI.rules, "--set": bool(option.set), "--revokes": game.revokes}
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
        bots=game.bots,
        seat=Seat(game.seat) if game.seat else None,
        public=where.public,
        by_hand=where.by_hand,
        clock=game.clock,
        revokes=game.revokes,
        waits=where.wait,
    )
