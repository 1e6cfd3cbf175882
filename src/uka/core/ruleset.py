"""The ruleset: one field for each house rule, with its type and its meaning.

The defaults are the rules of the common American game. Every shipped ruleset is a TOML file in ``uka.rulesets``.
"""

# No `from __future__ import annotations`: it stores types as text; compiling that made the first ruleset 7 % slower.

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

from .cards import Card, mask_of, pack
from .errors import InvalidRuleset, combined
from .ruleset_fields import (
    about,
    contradictions,
    differing,
    fields_of,
    merged,
    parse_table,
    unknown_rule,
    wrong_values,
)
from .scoring import Scoring
from .seats import PARTNERSHIPS, SEATS


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What players say when they call or pass. ``{suit}`` stands for the name of the suit that is called."""

    decline: Annotated[str, about("passing")] = "pass"
    turn_down: Annotated[str, about("the dealer turning down the turn-up")] = "pass"
    order_up: Annotated[str, about("an opponent of the dealer ordering up the turn-up")] = "order it up"
    assist: Annotated[str, about("the dealer's partner ordering up the turn-up")] = "order it up"
    take_up: Annotated[str, about("the dealer picking up the turn-up")] = "pick it up"
    name: Annotated[str, about("naming a suit in the second round")] = "{suit}"
    next: Annotated[str, about("naming the other suit of the turned-down card's colour")] = "{suit}"
    cross: Annotated[str, about("naming a suit of the other colour")] = "{suit}"
    alone: Annotated[str, about("going alone, said after the call")] = "alone"
    assist_alone: Annotated[
        str, about("the dealer's partner ordering up the turn-up alone; empty: assist, then alone")
    ] = ""
    other_talk: Annotated[bool, about("other talk: whether anything else may be said during a deal")] = True


def check_words(words: Words) -> None:
    """Raise ``InvalidRuleset`` if a text in ``words`` contains braces other than ``{suit}``."""
    for name in words.__struct_fields__:
        text = getattr(words, name)
        if set("{}") & set(str(text).replace("{suit}", "")):  # other braces would let str.format() read any attribute
            raise InvalidRuleset(f"words.{name}", text, "text with nothing in braces but {suit}")


HAND_SIZE = 5


class Ruleset(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True, kw_only=True):
    """The rules of a game, one field for each house rule.

    A ruleset with invalid or contradictory values cannot be made: that raises ``InvalidRuleset``.

    >>> Ruleset(pack=32, target=11).target
    11
    >>> Ruleset(benny="blind", no_trump=True)
    Traceback (most recent call last):
    ...
    uka.core.errors.ContradictoryRules: no_trump = true contradicts benny = 'blind': ...
    """

    name: Annotated[str, about("short name")] = "euchre"
    title: Annotated[str, about("full name")] = "Euchre"
    source: Annotated[str, about("where the rules come from")] = ""

    # The pack and the deal
    pack: Annotated[
        Literal[24, 28, 32],
        about("cards in the pack: 24 from nine, 28 from eight, 32 from seven, without counting a joker"),
    ] = 24
    benny: Annotated[
        Literal["off", "blind", "seen", "next"],
        about(
            "the joker: none (off), or the highest trump; if it is turned up, the dealer names its suit before looking "
            "(blind) or after looking (seen), or the next card is turned up instead (next)"
        ),
    ] = "off"
    draw: Annotated[
        Literal["random", "high_cut", "first_jack", "low_card"],
        about(
            "who deals first: at random; the side that cuts the highest card names its dealer; the first jack dealt; "
            "or the lowest card drawn, which draws partners too"
        ),
    ] = "random"
    draw_ties: Annotated[
        Literal["break", "replace"],
        about(
            "ties in the draw for partners: the second card only breaks the tie (break), or it replaces the first "
            "card, against everyone else's (replace)"
        ),
    ] = "break"
    cut: Annotated[
        bool,
        about("cutting the pack: whether the player on the dealer's right cuts, with four or more cards in each part"),
    ] = False
    packets: Annotated[
        Literal["3-2", "2-3", "free", "kept_in_game", "kept"],
        about(
            "how the cards are dealt: three at a time, then two; two, then three; either way each deal (free); or "
            "either way that the dealer then sticks to, for the game (kept_in_game) or for the rubber (kept)"
        ),
    ] = "3-2"
    misdeal: Annotated[
        Literal["redeal", "second_chance"],
        about("after a misdeal: the same dealer deals again, always (redeal) or only once (second_chance)"),
    ] = "redeal"
    farmers_hand: Annotated[
        Literal["off", "low", "no_face", "exchange"],
        about(
            "a farmer's hand: what a poor hand may claim before any call; a new deal for nothing above a ten (low) or "
            "for no ace and no face card (no_face), or a swap of three cards of ten or lower for the three under the "
            "turn-up (exchange)"
        ),
    ] = "off"

    # The calls
    natural_needed: Annotated[
        bool,
        about(
            "holding the suit you call: whether a player must hold a card with that suit printed on it; a dealer who "
            "picks up the turn-up, or is forced to call, needs none"
        ),
    ] = False
    nobody_calls: Annotated[
        Literal["throw_in", "throw_in_same", "dealer_names", "dealer_picks_up"],
        about(
            "if nobody calls: thrown in and the next dealer deals, thrown in and the same dealer deals, the dealer "
            "must name a suit, or the dealer must pick up the turn-up"
        ),
    ] = "dealer_names"
    dealer_calls_in_second: Annotated[bool, about("the dealer in the second round: whether they may call")] = True
    second_suit: Annotated[
        Literal["another", "any"],
        about("the suit turned down: whether only other suits may be named in the second round (another), or any"),
    ] = "another"
    no_trump: Annotated[bool, about("no trump: whether it may be named in the second round")] = False
    keep_upcard: Annotated[bool, about("keeping the turn-up: whether whoever picks it up must keep it")] = False
    upcard_stays: Annotated[bool, about("where the turn-up goes: whether it lies on the pack until played")] = False
    turned_down: Annotated[Literal["face_up", "face_down"], about("a turn-up that nobody wants")] = "face_down"

    # Playing alone
    alone_by: Annotated[
        Literal["maker", "makers", "anyone", "nobody"],
        about("who may go alone: the maker, either of the makers, anyone (a defender then defends alone), or nobody"),
    ] = "maker"
    alone_asked: Annotated[Literal["with_call", "after_discard"], about("when a loner says so")] = "with_call"
    partner_alone: Annotated[
        Literal["off", "ordered", "both"],
        about("the dealer's partner: whether they may call only alone; never, on the turn-up, or in both rounds"),
    ] = "off"
    dealer_out: Annotated[
        Literal["buried", "dealer", "loner"],
        about(
            "the turn-up if the dealer sits out: when the dealer's partner orders it up alone, it is buried, the "
            "dealer picks it up and discards face down, or the loner picks it up and discards"
        ),
    ] = "dealer"
    lone_must_march: Annotated[bool, about("what a loner needs: whether it is all five tricks")] = False
    defend_alone: Annotated[
        Literal["off", "against_loner", "always"],
        about(
            "defending alone: never, against a loner, or always; the defenders are asked after the discard, starting "
            "on the maker's left"
        ),
    ] = "off"
    loner_lead: Annotated[
        Literal["dealer_left", "loner_left"],
        about(
            "the first lead: by the player on the dealer's left, or on the loner's left when someone goes alone; if "
            "that player sits out, by the next one clockwise"
        ),
    ] = "dealer_left"
    partners_best: Annotated[bool, about("the partner's best card: whether a loner is passed it, face down")] = False

    # The play
    must_head: Annotated[bool, about("beating the cards played: whether a player who follows suit must")] = False
    first_lead_trump: Annotated[
        bool,
        about("leading a trump first: whether a player who holds another card may"),
    ] = True
    claims: Annotated[bool, about("claiming the rest: whether a player may show their hand and do so")] = True
    cards_played: Annotated[
        Literal["on_chip", "before_player", "gathered"],
        about(
            "where played cards go: onto each player's chip, with the card that takes the trick turned face down; in "
            "front of each player, for all to see; or gathered in by whoever takes the trick"
        ),
    ] = "gathered"
    revoke_penalty: Annotated[int, Meta(ge=0, le=20, description="penalty for a revoke: points to the other side")] = 2
    revoke_then: Annotated[
        Literal["ends_deal", "played_out"],
        about(
            "after a revoke: the deal ends and nothing else scores (ends_deal), or the penalty is scored at once and "
            "the deal is played out, in which the side that revoked scores nothing (played_out); the penalty stays if "
            "the deal is misdealt"
        ),
    ] = "ends_deal"

    # The score and the game
    scoring: Annotated[Scoring, about("points for each outcome")] = Scoring()
    target: Annotated[int, Meta(ge=0, le=100, description="points that win the game; 0: no target")] = 10
    deals: Annotated[int, Meta(ge=0, le=100, description="deals in a game: thrown-in ones count; 0: no limit")] = 0
    clock: Annotated[int, Meta(ge=0, le=120, description="minutes until the bell; 0: no bell")] = 0
    rubber: Annotated[bool, about("rubbers: whether games are played in rubbers, the best of three")] = False
    bridge: Annotated[
        bool,
        about("at the bridge: whether, in a game to five, a side with 4 points against 2 or fewer is said to be there"),
    ] = False
    markers: Annotated[
        bool,
        about(
            "score markers: whether the score is kept with two low cards, of which the pips that show are the points"
        ),
    ] = False
    words: Annotated[Words, about("what players say")] = Words()

    # The same under all rules, so these are no fields
    seats = SEATS
    """The seats in clockwise order."""
    partnerships = PARTNERSHIPS
    """The partnerships, north-south first. Scores and points are listed in this order."""
    hand_size = HAND_SIZE
    """The number of cards dealt to each seat, which is also the number of tricks in a deal."""

    def __post_init__(self) -> None:
        wrong = list(wrong_values(self, FIELDS))
        fields = {error.field for error in wrong}
        wrong += (error for error in contradictions(self) if fields.isdisjoint((error.field, *error.others)))
        if fields.isdisjoint(("scoring", "target", "deals", "clock")):
            wrong += _endless(self)
        if wrong:
            raise combined(wrong)
        check_words(self.words)

    def __str__(self) -> str:
        """Return in one line the title and the name of the rules, the pack, the end of a game, and the source.

        >>> print(Ruleset(source="the pub"))
        Euchre (euchre): 24 cards, to 10 points. From: the pub.
        """
        ends = (f"to {self.target} points", f"{self.deals} deals", f"{self.clock} minutes")
        end = [end for end, limit in zip(ends, (self.target, self.deals, self.clock), strict=True) if limit]
        pack = f"{self.pack} cards{' and the joker' * self.joker}"
        source = f" From: {self.source.rstrip('.')}." if self.source else ""
        return f"{self.title} ({self.name}): {', '.join((pack, *end))}.{source}"

    @property
    def joker(self) -> bool:
        """Whether the joker is in the pack."""
        return self.benny != "off"

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the pack, in index order."""
        return pack(self.pack, self.joker)

    @cached_property
    def pack_mask(self) -> int:
        """The cards of the pack as a bit mask."""
        return mask_of(self.cards)

    @cached_property
    def pack_set(self) -> frozenset[Card]:
        """The cards of the pack as a set."""
        return frozenset(self.cards)

    @cached_property
    def packet_patterns(self) -> tuple[str, ...]:
        """The allowed packet patterns, the default first. "3-2" deals three cards to each player, then two."""
        return (self.packets,) if self.packets in PACKET_PATTERNS else tuple(PACKET_PATTERNS)

    @property
    def packet_pattern_kept(self) -> bool:
        """Whether each dealer must keep to the packet pattern of their first deal in later deals."""
        return self.packets in ("kept_in_game", "kept")

    def defender_may_go_alone(self, *, loner: bool) -> bool:
        """Return whether the rules let a defender play alone. ``loner`` is true if one of the makers plays alone.

        >>> Ruleset(alone_by="anyone").defender_may_go_alone(loner=False)
        True
        """
        return self.alone_by == "anyone" or self.defend_alone == "always" or (loner and self.defend_alone != "off")

    def changed(self, changes: Mapping[str, object]) -> "Ruleset":
        """Return a copy of the rules with ``changes``, which maps the names of fields to their new values.

        A dotted name, such as ``scoring.march``, is that of a field of a nested table. Raise ``InvalidRuleset`` if a
        name is unknown, or if the new rules would be invalid.

        >>> Ruleset().changed({"pack": 32, "scoring.march": 3}).scoring.march
        3
        """
        return from_dict(merged(msgspec.to_builtins(self), changes))

    def differences(self) -> dict[str, object]:
        """Return the fields that differ from their defaults, with their values. ``from_dict`` makes the ruleset again.

        A nested table holds its own fields that differ. A field that a later release adds changes nothing here, unless
        the ruleset sets it.

        >>> Ruleset(pack=32, scoring=Scoring(march=3)).differences()
        {'pack': 32, 'scoring': {'march': 3}}
        """
        return differing(msgspec.to_builtins(self), msgspec.to_builtins(Ruleset()))


