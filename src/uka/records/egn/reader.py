"""The conversion of EGN and EMN files to logs. ``uka.core`` checks every action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar, cast

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from uka.core.actions import Play
from uka.core.cards import Card
from uka.core.deal import Deal
from uka.core.errors import UkaError
from uka.core.game import Game
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat
from uka.text.printable import one_line

from ..entries import UNCERTAIN, Acted, Dealt, Note
from ..errors import InvalidRecord, PlayedBeyondEnd
from ..log import Log
from . import decoding, schema, writer
from .cards import UNKNOWN, egn_text, vague_text
from .completion import CompleteDeal, complete_deal
from .condensed import DIALECTS, CondensedDialect, expanded
from .extra import ABOUT_FIELDS, SOURCE, DealExtra, EgnSource, note_of, text_of
from .rules import NotExpressible, ruleset_of, without_end


def log_of(
    egn: schema.EgnFile,
    player_ids: tuple[str, ...] = (),
    registry: Mapping[str, str] | None = None,
    *,
    beyond_end: bool = False,
) -> Log:
    """Return the log of ``egn``, a file with one game.

    For a game of a match, ``player_ids`` holds the ids of the players by seat, and ``registry`` is a dict from such an
    id to the player's name. If the game has deals after its end, raise ``PlayedBeyondEnd``. But if ``beyond_end`` is
    true, read it as a game without a target, which ends after its last deal. Raise ``InvalidRecord`` if the file
    contradicts the rules or itself.
    """
    if egn.uka is not UNSET:
        return _log_beyond_standard(egn.uka, egn, writer.egn_of)
    names = tuple((registry or {})[seat] for seat in player_ids)
    rules = ruleset_of(egn.metadata.ruleset)
    try:
        return _in_any_dialect(egn, partial(_read_log, egn, rules, names, _header_about(egn, player_ids)))
    except PlayedBeyondEnd:
        if not beyond_end:
            raise
    about = _header_about(egn, player_ids, beyond_end=True)
    return _in_any_dialect(egn, partial(_read_log, egn, without_end(rules, len(egn.deals)), names, about))


F = TypeVar("F", bound="schema.EgnFile | schema.EmnFile")


def _log_beyond_standard(beyond: schema.BeyondStandard, file: F, write: Callable[[Log], F]) -> Log:
    """Return the log that ``file`` holds in its key ``uka``; ``beyond`` is the value of this key.

    ``write`` converts a log to a file of the same type as ``file``. Raise ``InvalidRecord`` if the other keys of
    ``file`` contradict the log.
    """
    try:
        log = Log.parse("".join(line + "\n" for line in beyond.log))
        again = write(log)
    except (InvalidRecord, NotExpressible) as error:
        raise InvalidRecord(f"its key uka: {error}") from None
    for name in file.__struct_fields__:
        if name != "uka" and getattr(file, name) != getattr(again, name):
            raise InvalidRecord(f"its {name} and its key uka contradict each other")
    return log


def _in_any_dialect(egn: schema.EgnFile, read: Callable[[CondensedDialect], Log]) -> Log:
    """Return ``read(dialect)`` for the first variant of the condensed form in which the deals are legal."""
    refusals = list[InvalidRecord]()
    condensed = any(isinstance(deal, str) for deal in egn.deals)
    for dialect in DIALECTS if condensed else DIALECTS[:1]:
        try:
            return read(dialect)
        except PlayedBeyondEnd:
            raise  # the deals of the game are legal, so this is the file's dialect
        except InvalidRecord as error:
            refusals.append(error)
    raise refusals[0]


def _read_log(
    egn: schema.EgnFile, rules: Ruleset, names: tuple[str, ...], about: dict[str, str], dialect: CondensedDialect
) -> Log:
    meta = egn.metadata
    if len(meta.initial_score) != 2:
        raise InvalidRecord("the initial score must be two numbers, one for each side")
    log = Log.start(
        rules,
        dealer=_first_dealer(egn, dialect),
        players=names or _player_names(meta),
        score=tuple(meta.initial_score),
        about=about,
    )
    for number, item in enumerate(egn.deals):
        last = number == len(egn.deals) - 1
        _add_deal(log, _possible_deals(item, dialect), number, last, final=meta.final_score if last else UNSET)
    _check_score(log, meta)
    return log


def _possible_deals(item: schema.EgnDeal | str, dialect: CondensedDialect) -> Iterable[schema.EgnDeal]:
    """Return the deals that an item of a file's list of deals can stand for. A condensed deal may stand for several."""
    return (item,) if isinstance(item, schema.EgnDeal) else expanded(item, dialect)


def _player_names(meta: schema.EgnMetadata) -> tuple[str, ...]:
    players = [] if meta.players is UNSET else meta.players
    names = tuple(player if isinstance(player, str) else player.name for player in players)
    if names and len(names) != len(SEATS):
        raise InvalidRecord(f"{len(names)} players are named: a game has {len(SEATS)}")
    return tuple(map(one_line, names)) or tuple(str(seat).capitalize() for seat in SEATS)


