"""A deal told in part, made whole: the cards that its file does not say are filled in so that the rules hold.

The hands are gathered from the plays. What is left open (a card ``Xx``, a hand that sat out, the kitty, a discard) is
filled with any cards under which every action told is legal, and named as unknown. The core judges: it says who takes
the turn-up, who leads and who sits out, which card takes a trick and which may be played; then it plays the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from uka.core.actions import CALLS, CALLS_ALONE, ORDER_UP, ORDER_UP_ALONE, PASS, Action
from uka.core.cards import JOKER, LOW_MASK, SUITS, Card, Suit, cards_of, mask_of
from uka.core.deal import UNDER, Deal, arranged_pack
from uka.core.errors import UkaError
from uka.core.public import Phase
from uka.core.ruleset import Ruleset
from uka.core.seats import SEATS, Seat, clockwise
from uka.core.trick import EFFECTIVE, lawful_plays, plays_from, winner

from ..log import InvalidRecord
from .cards import known, may_be
from .form import Bidding, CardExchange, DealForm, TrickPlay
from .matching import matched
from .script import Script

MOST_STEPS = 6_000
"""Cards tried for the unknown ones of a deal before it is refused."""
OTHERS = 40
"""Further fillings looked at, to see whether the unknown cards leave the result open."""

Bin = Seat | str
PICKUP, GIFT, SHOWN, KITTY = "pickup", "gift", "shown", "kitty"


class Whole(NamedTuple):
    """A deal that can be replayed; ``open`` if other cards in the unknown places would give another result."""

    pack: tuple[Card, ...]
    actions: list[tuple[Seat, Action]]
    unknown: tuple[Card, ...]
    finished: bool
    open: bool


class Told(NamedTuple):
    """A deal's phases, sorted out."""

    form: DealForm
    number: int
    dealer: Seat
    bidding: Bidding | None
    play: TrickPlay | None

    @property
    def alone(self) -> bool:
        """Whether the maker went alone; early files say so beside the tricks too."""
        return any(phase is not None and phase.is_alone is True for phase in (self.bidding, self.play))

    @property
    def exchanges(self) -> list[CardExchange]:
        """The cards that went from seat to seat."""
        return self.bidding.card_exchanges if self.bidding else []

    def wrong(self, why: str, seat: Seat | None = None) -> InvalidRecord:
        """A refusal placed in this deal."""
        return InvalidRecord(why, deal=self.number, seat=seat)


class Played(NamedTuple):
    """A card played: by whom, to which trick, after which cards of it."""

    seat: Seat
    card: Card
    trick: int
    before: tuple[Card, ...]


class Slot(NamedTuple):
    """A place for one card, and the cards that it may be."""

    bin: Bin
    mask: int
    told: bool


class Claim(NamedTuple):
    """What the file says of a card: the only places it may be in, and why."""

    mask: int
    bins: frozenset[Bin]
    why: str


def whole(rules: Ruleset, form: DealForm, number: int) -> Whole:
    """A deal made whole. ``InvalidRecord`` says where and why a deal breaks the rules or cannot be replayed."""
    told = _sorted_out(form, number)
    steps = Steps()
    found: dict[Suit | None, Whole] = {}
    refusals: list[InvalidRecord] = []
    for upcard, script in _readings(rules, told):
        try:
            trump, deal = Puzzle(rules, told, upcard, script, steps).solve()
        except InvalidRecord as error:
            refusals.append(error)
            continue
        found.setdefault(trump, deal)
    if len(found) > 1:
        trumps = " or ".join(str(trump) for trump in found)
        raise told.wrong(f"trump is not told, and the cards played would fit {trumps}")
    if not found:
        raise refusals[0] if refusals else told.wrong("the turn-up is none of the cards that it could be")
    return next(iter(found.values()))


class Steps:
    """The patience that is left for a deal."""

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def spend(self) -> bool:
        """One more try; False when there have been too many."""
        self.left -= 1
        return self.left >= 0


