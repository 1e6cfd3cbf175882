"""A second judge of the rules of Euchre, written from the five sources and docs/sources.md alone.

The module imports nothing of the project. It is written to be read beside the sources, not to be fast.
A comment names the source of a rule: "001 rule 13", "003 Play", "004 Naming Trump", or "docs" for
docs/sources.md, which decides where a source is silent. "DOUBT n" points to the list in DOUBTS.md.

Seats are 0 to 3 clockwise; seats 0 and 2 play against 1 and 3. A card is its rank and its suit, such as
"AH", "TC" or "7D"; the joker is "??".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

SEATS = (0, 1, 2, 3)
SUITS = "CDHS"
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
JOKER = "??"
NO_TRUMP = "N"

# 000 "Rank of cards", 003 "Rank of Cards": 7 is low and the ace is high in a plain suit.
PLAIN = "789TJQKA"
# 003 "The Draw": K (high), Q, J, 10, 9, 8, 7, A.
DRAWN = "A789TJQK"
# docs farmers_hand: every card of ten or lower counts.
LOW = "789T"

Card = str
Action = tuple[object, ...]


class IllegalAction(Exception):
    """The action is not one of the legal ones."""


# ---------------------------------------------------------------------------------------------------
# Rules
# ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """The fields of docs/sources.md that the play and the score of one deal depend on."""

    pack: int = 24  # 24, 28 or 32
    benny: bool = False  # the joker is in the pack and is the highest trump
    benny_turned: str = "before"  # the dealer names its suit "before" or "after" looking, or "next" is turned
    natural_needed: bool = False  # the caller holds a printed card of the suit
    keep_upcard: bool = False  # the picked-up card is not discarded
    dealer_calls_in_second: bool = True
    second_suit: str = "another"  # the second round names "another" suit than the turned-down one, or "any"
    nobody_calls: str = "next_deals"  # "next_deals", "same_deals", "dealer_names", "dealer_picks_up"
    partner_alone: str = "off"  # the dealer's partner calls only alone: "off", "ordered", "both"
    partner_alone_turnup: str = "dealer"  # "buried", taken by the "dealer" or by the "loner"
    alone_by: str = "maker"  # "maker", "makers", "anyone", "nobody"
    alone_asked: str = "with_call"  # the maker says it "with_call" or "after_discard"
    lone_must_march: bool = False  # a loner with three or four tricks is euchred
    defend_alone: str = "off"  # "off", "loner" (against a loner), "always"
    loner_lead: str = "dealers_left"  # or "loners_left"
    farmers_hand: str = "off"  # "off", "low" (only nines and tens), "no_face", "exchange"
    partners_best: bool = False
    no_trump: bool = False
    must_head: bool = False
    first_lead_trump: bool = True  # the first lead of a deal may be a trump
    revokes: bool = False  # a table's setting: revokes are possible and claimable
    revoke_penalty: int = 0
    revoke_then: str = "played_out"  # "ends_deal" or "played_out"
    # The score table.
    made: int = 1  # three or four tricks
    march: int = 2
    lone_made: int = 1
    lone_march: int = 4
    euchre: int = 2
    lone_euchre: int = 2
    defended_alone: int = 4
    # The game.
    misdeal: str = "redeal"  # the same dealer deals again, always ("redeal") or once ("second_chance")
    target: int = 10  # 0: no target
    deals: int = 0  # a fixed number of deals; 0: no limit


# 000. The dealer has no call in the second round ("required to pick up"); a march is 3; a loner who does
# not take all five is euchred for 4; the turned-up card must be kept. "If they capture three, they earn
# 1 point" is read as three or four (docs).
UKA = Rules(
    pack=32,
    natural_needed=True,
    keep_upcard=True,
    dealer_calls_in_second=False,
    nobody_calls="dealer_picks_up",
    lone_must_march=True,
    march=3,
    lone_march=4,
    lone_euchre=4,
    target=10,
)

# 001 extends 000 (docs): rule 16 is the whole score table, rule 11 gives the dealer's partner "I'll turn
# you down and go alone", rule 12 the compulsory pick-up, rule 5 the penalty, rule 13 the playing-out.
TAINUI = replace(
    UKA,
    dealer_calls_in_second=True,
    partner_alone="ordered",
    partner_alone_turnup="buried",
    lone_must_march=False,
    march=2,
    lone_made=1,
    lone_march=6,
    euchre=2,
    lone_euchre=2,
    revoke_penalty=2,
    revoke_then="played_out",
    misdeal="second_chance",
    target=11,
)

# 002. The dealer is forced to name a trump ("Stick Dealer Rule"); the figures are those of 004 (docs).
KNOCK = Rules(nobody_calls="dealer_names")

# 003. "If all four players pass in the second round, the cards are gathered ... and the next dealer deals."
BICYCLE = Rules(pack=32, nobody_calls="next_deals", target=5)

# 004. "the dealer is forced to name a trump."
CARDGAMES = Rules(nobody_calls="dealer_names")

RULESETS = {"uka": UKA, "tainui": TAINUI, "knock": KNOCK, "bicycle": BICYCLE, "cardgames": CARDGAMES}


# ---------------------------------------------------------------------------------------------------
# Cards
# ---------------------------------------------------------------------------------------------------


def pack_of(rules: Rules) -> list[Card]:
    """003 The Pack: 32 cards A to 7, 28 without the sevens, 24 without sevens and eights; a joker if added."""
    ranks = PLAIN[{32: 0, 28: 1, 24: 2}[rules.pack] :]
    return [rank + suit for suit in SUITS for rank in ranks] + ([JOKER] if rules.benny else [])


def is_bower(card: Card, trump: str) -> bool:
    return trump in SAME_COLOUR and card in ("J" + trump, "J" + SAME_COLOUR[trump])


def suit_of(card: Card, trump: str) -> str:
    """004: the left bower "is considered for all purposes as a member of the trump suit"; the benny too (docs)."""
    if card == JOKER or is_bower(card, trump):
        return trump
    return card[1]


def strength(card: Card, led: str, trump: str) -> int:
    """How high a card stands in a trick; -1 for a card that can't win it (003 The Play, last sentences)."""
    if card == JOKER:  # 003: a joker "acts as the highest trump"
        return 203
    if trump in SAME_COLOUR and card == "J" + trump:  # right bower
        return 202
    if is_bower(card, trump):  # left bower
        return 201
    if card[1] == trump:
        return 100 + PLAIN.index(card[0])
    if card[1] == led:
        return PLAIN.index(card[0])
    return -1  # neither a trump nor of the suit led


