"""The conversion of logs to EGN and EMN.

If a format cannot express part of a log, the file goes beyond the standard: its key ``uka`` names each such part and
holds the whole log. The writer never leaves a part out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from typing import Any, cast

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from uka.core.game import Game
from uka.core.malformed import why_malformed
from uka.core.rubber import GameOrRubber, Rubber
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS

from ..entries import Drawn
from ..log import Log
from . import schema
from .deal_writer import Faults, RecordedDeal, deal_form, recorded_deals
from .extra import ABOUT_FIELDS, EgnSource, source_of
from .rules import NotExpressible, exact_flags, expressible_flags, inexpressible, ruleset_of, without_end

LONGEST = {"title": 128, "description": 1024, "date": 64, "gameId": 64, "matchId": 64}
LONGEST_NAME, MOST_DEALS, MOST_IDS = 64, 100, 10
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?")


def egn_of(log: Log) -> schema.EgnFile:
    """Return the log of one game as an EGN file. If EGN cannot express the whole game, the file has the key ``uka``.

    Raise ``NotExpressible`` if ``log`` is the log of a rubber, which is a match of several games.
    """
    if log.rules.rubber:
        raise NotExpressible(("rubber", True, "EGN holds one game: write the rubber as a match, EMN"))
    faults = Faults()
    egn = _egn_file(log, log.rules, recorded_deals(log, faults), cast("Game | None", _final_state(log)), faults)
    egn.uka = _beyond_standard(log, faults)
    return egn


def check_standard(log: Log) -> None:
    """Raise ``NotExpressible`` if standard EGN or EMN, without Uka's own key ``uka``, cannot express the whole log."""
    faults = Faults()
    if log.rules.rubber:
        _games_of_rubber(log, faults)
    else:
        _egn_file(log, log.rules, recorded_deals(log, faults), cast("Game | None", _final_state(log)), faults)
    if faults:
        raise NotExpressible(*faults)


def _beyond_standard(log: Log, faults: Faults) -> schema.BeyondStandard | UnsetType:
    if not faults:
        return UNSET
    return schema.BeyondStandard(why=str(NotExpressible(*faults)), log=log.text.removesuffix("\n").split("\n"))


def _egn_file(
    log: Log, rules: Ruleset, deals: list[RecordedDeal], final: Game | None, faults: Faults
) -> schema.EgnFile:
    for fault in inexpressible(rules):
        faults.add(*fault)
    if len(deals) > MOST_DEALS:
        faults.add("deals", len(deals), f"a file holds {MOST_DEALS} deals")
    source, flags = source_of(log), expressible_flags(rules)
    if source and not _has_both_limits(source.ruleset):
        imported_rules = ruleset_of(source.ruleset)
        if source.beyond_end:
            imported_rules = without_end(imported_rules, len(deals))
        if exact_flags(imported_rules) == flags:
            flags = source.ruleset
    return schema.EgnFile(
        file_type="Euchre Game Notation",
        version=schema.VERSION,
        metadata=_metadata(log, flags, source, final, faults),
        deals=[deal_form(deal, number, imported=source is not None) for number, deal in enumerate(deals)],
    )


def _has_both_limits(flags: schema.EgnRuleset) -> bool:
    """Whether the flags have both a winning score and a number of deals.

    EGN 1.4 forbids the combination, even if one of the two values is 0.
    """
    return flags.winning_score is not UNSET and flags.num_deals is not UNSET


def _final_state(log: Log) -> GameOrRubber | None:
    """Return the last state of the game or rubber, or None if the first dealer is not drawn yet."""
    begun = log.header.dealer is not None or any(isinstance(entry, Drawn) for entry in log.entries)
    return log.state if begun else None


def _metadata(
    log: Log, flags: schema.EgnRuleset, source: EgnSource | None, final: Game | None, faults: Faults
) -> schema.EgnMetadata:
    about = {ABOUT_FIELDS[key]: value for key, value in log.header.about.items() if key in ABOUT_FIELDS}
    for key, field in ABOUT_FIELDS.items():
        faults.check_length(key, about.get(field, ""), LONGEST[key])
    if about.get("date") and not _DATE.fullmatch(about["date"]):
        faults.add("date", about["date"], "EGN wants year-month-day, then T and the time")
    meta = schema.EgnMetadata(
        **cast(dict[str, Any], about),
        players=_checked_players(log.players, source, faults),
        initial_score=list(log.header.score or (0, 0)),
        ruleset=flags,
    )
    if source:
        meta.final_score = source.final_score
    elif final is not None and final.over:
        meta.final_score = list(final.score)
    return meta


