"""EGN and EMN out. What the format cannot say is refused by name, never left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any, cast

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from uka.core.actions import CallTrump, OrderUp, Pass
from uka.core.cards import JOKER, Card
from uka.core.deal import Deal
from uka.core.game import Game, Rubber
from uka.core.public import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Partnership, Seat

from ..log import Acted, BellRang, Dealt, Log, Misdealt, Note, RulingGiven, Scored, State
from . import form as fm
from .cards import UNKNOWN
from .extra import SOURCE, Extra, Source, extra_of, source_of
from .read import KEPT
from .rules import NotExpressible, form_of, ruleset_of

LONGEST = {"title": 128, "description": 1024, "date": 64, "gameId": 64, "matchId": 64}
LONGEST_NAME, LONGEST_NOTE, MOST_NOTES, MOST_DEALS, MOST_LINES, MOST_IDS = 64, 1024, 50, 100, 50, 10
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?")


class Recorded:
    """A deal of a log: how it began, how it stands, and what was noted."""

    def __init__(self, entry: Dealt, first: Deal, game: int) -> None:
        self.entry, self.first, self.last, self.game = entry, first, first, game
        self.unknown = frozenset(entry.unknown)
        self.extra = Extra()
        self.calls: dict[int, list[str]] = {}
        self.plays: dict[int, list[str]] = {}

    def note(self, note: Note) -> None:
        """Keep a remark where EGN can hold it: at the play or the call before it, else at the first call."""
        if note.kind == SOURCE:
            self.extra = extra_of(note)
        elif not note.kind:
            played = _played(self.last)
            table, at = (self.plays, played - 1) if played else (self.calls, max(len(self.last.calls) - 1, 0))
            table.setdefault(at, []).append(note.text)

    def text(self, card: Card) -> str:
        """A card as EGN writes it; an unknown one stays as unknown as it was told."""
        return self.extra.cards.get(str(card), UNKNOWN) if card in self.unknown else str(card)

    def texts(self, cards: Iterable[Card]) -> list[str]:
        """Several cards."""
        return [self.text(card) for card in cards]


def _played(deal: Deal) -> int:
    return sum(len(trick.cards) for trick in deal.tricks) + len(deal.trick)


def egn_of(log: Log) -> fm.Egn:
    """A log of one game as EGN. ``NotExpressible`` names all that EGN cannot say."""
    if log.rules.rubber:
        raise NotExpressible(("rubber", True, "EGN holds one game: write the rubber as a match, EMN"))
    form_of(log.rules)
    return _egn(log, log.rules, recorded(log), _final(log))


def _egn(log: Log, rules: Ruleset, deals: list[Recorded], final: Game | None) -> fm.Egn:
    source, flags = source_of(log), form_of(rules)
    if len(deals) > MOST_DEALS:
        raise NotExpressible(("deals", len(deals), f"a file holds {MOST_DEALS} deals"))
    if source and not _both(source.ruleset) and form_of(ruleset_of(source.ruleset)) == flags:
        flags = source.ruleset
    return fm.Egn(
        file_type="Euchre Game Notation",
        version=fm.VERSION,
        metadata=_metadata(log, flags, source, final),
        deals=[_deal(deal, number, imported=source is not None) for number, deal in enumerate(deals)],
    )


def _both(told: fm.RulesetForm) -> bool:
    """The schema has no ruleset with a winning score and a number of deals, even where one of them is 0."""
    return told.winning_score is not UNSET and told.num_deals is not UNSET


def _final(log: Log) -> Game | None:
    """The game, once a draw found who deals."""
    begun = log.header.dealer is not None or log.entries
    return cast(Game, log.state) if begun else None


def _metadata(log: Log, flags: fm.RulesetForm, source: Source | None, final: Game | None) -> fm.Metadata:
    about = {KEPT[key]: value for key, value in log.header.about.items() if key in KEPT}
    for key, field in KEPT.items():
        _fits(key, about.get(field, ""), LONGEST[key])
    if about.get("date") and not _DATE.fullmatch(about["date"]):
        raise NotExpressible(("date", about["date"], "EGN wants year-month-day, then T and the time"))
    meta = fm.Metadata(
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


def _named(names: tuple[str, ...], source: Source | None) -> list[str | fm.Player]:
    if source is None or source.players is UNSET:
        told: list[str | fm.Player] = [*names]
    else:
        told = source.players
    for player in told:
        if isinstance(player, str):
            _fits("player", player, LONGEST_NAME)
        else:
            _check_player(player)
    return told


def _check_player(player: fm.Player | fm.MatchPlayer) -> None:
    ids = player.player_ids or []
    for text in (player.name, player.id or "", *(text for one in ids for text in (one.id, one.source))):
        _fits("player", text, LONGEST_NAME)
    if len(ids) > MOST_IDS:
        raise NotExpressible(("player", player.name, f"{MOST_IDS} ids are the most"))


def _fits(name: str, text: str, longest: int) -> None:
    if len(text) > longest:
        raise NotExpressible((name, text[:20] + "...", f"it is {len(text)} characters long, and {longest} is the most"))


# Deals

UNTOLD = {Misdealt: "a misdeal", BellRang: "the bell", RulingGiven: "an official's ruling"}


def recorded(log: Log) -> list[Recorded]:
    """The deals of a log. ``NotExpressible`` for a misdeal, a bell, a ruling, a revoke."""
    deals, waiting = list[Recorded](), list[Note]()
    for entry, _, state in log.replay():
        match entry:
            case Dealt():
                deals.append(Recorded(entry, _deal_of(state), len(state.games) - 1 if isinstance(state, Rubber) else 0))
                for note in waiting:
                    deals[-1].note(note)
                waiting = []
            case Acted():
                deals[-1].last = _deal_of(state)
            case Note():
                deals[-1].note(entry) if deals else waiting.append(entry)
            case Misdealt() | BellRang() | RulingGiven():
                raise NotExpressible((UNTOLD[type(entry)], None, "EGN has no entry for it"))
            case _:
                assert isinstance(entry, Scored) or not deals
    if any(not note.kind for note in waiting):
        raise NotExpressible(("a note", waiting[0].text, "EGN holds remarks within deals, and there is none"))
    for number, deal in enumerate(deals):
        _check(deal, number)
    return deals


def _deal_of(state: State | None) -> Deal:
    assert state is not None
    assert state.deal is not None
    return state.deal


def _check(deal: Recorded, number: int) -> None:
    last = deal.last
    if last.breaches or last.revoke_claims:
        raise NotExpressible((f"a revoke or a claim of one, in deal {number}", None, "EGN has no entry for it"))
    ordered = last.contract is not None and last.contract.ordered
    if last.upcard is JOKER and not ordered and last.phase is not Phase.NAMING:
        why = "EGN does not say which suit a turned-up joker stands for when it is turned down"
        raise NotExpressible((f"the turn-up of deal {number}", str(JOKER), why))
    _check_notes([*deal.calls.values(), *deal.plays.values(), *_odd_notes(deal.extra)], number)
    if len(deal.extra.alternative_lines) > MOST_LINES:
        count = len(deal.extra.alternative_lines)
        raise NotExpressible((f"alternative lines of deal {number}", count, f"{MOST_LINES} are the most"))


def _odd_notes(extra: Extra) -> Iterator[list[str]]:
    """The remarks that stand at no action, or in other lines."""
    tables = [extra.call_annotations, extra.play_annotations]
    for line in extra.alternative_lines:
        for phase in line.phases:
            tables.append(phase.call_annotations if isinstance(phase, fm.Bidding) else phase.play_annotations)
    for table in tables:
        yield from table.values()


def _check_notes(notes: list[list[str]], number: int) -> None:
    for texts in notes:
        if len(texts) > MOST_NOTES:
            raise NotExpressible((f"notes of deal {number}", len(texts), f"{MOST_NOTES} at one action are the most"))
        for text in texts:
            _fits(f"a note of deal {number}", text, LONGEST_NOTE)


def _deal(deal: Recorded, number: int, *, imported: bool) -> fm.DealForm:
    state = fm.InitialState(dealer=deal.first.dealer.index, up_card=deal.text(deal.first.upcard))
    bidding, play = _bidding(deal), _play(deal)
    state.player_cards = _hands(deal, bidding, play, imported)
    told = deal.extra.deal_number
    form = fm.DealForm(initial_state=state, deal_number=number if told == fm.ABSENT else told)
    if bidding.calls or bidding.call_annotations or bidding.card_exchanges:
        form.phases.append(bidding)
    if deal.last.leader is not None:
        form.phases.append(play)
    form.alternative_lines = deal.extra.alternative_lines
    return form


def _bidding(deal: Recorded) -> fm.Bidding:
    last, contract = deal.last, deal.last.contract
    bidding = fm.Bidding(
        calls=[_call(last, call.action) for call in last.calls],
        phase_number=0,
        is_alone=contract is not None and contract.loner is not None,
        call_annotations=_annotations(deal.calls, deal.extra.call_annotations),
    )
    if contract and contract.lone_defender:
        bidding.alone_defender = contract.lone_defender.index
    laid = [card for seat, card in last.discards if seat is last.picked_up][:1]
    if laid and laid[0] not in deal.unknown:
        bidding.discard = str(laid[0])
    bidding.card_exchanges = _exchanges(deal)
    return bidding


def _call(deal: Deal, action: object) -> fm.Call:
    match action:
        case Pass():
            return "Pass"
        case OrderUp():
            return cast(fm.Call, deal.up_suit.value) if deal.upcard is JOKER and deal.up_suit else "Order"
        case CallTrump(suit=suit):
            return cast(fm.Call, suit.value)
        case _:
            raise NotExpressible(("a call", str(action), "EGN has passes, orders and suits"))


def _exchanges(deal: Recorded) -> list[fm.CardExchange]:
    """Going under: three cards from the kitty (no sender), three to it by the dealer's hand; then a partner's best."""
    last, exchanges = deal.last, list[fm.CardExchange]()
    if last.went_under and last.kitty_taken:
        seat = last.went_under.index
        exchanges += [
            fm.CardExchange(receiver=seat, cards=deal.texts(last.kitty_taken)),
            fm.CardExchange(sender=seat, receiver=last.dealer.index, cards=deal.texts(last.shown)),
        ]
    if last.gift and last.contract and last.contract.loner:
        loner = last.contract.loner
        ends = {"sender": loner.partner.index, "receiver": loner.index}
        exchanges.append(fm.CardExchange(**ends, cards=[deal.text(last.gift)]))
        laid = [card for seat, card in last.discards if seat is loner][1 if loner is last.picked_up else 0 :]
        back = {"sender": loner.index, "receiver": loner.partner.index}
        exchanges += [fm.CardExchange(**back, cards=[str(card)]) for card in laid if card not in deal.unknown]
    return exchanges


def _play(deal: Recorded) -> fm.TrickPlay:
    played = [trick.cards for trick in deal.last.tricks] + [deal.last.trick] * bool(deal.last.trick)
    tricks = [deal.texts(cards) for cards in played]
    if deal.extra.turn_up:  # the card is known, and when it was played is not
        told = {str(deal.first.upcard): deal.extra.turn_up}
        tricks = [[told.get(text, text) for text in trick] for trick in tricks]
    notes = _annotations(deal.plays, deal.extra.play_annotations)
    return fm.TrickPlay(tricks=tricks, phase_number=1, play_annotations=notes)


def _annotations(notes: Mapping[int, list[str]], odd: dict[str, list[str]]) -> dict[str, list[str]]:
    return {**{str(at): texts for at, texts in sorted(notes.items())}, **odd}


def _hands(deal: Recorded, bidding: fm.Bidding, play: fm.TrickPlay, imported: bool) -> list[list[str]]:
    """The hands as dealt: all of them from a log of Uka's own; else those told, and any that the rest does not show."""
    told = deal.extra.player_cards if imported else [seat.index for seat in SEATS]
    exchanged = (text for exchange in bidding.card_exchanges for text in exchange.cards)
    open_to_all = {text for trick in play.tricks for text in trick} | {bidding.discard, *exchanged, UNKNOWN}
    hands = list[list[str]]()
    for seat in SEATS:
        held = deal.first.hand(seat)
        hand = deal.texts(card for card in deal.entry.pack if card in held)
        hands.append(hand if seat.index in told or set(hand) - open_to_all else [])
    return hands if any(hands) else []


