"""The conversion of logs to EGN and EMN.

If a format cannot express part of a log, the writer raises ``NotExpressible``. It never leaves the part out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from typing import Any, cast

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from uka.core.game import Game
from uka.core.rubber import Rubber
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Partnership, Seat

from ..log import Log
from . import schema
from .deal_writer import RecordedDeal, check_text_length, deal_form, recorded
from .extra import EgnSource, source_of
from .reader import ABOUT_FIELDS
from .rules import NotExpressible, form_of, ruleset_of, without_end

LONGEST = {"title": 128, "description": 1024, "date": 64, "gameId": 64, "matchId": 64}
LONGEST_NAME, MOST_DEALS, MOST_IDS = 64, 100, 10
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?")


def egn_of(log: Log) -> schema.EgnFile:
    """Return a log of one game as EGN. Raise ``NotExpressible`` if EGN cannot express the whole game."""
    if log.rules.rubber:
        raise NotExpressible(("rubber", True, "EGN holds one game: write the rubber as a match, EMN"))
    form_of(log.rules)
    return _egn(log, log.rules, recorded(log), _final(log))


def _egn(log: Log, rules: Ruleset, deals: list[RecordedDeal], final: Game | None) -> schema.EgnFile:
    source, flags = source_of(log), form_of(rules)
    if len(deals) > MOST_DEALS:
        raise NotExpressible(("deals", len(deals), f"a file holds {MOST_DEALS} deals"))
    if source and not _has_both_limits(source.ruleset):
        read = ruleset_of(source.ruleset)
        if form_of(without_end(read, len(deals)) if source.beyond_end else read) == flags:
            flags = source.ruleset
    return schema.EgnFile(
        file_type="Euchre Game Notation",
        version=schema.VERSION,
        metadata=_metadata(log, flags, source, final),
        deals=[deal_form(deal, number, imported=source is not None) for number, deal in enumerate(deals)],
    )


def _has_both_limits(flags: schema.EgnRuleset) -> bool:
    """Whether the flags have both a winning score and a number of deals.

    EGN 1.4 forbids the combination, even if one of the two values is 0.
    """
    return flags.winning_score is not UNSET and flags.num_deals is not UNSET


def _final(log: Log) -> Game | None:
    """Return the last state of the game, or None before the draw for the first dealer is done."""
    begun = log.header.dealer is not None or log.entries
    return cast(Game, log.state) if begun else None


def _metadata(log: Log, flags: schema.EgnRuleset, source: EgnSource | None, final: Game | None) -> schema.EgnMetadata:
    about = {ABOUT_FIELDS[key]: value for key, value in log.header.about.items() if key in ABOUT_FIELDS}
    for key, field in ABOUT_FIELDS.items():
        check_text_length(key, about.get(field, ""), LONGEST[key])
    if about.get("date") and not _DATE.fullmatch(about["date"]):
        raise NotExpressible(("date", about["date"], "EGN wants year-month-day, then T and the time"))
    meta = schema.EgnMetadata(
        **cast(dict[str, Any], about),
        players=_named(log.players, source),
        initial_score=list(log.header.score or (0, 0)),
        ruleset=flags,
    )
    if source:
        meta.final_score = source.final_score
    elif final is not None and final.over:
        meta.final_score = list(final.score)
    return meta


def _named(names: tuple[str, ...], source: EgnSource | None) -> list[str | schema.EgnPlayer]:
    if source is None or source.players is UNSET:
        players: list[str | schema.EgnPlayer] = [*names]
    else:
        players = source.players
    for player in players:
        if isinstance(player, str):
            check_text_length("player", player, LONGEST_NAME)
        else:
            _check_player(player)
    return players


def _check_player(player: schema.EgnPlayer | schema.EmnPlayer) -> None:
    ids = player.player_ids or []
    for text in (player.name, player.id or "", *(text for one in ids for text in (one.id, one.source))):
        check_text_length("player", text, LONGEST_NAME)
    if len(ids) > MOST_IDS:
        raise NotExpressible(("player", player.name, f"{MOST_IDS} ids are the most"))


def emn_of(logs: tuple[Log, ...], about: Mapping[str, Any]) -> schema.EmnFile:
    """Return several games, or the games of a rubber, as EMN. ``about`` holds the metadata of the match.

    Raise ``NotExpressible`` if EMN cannot express all of the games.
    """
    games = [game for log in logs for game in (_rubber(log) if log.rules.rubber else [egn_of(log)])]
    rubber = len(logs) == 1 and logs[0].rules.rubber
    meta = _match_metadata(about)
    seated = [_ids(log, meta.players) for log in logs for _ in range(len(games) if rubber else 1)]
    if rubber and not about:
        meta.match_format = schema.EmnMatchFormat(type="BEST_OF_N", target=3)
        meta.result = _result(cast(Rubber, logs[0].state), seated[0]) if seated else UNSET
    if not meta.players:
        raise NotExpressible(("a match without players", None, "EMN names them"))
    return schema.EmnFile(
        file_type="Euchre Match Notation",
        version=schema.MATCH_VERSION,
        metadata=meta,
        games=[
            schema.EmnGame(game_index=i, players=ids, game_data=game)
            for i, (game, ids) in enumerate(zip(games, seated, strict=True))
        ],
    )


def _match_metadata(about: Mapping[str, Any]) -> schema.EmnMetadata:
    try:
        meta = msgspec.convert(dict(about), schema.EmnMetadata)
    except msgspec.ValidationError as error:
        raise NotExpressible(("the match's metadata", None, str(error))) from None
    for key, longest in LONGEST.items():
        text = about.get(key)
        check_text_length(key, text if isinstance(text, str) else "", longest)
    for player in meta.players:
        _check_player(player)
    return meta


def _rubber(log: Log) -> list[schema.EgnFile]:
    rules = replace(log.rules, rubber=False)
    form_of(rules)
    deals = recorded(log)
    games = cast(Rubber, log.state).games
    split = [[deal for deal in deals if deal.game == number] for number in range(len(games))]
    return [_egn(log, rules, group, game) for group, game in zip(split, games, strict=True)]


def _ids(log: Log, players: list[schema.EmnPlayer]) -> list[str]:
    """Return the ids of the players of a game by seat. Players who are missing in ``players`` are added."""
    source, ids = source_of(log), list[str]()
    if source and source.seats and {*source.seats} <= {player.id for player in players}:
        return source.seats
    for name in log.players:
        known = next((player.id for player in players if player.name == name and player.id not in ids), None)
        if known is None:
            known = next(i for n in count(len(players) + 1) if (i := f"p-{n:02}") not in {p.id for p in players})
            players.append(schema.EmnPlayer(name=name, id=known))
        ids.append(known)
    return ids


def _result(rubber: Rubber, ids: list[str]) -> schema.EmnResult:
    won = {ids[seat.index]: rubber.won[seat.partnership.index] for seat in SEATS}
    winners = _seats(rubber.winner)
    return schema.EmnResult(
        status="COMPLETED" if rubber.over else "IN_PROGRESS",
        winner=[ids[seat.index] for seat in winners] if winners else UNSET,
        scores=dict(won),
    )


def _seats(side: Partnership | None) -> tuple[Seat, ...]:
    return side.seats if side else ()
