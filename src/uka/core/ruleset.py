"""The ruleset: one field for each house rule, with its type and its meaning.

The defaults are the rules of the common American game. Every shipped ruleset is a TOML file in ``uka.rulesets``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, cast, get_type_hints

import msgspec
from msgspec import Meta

from .cards import Card, pack
from .errors import InvalidRuleset, combined
from .ruleset_fields import about, contradictions, known, merged, parse_table, wrong_values
from .scoring import Scoring
from .seats import PARTNERSHIPS, SEATS, Partnership, Seat
from .words import Words, check_words

HAND_SIZE = 5


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rules of a game. Creating a ruleset with invalid or contradictory values raises ``InvalidRuleset``.

    >>> Ruleset(pack=32, target=11).target
    11
    >>> Ruleset(benny="blind", no_trump=True)
    Traceback (most recent call last):
    ...
    uka.core.errors.ContradictoryRules: no_trump = true contradicts benny = 'blind': ...
    """

    name: Annotated[str, about("its short name")] = "euchre"
    title: Annotated[str, about("its name in full")] = "Euchre"
    source: Annotated[str, about("where its rules come from")] = ""

    # The pack and the deal
    pack: Annotated[
        Literal[24, 28, 32],
        about("cards in the pack, without a joker: 24 from nine, 28 from eight, 32 from seven"),
    ] = 24
    benny: Annotated[
        Literal["off", "blind", "seen", "next"],
        about(
            "a joker as the highest trump; when it is turned up the dealer names its suit before looking "
            "(blind) or after looking (seen), or the next card is turned (next)"
        ),
    ] = "off"
    draw: Annotated[
        Literal["random", "high_cut", "first_jack", "low_card"],
        about(
            "who deals first: at random; the side that cuts the highest card names its dealer; the first "
            "jack dealt; or the lowest card drawn, which draws partners too"
        ),
    ] = "random"
    draw_ties: Annotated[
        Literal["break", "replace"],
        about(
            "what a card drawn again for partners after a tie counts for: it only breaks the tie (break), or it takes "
            "the place of the first card, against all the others (replace)"
        ),
    ] = "break"
    cut: Annotated[
        bool,
        about("whether the player at the dealer's right cuts the pack, four or more cards left in each packet"),
    ] = False
    packets: Annotated[
        Literal["3-2", "2-3", "free", "kept_in_game", "kept"],
        about(
            "cards a player at a time: three then two, two then three, either way each deal (free), or either way "
            "that a dealer then keeps to, for the game (kept_in_game) or in all games of a rubber (kept)"
        ),
    ] = "3-2"
    misdeal: Annotated[
        Literal["redeal", "second_chance"],
        about(
            "after a misdeal the same dealer deals again, always (redeal) or once, after which the deal is "
            "lost (second_chance)"
        ),
    ] = "redeal"
    farmers_hand: Annotated[
        Literal["off", "low", "no_face", "exchange"],
        about(
            "a claim before any call: a new deal for nothing above a ten (low) or for no ace and no face "
            "(no_face), or three shown cards of ten or lower for the three under the turn-up (exchange)"
        ),
    ] = "off"

    # The calls
    natural_needed: Annotated[
        bool,
        about(
            "whether a caller needs a printed card of the suit; the dealer needs none to take up the turn-"
            "up, nor when compelled"
        ),
    ] = False
    nobody_calls: Annotated[
        Literal["throw_in", "throw_in_same", "dealer_names", "dealer_picks_up"],
        about(
            "if nobody calls: thrown in and the next dealer deals, thrown in and the same dealer deals, the "
            "dealer must name a suit, or the dealer must pick up the turn-up"
        ),
    ] = "dealer_names"
    dealer_calls_in_second: Annotated[bool, about("whether the dealer may name a suit in the second round")] = True
    second_suit: Annotated[
        Literal["another", "any"],
        about("what may be named in the second round: another suit than the one turned down, or any"),
    ] = "another"
    no_trump: Annotated[bool, about("whether no trump may be named in the second round")] = False
    keep_upcard: Annotated[bool, about("whether a picked-up card must be kept")] = False
    upcard_stays: Annotated[bool, about("whether the accepted turn-up lies on the pack until it is played")] = False
    turned_down: Annotated[Literal["face_up", "face_down"], about("how a refused turn-up lies")] = "face_down"

    # Playing alone
    alone_by: Annotated[
        Literal["maker", "makers", "anyone", "nobody"],
        about("who may play alone: the maker, either of the makers, anyone (a defender then defends alone), or nobody"),
    ] = "maker"
    alone_asked: Annotated[Literal["with_call", "after_discard"], about("when the maker says so")] = "with_call"
    partner_alone: Annotated[
        Literal["off", "ordered", "both"],
        about("whether the dealer's partner may call only by going alone: never, on the turn-up, or in both rounds"),
    ] = "off"
    dealer_out: Annotated[
        Literal["buried", "dealer", "loner"],
        about(
            "the turn-up when the dealer's partner orders it up alone: buried, taken by the dealer who "
            "discards unseen and lays down, or taken by the loner who discards"
        ),
    ] = "dealer"
    lone_must_march: Annotated[bool, about("whether a loner who takes fewer than five tricks is euchred")] = False
    defend_alone: Annotated[
        Literal["off", "against_loner", "always"],
        about(
            "whether a defender may play alone: never, against a loner, or always; asked after the discard "
            "from the maker's left"
        ),
    ] = "off"
    loner_lead: Annotated[
        Literal["dealer_left", "loner_left"],
        about("from whose left the first lead is found when someone is alone; the first active seat clockwise leads"),
    ] = "dealer_left"
    partners_best: Annotated[
        bool, about("whether a loner's partner passes one card unseen, after which the loner discards one")
    ] = False

    # The play
    must_head: Annotated[bool, about("whether a player who follows suit must beat the cards played, if they can")] = (
        False
    )
    first_lead_trump: Annotated[bool, about("whether the first lead may be a trump by one who holds another card")] = (
        True
    )
    claims: Annotated[bool, about("whether a player may show their hand and claim the rest of the tricks")] = True
    cards_played: Annotated[
        Literal["on_chip", "before_player", "gathered"],
        about(
            "where cards go: on each player's chip, the taker's turned face down; before each player, open, "
            "the taker's turned; or gathered by the taker"
        ),
    ] = "gathered"
    revoke_penalty: Annotated[int, Meta(ge=0, le=20, description="points to the other side for a proven revoke")] = 2
    revoke_then: Annotated[
        Literal["ends_deal", "played_out"],
        about(
            "after a proven revoke the deal ends and nothing else scores (ends_deal), or the penalty is scored at once "
            "and the deal goes on, in which the side that revoked scores nothing (played_out)"
        ),
    ] = "ends_deal"

    # The score and the game
    scoring: Annotated[Scoring, about("points for each outcome")] = Scoring()
    target: Annotated[int, Meta(ge=0, le=100, description="points that win the game; 0: no target")] = 10
    deals: Annotated[int, Meta(ge=0, le=100, description="deals in a game, thrown-in ones counted; 0: no limit")] = 0
    clock: Annotated[int, Meta(ge=0, le=120, description="minutes until the bell; 0: no bell")] = 0
    rubber: Annotated[bool, about("whether games are played in rubbers, the best of three")] = False
    bridge: Annotated[
        bool, about("whether, in a game of five, a side with 4 points against 2 or fewer is said to be at the bridge")
    ] = False
    markers: Annotated[bool, about("whether the score is kept with two low cards, whose pips in sight it is")] = False
    words: Annotated[Words, about("what players say")] = Words()

    def __post_init__(self) -> None:
        wrong = list(wrong_values(self, FIELDS))
        fields = {error.field for error in wrong}
        wrong += (error for error in contradictions(self) if fields.isdisjoint((error.field, *error.others)))
        if fields.isdisjoint(("scoring", "target", "deals", "clock")):
            wrong += _endless(self)
        if wrong:
            raise combined(wrong)
        check_words(self.words)

    @property
    def joker(self) -> bool:
        """Whether the joker is in the pack."""
        return self.benny != "off"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the pack, in index order."""
        return pack(self.pack, self.joker)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in clockwise order."""
        return SEATS

    @property
    def partnerships(self) -> tuple[Partnership, ...]:
        """The partnerships. Scores and points are listed in this order."""
        return PARTNERSHIPS

    @property
    def hand_size(self) -> int:
        """The number of cards dealt to each seat, which is also the number of tricks in a deal."""
        return HAND_SIZE

    @property
    def packet_patterns(self) -> tuple[str, ...]:
        """The allowed packet patterns. The pattern "3-2" deals three cards to each player, then two.

        The first pattern is the default.
        """
        return (self.packets,) if self.packets in PACKET_PATTERNS else tuple(PACKET_PATTERNS)

    @property
    def packets_kept(self) -> bool:
        """Whether a dealer must use the same packet pattern in later deals as in their first deal."""
        return self.packets in ("kept_in_game", "kept")

    def defends_alone(self, *, loner: bool) -> bool:
        """Return whether a defender may play alone. ``loner`` is true if one of the makers plays alone.

        >>> Ruleset(alone_by="anyone").defends_alone(loner=False)
        True
        """
        return self.alone_by == "anyone" or self.defend_alone == "always" or (loner and self.defend_alone != "off")

    def changed(self, changes: Mapping[str, object]) -> Ruleset:
        """Return a copy of the rules with some values changed.

        A dotted name, such as ``scoring.march``, changes a field of a nested table.

        >>> Ruleset().changed({"pack": 32, "scoring.march": 3}).scoring.march
        3
        """
        return from_dict(merged(msgspec.to_builtins(self), changes))


