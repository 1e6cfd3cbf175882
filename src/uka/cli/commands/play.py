"""``uka play``: a game on the terminal, against three bots or with other people through a server."""

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
class JoinOptions:
    """The server and the table of a game with other people."""

    server: Annotated[str | None, Parameter(help="Play over this server: http://HOST:PORT.")] = None
    name: Annotated[str | None, Parameter(help="Your name there.")] = None
    table: Annotated[str | None, Parameter(help="Join this table there; without it, open a new one.")] = None
    invitation: Annotated[str | None, Parameter(help="The invitation to that table.")] = None
    public: Annotated[bool, Parameter(negative="", help="Let anyone join the new table.")] = False
    by_hand: Annotated[bool, Parameter(negative="", help="Draw, cut and deal by hand at the new table.")] = False
    wait: Annotated[bool, Parameter(negative="", help="Wait for friends at the new table.")] = False


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """The players, the seed, the record and the time limit of a game."""

    bots: Annotated[str, Parameter(help="One bot, or three clockwise from your left, separated by commas.")] = "club"
    seat: Annotated[
        Literal["north", "east", "south", "west"] | None, Parameter(help="Your seat; without it, south.")
    ] = None
    seed: Annotated[str | None, Parameter(help="The same seed deals the same cards.")] = None
    record: Annotated[str | None, Parameter(help="Record the game in this new file.")] = None
    resume: Annotated[str | None, Parameter(help="Resume the game recorded in this file.")] = None
    clock: Annotated[bool, Parameter(help="Ring the bell of a timed ruleset.")] = True
    revokes: Annotated[bool, Parameter(negative="", help="Allow revokes, which others may claim.")] = False


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ScreenOptions:
    """The speed and the colours of the screen."""

    delay: Annotated[float, Parameter(help="Seconds that a bot takes for a choice.")] = 0.7
    four_colours: Annotated[bool, Parameter(negative="", help="Use a colour for each suit.")] = False


HERE, GAME, SCREEN = JoinOptions(), GameOptions(), ScreenOptions()


def play(
    option: RulesOptions = TAINUI,
    where: JoinOptions = HERE,
    game: GameOptions = GAME,
    screen: ScreenOptions = SCREEN,
) -> None:
    """Play against three bots, or with others over a server. A game against bots is recorded; --resume continues it."""
    if screen.delay < 0:
        raise UsageError("--delay must be 0 or more")
    if where.server is not None:
        _play_online(where.server, where, option, game, screen)
    else:
        _play_here(where, option, game, screen)


def _play_online(
    server: str, where: JoinOptions, option: RulesOptions, game: GameOptions, screen: ScreenOptions
) -> None:
    files = {"--seed": game.seed, "--record": game.record, "--resume": game.resume}
    _refuse(files, "is for games without --server")
    options = _online_options(server, where, option, game)
    _need_terminal()
    from uka.terminal import TerminalOptions
    from uka.terminal.online import play_online

    play_online(options, TerminalOptions(bot_delay=screen.delay, four_colours=screen.four_colours))


def _play_here(where: JoinOptions, option: RulesOptions, game: GameOptions, screen: ScreenOptions) -> None:
    _refuse({f"--{name.replace('_', '-')}": getattr(where, name) for name in vars(where)}, "needs --server")
    bots = split(game.bots, (3,), "bots")
    for level in bots:
        bot(level)
    if game.resume and game.record:
        raise UsageError("--resume continues the game in its own file: leave --record out")
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
        raise UsageError("uka play needs a terminal; uka watch, which prints a game of bots, needs none")


def _online_options(server: str, where: JoinOptions, option: RulesOptions, game: GameOptions) -> OnlineOptions:
    """Return the options of a game through a server. Raise ``UsageError`` if two options contradict each other."""
    from uka.terminal.online import OnlineOptions

    if where.table is None:
        _refuse({"--invitation": where.invitation}, "needs --table")
        bot(game.bots)
    else:
        changed = {"--rules": option.rules != TAINUI.rules, "--set": bool(option.set), "--revokes": game.revokes}
        changed |= {"--public": where.public, "--by-hand": where.by_hand, "--wait": where.wait}
        _refuse(changed, "is for a new table: leave --table out")
    if option.rules.endswith(".toml"):
        raise UsageError("a server knows rulesets by name: give a name with --rules, and change rules with --set")
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