def winner_of(trick: Sequence[tuple[int, Card]], trump: str) -> int:
    """The seat that takes a trick of (seat, card): highest trump, or else highest of the suit led."""
    led = suit_of(trick[0][1], trump)
    return max(trick, key=lambda play: strength(play[1], led, trump))[0]


def side_of(seat: int) -> int:
    return seat % 2


def partner_of(seat: int) -> int:
    return (seat + 2) % 4


def left_of(seat: int) -> int:
    """Everything goes clockwise, to the left (000 Bidding; 001 rule 8; 003 The Deal)."""
    return (seat + 1) % 4


def round_from(seat: int) -> list[int]:
    return [(seat + step) % 4 for step in SEATS]


# ---------------------------------------------------------------------------------------------------
# Which cards may be played
# ---------------------------------------------------------------------------------------------------


def follows(hand: Sequence[Card], led: str, trump: str) -> list[Card]:
    """000 "must match the lead suit if they can"; 003, 004 the same. Otherwise any card."""
    same = [card for card in hand if suit_of(card, trump) == led]
    return same or list(hand)


def playable(
    rules: Rules, hand: Sequence[Card], trick: Sequence[tuple[int, Card]], trump: str, first: bool
) -> list[Card]:
    """The cards a player may play without breaking a rule; `first` is the opening lead of the deal."""
    if not trick:
        # 003, a question: "Can you open a round with a trump card?" Without the house rule, yes (000: "any
        # card they want"). With it the opening lead is a plain card, from a hand that has one (DOUBT 14).
        if first and not rules.first_lead_trump:
            plain = [card for card in hand if suit_of(card, trump) != trump]
            return plain or list(hand)
        return list(hand)
    led = suit_of(trick[0][1], trump)
    allowed = follows(hand, led, trump)
    if rules.must_head and any(suit_of(card, trump) == led for card in allowed):
        # 003, a question: "When a suit is lead do you have to up it?" The house rule says yes, to one who
        # follows suit: beat the best card so far if you can. The answer "you're never required to trump"
        # stands, so a player who can't follow is free (DOUBT 13).
        best = max(strength(card, led, trump) for _, card in trick)
        higher = [card for card in allowed if strength(card, led, trump) > best]
        return higher or allowed
    return allowed


