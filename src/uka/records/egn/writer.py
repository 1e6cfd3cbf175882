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
from uka.core.seats import SEATS, Partnership, Seat

from ..entries import Drawn
from ..log import Log
from . import schema
from .deal_writer import Faults, RecordedDeal, deal_form, recorded
from .extra import ABOUT_FIELDS, EgnSource, source_of
from .rules import NotExpressible, flags_of, form_of, ruleset_of, unsaid, without_end

LONGEST = {"title": 128, "description": 1024, "date": 64, "gameId": 64, "matchId": 64}
LONGEST_NAME, MOST_DEALS, MOST_IDS = 64, 100, 10
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?")


def egn_of(log: Log) -> schema.EgnFile:
    """Return a log of one game as EGN. What EGN cannot express goes beyond the standard, into the key ``uka``.

    Raise ``NotExpressible`` for a rubber, which is a match of several games.
    """
    if log.rules.rubber:
        raise NotExpressible(("rubber", True, "EGN holds one game: write the rubber as a match, EMN"))
    faults = Faults()
    egn = _egn(log, log.rules, recorded(log, faults), cast("Game | None", _final(log)), faults)
    egn.uka = _beyond_standard(log, faults)
    return egn


def check_standard(log: Log) -> None:
    """Raise ``NotExpressible`` if EGN and EMN cannot express a whole game or rubber within the standard."""
    faults = Faults()
    if log.rules.rubber:
        _rubber(log, faults)
    else:
        _egn(log, log.rules, recorded(log, faults), cast("Game | None", _final(log)), faults)
    if faults:
        raise NotExpressible(*faults)


def _beyond_standard(log: Log, faults: Faults) -> schema.BeyondStandard | UnsetType:
    if not faults:
        return UNSET
    return schema.BeyondStandard(why=str(NotExpressible(*faults)), log=log.text.removesuffix("\n").split("\n"))


def _egn(log: Log, rules: Ruleset, deals: list[RecordedDeal], final: Game | None, faults: Faults) -> schema.EgnFile:
    for fault in unsaid(rules):
        faults.add(*fault)
    source, flags = source_of(log), flags_of(rules)
    if len(deals) > MOST_DEALS:
        faults.add("deals", len(deals), f"a file holds {MOST_DEALS} deals")
    if source and not _has_both_limits(source.ruleset):
        read = ruleset_of(source.ruleset)
        if form_of(without_end(read, len(deals)) if source.beyond_end else read) == flags:
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


def _final(log: Log) -> GameOrRubber | None:
    """Return the last state of the game or rubber, or None before the draw for the first dealer is done."""
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
        players=_named(log.players, source, faults),
        initial_score=list(log.header.score or (0, 0)),
        ruleset=flags,
    )
    if source:
        meta.final_score = source.final_score
    elif final is not None and final.over:
        meta.final_score = list(final.score)
    return meta


def _named(names: tuple[str, ...], source: EgnSource | None, faults: Faults) -> list[str | schema.EgnPlayer]:
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
    """Return several games, or the games of a rubber, as EMN. ``about`` holds the metadata of the match.

    What EGN cannot express of a game or a rubber goes beyond the standard. Raise ``NotExpressible`` if EMN cannot hold
    the match itself.
    """
    rubbers, faults = [log for log in logs if log.rules.rubber], Faults()
    if rubbers and len(logs) > 1:
        raise NotExpressible(("a rubber beside other games", None, "EMN holds games or one rubber"))
    games = [game for log in rubbers for game in _rubber(log, faults)] or [egn_of(log) for log in logs]
    meta = _match_metadata(about)
    seated = [_ids(log, meta.players) for log in rubbers * len(games) or logs]
    for rubber in rubbers if games and not about else ():
        meta.match_format = schema.EmnMatchFormat(type="BEST_OF_N", target=3)
        meta.result = _result(cast(Rubber, rubber.state), seated[0])
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
        uka=_beyond_standard(rubbers[0], faults) if rubbers else UNSET,
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


def _rubber(log: Log, faults: Faults) -> list[schema.EgnFile]:
    rules = replace(log.rules, rubber=False)
    deals = recorded(log, faults)
    state = _final(log)
    games = state.games if isinstance(state, Rubber) else ()
    split = [[deal for deal in deals if deal.game == number] for number in range(len(games))]
    return [_egn(log, rules, group, game, faults) for group, game in zip(split, games, strict=True)]


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
    won = {ids[seat.index]: rubber.games_won[seat.partnership.index] for seat in SEATS}
    winners = _seats(rubber.winner)
    return schema.EmnResult(
        status="COMPLETED" if rubber.over else "IN_PROGRESS",
        winner=[ids[seat.index] for seat in winners] if winners else UNSET,
        scores=dict(won),
    )


def _seats(side: Partnership | None) -> tuple[Seat, ...]:
    return side.seats if side else ()
