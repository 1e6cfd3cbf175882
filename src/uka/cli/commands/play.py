"""``uka play``: a game on the terminal, against three bots or with other people through a server."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

import uka.rulesets
from uka.bots import bot
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.extras import require
from uka.invocation import invocation

from ..options import RuleChanges, UsageError, changes, new_file, split
from ..printing import say
from ..record_files import check_exists

if TYPE_CHECKING:
    from uka.terminal import LastGame, LocalGame
    from uka.terminal.online import OnlineOptions


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameRulesOptions:
    """The ruleset of the game and changes to it. What is not given is as in the last game."""

    rules: Annotated[
        str | None,
        Parameter(
            help="A ruleset's name, or a TOML file; without it, that of the last game, "
            f"at first {uka.rulesets.DEFAULT_RULESET}."
        ),
    ] = None
    set: RuleChanges = ()


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
    day: Annotated[
        str | None, Parameter(help="Play the deals of a day there: today, or a date such as 2026-11-24.")
    ] = None
    wait: Annotated[bool, Parameter(negative="", help="Wait for friends at the new table.")] = False


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """The players, the seed, the record and the time limit of a game."""

    bots: Annotated[
        str | None,
        Parameter(
            help="One bot, or three clockwise from your left, separated by commas; without it, those of the last game."
        ),
    ] = None
    seat: Annotated[
        Literal["north", "east", "south", "west"] | None, Parameter(help="Your seat; without it, south.")
    ] = None
    seed: Annotated[str | None, Parameter(help="The same seed deals the same cards.")] = None
    record: Annotated[str | None, Parameter(help="Record the game in this new file.")] = None
    resume: Annotated[
        tuple[str, ...] | None,
        Parameter(
            negative="",
            consume_multiple=True,
            help="Resume the game of this file; without one, your last.",
        ),
    ] = None
    clock: Annotated[bool, Parameter(help="Ring the bell of a timed ruleset.")] = True
    revokes: Annotated[bool, Parameter(negative="", help="Allow revokes, which others may claim.")] = False


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class ScreenOptions:
    """The speed and the colours of the screen."""

    delay: Annotated[float, Parameter(help="Seconds that a bot takes for a choice.")] = 0.7
    four_colours: Annotated[bool, Parameter(negative="", help="Use a colour for each suit.")] = False


OTHERS = 9
"""The maximum number of further unfinished games that are listed."""
RULES, HERE, GAME, SCREEN = GameRulesOptions(), JoinOptions(), GameOptions(), ScreenOptions()


def play(
    option: GameRulesOptions = RULES,
    where: JoinOptions = HERE,
    game: GameOptions = GAME,
    screen: ScreenOptions = SCREEN,
) -> None:
    """Play against three bots, or with others over a server. A game against bots is recorded; --resume continues it.

    Without --rules and --bots, the game has the rules and the bots of the last one.
    """
    require("play", "uka play")
    if screen.delay < 0:
        raise UsageError("--delay must be 0 or more")
    if where.server is not None:
        _play_online(where.server, where, option, game, screen)
    else:
        _play_here(where, option, game, screen)


def _play_online(
    server: str, where: JoinOptions, option: GameRulesOptions, game: GameOptions, screen: ScreenOptions
) -> None:
    files = {"--seed": game.seed, "--record": game.record, "--resume": game.resume is not None}
    _refuse(files, "is for games without --server")
    _check_online(where, option, game)
    _need_terminal()
    from uka.terminal import LastGame, TerminalOptions
    from uka.terminal.online import play_online

    last = _last_game()
    known = LastGame() if last.rules.endswith(".toml") or "," in last.bots else last  # else a server cannot have it
    chosen = _with_options(LastGame() if where.table else known, option, game)
    options = _online_options(server, where, chosen, game)
    if where.table is None:
        chosen.write()
    play_online(options, TerminalOptions(bot_delay=screen.delay, four_colours=screen.four_colours))


def _play_here(where: JoinOptions, option: GameRulesOptions, game: GameOptions, screen: ScreenOptions) -> None:
    _refuse({f"--{name.replace('_', '-')}": getattr(where, name) for name in vars(where)}, "needs --server")
    _levels(game.bots or "club")
    if game.resume is not None and game.record:
        raise UsageError("--resume continues the game in its own file: leave --record out")
    if option.rules:
        uka.rulesets.find(option.rules, changes(option.set))
    _need_terminal()
    from uka.terminal import LocalGame, TerminalOptions
    from uka.terminal import play as show

    local = _new_game(option, game) if game.resume is None else LocalGame.resume(_saved_game(game.resume))
    show(local, TerminalOptions(bot_delay=screen.delay, four_colours=screen.four_colours))


def _saved_game(files: Sequence[str]) -> str:
    """Return the file of the game to resume: the only file given, or else the last unfinished game, which is named."""
    from uka.terminal import unfinished_games

    if len(files) > 1:
        raise UsageError(f"--resume takes one file, not {len(files)}")
    if files:
        check_exists(files[0])
        return files[0]
    saved = [str(file) for file in islice(unfinished_games(), 1 + OTHERS)]
    if not saved:
        raise UsageError(
            f"there is no unfinished game to resume: {invocation('play')} starts one, and --resume FILE names one"
        )
    say(f"Resuming {saved[0]}, your last unfinished game.")
    if saved[1:]:
        say("\n  ".join(["Resume another one with --resume FILE:", *map(str, saved[1:])]))
    return saved[0]


def _new_game(option: GameRulesOptions, game: GameOptions) -> LocalGame:
    """Start a game, and store its rules and bots as those of the last game."""
    from uka.terminal import LocalGame, LocalOptions, new_record

    chosen = _with_options(_last_game(), option, game)
    options = LocalOptions(
        seat=Seat(game.seat or "south"),
        bots=_levels(chosen.bots),
        seed=game.seed,
        record=Path(game.record) if game.record else new_record(),
        must_record=bool(game.record),
        revokes=game.revokes,
        clock=game.clock,
    )
    with new_file(game.record):
        started = LocalGame.start(_ruleset(chosen), options)
    chosen.write()
    return started


def _last_game() -> LastGame:
    """Return the rules and bots of the last game. Return the defaults if they can no longer be played."""
    from uka.terminal import LastGame

    last = LastGame.read()
    try:
        _levels(last.bots)
        _ruleset(last)
    except UkaError:
        return LastGame()
    return last


def _with_options(last: LastGame, option: GameRulesOptions, game: GameOptions) -> LastGame:
    """Return the last game with the rules and the bots that the command line names."""
    from uka.terminal import LastGame

    given = option.rules and (str(Path(option.rules).resolve()) if option.rules.endswith(".toml") else option.rules)
    kept = () if option.rules else last.changes
    return LastGame(rules=given or last.rules, changes=option.set or kept, bots=game.bots or last.bots)


def _ruleset(chosen: LastGame) -> Ruleset:
    return uka.rulesets.find(chosen.rules, changes(chosen.changes))


def _levels(bots: str) -> tuple[str, ...]:
    """Return the bots that a text names. Raise ``UkaError`` if there is no such bot."""
    levels = split(bots, (3,), "bots")
    for level in levels:
        bot(level)
    return levels


def _refuse(options: Mapping[str, str | bool | None], why: str) -> None:
    for option, value in options.items():
        if value:
            raise UsageError(f"{option} {why}")


def _need_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(f"uka play needs a terminal; {invocation('watch')}, which prints a game of bots, needs none")


def _check_online(where: JoinOptions, option: GameRulesOptions, game: GameOptions) -> None:
    """Raise ``UsageError`` if two options of a game through a server contradict each other."""
    if where.day:
        _refuse(
            {"--table": where.table, "--public": where.public, "--by-hand": where.by_hand}, "does not go with --day"
        )
        _refuse({"--wait": where.wait, "--seat": game.seat, "--bots": game.bots}, "does not go with --day")
    if where.table is None:
        _refuse({"--invitation": where.invitation}, "needs --table")
        if game.bots:
            bot(game.bots)
    else:
        changed = {"--rules": bool(option.rules), "--set": bool(option.set), "--revokes": game.revokes}
        changed |= {"--public": where.public, "--by-hand": where.by_hand, "--wait": where.wait}
        _refuse(changed, "is for a new table: leave --table out")
    if option.rules and option.rules.endswith(".toml"):
        raise UsageError("a server knows rulesets by name: give a name with --rules, and change rules with --set")


def _online_options(server: str, where: JoinOptions, chosen: LastGame, game: GameOptions) -> OnlineOptions:
    from uka.terminal.online import OnlineOptions

    return OnlineOptions(
        server=server,
        name=where.name,
        table=where.table,
        invitation=where.invitation,
        rules=_ruleset(chosen),
        changes=changes(chosen.changes),
        bots=chosen.bots,
        seat=Seat(game.seat) if game.seat else None,
        public=where.public,
        by_hand=where.by_hand,
        clock=game.clock,
        revokes=game.revokes,
        waits=where.wait,
        day=where.day,
    )