# ---------------------------------------------------------------------------------------------------
# One deal
# ---------------------------------------------------------------------------------------------------


@dataclass
class Deal:
    """The state of one deal. `kitty[0]` is the turned-up card, the others lie under it."""

    rules: Rules
    dealer: int
    hands: dict[int, list[Card]]
    kitty: list[Card]
    phase: str = ""
    turn: int = -1
    upcard: Card = ""  # the turn-up, after a turned joker is replaced by the next card
    upsuit: str = ""  # the suit that the turn-up stands for
    trump: str = ""
    maker: int = -1
    loner: int = -1  # the lone hand of the makers' side
    lone_defender: int = -1
    taker: int = -1  # the seat that took the turn-up
    to_ask: list[int] = field(default_factory=list)  # seats still to be asked for a farmer's hand
    shown: list[Card] = field(default_factory=list)  # low cards shown by the seat going under
    asked: list[int] = field(default_factory=list)  # seats still to be asked whether they go or defend alone
    trick: list[tuple[int, Card]] = field(default_factory=list)
    tricks: list[tuple[int, list[tuple[int, Card]]]] = field(default_factory=list)
    revoked: list[tuple[int, int]] = field(default_factory=list)  # (number of the trick, seat)
    claimed: set[tuple[int, int]] = field(default_factory=set)  # (side, number of the trick) of each claim made
    penalties: list[int] = field(default_factory=lambda: [0, 0])  # points to each side
    silenced: set[int] = field(default_factory=set)  # sides that score nothing more in this deal
    ended: str = ""  # "", "played", "thrown_in", "redeal", "revoke"

    def __post_init__(self) -> None:
        self.hands = {seat: list(self.hands[seat]) for seat in SEATS}
        self.kitty = list(self.kitty)
        self.upcard = self.kitty[0]
        if self.upcard != JOKER:
            self.upsuit = self.upcard[1]
        elif self.rules.benny_turned == "next":
            # docs benny: "or the next card is turned"; the joker is out of this deal (DOUBT 2).
            self.kitty = [self.kitty[1], *self.kitty[2:], JOKER]
            self.upcard = self.kitty[0]
            self.upsuit = self.upcard[1]
        if not self.upsuit:
            self.phase, self.turn = "benny", self.dealer
        else:
            self._open_claims()

    # --- before the calls ------------------------------------------------------------------------

    def _open_claims(self) -> None:
        """docs: a farmer's hand is claimed after the turn-up, before any call, from the dealer's left."""
        self.to_ask = round_from(left_of(self.dealer)) if self.rules.farmers_hand != "off" else []
        self._next_claim()

    def is_farmers_hand(self, seat: int) -> bool:
        hand, kind = self.hands[seat], self.rules.farmers_hand
        low = [card for card in hand if card[0] in LOW]
        if kind == "low":  # 004: "dealt only nines and tens can demand a redeal"; docs: ten or lower
            return len(low) == 5
        if kind == "no_face":  # neither an ace nor a face card; the joker is neither (DOUBT 3)
            return not any(card[0] in "AKQJ" for card in hand)
        if kind == "exchange":  # three shown cards of ten or lower (DOUBT 4)
            return len(low) >= 3
        return False

    def _next_claim(self) -> None:
        if self.to_ask:
            self.phase, self.turn = "farmer", self.to_ask.pop(0)
        else:
            self._open_first_round()

    # --- the calls -------------------------------------------------------------------------------

    def _open_first_round(self) -> None:
        """000, 001 rule 11, 003, 004: bidding begins with the player to the dealer's left."""
        self.phase, self.turn = "first", left_of(self.dealer)

    def may_call(self, seat: int, suit: str, stuck: bool = False) -> bool:
        """000: "must have at least one card of the suit in order to make it trump"; a printed card (docs).

        The dealer needs none to pick up ("the only player that can make trump without any cards of that
        suit"); a stuck dealer is exempt (docs). No-trump has no suit to hold (DOUBT 5).
        """
        if not self.rules.natural_needed or stuck or suit == NO_TRUMP:
            return True
        if self.phase == "first" and seat == self.dealer:
            return True
        return any(card != JOKER and card[1] == suit for card in self.hands[seat])

    def lone_choices(self, seat: int) -> list[bool]:
        """Whether a caller may call with the partner (False) and alone (True)."""
        # 001 rule 11: "The partner of the dealer accepts by saying, I'll turn you down and go alone" (first round);
        # 004: "the dealer's partner can't name trump and play with a partner" (both rounds).
        kind = self.rules.partner_alone
        bound = kind == "both" or (kind == "ordered" and self.phase == "first")
        if bound and seat == partner_of(self.dealer):
            return [True]
        # 000, 003: alone is said when trump is made. 004: only "the player that names or orders up".
        with_call = self.rules.alone_by != "nobody" and self.rules.alone_asked == "with_call"
        return [False, True] if with_call else [False]

    def suits_of_second_round(self) -> list[str]:
        """003 "The rejected suit may not be named"; 004 the same; inferred for 000 and 001 (docs).

        By a house rule any suit may be named, but that of a turned-down benny is barred in every case (docs benny).
        """
        barred = self.rules.second_suit == "another" or self.upcard == JOKER
        suits = [suit for suit in SUITS if not (barred and suit == self.upsuit)]
        return [*suits, NO_TRUMP] if self.rules.no_trump else suits  # docs no_trump: second round only

    def legal(self, seat: int | None = None) -> set[Action]:
        """Every legal action of a seat; without a seat, of the one whose turn it is."""
        seat = self.turn if seat is None else seat
        actions = self._in_turn(seat) if seat == self.turn else set()
        if self.phase == "farmer" and (seat == self.turn or seat in self.to_ask) and self.is_farmers_hand(seat):
            actions.add(("exchange",) if self.rules.farmers_hand == "exchange" else ("redeal",))
        return actions | {("revoke", number) for number in self.claimable(seat)}

    def _in_turn(self, seat: int) -> set[Action]:
        rules, hand = self.rules, self.hands.get(seat, [])
        match self.phase:
            case "benny":
                return {("suit", suit) for suit in SUITS}
            case "farmer":
                return {("decline",)}
            case "show":
                return {("show", card) for card in hand if card[0] in LOW}
            case "first":
                calls: set[Action] = {("order", alone) for alone in self.lone_choices(seat)}
                passes: set[Action] = {("pass",)}
                return passes | (calls if self.may_call(seat, self.upsuit) else set())
            case "second":
                # 002, 004: if the first three pass, "the dealer is forced to name a trump"
                stuck = seat == self.dealer and rules.nobody_calls == "dealer_names"
                names: set[Action] = {
                    ("name", suit, alone)
                    for suit in self.suits_of_second_round()
                    if self.may_call(seat, suit, stuck)
                    for alone in self.lone_choices(seat)
                }
                return names if stuck else {("pass",)} | names
            case "compulsory":  # 000 "required to pick up the turn up card"; 001 rule 12; may go alone (docs)
                return {("pick_up", alone) for alone in self.lone_choices(seat)}
            case "discard" | "loner_discard":
                # 000: "They MUST keep the turn-up card in their hand": they who took it, at either discard (DOUBT 7)
                kept = [self.upcard] if rules.keep_upcard and self.taker == seat else []
                return {("discard", card) for card in hand if card not in kept}
            case "give":  # docs partners_best: any one card, unseen (DOUBT 7)
                return {("give", card) for card in hand}
            case "ask_makers" | "defend":
                return {("alone",), ("decline",)}
            case "play":
                # docs: where a revoke is possible, any card of the hand can be laid (DOUBT 15)
                return {("play", card) for card in (hand if rules.revokes else self.proper_cards())}
            case _:
                return set()

    def proper_cards(self) -> list[Card]:
        return playable(self.rules, self.hands[self.turn], self.trick, self.trump, first=not self.tricks)

    def act(self, action: Action, seat: int | None = None) -> None:
        """Apply one legal action of a seat; without a seat, of the one whose turn it is."""
        seat = self.turn if seat is None else seat
        if action not in self.legal(seat):
            raise IllegalAction(f"{action} by {seat} in {self.phase}")
        match action:
            case ("revoke", int(number)):
                self._claim_revoke(side_of(seat), number)
            case ("suit", str(suit)):
                self.upsuit = suit
                self._open_claims()
            case ("redeal",):  # docs: a redeal keeps the dealer
                self._end("redeal")
            case ("exchange",):
                self.to_ask = []  # once a deal (docs)
                self.phase, self.turn = "show", seat
            case ("show", str(card)):
                self._show(seat, card)
            case ("decline",) if self.phase == "farmer":
                self._next_claim()
            case ("pass",):
                self._passed(seat)
            case ("order", bool(alone)) | ("pick_up", bool(alone)):
                self._made(seat, self.upsuit, alone)
                self._take_up_after(seat, alone)
            case ("name", str(suit), bool(alone)):
                self._made(seat, suit, alone)
                self._ask_makers()
            case ("discard", str(card)):
                self.hands[seat].remove(card)
                if self.phase == "discard":
                    self._ask_makers()
                else:
                    self._ask_defenders()
            case ("give", str(card)):
                self.hands[seat].remove(card)
                self.hands[self.loner].append(card)
                self.phase, self.turn = "loner_discard", self.loner
            case ("alone",) | ("decline",):
                self._answered(seat, action == ("alone",))
            case ("play", str(card)):
                self._play(seat, card)
            case _:
                raise IllegalAction(str(action))

    def _show(self, seat: int, card: Card) -> None:
        """docs "going under": three shown cards for the three under the turn-up."""
        self.hands[seat].remove(card)
        self.shown.append(card)
        if len(self.shown) == 3:
            self.hands[seat] += self.kitty[1:4]
            self.kitty = [self.kitty[0], *self.shown, *self.kitty[4:]]
            self._open_first_round()

    def _passed(self, seat: int) -> None:
        last_in_second = self.dealer if self.dealer_has_second_call() else (self.dealer - 1) % 4
        if self.phase == "first":
            if seat == self.dealer:  # 003: the dealer turns it down; the second round starts at the left
                self.phase = "second"
            self.turn = left_of(seat)
        elif seat != last_in_second:
            self.turn = left_of(seat)
        elif self.rules.nobody_calls == "dealer_picks_up":  # 000; 001 rule 12
            self.phase, self.turn = "compulsory", self.dealer
        else:  # 003: the cards are gathered; the next dealer deals (or the same, a house rule)
            self._end("thrown_in")

    def dealer_has_second_call(self) -> bool:
        """000 has none: the pick-up is all that is left. A dealer who must name a suit has one (DOUBT 6)."""
        return self.rules.dealer_calls_in_second or self.rules.nobody_calls == "dealer_names"

    def _made(self, seat: int, suit: str, alone: bool) -> None:
        self.trump, self.maker = suit, seat
        self.loner = seat if alone else -1

    def _take_up_after(self, seat: int, alone: bool) -> None:
        """Who takes the turn-up: the dealer, whichever player accepts it (003 The Deal), but for a lone partner."""
        taker = self.dealer
        if seat == partner_of(self.dealer) and alone:
            # 001 rule 11 "I'll turn you down and go alone": buried (docs). The others are house rules. They hold
            # for a partner who is not bound to go alone too: "any ruleset may set any of them" (docs; DOUBT 12).
            where = self.rules.partner_alone_turnup
            if where == "buried":
                self._ask_makers()
                return
            taker = self.dealer if where == "dealer" else seat
        self.kitty.pop(0)
        self.hands[taker].append(self.upcard)
        self.taker = taker
        self.phase, self.turn = "discard", taker

    # --- going alone -----------------------------------------------------------------------------

    def _ask_makers(self) -> None:
        """The maker is asked now by a house rule; the maker's partner by "makers" and "anyone" (docs; DOUBT 8)."""
        self.asked = []
        if self.rules.alone_asked == "after_discard" and self.rules.alone_by != "nobody":
            self.asked.append(self.maker)
        if self.rules.alone_by in ("makers", "anyone"):
            self.asked.append(partner_of(self.maker))
        self._next_maker()

    def _next_maker(self) -> None:
        if self.asked and self.loner < 0:
            self.phase, self.turn = "ask_makers", self.asked.pop(0)
        else:
            self._partners_best()

    def _partners_best(self) -> None:
        """docs: after pick-up and discard the loner's partner passes one card, then the loner discards one."""
        if self.rules.partners_best and self.loner >= 0:
            self.phase, self.turn = "give", partner_of(self.loner)
        else:
            self._ask_defenders()

    def _ask_defenders(self) -> None:
        """docs defend_alone: asked after the discard, from the maker's left, the first taker only (DOUBT 9).

        004 Going alone: "I used to allow every player to go alone" is alone_by "anyone", a defender too (DOUBT 8).
        """
        rules = self.rules
        against_this = rules.defend_alone == "loner" and self.loner >= 0
        asks = rules.alone_by == "anyone" or rules.defend_alone == "always" or against_this
        self.asked = []
        if asks:
            self.asked = [s for s in round_from(left_of(self.maker)) if side_of(s) != side_of(self.maker)]
        self._next_defender()

    def _next_defender(self) -> None:
        if self.asked:
            self.phase, self.turn = "defend", self.asked.pop(0)
        else:
            self._open_play()

    def _answered(self, seat: int, alone: bool) -> None:
        if self.phase == "ask_makers":
            if alone:
                self.loner = seat
            self._next_maker()
        elif alone:
            self.lone_defender = seat
            self.asked = []
            self._open_play()
        else:
            self._next_defender()

    def active(self) -> list[int]:
        """000 Going alone: "that player's partner does not participate in the round"."""
        out = {partner_of(seat) for seat in (self.loner, self.lone_defender) if seat >= 0}
        return [seat for seat in SEATS if seat not in out]

    # --- the play --------------------------------------------------------------------------------

    def _open_play(self) -> None:
        """003 The Play: the dealer's left, or across from the dealer if the left's partner is alone.

        That is the first active seat clockwise (docs), counted from the loner's left by the house rule.
        """
        start = left_of(self.dealer)
        if self.rules.loner_lead == "loners_left" and self.loner >= 0:  # the makers' loner (DOUBT 10)
            start = left_of(self.loner)
        self.phase = "play"
        self.turn = next(seat for seat in round_from(start) if seat in self.active())

    def _play(self, seat: int, card: Card) -> None:
        if card not in self.proper_cards():
            self.revoked.append((len(self.tricks), seat))
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) < len(self.active()):
            self.turn = next(s for s in round_from(left_of(seat)) if s in self.active())
            return
        winner = winner_of(self.trick, self.trump)
        self.tricks.append((winner, self.trick))
        self.trick = []
        self.turn = winner  # "The winner of a trick leads next."
        if len(self.tricks) == 5:  # 001 rule 13: "All five cards must be played out."
            self._end("played")

    def end_by_penalty(self) -> None:
        """A penalty ends the deal, or has won the game: nothing else scores."""
        self.silenced = {0, 1}
        self._end("revoke")

    def _end(self, how: str) -> None:
        self.ended, self.phase, self.turn = how, "over", -1

    def claimable(self, seat: int) -> list[int]:
        """docs: a revoke is claimable until the next turn-up, in a trick that an opponent played to; one claim a trick.

        Each side has its claim: 001 rule 5 "automatic ... No excuses" lets no side use up the other's (DOUBT 16).
        """
        if not self.rules.revokes or self.ended == "revoke":
            return []
        by = side_of(seat)
        begun = [trick for _, trick in self.tricks] + ([self.trick] if self.trick else [])
        return [
            number
            for number, trick in enumerate(begun)
            if (by, number) not in self.claimed and any(side_of(player) != by for player, _ in trick)
        ]

    def _claim_revoke(self, by: int, number: int) -> None:
        """A claim by side `by` that the other side revoked in a trick. A wrong one costs nothing (DOUBT 16)."""
        self.claimed.add((by, number))
        if not any(trick == number and side_of(seat) != by for trick, seat in self.revoked):
            return
        self.penalties[by] += self.rules.revoke_penalty  # 001 rule 5: "automatic 2 points to the opposition"
        if self.rules.revoke_then == "ends_deal":  # docs: nothing else scores
            self.end_by_penalty()
        else:  # docs: the deal goes on, and the side that revoked scores nothing in it
            self.silenced.add(1 - by)

    # --- the points ------------------------------------------------------------------------------

    def tricks_of(self, side: int) -> int:
        return sum(side_of(winner) == side for winner, _ in self.tricks)

    def points(self) -> tuple[int, int]:
        """The points of each side in this deal, penalties included."""
        scored = [0, 0]
        if self.ended == "played":
            side, figure = self.result()
            if side not in self.silenced:
                scored[side] = figure
        return scored[0] + self.penalties[0], scored[1] + self.penalties[1]

    def result(self) -> tuple[int, int]:
        """The side that wins the deal and its figure in the score table."""
        makers = side_of(self.maker)
        to_makers, figure = score_of(self.rules, self.tricks_of(makers), self.loner >= 0, self.lone_defender >= 0)
        return makers if to_makers else 1 - makers, figure


