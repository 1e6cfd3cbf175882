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

from ..options import RuleChanges, UsageError, check_delay, parse_changes, split_names, usage_error_if_unwritable
from ..printing import say
from ..record_files import check_exists

if TYPE_CHECKING:
    from uka.terminal import LastGame, LocalGame
    from uka.terminal.online import OnlineOptions


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class GameRulesOptions:
    """The options that choose the ruleset of the game and changes to it. Each defaults to that of the last game."""

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
    """The options of a game with other people: the server, and the table to join or to open there."""

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
    """The options of a game itself: its bots, the person's seat, the seed, the record, the bell and revokes."""

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
    """The options of the screen: how long a bot takes, and the colours of suits."""

    delay: Annotated[float, Parameter(help="Seconds that a bot takes for a choice.")] = 0.7
    four_colours: Annotated[bool, Parameter(negative="", help="Use a colour for each suit.")] = False


MAX_OTHERS = 9
"""The maximum number of unfinished games that are listed besides the one that is resumed."""
RULES, NO_SERVER, GAME, SCREEN = GameRulesOptions(), JoinOptions(), GameOptions(), ScreenOptions()
"""The options if the user gives none."""


def play(
    option: GameRulesOptions = RULES,
    where: JoinOptions = NO_SERVER,
    game: GameOptions = GAME,
    screen: ScreenOptions = SCREEN,
) -> None:
    """Play against three bots, or with others over a server. A game against bots is recorded; --resume continues it.

    Without --rules and --bots, the game has the rules and the bots of the last one.
    """
    require("play", "uka play")
    check_delay(screen.delay)
    if where.server is not None:
        _play_online(where.server, where, option, game, screen)
    else:
        _play_here(where, option, game, screen)


def _play_online(
    server: str, where: JoinOptions, option: GameRulesOptions, game: GameOptions, screen: ScreenOptions
) -> None:
    """Play at a table of ``server``. Without --rules and --bots, a new table has those of the last game."""
    local = {"--seed": game.seed, "--record": game.record, "--resume": game.resume is not None}
    _refuse_given(local, "is for games without --server")
    _check_online(where, option, game)
    _require_terminal()
    from uka.terminal import LastGame, TerminalOptions
    from uka.terminal.online import play_online

    last = _last_playable_game()
    if where.table is not None or last.rules.endswith(".toml") or "," in last.bots:
        last = LastGame()  # a table has its own rules, and a server knows no ruleset of a file and takes only one bot
    chosen = _with_options(last, option, game)
    options = _online_options(server, where, chosen, game)
    if where.table is None:
        chosen.write()
    play_online(options, TerminalOptions(bot_delay=screen.delay, four_colours=screen.four_colours))


def _play_here(where: JoinOptions, option: GameRulesOptions, game: GameOptions, screen: ScreenOptions) -> None:
    """Play against bots on this machine: a new game, or the unfinished game that --resume names."""
    _refuse_given({f"--{name.replace('_', '-')}": value for name, value in vars(where).items()}, "needs --server")
    _bot_names(game.bots or "club")
    if game.resume is not None and game.record:
        raise UsageError("--resume continues the game in its own file: leave --record out")
    if option.rules:
        uka.rulesets.find(option.rules, parse_changes(option.set))
    _require_terminal()
    from uka.terminal import LocalGame, TerminalOptions
    from uka.terminal import play as play_on_screen

    local = _new_game(option, game) if game.resume is None else LocalGame.resume(_choose_saved_game(game.resume))
    play_on_screen(local, TerminalOptions(bot_delay=screen.delay, four_colours=screen.four_colours))


def _choose_saved_game(files: Sequence[str]) -> str:
    """Return the file of the game to resume: the one in ``files``, or the last unfinished game if ``files`` is empty.

    If ``files`` is empty, print which game it is, and the files of other unfinished games. Raise ``UsageError`` if
    there is no such game, or if there are several ``files``.
    """
    from uka.terminal import unfinished_games

    if len(files) > 1:
        raise UsageError(f"--resume takes one file, not {len(files)}")
    if files:
        check_exists(files[0])
        return files[0]
    saved = [str(file) for file in islice(unfinished_games(), 1 + MAX_OTHERS)]
    if not saved:
        raise UsageError(
            f"there is no unfinished game to resume: {invocation('play')} starts one, and --resume FILE names one"
        )
    latest, *others = saved
    say(f"Resuming {latest}, your last unfinished game.")
    if others:
        say("\n  ".join(["Resume another one with --resume FILE:", *others]))
    return latest