def _sorted_out(form: DealForm, number: int) -> Told:
    bids = [phase for phase in form.phases if isinstance(phase, Bidding)]
    plays = [phase for phase in form.phases if isinstance(phase, TrickPlay)]
    if len(bids) > 1 or len(plays) > 1 or (plays and form.phases[0] is plays[0]):
        raise InvalidRecord("a deal has one phase of calls, then at most one of tricks", deal=number)
    state = form.initial_state
    if state.dealer >= len(SEATS):
        raise InvalidRecord(f"the dealer is seat {state.dealer}: seats are 0 to 3", deal=number)
    if state.player_cards and len(state.player_cards) != len(SEATS):
        raise InvalidRecord(f"{len(state.player_cards)} hands are told: there are 4 seats", deal=number)
    return Told(form, number, SEATS[state.dealer], bids[0] if bids else None, plays[0] if plays else None)


# What the file may mean: the turn-up, the suit a joker stands for, an unknown call


def _readings(rules: Ruleset, told: Told) -> Iterator[tuple[Card, Script]]:
    try:
        upcards = may_be(told.form.initial_state.up_card) & mask_of(rules.cards)
    except ValueError as error:
        raise told.wrong(f"the turn-up: {error}") from None
    if not upcards:
        raise told.wrong(f"the turn-up {told.form.initial_state.up_card} is not in the pack")
    if not known(upcards):
        upcards &= ~(JOKER.bit | _named(told))
    for upcard in cards_of(upcards):
        for named in _suits_named(told, upcard):
            for calls in _calls(told, upcard):
                yield (
                    upcard,
                    Script(
                        begun=bool(told.form.phases),
                        played=told.play is not None,
                        calls=calls,
                        named=named,
                        **_seats_told(told),
                    ),
                )


def _named(told: Told) -> int:
    """The cards that the file names somewhere else than as the turn-up or where the turn-up may be."""
    state = told.form.initial_state
    return mask_of(card for text in (*sum(state.player_cards, []), *state.kitty) if (card := known(_mask(told, text))))


def _seats_told(told: Told) -> dict[str, Seat | None]:
    under = next((_seat(told, e.receiver) for e in told.exchanges if not isinstance(e.sender, int)), None)
    lone = told.bidding.alone_defender if told.bidding else -1
    return {"under": under, "lone_defender": _seat(told, lone) if lone >= 0 else None}


def _seat(told: Told, number: int) -> Seat:
    if number >= len(SEATS):
        raise told.wrong(f"there is no seat {number}: seats are 0 to 3")
    return SEATS[number]


def _suits_named(told: Told, upcard: Card) -> tuple[Suit | None, ...]:
    if upcard is not JOKER or not told.bidding or not told.bidding.calls:
        return (None,)
    said = [call for call in told.bidding.calls[:4] if call in "shdc"]
    if len(told.bidding.calls) > 4:
        raise told.wrong("the joker was turned up and turned down: EGN does not say which suit it stood for")
    return (Suit(said[0]),) if said else SUITS


def _calls(told: Told, upcard: Card) -> Iterator[tuple[Action, ...]]:
    if told.bidding is None:
        yield ()
        return
    *calls, last = told.bidding.calls or [None]
    order = ORDER_UP_ALONE if told.alone else ORDER_UP
    suits = {suit.value: (CALLS_ALONE if told.alone else CALLS)[suit.index] for suit in Suit}
    if upcard is JOKER:
        suits = dict.fromkeys(suits, order)
    plain: dict[str, Action] = {"Pass": PASS, "x": PASS, "Order": order, **suits}
    before = tuple(plain[call] for call in calls)
    if last is None:
        yield ()
    elif last != "x":
        yield (*before, plain[last])
    else:
        choices = (order,) if len(before) < 4 else tuple(suits.values())
        yield from ((*before, choice) for choice in (choices if told.play else (PASS, *choices)))


def _mask(told: Told, text: str, trump: Suit | None = None) -> int:
    try:
        return may_be(text, trump)
    except ValueError as error:
        raise told.wrong(str(error)) from None


# One reading of a deal


