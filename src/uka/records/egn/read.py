"""EGN and EMN in: a file becomes logs, every action of which the core has accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, cast

import msgspec
from msgspec import UNSET

from uka.core.actions import Play
from uka.core.cards import Card
from uka.core.deal import Deal
from uka.core.errors import UkaError
from uka.core.game import Game
from uka.core.public import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat

from ..log import Acted, Dealt, InvalidRecord, Log, Note
from . import form as fm
from .cards import half_known
from .condensed import DIALECTS, Dialect, expanded
from .rules import ruleset_of
from .whole import Whole, whole

SOURCE = "egn"
"""The key in a log's ``about``, and the kind of a note, that hold what EGN says and a log has no place for."""
OPEN = "open"
"""The kind of a note on a deal whose result hangs on cards that are not known."""
KEPT = {"title": "title", "description": "description", "date": "date", "gameId": "game_id"}


def log_of(egn: fm.Egn, seats: tuple[str, ...] = (), registry: Mapping[str, str] | None = None) -> Log:
    """The log of a game; ``seats`` are player ids, and ``registry`` says their names, in a game of a match."""
    refusals = list[InvalidRecord]()
    for dialect in DIALECTS if any(isinstance(deal, str) for deal in egn.deals) else DIALECTS[:1]:
        try:
            return _log(egn, seats, registry or {}, dialect)
        except InvalidRecord as error:
            refusals.append(error)
    raise refusals[0]


def _log(egn: fm.Egn, seats: tuple[str, ...], registry: Mapping[str, str], dialect: Dialect) -> Log:
    meta = egn.metadata
    rules = ruleset_of(meta.ruleset)
    if len(meta.initial_score) != 2:
        raise InvalidRecord("the initial score must be two numbers, one a partnership")
    log = Log.start(
        rules,
        dealer=_first_dealer(egn, dialect),
        players=tuple(registry[seat] for seat in seats) or _players(meta),
        score=tuple(meta.initial_score),
        about=_about(egn, seats),
    )
    for number, told in enumerate(egn.deals):
        last = number == len(egn.deals) - 1
        forms = (told,) if isinstance(told, fm.DealForm) else expanded(told, dialect)
        _add(log, forms, number, last, final=meta.final_score if last else UNSET)
    _check_score(log, meta)
    return log


def _players(meta: fm.Metadata) -> tuple[str, ...]:
    told = [] if meta.players is UNSET else meta.players
    names = tuple(player if isinstance(player, str) else player.name for player in told)
    if names and len(names) != len(SEATS):
        raise InvalidRecord(f"{len(names)} players are named: a game has {len(SEATS)}")
    return names or tuple(str(seat).capitalize() for seat in SEATS)


def _about(egn: fm.Egn, seats: tuple[str, ...]) -> dict[str, str]:
    meta = egn.metadata
    about = {key: cast(str, value) for key, field in KEPT.items() if (value := getattr(meta, field)) is not UNSET}
    source: dict[str, Any] = {"version": egn.version, "ruleset": meta.ruleset}
    if meta.players is not UNSET:
        source["players"] = meta.players
    if meta.final_score is not UNSET:
        source["finalScore"] = meta.final_score
    if seats:
        source["seats"] = seats
    return {**about, SOURCE: msgspec.json.encode(source).decode()}


def _first_dealer(egn: fm.Egn, dialect: Dialect) -> Seat:
    for told in egn.deals[:1]:
        for form in (told,) if isinstance(told, fm.DealForm) else expanded(told, dialect):
            return SEATS[form.initial_state.dealer % len(SEATS)]
    return SEATS[0]


def _add(log: Log, forms: Iterable[fm.DealForm], number: int, last: bool, final: list[int] | msgspec.UnsetType) -> None:
    game = cast(Game, log.state)

    def fits(end: Deal) -> bool:
        points = end.result.points if end.result else (0, 0)
        score = tuple(before + more for before, more in zip(game.score, points, strict=True))
        over = msgspec.structs.replace(game, score=score, deal=None).over
        return last or not over if final is UNSET else tuple(final) == score

    form, deal = _first_whole(log.rules, forms, number, fits)
    if not deal.end.over and not last:
        raise InvalidRecord("the deal is not played to its end, and another follows", deal=number)
    dealer = SEATS[form.initial_state.dealer]
    try:
        log.append(Dealt(deal.pack, unknown=deal.unknown, dealer=None if dealer is game.dealer else dealer))
    except UkaError as error:
        raise InvalidRecord(str(error), deal=number) from None
    _play(log, form, deal, number)


