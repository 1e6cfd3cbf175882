"""The conversion of one deal of a log to EGN: its bidding, its tricks, its hands and its notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from uka.core.actions import CallTrump, OrderUp, Pass
from uka.core.cards import JOKER, Card
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.rubber import GameOrRubber, Rubber
from uka.core.rulings import MisdealRuling
from uka.core.seats import SEATS

from ..entries import Acted, BellRecorded, Dealt, MisdealRecorded, Note, RecordEntry, RulingGiven, Scored
from ..log import Log
from . import schema
from .cards import UNKNOWN
from .extra import SOURCE, DealExtra, extra_of
from .rules import Fault

LONGEST_NOTE, MOST_NOTES, MOST_LINES = 1024, 50, 50


class RecordedDeal:
    """A deal of a log, to be written as EGN: its state after the cards are dealt, its last state, and its notes."""

    def __init__(self, entry: Dealt, first: Deal, game: int) -> None:
        self.entry, self.first, self.last, self.game = entry, first, first, game
        self.unknown = frozenset(entry.unknown)
        self.extra = DealExtra()
        self.calls: dict[int, list[str]] = {}
        self.plays: dict[int, list[str]] = {}

    def add_note(self, note: Note) -> None:
        """Add ``note``, a note of the log, to this deal.

        A remark is added to the last play, or to the last call if no card is played yet. A remark before all calls is
        added to the first call. A note of kind ``SOURCE`` holds EGN data about the deal. Other notes are ignored.
        """
        if note.kind == SOURCE:
            self.extra = extra_of(note)
        elif not note.kind:
            if played := _play_count(self.last):
                self.plays.setdefault(played - 1, []).append(note.text)
            else:
                self.calls.setdefault(max(len(self.last.calls) - 1, 0), []).append(note.text)

    def text(self, card: Card) -> str:
        """Return ``card`` as EGN writes it. An unknown card is written as the imported file spells it."""
        return self.extra.cards.get(str(card), UNKNOWN) if card in self.unknown else str(card)

    def texts(self, cards: Iterable[Card]) -> list[str]:
        """Return each of ``cards`` as ``text`` writes it."""
        return [self.text(card) for card in cards]


def _play_count(deal: Deal) -> int:
    return sum(len(trick.cards) for trick in deal.tricks) + len(deal.trick)


class Faults(dict[Fault, None]):
    """The parts of a record that EGN cannot express, each once, in the order in which the writer finds them."""

    def add(self, name: str, value: object, why: str) -> None:
        """Add a part of the record that EGN cannot express, with its value and the reason.

        ``value`` is None if the part, such as a misdeal, has no value.
        """
        self[name, value, why] = None

    def check_length(self, name: str, text: str, longest: int) -> None:
        """Add ``text``, the part of the record called ``name``, if it has more than ``longest`` characters."""
        if len(text) > longest:
            self.add(name, text[:20] + "...", f"it is {len(text)} characters long, and {longest} is the most")


NO_ENTRY = {MisdealRecorded: "a misdeal", BellRecorded: "the bell", RulingGiven: "an official's ruling"}


def recorded_deals(log: Log, faults: Faults) -> list[RecordedDeal]:
    """Return the deals of ``log``, without those that a misdeal voided.

    Entries that EGN cannot express, such as a misdeal or the bell, are added to ``faults``.
    """
    deals, waiting = list[RecordedDeal](), list[Note]()
    for entry, _, state in log.replay():
        match entry:
            case Dealt():
                deals.append(
                    RecordedDeal(entry, _deal_of(state), len(state.games) - 1 if isinstance(state, Rubber) else 0)
                )
                for note in waiting:
                    deals[-1].add_note(note)
                waiting = []
            case Acted():
                deals[-1].last = _deal_of(state)
            case Note() if deals:
                deals[-1].add_note(entry)
            case Note():
                waiting.append(entry)
            case MisdealRecorded() | BellRecorded() | RulingGiven():
                faults.add(NO_ENTRY[type(entry)], None, "EGN has no entry for it")
                _update_last_deal(deals, entry, state)
            case _:
                assert isinstance(entry, Scored) or not deals
    if any(not note.kind for note in waiting):
        faults.add("a note", waiting[0].text, "EGN holds remarks within deals, and there is none")
    for number, deal in enumerate(deals, 1):
        _check_deal(deal, number, faults)
    return deals


def _update_last_deal(deals: list[RecordedDeal], entry: RecordEntry, state: GameOrRubber | None) -> None:
    """Update the last of ``deals`` after ``entry``, which is a misdeal, the bell or an official's ruling.

    Set the last state of this deal to the deal in ``state``. If ``state`` has no deal because ``entry`` voided an
    unfinished deal, remove that deal.
    """
    voids = isinstance(entry, MisdealRecorded) or (
        isinstance(entry, RulingGiven) and isinstance(entry.ruling, MisdealRuling)
    )
    if state is not None and state.deal is not None:
        deals[-1].last = state.deal
    elif voids and deals and not deals[-1].last.over:
        deals.pop()


def _deal_of(state: GameOrRubber | None) -> Deal:
    assert state is not None
    assert state.deal is not None
    return state.deal


def _check_deal(deal: RecordedDeal, number: int, faults: Faults) -> None:
    last = deal.last
    if last.breaches or last.revoke_claims:
        faults.add(f"a revoke or a claim of one, in deal {number}", None, "EGN has no entry for it")
    ordered = last.contract is not None and last.contract.ordered
    if last.upcard is JOKER and not ordered and last.phase is not Phase.NAMING:
        why = "EGN does not say which suit a turned-up joker stands for when it is turned down"
        faults.add(f"the turn-up of deal {number}", str(JOKER), why)
    _check_notes([*deal.calls.values(), *deal.plays.values(), *_unattached_notes(deal.extra)], number, faults)
    if len(deal.extra.alternative_lines) > MOST_LINES:
        count = len(deal.extra.alternative_lines)
        faults.add(f"alternative lines of deal {number}", count, f"{MOST_LINES} are the most")


def _unattached_notes(extra: DealExtra) -> Iterator[list[str]]:
    """Yield the remarks that belong to no action, and the remarks in alternative lines of play."""
    tables = [extra.call_annotations, extra.play_annotations]
    for line in extra.alternative_lines:
        for phase in line.phases:
            tables.append(phase.call_annotations if isinstance(phase, schema.EgnBidding) else phase.play_annotations)
    for table in tables:
        yield from table.values()


def _check_notes(notes: list[list[str]], number: int, faults: Faults) -> None:
    for texts in notes:
        if len(texts) > MOST_NOTES:
            faults.add(f"notes of deal {number}", len(texts), f"{MOST_NOTES} at one action are the most")
        for text in texts:
            faults.check_length(f"a note of deal {number}", text, LONGEST_NOTE)


def deal_form(deal: RecordedDeal, number: int, *, imported: bool) -> schema.EgnDeal:
    """Return ``deal``, the deal with the index ``number`` in a log, in the form that an EGN file has.

    ``imported`` is true if the log was read from an EGN file.
    """
    state = schema.EgnInitialState(dealer=deal.first.dealer.index, up_card=deal.text(deal.first.upcard))
    bidding, play = _bidding(deal), _trick_play(deal)
    state.player_cards = _hands(deal, bidding, play, imported)
    old = deal.extra.deal_number
    form = schema.EgnDeal(initial_state=state, deal_number=number if old == schema.ABSENT else old)
    if bidding.calls or bidding.call_annotations or bidding.card_exchanges:
        form.phases.append(bidding)
    if deal.last.leader is not None:
        form.phases.append(play)
    form.alternative_lines = deal.extra.alternative_lines
    return form


def _bidding(deal: RecordedDeal) -> schema.EgnBidding:
    last, contract = deal.last, deal.last.contract
    bidding = schema.EgnBidding(
        calls=[_egn_call(last, call.action) for call in last.calls],
        phase_number=0,
        is_alone=contract is not None and contract.loner is not None,
        call_annotations=_annotations(deal.calls, deal.extra.call_annotations),
    )
    if contract and contract.lone_defender:
        bidding.alone_defender = contract.lone_defender.index
    discard = next((card for seat, card in last.discards if seat is last.picked_up), None)
    if discard is not None and discard not in deal.unknown:
        bidding.discard = str(discard)
    bidding.card_exchanges = _exchanges(deal)
    return bidding


def _egn_call(deal: Deal, action: object) -> schema.EgnCall:
    match action:
        case Pass():
            return "Pass"
        case OrderUp():
            return cast(schema.EgnCall, deal.up_suit.value) if deal.upcard is JOKER and deal.up_suit else "Order"
        case _:
            assert isinstance(action, CallTrump)
            return cast(schema.EgnCall, action.suit.value)


def _exchanges(deal: RecordedDeal) -> list[schema.EgnCardExchange]:
    """Return the exchanges of cards in a deal, as EGN records them.

    A seat that exchanges a farmer's hand takes three cards from the kitty and gives three cards to the dealer. EGN
    records no sender for the cards from the kitty. Under the rule of the partner's best card, a loner's partner passes
    a card to the loner, and the loner returns a card.
    """
    last, exchanges = deal.last, list[schema.EgnCardExchange]()
    if last.went_under and last.kitty_taken:
        seat = last.went_under.index
        exchanges += [
            schema.EgnCardExchange(receiver=seat, cards=deal.texts(last.kitty_taken)),
            schema.EgnCardExchange(sender=seat, receiver=last.dealer.index, cards=deal.texts(last.shown)),
        ]
    if last.gift and last.contract and last.contract.loner:
        loner = last.contract.loner
        partner = loner.partner
        exchanges.append(
            schema.EgnCardExchange(sender=partner.index, receiver=loner.index, cards=[deal.text(last.gift)])
        )
        discards = [card for seat, card in last.discards if seat is loner]
        if loner is last.picked_up:
            del discards[:1]  # the discard after the pick-up, which is not part of the exchange
        for card in discards:
            if card not in deal.unknown:
                back = schema.EgnCardExchange(sender=loner.index, receiver=partner.index, cards=[str(card)])
                exchanges.append(back)
    return exchanges


def _trick_play(deal: RecordedDeal) -> schema.EgnTrickPlay:
    tricks = [deal.texts(trick.cards) for trick in deal.last.tricks]
    if deal.last.trick:
        tricks.append(deal.texts(deal.last.trick))
    if deal.extra.turn_up:  # the file does not name the upcard in the trick to which it was played
        spelling = {str(deal.first.upcard): deal.extra.turn_up}
        tricks = [[spelling.get(text, text) for text in trick] for trick in tricks]
    notes = _annotations(deal.plays, deal.extra.play_annotations)
    return schema.EgnTrickPlay(tricks=tricks, phase_number=1, play_annotations=notes)


def _annotations(notes: Mapping[int, list[str]], unattached: dict[str, list[str]]) -> dict[str, list[str]]:
    return {**{str(index): texts for index, texts in sorted(notes.items())}, **unattached}


def _hands(
    deal: RecordedDeal, bidding: schema.EgnBidding, play: schema.EgnTrickPlay, imported: bool
) -> list[list[str]]:
    """Return the hands as dealt.

    For a log made by Uka, all hands are written. For an imported log, a hand is written if the imported file gave the
    hand, or if the hand has a card that neither the tricks nor the discard nor an exchange shows.
    """
    in_file = deal.extra.player_cards if imported else [seat.index for seat in SEATS]
    exchanged = (text for exchange in bidding.card_exchanges for text in exchange.cards)
    open_to_all = {text for trick in play.tricks for text in trick} | {bidding.discard, *exchanged, UNKNOWN}
    hands = list[list[str]]()
    for seat in SEATS:
        held = deal.first.hand(seat)
        hand = deal.texts(card for card in deal.entry.pack if card in held)
        hands.append(hand if seat.index in in_file or set(hand) - open_to_all else [])
    return hands if any(hands) else []