class Puzzle:
    """A deal read one way: what is known of it, and the search for what is not."""

    def __init__(self, rules: Ruleset, told: Told, upcard: Card, script: Script, steps: Steps) -> None:
        self.rules, self.told, self.upcard, self.steps = rules, told, upcard, steps
        self.deal, _ = script.run(_some_deal(rules, told.dealer, upcard, script.under), told.number)
        self.script = script
        self._check_calls()
        self.trump = self.deal.trump
        self.loner = self.deal.contract.loner if self.deal.contract and self.deal.given else None
        self.pack = mask_of(rules.cards)
        self.tricks = self._tricks()
        state = told.form.initial_state
        self.hands = [[self._read(text) for text in hand] for hand in state.player_cards] or [[], [], [], []]
        self.kitty = [self._read(text) for text in state.kitty]
        self.discards = [
            (PICKUP if seat is self.deal.picked_up and i == 0 else GIFT)
            for i, (seat, _) in enumerate(self.deal.discards)
        ]
        self.laid: dict[str, list[int]] = {PICKUP: [], GIFT: [], SHOWN: []}
        self.gift: int | None = None
        self.taken: list[int] = []
        self._exchanged()
        self._check_counts()
        self.claims = list(self._claims())
        self.named = mask_of(card for trick in self.tricks for m in trick if (card := known(m)))
        self._check_claims()

    def solve(self) -> tuple[Suit | None, Whole]:
        """The trump suit and the deal made whole."""
        sure = all(known(mask) for trick in self.tricks for mask in trick)
        if sure:
            self._find_faults()
        fills = (self._filled(plays, sure) for plays in self._walk(0, self.deal.leader, (), ()))
        done = next((fill for fill in fills if fill is not None), None)
        if done is None:
            raise self.told.wrong(self._why_none(sure))
        first, deal = done
        others = [] if sure else [other.taken for _, other in filter(None, islice(fills, OTHERS))]
        return self.trump, first._replace(open=any(taken != deal.taken for taken in others))

    def _why_none(self, sure: bool) -> str:
        if self.steps.left < 0:
            return "too little of the deal is known to replay it"
        missing = "" if sure else ", whatever the unknown ones are"
        return (
            f"the cards told do not fit together: under the rules no deal of {len(self.rules.cards)} has them{missing}"
        )

    # What is told

    def _check_calls(self) -> None:
        told, deal = self.told, self.deal
        if told.bidding and len(deal.calls) < len(told.bidding.calls):
            seat = clockwise(told.dealer.left)[len(deal.calls) % len(SEATS)]
            raise told.wrong(f"call {len(deal.calls) + 1}: nothing is called any more once trump is made", seat)
        if self.script.under and deal.went_under is not self.script.under:
            raise told.wrong("cards were exchanged with the kitty, which the rules do not allow", self.script.under)
        lone = self.script.lone_defender
        if lone and (deal.contract is None or deal.contract.lone_defender is not lone):
            raise told.wrong("a defender may go alone only against a loner, and where the rules allow it", lone)
        if told.alone and deal.contract is None:
            raise told.wrong("someone is said to be alone, and nobody made trump")
        lead = told.play.initial_lead if told.play else None
        if isinstance(lead, int) and told.play and told.play.tricks and deal.leader is not _seat(told, lead):
            raise told.wrong(f"{_seat(told, lead)} is said to lead, and by the rules {deal.leader} leads")

    def _tricks(self) -> list[list[int]]:
        tricks = [trick for trick in self.told.play.tricks] if self.told.play else []
        while tricks and not tricks[-1]:
            tricks.pop()
        if tricks and self.deal.phase is not Phase.PLAYING:
            raise self.told.wrong("cards are played, and trump is not made")
        if len(tricks) > self.rules.hand_size:
            raise self.told.wrong(f"{len(tricks)} tricks are told: a deal has {self.rules.hand_size}")
        for number, trick in enumerate(tricks):
            size = len(self.deal.active)
            if len(trick) > size or (len(trick) < size and number < len(tricks) - 1):
                why = f"{len(trick)} cards are played to it, and {size} seats play"
                raise InvalidRecord(why, deal=self.told.number, trick=number)
        return [[self._read(text, number) for text in trick] for number, trick in enumerate(tricks)]

    def _read(self, text: str, trick: int | None = None) -> int:
        try:
            mask = may_be(text, self.trump)
        except ValueError as error:
            raise InvalidRecord(str(error), deal=self.told.number, trick=trick) from None
        if not mask & self.pack:
            why = f"{text} is not in the pack of {len(self.rules.cards)} cards"
            raise InvalidRecord(why, deal=self.told.number, trick=trick)
        return mask & self.pack

    def _exchanged(self) -> None:
        bidding, partner = self.told.bidding, self.loner.partner if self.loner else None
        if bidding and isinstance(bidding.discard, str):
            kind = PICKUP if PICKUP in self.discards else GIFT
            if kind not in self.discards:
                raise self.told.wrong(f"{bidding.discard} is said to be discarded, and nobody had a card too many")
            self.laid[kind] = [self._read(bidding.discard)]
        for exchange in self.told.exchanges:
            cards = [self._read(text) for text in exchange.cards]
            sender = _seat(self.told, exchange.sender) if isinstance(exchange.sender, int) else None
            receiver = _seat(self.told, exchange.receiver)
            if sender is None and len(cards) == UNDER and not self.taken:
                self.taken = cards
            elif sender is not None and sender is self.deal.went_under and len(cards) == UNDER:
                self.laid[SHOWN] = cards
            elif partner and sender is partner and receiver is self.loner and len(cards) == 1:
                self.gift = cards[0]
            elif self.loner and sender is self.loner and receiver is partner and len(cards) == 1:
                self.laid[GIFT] = cards
            else:
                raise self.told.wrong("an exchange of cards is told that the rules do not have", sender or receiver)

    def _check_counts(self) -> None:
        for seat in SEATS:
            if len(self.hands[seat.index]) > self.rules.hand_size:
                why = f"{len(self.hands[seat.index])} cards are said to be dealt: a hand is {self.rules.hand_size}"
                raise self.told.wrong(why, seat)
        if len(self.kitty) > len(self.deal.kitty) + len(self.deal.kitty_taken):
            raise self.told.wrong(f"{len(self.kitty)} cards are said to lie in the kitty: too many")

    def _fates(self, seat: Seat) -> frozenset[Bin]:
        """Where a card may end that a seat held before the first lead, or gave."""
        deal, bins = self.deal, {seat}
        ends: set[Bin] = set(bins)
        if seat is deal.picked_up and PICKUP in self.discards:
            ends.add(PICKUP)
        if self.loner and seat in (self.loner, self.loner.partner):
            ends |= {self.loner, GIFT} if GIFT in self.discards else {self.loner}
        if seat is deal.went_under:
            ends.add(SHOWN)
        return frozenset(ends)

    def _claims(self) -> Iterator[Claim]:
        deal, none = self.deal, frozenset[Bin]()
        taker = deal.picked_up
        if taker:
            yield Claim(self.upcard.bit, self._fates(taker) - {SHOWN}, f"was turned up and picked up by {taker}")
        else:
            yield Claim(self.upcard.bit, none, "was turned up and not taken")
        for kind, why in ((PICKUP, "was discarded"), (GIFT, "was laid away by the loner"), (SHOWN, "was shown")):
            yield from (Claim(mask, frozenset({kind}), why) for mask in self.laid[kind] if known(mask))
        if self.gift is not None and known(self.gift) and self.loner:
            yield Claim(self.gift, self._fates(self.loner), f"was passed to {self.loner}")
        under = deal.went_under
        drawn = self._fates(under) - {SHOWN} if under else none
        yield from (Claim(mask, drawn, f"was taken from the kitty by {under}") for mask in self.taken if known(mask))
        yield from (Claim(mask, drawn | {KITTY}, "lay in the kitty") for mask in self.kitty if known(mask))
        for seat in SEATS:
            hand = [mask for mask in self.hands[seat.index] if known(mask)]
            yield from (Claim(mask, self._fates(seat), f"was dealt to {seat}") for mask in hand)
            if len(hand) == self.rules.hand_size and seat not in (under, self.loner):
                others = self.pack & ~mask_of(cards_of(sum(hand)))
                others &= ~self.upcard.bit if seat is taker else self.pack
                mine = {seat, PICKUP} if seat is taker else {seat}
                yield Claim(others, frozenset({*SEATS, PICKUP, GIFT, SHOWN, KITTY}) - mine, f"was not dealt to {seat}")

    def _check_claims(self) -> None:
        for i, claim in enumerate(self.claims):
            for other in self.claims[:i]:
                if claim.mask == other.mask and known(claim.mask) and not claim.bins & other.bins:
                    why = f"{known(claim.mask)} {other.why}" + (f", and {claim.why}" if claim.why != other.why else "")
                    raise self.told.wrong(why if claim.why != other.why else f"{why} twice")

    def _allowed(self, where: Bin) -> int:
        mask = self.pack
        for claim in self.claims:
            if where not in claim.bins:
                mask &= ~claim.mask
        return mask

    # The play

    def _walk(
        self, number: int, leader: Seat | None, cards: tuple[Card, ...], plays: tuple[Played, ...]
    ) -> Iterator[tuple[Played, ...]]:
        contract = self.deal.contract
        if number == len(self.tricks) or contract is None or leader is None:
            yield plays
            return
        pattern = self.tricks[number]
        if len(cards) == len(self.deal.active):
            taker = winner(leader, cards, contract.sitting, contract.trump)
            yield from self._walk(number + 1, taker, (), plays)
        elif len(cards) == len(pattern):
            yield plays
        else:
            for card in self._candidates(pattern[len(cards)]):
                if not self.steps.spend():
                    return
                seat = plays_from(leader, (*cards, card), contract.sitting)[-1][0]
                play = Played(seat, card, number, cards)
                if next(self._faults(play, plays), None) is None:
                    yield from self._walk(number, leader, (*cards, card), (*plays, play))

    def _candidates(self, mask: int) -> list[Card]:
        """The cards that a play may be; of an unknown one, the lowest first: it took the trick only if it must have."""
        if card := known(mask):
            return [card]
        cards = cards_of(mask & ~self.named)
        trump = self.trump or Suit.NO_TRUMP
        return sorted(cards, key=lambda c: (EFFECTIVE[trump.index][c.index] is trump, c is JOKER, c.rank.index))

    def _faults(self, play: Played, before: tuple[Played, ...]) -> Iterator[tuple[Played, InvalidRecord]]:
        """What a play after others shows to be wrong: which play, and why."""
        for earlier in before:
            if earlier.seat is play.seat and not self._lawful(earlier, play.card):
                assert self.trump is not None
                led = EFFECTIVE[self.trump.index][earlier.before[0].index]
                why = f"{led} were led and must be followed, and {play.seat} still held {play.card}"
                yield self._fault(earlier, f"{why}, played to trick {play.trick + 1}")
            if earlier.card is play.card:
                yield self._fault(play, f"{play.card} was played before, to trick {earlier.trick + 1}")
        for claim in self.claims:
            if claim.mask & play.card.bit and play.seat not in claim.bins:
                yield self._fault(play, f"{play.card} {claim.why}")

    def _lawful(self, play: Played, held: Card) -> bool:
        """Whether a play was lawful while another card was held: the core's own word on a hand of the two."""
        assert self.trump is not None
        hand = play.card.bit | held.bit
        return bool(lawful_plays(hand, play.before, self.trump, self.rules.must_head) & play.card.bit)

    def _fault(self, play: Played, why: str) -> tuple[Played, InvalidRecord]:
        return play, InvalidRecord(why, deal=self.told.number, trick=play.trick, seat=play.seat, card=play.card)

    def _find_faults(self) -> None:
        """Refuse a deal whose plays are all known and wrong, naming every play that is, in order."""
        faults = dict[tuple[int, int], InvalidRecord]()
        plays, leader, contract = tuple[Played, ...](), self.deal.leader, self.deal.contract
        for number, trick in enumerate(self.tricks):
            assert contract is not None
            assert leader is not None
            cards = tuple(card for mask in trick if (card := known(mask)))
            for at, (seat, card) in enumerate(plays_from(leader, cards, contract.sitting)):
                play = Played(seat, card, number, cards[:at])
                for where, fault in self._faults(play, plays):
                    faults.setdefault((where.trick, len(where.before)), fault)
                plays += (play,)
            leader = winner(leader, cards, contract.sitting, contract.trump)
        if faults:
            first, *rest = found = [faults[place] for place in sorted(faults)]
            why = first.why + "".join(f"; and {_place(fault)}: {fault.why}" for fault in rest)
            place = {"deal": first.deal, "trick": first.trick, "seat": first.seat, "card": first.card}
            raise InvalidRecord(why, **place, faults=tuple(found))

    # What nobody saw

    def _filled(self, plays: tuple[Played, ...], sure: bool) -> tuple[Whole, Deal] | None:
        """The deal with every card in a place, if there is such a deal under these plays and the core agrees."""
        used = mask_of(play.card for play in plays) | (0 if self.deal.picked_up else self.upcard.bit)
        left = cards_of(self.pack & ~used)
        for rule in self._tries(plays, sure):
            slots = self._slots(plays, *rule)
            if cards := matched([slot.mask for slot in slots], left):
                return self._played(plays, slots, cards)
        return None

    def _tries(self, plays: tuple[Played, ...], sure: bool) -> Iterator[tuple[Callable[[Seat], int], int]]:
        """What a seat may hold and what may be discarded: the turn-up only if it must; then anything may be held, so
        that the core says which rule is broken."""
        held = {seat: self._later(seat, plays) for seat in SEATS}
        yield held.__getitem__, self.pack & ~self.upcard.bit
        yield held.__getitem__, self.pack
        if sure:
            yield lambda seat: self.pack, self.pack

    def _later(self, seat: Seat, plays: tuple[Played, ...]) -> int:
        """What a seat may still hold, given how it played."""
        mine = [play for play in plays if play.seat is seat]
        return mask_of(card for card in self.rules.cards if all(self._lawful(play, card) for play in mine))

    def _slots(self, plays: tuple[Played, ...], may_hold: Callable[[Seat], int], may_lay: int) -> list[Slot]:
        slots = list[Slot]()
        for seat in SEATS:
            count = self.deal.masks[seat.index].bit_count() - sum(play.seat is seat for play in plays)
            hidden = self._allowed(seat) & may_hold(seat)
            vague = self._vague(seat, count)
            slots += [Slot(seat, hidden & mask, False) for mask in vague]
        for kind in self.discards:
            slots.append(self._laid_slot(kind, 0, may_lay))
        slots += [self._laid_slot(SHOWN, i, LOW_MASK) for i in range(len(self.deal.shown))]
        kitty = self._allowed(KITTY)
        told = [mask for mask in self.kitty if not mask & mask_of(cards_of(sum(self.taken)))] if self.kitty else []
        for i in range(len(self.deal.kitty)):
            mask = told[i] if i < len(told) else self.pack
            slots.append(Slot(KITTY, mask if known(mask) else kitty & mask, known(mask) is not None))
        return slots

    def _vague(self, seat: Seat, count: int) -> list[int]:
        """The half-known cards of a hand that nobody saw, one a place where the hand is just as it was dealt."""
        as_dealt = count == self.rules.hand_size and self._fates(seat) == {seat}
        hand = self.hands[seat.index] if as_dealt else []
        return (hand + [self.pack] * count)[:count]

    def _laid_slot(self, kind: str, index: int, may_lay: int) -> Slot:
        told = self.laid[kind]
        if index < len(told) and known(told[index]):
            return Slot(kind, self._allowed(kind) & told[index], True)
        mask = told[index] if index < len(told) else self.pack
        return Slot(kind, self._allowed(kind) & mask & may_lay, False)

    def _played(
        self, plays: tuple[Played, ...], slots: list[Slot], cards: tuple[Card, ...]
    ) -> tuple[Whole, Deal] | None:
        placed = Placed(self, plays, slots, cards)
        hands = placed.dealt()
        if hands is None:
            return None
        rules, told = self.rules, self.told
        try:
            pack = arranged_pack(rules, told.dealer, hands, self.upcard, placed.kitty)
        except UkaError:
            return None
        script = Script(
            begun=self.script.begun,
            played=self.script.played,
            calls=self.script.calls,
            named=self.script.named,
            under=self.script.under,
            lone_defender=self.script.lone_defender,
            shown=placed.of(SHOWN),
            discards=tuple(placed.of(kind)[0] for kind in self.discards),
            gift=placed.gift,
            plays=tuple(play.card for play in plays),
        )
        deal, actions = script.run(Deal.start(rules, told.dealer, pack), told.number)
        return Whole(pack, actions, placed.unknown(), deal.over, False), deal