PACKET_PATTERNS: dict[str, tuple[int, ...]] = {"3-2": (3, 2), "2-3": (2, 3)}


def _endless(rules: Ruleset) -> Iterator[InvalidRuleset]:
    """Yield an error if a game under the rules would have no end."""
    if rules.deals or rules.clock:
        return
    if not rules.target:
        allowed = "1 or more where deals and clock are 0: a game needs an end"
        yield InvalidRuleset("target", 0, allowed, others=("deals", "clock"))
    elif not any(msgspec.structs.astuple(rules.scoring)):
        worthless = "scoring gives no points for anything, so target is never reached: give some, or set deals or clock"
        allowed = "worth something where only a target ends the game"
        yield InvalidRuleset("scoring", rules.scoring, allowed, worthless, others=("deals", "clock"))


def from_dict(data: Mapping[str, object]) -> Ruleset:
    """Return the ruleset with the given field values, as read from TOML. Missing fields get their defaults.

    Raise ``InvalidRuleset`` if a field is unknown, a value is out of range, or two values contradict each other.
    """
    values = dict(data)
    for key in values:
        if key not in FIELDS:
            raise InvalidRuleset(
                key,
                values[key],
                known(FIELDS),
                f"there is no rule named {key!r}; the rules are {known(FIELDS)}",
            )
    for key, part in (("scoring", Scoring), ("words", Words)):
        if key in values:
            values[key] = parse_table(key, part, values[key])
    return Ruleset(**cast(dict[str, Any], values))


FIELDS: dict[str, Any] = get_type_hints(Ruleset, include_extras=True)
"""The type of each field, by the name of the field. The ``Meta`` in the type contains a description of the field."""