def _header_about(egn: schema.EgnFile, player_ids: tuple[str, ...], *, beyond_end: bool = False) -> dict[str, str]:
    meta = egn.metadata
    about = {
        key: cast(str, value) for key, field in ABOUT_FIELDS.items() if (value := getattr(meta, field)) is not UNSET
    }
    source = EgnSource(
        version=egn.version,
        ruleset=meta.ruleset,
        players=meta.players,
        final_score=meta.final_score,
        seats=[*player_ids],
        beyond_end=beyond_end,
    )
    return {**about, SOURCE: text_of(source)}


def _first_dealer(egn: schema.EgnFile, dialect: CondensedDialect) -> Seat:
    forms = _possible_deals(egn.deals[0], dialect) if egn.deals else ()
    first = next(iter(forms), None)
    return SEATS[0] if first is None else SEATS[first.initial_state.dealer % len(SEATS)]


def _add_deal(
    log: Log, forms: Iterable[schema.EgnDeal], number: int, last: bool, final: list[int] | msgspec.UnsetType
) -> None:
    """Add a deal to the log. ``forms`` are the deals that the file's text can stand for.

    ``last`` is true for the last deal of the file. Then ``final`` is the final score that the file gives, if any.
    """
    game = cast(Game, log.state)
    if game.over:
        raise _played_beyond_end(game, number)

    def fits(end: Deal) -> bool:
        points = end.result.points if end.result else (0, 0)
        score = tuple(before + scored for before, scored in zip(game.score, points, strict=True))
        if final is not UNSET:
            return tuple(final) == score
        return last or not replace(game, score=score, deal=None).over

    form, deal = _first_complete(log.rules, forms, number, fits)
    if not deal.end.over and not last:
        raise InvalidRecord("the deal is not finished, but another follows", deal=number)
    dealer = SEATS[form.initial_state.dealer]
    try:
        log.append(Dealt(deal.pack, unknown=deal.unknown, dealer=None if dealer is game.dealer else dealer))
    except UkaError as error:
        raise InvalidRecord(str(error), deal=number) from None
    _add_actions(log, form, deal, number)


def _played_beyond_end(game: Game, number: int) -> PlayedBeyondEnd:
    score = " to ".join(map(str, game.score))
    why = f"the game is over at {score}, before this deal: --beyond-end (beyond_end=True) reads what was played on"
    return PlayedBeyondEnd(why, deal=number)


def _first_complete(
    rules: Ruleset, forms: Iterable[schema.EgnDeal], number: int, fits: Callable[[Deal], bool]
) -> tuple[schema.EgnDeal, CompleteDeal]:
    refusals = list[InvalidRecord]()
    for form in forms:
        try:
            return form, complete_deal(rules, form, number, fits)
        except InvalidRecord as error:
            refusals.append(error)
    raise refusals[0] if refusals else InvalidRecord("the text is not a condensed deal", deal=number)


def _add_actions(log: Log, form: schema.EgnDeal, deal: CompleteDeal, number: int) -> None:
    call_notes = _annotations(form, schema.EgnBidding)
    play_notes = _annotations(form, schema.EgnTrickPlay)
    extra = _deal_extra(form, deal, number)
    called = played = 0
    for seat, action in deal.actions:
        game = cast(Game, log.state)
        calling = game.deal is not None and game.deal.phase is Phase.CALLING
        log.append(Acted(seat, action))
        notes = list[Note]()
        if calling:
            notes = call_notes.pop(called, notes)
            called += 1
        elif isinstance(action, Play):
            notes = play_notes.pop(played, notes)
            played += 1
        for note in notes:
            log.append(note)
    extra.call_annotations = _texts_by_index(call_notes)
    extra.play_annotations = _texts_by_index(play_notes)
    if note := note_of(extra):
        log.append(note)
    if deal.uncertain:
        log.append(Note('"other cards in the unknown places may give another result"', UNCERTAIN))


def _annotations(form: schema.EgnDeal, kind: type[schema.EgnBidding | schema.EgnTrickPlay]) -> dict[int, list[Note]]:
    for phase in form.phases:
        if isinstance(phase, kind):
            by_index = phase.call_annotations if isinstance(phase, schema.EgnBidding) else phase.play_annotations
            notes = dict[int, list[Note]]()
            for key, texts in by_index.items():
                notes.setdefault(int(key), []).extend(map(Note, texts))
            return notes
    return {}


def _texts_by_index(notes: dict[int, list[Note]]) -> dict[str, list[str]]:
    return {str(index): [note.text for note in texts] for index, texts in notes.items()}