def score_of(rules: Rules, taken: int, alone: bool, defended_alone: bool) -> tuple[bool, int]:
    """Whether the makers are paid for so many tricks, else the defenders, and the figure in the score table."""
    # 000: a loner who "fails to capture all five tricks is also Euchred" (lone_must_march).
    needed = 5 if alone and rules.lone_must_march else 3
    if taken < needed:
        # docs defend_alone: "its own figure in the score table, never added to another" (DOUBT 11)
        if defended_alone:
            return False, rules.defended_alone
        return False, rules.lone_euchre if alone else rules.euchre
    if taken == 5:
        return True, rules.lone_march if alone else rules.march
    return True, rules.lone_made if alone else rules.made


# ---------------------------------------------------------------------------------------------------
# Pieces of the game
# ---------------------------------------------------------------------------------------------------


def next_dealer(rules: Rules, dealer: int, ended: str) -> int:
    """000, 003, 004: the deal passes to the left. A redeal keeps the dealer, as may a thrown-in deal (docs)."""
    if ended == "redeal" or (ended == "thrown_in" and rules.nobody_calls == "same_deals"):
        return dealer
    return left_of(dealer)


@dataclass
class Game:
    """Deals to a target, a number of deals or a bell. `before` is the score without the deal that lies on the table."""

    rules: Rules
    dealer: int
    before: list[int] = field(default_factory=lambda: [0, 0])
    deal: Deal | None = None
    finished: int = 0
    misdeals: int = 0  # of this dealer, since the last finished deal
    bell: bool = False
    again: bool = False  # the deal that was played out after the bell is dealt again

    @property
    def score(self) -> tuple[int, int]:
        points = self.deal.points() if self.deal else (0, 0)
        return self.before[0] + points[0], self.before[1] + points[1]

    @property
    def in_deal(self) -> bool:
        return self.deal is not None and not self.deal.ended

    @property
    def over(self) -> bool:
        """000 "reaches 10 points or more", 001 rule 6, 003, 004; after so many deals (docs); or by the bell.

        001 rule 17: after a turn-up "that one hand is played out"; while dealing "its game over".
        """
        if self.in_deal or self.again:
            return False
        rules = self.rules
        at_target = rules.target > 0 and max(self.score) >= rules.target
        return self.bell or at_target or 0 < rules.deals <= self.finished

    @property
    def winner(self) -> int | None:
        """The side ahead at the end; None before it, and for a draw (001 rules 6, 17 and 18)."""
        ours, theirs = self.score
        return None if not self.over or ours == theirs else int(theirs > ours)

    def start_deal(self, deal: Deal) -> None:
        self.before = list(self.score)
        self.deal, self.again = deal, False

    def act(self, action: Action, seat: int | None = None) -> None:
        assert self.deal is not None
        ended = self.deal.ended
        self.deal.act(action, seat)
        if not self.deal.ended and 0 < self.rules.target <= max(self.score):
            self.deal.end_by_penalty()  # 001 rules 5 and 6: "automatic", "first to win 11 points" (DOUBT 17)
        if self.deal.ended and not ended:
            redealt = self.deal.ended == "redeal"
            self.dealer = next_dealer(self.rules, self.dealer, self.deal.ended)
            self.finished += not redealt  # docs: thrown-in deals count
            self.misdeals = self.misdeals if redealt else 0

    def misdeal(self) -> None:
        """001 rule 10: "a second chance re-deal ... a second time - they lose their deal altogether".

        001 rules 10 and 17 (docs): after the bell, a deal that is being played out is dealt again; a misdeal before a
        turn-up ends the game. Nothing scores in the misdealt deal except its penalties: 001 rule 5, "automatic", "No
        excuses" (docs).
        """
        in_deal = self.in_deal
        if in_deal:
            self.before, self.deal = list(self.score), None
        self.misdeals += 1
        lost = self.rules.misdeal == "second_chance" and self.misdeals == 2
        if lost:
            self.dealer, self.misdeals = left_of(self.dealer), 0
        self.again = self.bell and in_deal and not lost