PACKET_PATTERNS: dict[str, tuple[int, ...]] = {"3-2": (3, 2), "2-3": (2, 3)}


def _endless(rules: Ruleset) -> Iterator[InvalidRuleset]:
    """Yield an error if a game under ``rules`` might never end."""
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
    """Return the ruleset with the values in ``data``, which maps names of fields to values as read from TOML.

    Missing fields get their defaults.

    Raise ``InvalidRuleset`` if a field is unknown, a value is out of range, or two values contradict each other.
    """
    values = dict(data)
    for key, value in values.items():
        if key not in FIELDS:
            raise unknown_rule(key, value, FIELDS)
    for key, part in (("scoring", Scoring), ("words", Words)):
        if key in values:
            values[key] = parse_table(key, part, values[key])
    return Ruleset(**cast(dict[str, Any], values))


FIELDS: Mapping[str, Any] = fields_of(Ruleset)
"""A dict from the name of each field to its type, with a ``Meta`` that describes the field."""


def every_field() -> tuple[str, ...]:
    """Return the names of all fields of a ruleset. In a nested table they are dotted, such as ``scoring.march``."""
    tables = {"scoring": Scoring, "words": Words}
    inner = (f"{table}.{name}" for table, part in tables.items() for name in part.__struct_fields__)
    return (*(field for field in FIELDS if field not in tables), *inner)