def _first_whole(
    rules: Ruleset, forms: Iterable[fm.DealForm], number: int, fits: Callable[[Deal], bool]
) -> tuple[fm.DealForm, Whole]:
    refusals = list[InvalidRecord]()
    for form in forms:
        try:
            return form, whole(rules, form, number, fits)
        except InvalidRecord as error:
            refusals.append(error)
    raise refusals[0] if refusals else InvalidRecord("the text is no condensed deal", deal=number)


def _play(log: Log, form: fm.DealForm, deal: Whole, number: int) -> None:
    calls = _annotations(form, fm.Bidding)
    plays = _annotations(form, fm.TrickPlay)
    extra = _extra(form, deal, number)
    called, played, notes = 0, 0, list[Note]()
    for seat, action in deal.actions:
        game = cast(Game, log.state)
        calling = game.deal is not None and game.deal.phase is Phase.CALLING
        log.append(Acted(seat, action))
        if calling:
            notes, called = calls.pop(called, []), called + 1
        elif isinstance(action, Play):
            notes, played = plays.pop(played, []), played + 1
        else:
            notes = []
        for note in notes:
            log.append(note)
    for key, left in (("callAnnotations", calls), ("playAnnotations", plays)):
        if left:
            extra[key] = {str(index): [note.text for note in notes] for index, notes in left.items()}
    if extra:
        log.append(Note(msgspec.json.encode(extra).decode(), SOURCE))
    if deal.open:
        log.append(Note('"other cards in the unknown places may give another result"', OPEN))


def _annotations(form: fm.DealForm, kind: type[fm.Bidding | fm.TrickPlay]) -> dict[int, list[Note]]:
    for phase in form.phases:
        if isinstance(phase, kind):
            told = phase.call_annotations if isinstance(phase, fm.Bidding) else phase.play_annotations
            notes = dict[int, list[Note]]()
            for key, texts in told.items():
                notes.setdefault(int(key), []).extend(map(Note, texts))
            return notes
    return {}


def _extra(form: fm.DealForm, deal: Whole, number: int) -> dict[str, Any]:
    """What EGN says of a deal and a log has no place for."""
    extra: dict[str, Any] = {}
    if form.deal_number not in (number, fm.ABSENT):
        extra["dealNumber"] = form.deal_number
    hands = [seat for seat, hand in enumerate(form.initial_state.player_cards) if hand]
    if hands:
        extra["playerCards"] = hands
    if form.alternative_lines:
        extra["alternativeLines"] = form.alternative_lines
    if cards := {str(card): text for text, card in _texts(form, deal) if card in deal.unknown and half_known(text)}:
        extra["cards"] = cards
    return extra


def _texts(form: fm.DealForm, deal: Whole) -> Iterator[tuple[str, Card]]:
    """The cards of a deal as its file writes them, beside the cards that stand for them."""
    yield form.initial_state.up_card, deal.end.upcard
    for phase in form.phases:
        if isinstance(phase, fm.TrickPlay):
            cards = [action.card for _, action in deal.actions if isinstance(action, Play)]
            yield from zip([text for trick in phase.tricks for text in trick], cards, strict=True)
        elif isinstance(phase.discard, str) and deal.end.discards:
            yield phase.discard, deal.end.discards[0][1]
    for seat, texts in zip(SEATS, form.initial_state.player_cards, strict=False):
        yield from zip(texts, deal.hands[seat], strict=False)


def _check_score(log: Log, meta: fm.Metadata) -> None:
    told = meta.final_score
    if told is UNSET or not log.state.over:
        return
    if tuple(told) != log.state.score:
        mine = " to ".join(map(str, log.state.score))
        raise InvalidRecord(f"the final score is said to be {' to '.join(map(str, told))}; the deals come to {mine}")


def match_of(emn: fm.Emn) -> tuple[tuple[Log, ...], dict[str, Any]]:
    """The logs of a match's games, and its metadata as JSON has it."""
    registry = {player.id: player.name for player in emn.metadata.players if player.id is not UNSET}
    logs = tuple(_games(emn, registry))
    return logs, cast(dict[str, Any], msgspec.to_builtins(emn.metadata))


def _games(emn: fm.Emn, registry: dict[str, str]) -> Iterator[Log]:
    for number, game in enumerate(emn.games):
        told = game.players if game.players_override is UNSET else game.players_override
        seats = () if told is UNSET else tuple(told)
        if seats and (len(seats) != len(SEATS) or not all(seat in registry for seat in seats)):
            raise InvalidRecord("its players must be four ids of the match's players", game=number)
        yield fm.in_game(number, log_of, game.game_data, seats, registry)