def at_the_bridge(target: int, score: tuple[int, ...]) -> int | None:
    """003: "In the 5-point game ... when it has scored 4 and the opponents have scored 2 or less"."""
    return next((side for side in (0, 1) if target == 5 and score[side] == 4 and score[1 - side] <= 2), None)


def rubber_game(losers: int) -> int:
    """003 Keeping Score: 3 for the losers' 0 or fewer, 2 for 1 or 2, 1 for 3 or more."""
    return 3 if losers <= 0 else 2 if losers <= 2 else 1


@dataclass
class Rubber:
    """003: "The first side to win two games wins the rubber." The deal passes on from game to game."""

    games: list[Game]

    def begin_next(self) -> None:
        """The next game, if one is over and the rubber is not."""
        last = self.games[-1]
        if last.over and self.result is None:
            self.games.append(Game(last.rules, last.dealer))

    @property
    def result(self) -> tuple[int, int] | None:
        """The side that won two games, and its margin.

        003: "2 points bonus, plus the winners' rubber points, minus the losers' rubber points."
        """
        worth, won = [0, 0], [0, 0]
        for game in self.games:
            if game.winner is not None:
                worth[game.winner] += rubber_game(game.score[1 - game.winner])
                won[game.winner] += 1
        if 2 not in won:
            return None
        side = won.index(2)
        return side, 2 + worth[side] - worth[1 - side]