class Placed:
    """Every card of a deal in a place."""

    def __init__(self, puzzle: Puzzle, plays: tuple[Played, ...], slots: list[Slot], cards: tuple[Card, ...]) -> None:
        self.puzzle, self.plays, self.slots, self.cards = puzzle, plays, slots, cards
        self.gift = self._gift()
        self.taken = self._taken()
        self.kitty = (*self.taken, *self.of(KITTY))

    def of(self, where: Bin) -> tuple[Card, ...]:
        """The cards put into a place."""
        return tuple(card for slot, card in zip(self.slots, self.cards, strict=True) if slot.bin == where)

    def _ended(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that ended with a seat: played, kept, or laid away by it."""
        deal = self.puzzle.deal
        away = (*self.of(PICKUP),) if seat is deal.picked_up else ()
        away += self.of(GIFT) if seat is self.puzzle.loner else ()
        away += self.of(SHOWN) if seat is deal.went_under else ()
        return (*away, *self.of(seat), *(play.card for play in self.plays if play.seat is seat))

    def _free(self, seat: Seat) -> list[Card]:
        """Of those, the ones that may have come to the seat after the deal; those that nobody saw first."""
        deal, dealt = self.puzzle.deal, sum(m for m in self.puzzle.hands[seat.index] if known(m))
        fixed = dealt | (self.puzzle.upcard.bit if seat is deal.picked_up else 0)
        return [card for card in self._ended(seat) if not card.bit & fixed and card not in self.of(SHOWN)]

    def _gift(self) -> Card | None:
        loner = self.puzzle.loner
        if loner is None:
            return None
        told = self.puzzle.gift or self.puzzle.pack
        owned = [m for m in self.puzzle.hands[loner.partner.index] if known(m)]
        if len(owned) == self.puzzle.rules.hand_size:
            told &= sum(owned) | self.puzzle.upcard.bit
        return next((card for card in self._free(loner) if card.bit & told), None)

    def _taken(self) -> tuple[Card, ...]:
        under = self.puzzle.deal.went_under
        if under is None:
            return ()
        free = [card for card in self._free(under) if card is not self.gift]
        if self.gift and self.puzzle.loner and under is self.puzzle.loner.partner:
            free.append(self.gift)
        return matched(self.puzzle.taken or [self.puzzle.pack] * UNDER, tuple(free), some=True) or ()

    def dealt(self) -> dict[Seat, tuple[Card, ...]] | None:
        """The hands as they were dealt, each in the order told; None if they are not as told."""
        deal, loner = self.puzzle.deal, self.puzzle.loner
        hands = dict[Seat, tuple[Card, ...]]()
        for seat in SEATS:
            late = {self.puzzle.upcard} if seat is deal.picked_up else set[Card]()
            late |= set(self.taken) if seat is deal.went_under else set()
            late |= {self.gift} if self.gift and seat is loner else set()
            cards = (*self._ended(seat), *((self.gift,) if self.gift and loner and seat is loner.partner else ()))
            hand = tuple(card for card in cards if card not in late)
            told = self.puzzle.hands[seat.index]
            size = self.puzzle.rules.hand_size
            order = matched((told + [self.puzzle.pack] * size)[:size], hand) if len(hand) == size else None
            if order is None:
                return None
            hands[seat] = order
        return hands

    def unknown(self) -> tuple[Card, ...]:
        """The cards whose place does not follow from what is told."""
        puzzle = self.puzzle
        vague = {play.card for play in self.plays if not play.card.bit & puzzle.named}
        guessed = {card for card, told in ((self.gift, puzzle.gift),) if card and not known(told or 0)}
        guessed |= {card for card in self.taken if not any(known(m) and m == card.bit for m in puzzle.taken)}
        filled = [i for i, slot in enumerate(self.slots) if not slot.told]
        loose = {self.cards[i] for i in filled if vague or self._may_move(i)}
        if known(puzzle.pack & may_be(puzzle.told.form.initial_state.up_card)):
            loose.discard(puzzle.upcard)
        else:
            loose.add(puzzle.upcard)
        return tuple(card for card in puzzle.rules.cards if card in vague | guessed | loose)

    def _may_move(self, index: int) -> bool:
        """Whether the card of a slot could as well be in another place."""
        card, where = self.cards[index], self.slots[index].bin
        masks = [slot.mask & ~card.bit if slot.bin == where else slot.mask for slot in self.slots]
        return matched(masks, self.cards) is not None


def _some_deal(rules: Ruleset, dealer: Seat, upcard: Card, under: Seat | None) -> Deal:
    """Any deal with a turn-up, in which one seat may go under."""
    cards = [card for card in rules.cards if card is not upcard and card is not JOKER]
    cards.sort(key=lambda card: not card.bit & LOW_MASK)
    seats = sorted(SEATS, key=lambda seat: seat is not under)
    size = rules.hand_size
    hands = {seat: cards[i * size : i * size + size] for i, seat in enumerate(seats)}
    return Deal.arranged(rules, dealer=dealer, hands=hands, upcard=upcard)


def _place(fault: InvalidRecord) -> str:
    return f"trick {(fault.trick or 0) + 1}, {fault.seat}, {fault.card}"