# Matches


def emn_of(logs: tuple[Log, ...], about: Mapping[str, Any]) -> fm.Emn:
    """Several games, or a rubber's, as EMN. ``NotExpressible`` as for EGN."""
    games = [game for log in logs for game in (_rubber(log) if log.rules.rubber else [egn_of(log)])]
    rubber = len(logs) == 1 and logs[0].rules.rubber
    meta = _match_metadata(about)
    seated = [_ids(log, meta.players) for log in logs for _ in range(len(games) if rubber else 1)]
    if rubber and not about:
        meta.match_format = fm.MatchFormat(type="BEST_OF_N", target=3)
        meta.result = _result(cast(Rubber, logs[0].state), seated[0]) if seated else UNSET
    if not meta.players:
        raise NotExpressible(("a match without players", None, "EMN names them"))
    return fm.Emn(
        file_type="Euchre Match Notation",
        version=fm.MATCH_VERSION,
        metadata=meta,
        games=[
            fm.Game(game_index=i, players=ids, game_data=game)
            for i, (game, ids) in enumerate(zip(games, seated, strict=True))
        ],
    )


def _match_metadata(about: Mapping[str, Any]) -> fm.MatchMetadata:
    try:
        meta = msgspec.convert(dict(about), fm.MatchMetadata)
    except msgspec.ValidationError as error:
        raise NotExpressible(("the match's metadata", None, str(error))) from None
    for key, longest in LONGEST.items():
        text = about.get(key)
        _fits(key, text if isinstance(text, str) else "", longest)
    for player in meta.players:
        _check_player(player)
    return meta