def first_jack(captain: int, cards: Sequence[Card]) -> int:
    """001 rule 7: single cards clockwise "starting from the left"; the first player dealt a jack deals."""
    return (captain + 1 + next(i for i, card in enumerate(cards) if card[0] == "J")) % 4


def high_cut(cuts: Sequence[tuple[Card, Card]]) -> int | None:
    """000: the side with the higher card; ace high; equal cards are cut again (docs)."""
    for ours, theirs in cuts:
        if ours[0] != theirs[0]:
            return int(PLAIN.index(theirs[0]) > PLAIN.index(ours[0]))
    return None


def low_draw(shown: Sequence[tuple[int, Card]], ties: str, size: int) -> tuple[set[int], list[int]]:
    """003 The Draw: who must still draw after the cards shown so far, and all from the lowest to the highest.

    "Players drawing equal cards must draw again." With `ties` "break" the new card only breaks the tie; with
    "replace" it stands for the old one (docs draw_ties). Where a pack of `size` is used up, the cards drawn before
    break the tie, the latest first (DOUBT 24).
    """
    drawn: dict[int, list[int]] = {seat: [] for seat in SEATS}
    keys: dict[int, list[int]] = {}
    waiting: set[int] = set(SEATS)
    for number, (seat, card) in enumerate(shown, start=1):
        drawn[seat].append(DRAWN.index(card[0]))
        waiting.remove(seat)
        if not waiting:
            keys = {s: cards[-1:] if ties == "replace" else cards for s, cards in drawn.items()}
            waiting = {s for s in SEATS if list(keys.values()).count(keys[s]) > 1}
            if len(waiting) > size - number:
                keys, waiting = {s: cards[::-1] for s, cards in drawn.items()}, set()
    return waiting, sorted(keys, key=keys.__getitem__)


def low_draw_partners(order: Sequence[int]) -> tuple[set[int], set[int]]:
    """003: the two with the lowest cards play against the two with the highest; the lowest, `order[0]`, deals."""
    return set(order[:2]), set(order[2:])


def cut_allowed(size: int, lifted: int) -> bool:
    """003 The Shuffle and Cut: "must not leave less than four cards in each packet"."""
    return lifted >= 4 and size - lifted >= 4


def dealt(order: Sequence[Card], dealer: int, packets: Sequence[int]) -> tuple[dict[int, list[Card]], list[Card]]:
    """Hands and kitty: packets clockwise from the dealer's left, the dealer last (000; 001 rule 8; 003 The Deal)."""
    cards, hands = list(order), {seat: list[Card]() for seat in SEATS}
    for packet in packets:
        for seat in round_from(left_of(dealer)):
            hands[seat] += cards[:packet]
            del cards[:packet]
    return hands, cards


def cut(order: Sequence[Card], lifted: int) -> list[Card]:
    """The cards lifted off go under the others."""
    return [*order[lifted:], *order[:lifted]]