def _checked_players(names: tuple[str, ...], source: EgnSource | None, faults: Faults) -> list[str | schema.EgnPlayer]:
    if source is None or source.players is UNSET:
        players: list[str | schema.EgnPlayer] = [*names]
    else:
        players = source.players
    for player in players:
        if isinstance(player, str):
            faults.check_length("player", player, LONGEST_NAME)
        else:
            _check_player(player, faults)
    return players


def _check_player(player: schema.EgnPlayer | schema.EmnPlayer, faults: Faults) -> None:
    ids = player.player_ids or []
    for text in (player.name, player.id or "", *(text for one in ids for text in (one.id, one.source))):
        faults.check_length("player", text, LONGEST_NAME)
    if len(ids) > MOST_IDS:
        faults.add("player", player.name, f"{MOST_IDS} ids are the most")


def emn_of(logs: tuple[Log, ...], about: Mapping[str, Any]) -> schema.EmnFile:
    """Return a match as an EMN file.

    ``logs`` holds the log of each game, or only the log of a rubber, which is a match by itself. ``about`` is a dict
    from a field name of EMN's metadata to the value. A game or rubber that EGN cannot express has the key ``uka``.
    Raise ``NotExpressible`` if EMN cannot hold the match itself.
    """
    rubber = next((log for log in logs if log.rules.rubber), None)
    if rubber and len(logs) > 1:
        raise NotExpressible(("a rubber beside other games", None, "EMN holds games or one rubber"))
    faults = Faults()
    games = _games_of_rubber(rubber, faults) if rubber else []
    games = games or [egn_of(log) for log in logs]
    meta = _match_metadata(about)
    logs_of_games = [rubber] * len(games) if rubber else logs
    seated = [_player_ids(log, meta.players) for log in logs_of_games]
    if rubber and games and not about:
        meta.match_format = schema.EmnMatchFormat(type="BEST_OF_N", target=3)
        meta.result = _match_result(cast(Rubber, rubber.state), seated[0])
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
        uka=_beyond_standard(rubber, faults) if rubber else UNSET,
    )


def _match_metadata(about: Mapping[str, Any]) -> schema.EmnMetadata:
    try:
        meta = msgspec.convert(dict(about), schema.EmnMetadata)
    except msgspec.ValidationError as error:
        why = why_malformed(error, schema.EmnMetadata)
        raise NotExpressible(("the match's metadata", None, why)) from None
    faults = Faults()
    for key, longest in LONGEST.items():
        text = about.get(key)
        faults.check_length(key, text if isinstance(text, str) else "", longest)
    for player in meta.players:
        _check_player(player, faults)
    if faults:
        raise NotExpressible(*faults)
    return meta


def _games_of_rubber(log: Log, faults: Faults) -> list[schema.EgnFile]:
    rules = replace(log.rules, rubber=False)
    deals = recorded_deals(log, faults)
    state = _final_state(log)
    games = state.games if isinstance(state, Rubber) else ()
    split = [[deal for deal in deals if deal.game == number] for number in range(len(games))]
    return [_egn_file(log, rules, group, game, faults) for group, game in zip(split, games, strict=True)]


def _player_ids(log: Log, players: list[schema.EmnPlayer]) -> list[str]:
    """Return the ids of the players of ``log`` by seat. Players who are missing in ``players`` are added to it."""
    source, ids = source_of(log), list[str]()
    if source and source.seats and {*source.seats} <= {player.id for player in players}:
        return source.seats
    for name in log.players:
        id = next((player.id for player in players if player.name == name and player.id not in ids), None)
        if id is None:
            id = _new_id(players)
            players.append(schema.EmnPlayer(name=name, id=id))
        ids.append(id)
    return ids


def _new_id(players: list[schema.EmnPlayer]) -> str:
    """Return an id, such as "p-05", that none of ``players`` has."""
    taken = {player.id for player in players}
    return next(id for number in count(len(players) + 1) if (id := f"p-{number:02}") not in taken)


def _match_result(rubber: Rubber, ids: list[str]) -> schema.EmnResult:
    winner = rubber.winner
    return schema.EmnResult(
        status="COMPLETED" if rubber.over else "IN_PROGRESS",
        winner=[ids[seat.index] for seat in winner.seats] if winner else UNSET,
        scores={ids[seat.index]: rubber.games_won[seat.partnership.index] for seat in SEATS},
    )