def _rubber(log: Log) -> list[fm.Egn]:
    rules = replace(log.rules, rubber=False)
    form_of(rules)
    deals = recorded(log)
    games = cast(Rubber, log.state).games
    split = [[deal for deal in deals if deal.game == number] for number in range(len(games))]
    return [_egn(log, rules, group, game) for group, game in zip(split, games, strict=True)]


def _ids(log: Log, players: list[fm.MatchPlayer]) -> list[str]:
    """The ids of a game's players by seat; whoever is not in the registry yet is put there."""
    source, ids = source_of(log), list[str]()
    if source and source.seats and {*source.seats} <= {player.id for player in players}:
        return source.seats
    for name in log.players:
        known = next((player.id for player in players if player.name == name and player.id not in ids), None)
        if known is None:
            known = next(i for n in count(len(players) + 1) if (i := f"p-{n:02}") not in {p.id for p in players})
            players.append(fm.MatchPlayer(name=name, id=known))
        ids.append(known)
    return ids


def _result(rubber: Rubber, ids: list[str]) -> fm.Result:
    won = {ids[seat.index]: rubber.won[seat.partnership.index] for seat in SEATS}
    winners = _seats(rubber.winner)
    return fm.Result(
        status="COMPLETED" if rubber.over else "IN_PROGRESS",
        winner=[ids[seat.index] for seat in winners] if winners else UNSET,
        scores=dict(won),
    )


def _seats(side: Partnership | None) -> tuple[Seat, ...]:
    return side.seats if side else ()
