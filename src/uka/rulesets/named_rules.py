"""House rules by the names that players use for them, such as "stick the dealer"."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

FieldValue: TypeAlias = bool | int | str


class NamedRule(msgspec.Struct, frozen=True):
    """A house rule with a name that players use."""

    name: str
    also: tuple[str, ...]
    """Other names and words by which a player may look for the rule."""
    meaning: str
    """The rule in one sentence."""
    changes: dict[str, FieldValue]
    """The values that the rule gives to fields of a ruleset."""


NAMED_RULES = (
    NamedRule(
        "Stick the dealer",
        ("screw the dealer", "STD", "hang the dealer", "forced call"),
        "If everyone passes twice, the dealer must name a suit.",
        {"nobody_calls": "dealer_names", "dealer_calls_in_second": True},
    ),
    NamedRule(
        "Throw it in",
        ("redeal", "pass out", "no stick the dealer", "dead hand"),
        "If everyone passes twice, the cards are thrown in and the next dealer deals.",
        {"nobody_calls": "throw_in"},
    ),
    NamedRule(
        "Same dealer again",
        ("redeal by the same dealer", "throw it in and deal again"),
        "If everyone passes twice, the cards are thrown in and the same dealer deals again.",
        {"nobody_calls": "throw_in_same"},
    ),
    NamedRule(
        "Compulsory pick-up",
        ("dealer picks up", "forced pick-up", "Uka"),
        "If everyone passes, the dealer must pick up the turn-up.",
        {"nobody_calls": "dealer_picks_up"},
    ),
    NamedRule(
        "Canadian loner",
        ("ordering up your partner alone", "assist alone", "partner must go alone"),
        "The dealer's partner may order it up only by going alone.",
        {"partner_alone": "ordered"},
    ),
    NamedRule(
        "No trump",
        ("no-trump", "NT", "sans", "no suit", "no bowers"),
        "In the second round a player may call no trump: no bowers, and aces are high.",
        {"no_trump": True},
    ),
    NamedRule(
        "Farmer's hand",
        ("nines and tens", "bottoms", "poor hand", "misdeal for a bad hand"),
        "A player dealt nothing above a ten may show it and have the cards dealt again.",
        {"farmers_hand": "low"},
    ),
    NamedRule(
        "Ace, no face",
        ("no ace no face", "no face", "no ace no face no trump"),
        "A player dealt no ace and no face card may show it and have the cards dealt again.",
        {"farmers_hand": "no_face"},
    ),
    NamedRule(
        "Going under",
        ("under the table", "bottoms", "farmer's hand", "three for the kitty", "swap with the kitty"),
        "A player with three cards of ten or lower may swap them for the three cards under the turn-up.",
        {"farmers_hand": "exchange"},
    ),
    NamedRule(
        "British (benny)",
        ("joker", "best bower", "Benny", "England", "25 cards"),
        "The joker is the highest trump. If it is turned up, the dealer names its suit before looking.",
        {"benny": "blind"},
    ),
    NamedRule(
        "Defend alone",
        ("defending alone", "lone defender"),
        "A defender may go alone too, against a loner.",
        {"defend_alone": "against_loner"},
    ),
    NamedRule(
        "Partner's best card",
        ("partner's best", "best card", "pass a card", "call for best"),
        "A loner gets their partner's best card, face down, and discards one.",
        {"partners_best": True},
    ),
    NamedRule(
        "All or nothing loner",
        ("lone march", "loner must take all five", "five or euchred"),
        "A loner who takes fewer than five tricks is euchred.",
        {"lone_must_march": True},
    ),
    NamedRule(
        "No loners",
        ("nobody alone", "no going alone"),
        "Nobody may go alone.",
        {"alone_by": "nobody", "partner_alone": "off", "defend_alone": "off"},
    ),
    NamedRule(
        "Lead from the loner's left",
        ("loner lead", "left of the loner leads", "first lead"),
        "When someone goes alone, the player on the loner's left leads first.",
        {"loner_lead": "loner_left"},
    ),
    NamedRule(
        "Need one to call",
        ("natural", "must hold the suit", "in hand", "no calling without the suit"),
        "To call a suit, a player must hold a card with that suit printed on it.",
        {"natural_needed": True},
    ),
    NamedRule(
        "Keep what you pick up",
        ("keep the turn-up", "no burying the turn-up"),
        "The dealer may not discard the turn-up after picking it up.",
        {"keep_upcard": True},
    ),
    NamedRule(
        "Same suit again",
        ("any suit in the second round", "turned-down suit"),
        "The suit that was turned down may be named in the second round.",
        {"second_suit": "any"},
    ),
    NamedRule(
        "Beat it if you can",
        ("must head the trick", "must win", "must overtake"),
        "A player who follows suit must beat the cards already played, if they can.",
        {"must_head": True},
    ),
    NamedRule(
        "Play it out",
        ("no claiming", "no laying down", "every trick is played"),
        "Nobody may claim the rest: every trick is played out.",
        {"claims": False},
    ),
    NamedRule(
        "No table talk",
        ("no talking", "silence", "no other talk"),
        "Nothing but the calls may be said during a deal.",
        {"words.other_talk": False},
    ),
    NamedRule(
        "No trump lead first",
        ("no leading trump", "first lead"),
        "A player who holds another card may not lead a trump to the first trick.",
        {"first_lead_trump": False},
    ),
    NamedRule(
        "First jack deals",
        ("first black jack", "jack deals", "draw for deal"),
        "Cards are dealt out one at a time, and whoever gets the first jack deals first.",
        {"draw": "first_jack"},
    ),
    NamedRule(
        "High card deals",
        ("cut for deal", "high cut"),
        "One player from each side cuts, and the side with the higher card chooses the dealer.",
        {"draw": "high_cut"},
    ),
    NamedRule(
        "Draw for partners",
        ("low card deals", "draw for seats"),
        "Everyone draws a card: the two lowest play the two highest, and the lowest deals.",
        {"draw": "low_card"},
    ),
    NamedRule(
        "Second chance",
        ("second misdeal", "misdeal passes the deal"),
        "After a second misdeal, the player on the dealer's left deals instead.",
        {"misdeal": "second_chance"},
    ),
    NamedRule(
        "Cut the cards",
        ("cut the deck", "cut to the right"),
        "The player on the dealer's right cuts the pack.",
        {"cut": True},
    ),
    NamedRule(
        "Sevens up",
        ("32 cards", "full pack", "sevens and eights", "Australian"),
        "The pack has 32 cards, from the seven up.",
        {"pack": 32},
    ),
    NamedRule(
        "Nines up",
        ("24 cards", "American", "short pack"),
        "The pack has 24 cards, from the nine up.",
        {"pack": 24},
    ),
    NamedRule(
        "Twelve-minute bell",
        ("timed game", "clock", "tournament bell", "time limit"),
        "A bell ends the game after twelve minutes, and whoever is ahead wins.",
        {"clock": 12},
    ),
    NamedRule(
        "Best of three",
        ("rubber", "match"),
        "Games are played in rubbers: the first side to win two games wins.",
        {"rubber": True},
    ),
    NamedRule(
        "Short game",
        ("game to five", "bridge", "first to five"),
        "The first side to 5 points wins.",
        {"target": 5},
    ),
    NamedRule(
        "Low card markers",
        ("threes and fours", "fours and sixes", "pips", "score cards"),
        "The score is kept with two low cards: the pips that show are the points.",
        {"markers": True},
    ),
)
"""The named house rules, the most common first."""

FIELD_NAMES: dict[str, tuple[str, ...]] = {
    "pack": ("deck",),
    "benny": ("best bower",),
    "alone_by": ("alone", "loner", "lone hand", "going it alone"),
    "claims": ("laying down",),
    "revoke_penalty": ("renege",),
    "revoke_then": ("renege",),
    "scoring.march": ("sweep",),
    "scoring.lone_march": ("lone sweep",),
    "scoring.euchred": ("set", "bumped"),
    "scoring.lone_euchred": ("loner set",),
    "target": ("points to win",),
}
"""A dict from a field to what players call its subject, whatever the field's value is."""