def _new_game(option: GameRulesOptions, game: GameOptions) -> LocalGame:
    """Start a game against bots, and store its rules and bots, so that they are the defaults of the next game."""
    from uka.terminal import LocalGame, LocalOptions, new_record_path

    chosen = _with_options(_last_playable_game(), option, game)
    options = LocalOptions(
        seat=Seat(game.seat or "south"),
        bots=_bot_names(chosen.bots),
        seed=game.seed,
        record=Path(game.record) if game.record else new_record_path(),
        must_record=bool(game.record),
        revokes=game.revokes,
        clock=game.clock,
    )
    with usage_error_if_unwritable(game.record):
        started = LocalGame.start(_ruleset(chosen), options)
    chosen.write()
    return started


def _last_playable_game() -> LastGame:
    """Return the rules and bots of the last game, or the defaults if its ruleset or a bot no longer exists."""
    from uka.terminal import LastGame

    last = LastGame.read()
    try:
        _bot_names(last.bots)
        _ruleset(last)
    except UkaError:
        return LastGame()
    return last


def _with_options(last: LastGame, option: GameRulesOptions, game: GameOptions) -> LastGame:
    """Return ``last`` with the rules, the changes and the bots that the command line names instead.

    If the command line names a ruleset, the changes of ``last`` are dropped, because they belong to another ruleset.
    """
    from uka.terminal import LastGame

    bots = game.bots or last.bots
    if not option.rules:
        return LastGame(rules=last.rules, changes=option.set or last.changes, bots=bots)
    is_file = option.rules.endswith(".toml")
    rules = str(Path(option.rules).resolve()) if is_file else option.rules
    return LastGame(rules=rules, changes=option.set, bots=bots)


def _ruleset(chosen: LastGame) -> Ruleset:
    """Return the ruleset of ``chosen`` with its changes applied."""
    return uka.rulesets.find(chosen.rules, parse_changes(chosen.changes))


def _bot_names(bots: str) -> tuple[str, ...]:
    """Return the names of three bots. ``bots`` holds them, separated by commas, or one name for all three.

    Raise ``UkaError`` if a bot does not exist.
    """
    names = split_names(bots, (3,), "--bots")
    for name in names:
        bot(name)
    return names


def _refuse_given(options: Mapping[str, str | bool | None], why: str) -> None:
    """Raise ``UsageError`` if the user gave one of ``options``, a dict from the name of an option to its value.

    The error names the first such option, followed by ``why``. An option that the user did not give has a false value.
    """
    for option, value in options.items():
        if value:
            raise UsageError(f"{option} {why}")


def _require_terminal() -> None:
    """Raise ``UsageError`` unless standard input and standard output are a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(f"uka play needs a terminal; {invocation('watch')}, which prints a game of bots, needs none")


def _check_online(where: JoinOptions, option: GameRulesOptions, game: GameOptions) -> None:
    """Raise ``UsageError`` if two options of a game through a server contradict each other.

    Raise ``UkaError`` if a new table shall have a bot that does not exist.
    """
    if where.day:
        of_table = {"--table": where.table, "--public": where.public, "--by-hand": where.by_hand}
        of_players = {"--wait": where.wait, "--seat": game.seat, "--bots": game.bots}
        _refuse_given(of_table | of_players, "does not go with --day")
    if where.table is None:
        _refuse_given({"--invitation": where.invitation}, "needs --table")
        if game.bots:
            bot(game.bots)
    else:
        changed = {"--rules": bool(option.rules), "--set": bool(option.set), "--revokes": game.revokes}
        changed |= {"--public": where.public, "--by-hand": where.by_hand, "--wait": where.wait}
        _refuse_given(changed, "is for a new table: leave --table out")
    if option.rules and option.rules.endswith(".toml"):
        raise UsageError("a server knows rulesets by name: give a name with --rules, and change rules with --set")


def _online_options(server: str, where: JoinOptions, chosen: LastGame, game: GameOptions) -> OnlineOptions:
    """Return the options of a game through ``server``. ``chosen`` has the rules and the bot of a new table."""
    from uka.terminal.online import OnlineOptions

    return OnlineOptions(
        server=server,
        name=where.name,
        table=where.table,
        invitation=where.invitation,
        rules=_ruleset(chosen),
        changes=parse_changes(chosen.changes),
        bots=chosen.bots,
        seat=Seat(game.seat) if game.seat else None,
        public=where.public,
        by_hand=where.by_hand,
        clock=game.clock,
        revokes=game.revokes,
        waits=where.wait,
        day=where.day,
    )