def _deal_extra(form: schema.EgnDeal, deal: CompleteDeal, number: int) -> DealExtra:
    spellings = dict[str, str]()
    for text, card in _texts_with_cards(form, deal):
        spelling = vague_text(text)
        if card in deal.unknown and spelling:
            spellings[str(card)] = spelling
    plays = _play_texts_with_cards(form, deal)
    upcard_as_played = "".join(vague_text(text) for text, card in plays if card is deal.end.upcard)
    return DealExtra(
        deal_number=schema.ABSENT if form.deal_number == number else form.deal_number,
        player_cards=[seat for seat, hand in enumerate(form.initial_state.player_cards) if hand],
        alternative_lines=[_alternative_line(line, number) for line in form.alternative_lines],
        cards={card: spelling for card, spelling in spellings.items() if spelling != UNKNOWN},
        turn_up="" if deal.end.upcard in deal.unknown else upcard_as_played,
    )


def _alternative_line(line: schema.EgnAlternativeLine, number: int) -> schema.EgnAlternativeLine:
    """Return ``line``, an alternative line of play, as EGN 1.4 writes it.

    Its phases are numbered from 0, and fields of earlier versions are dropped. ``number`` is the index of the deal, for
    the error message.
    """
    try:
        return replace(line, phases=[_upgraded_phase(phase) for phase in line.phases])
    except ValueError as error:
        raise InvalidRecord(f"an alternative line: {error}", deal=number) from None


def _upgraded_phase(phase: schema.EgnBidding | schema.EgnTrickPlay) -> schema.EgnBidding | schema.EgnTrickPlay:
    if isinstance(phase, schema.EgnTrickPlay):
        tricks = [[*map(egn_text, trick)] for trick in phase.tricks]
        return replace(phase, phase_number=1, initial_lead=UNSET, tricks=tricks)
    exchanges = [replace(exchange, cards=[*map(egn_text, exchange.cards)]) for exchange in phase.card_exchanges]
    discard = egn_text(phase.discard) if isinstance(phase.discard, str) else UNSET
    return replace(phase, phase_number=0, discard=discard, card_exchanges=exchanges)


def _texts_with_cards(form: schema.EgnDeal, deal: CompleteDeal) -> Iterator[tuple[str, Card]]:
    """Yield the text of each card in a deal of the file, with the card that the reader chose for this text."""
    yield form.initial_state.up_card, deal.end.upcard
    yield from _play_texts_with_cards(form, deal)
    for phase in form.phases:
        if isinstance(phase, schema.EgnBidding) and isinstance(phase.discard, str) and deal.end.discards:
            yield phase.discard, deal.end.discards[0][1]
    for seat, texts in zip(SEATS, form.initial_state.player_cards, strict=False):
        yield from zip(texts, deal.hands[seat], strict=False)


def _play_texts_with_cards(form: schema.EgnDeal, deal: CompleteDeal) -> Iterator[tuple[str, Card]]:
    tricks = [trick for phase in form.phases if isinstance(phase, schema.EgnTrickPlay) for trick in phase.tricks]
    texts = [text for trick in tricks for text in trick]
    return zip(texts, [action.card for _, action in deal.actions if isinstance(action, Play)], strict=True)


def _check_score(log: Log, meta: schema.EgnMetadata) -> None:
    recorded = meta.final_score
    if recorded is UNSET or not log.state.over:
        return
    if tuple(recorded) != log.state.score:
        computed = " to ".join(map(str, log.state.score))
        text = " to ".join(map(str, recorded))
        raise InvalidRecord(f"the final score given is {text}, but the deals come to {computed}")


def match_of(emn: schema.EmnFile, *, beyond_end: bool = False) -> tuple[tuple[Log, ...], dict[str, Any]]:
    """Return the logs of the games of ``emn``, a file with a match, and the metadata of the match as JSON values.

    If a game has deals after its end, raise ``PlayedBeyondEnd``. But if ``beyond_end`` is true, read it as a game
    without a target, which ends after its last deal. Raise ``InvalidRecord`` if the file contradicts the rules or
    itself.
    """
    about = cast(dict[str, Any], msgspec.to_builtins(emn.metadata))
    if emn.uka is not UNSET:
        log = _log_beyond_standard(emn.uka, emn, lambda log: writer.emn_of((log,), about))
        return (log,), about
    registry = {player.id: one_line(player.name) for player in emn.metadata.players}
    if len(registry) != len(emn.metadata.players):
        raise InvalidRecord("two of the match's players have the same id")
    logs = tuple(_games(emn, registry, beyond_end))
    return logs, about


def _games(emn: schema.EmnFile, registry: dict[str, str], beyond_end: bool) -> Iterator[Log]:
    for number, game in enumerate(emn.games):
        ids = game.players if game.players_override is UNSET else game.players_override
        seats = () if ids is UNSET else tuple(ids)
        if seats and not len(seats) == len(SEATS) == len(registry.keys() & {*seats}):
            raise InvalidRecord("its players must be four ids of the match's players", game=number)
        read = partial(log_of, beyond_end=beyond_end)
        yield decoding.read_game(number, read, game.game_data, seats, registry)
