"""The sentences of the rulebook: one for each value of each field of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: dict[str, Mapping[object, str] | str] = {
    "pack": {
        24: "24 cards: ace, king, queen, jack, ten and nine of each suit.",
        28: "28 cards: ace down to eight of each suit.",
        32: "32 cards: ace down to seven of each suit.",
    },
    "benny": {
        "off": "There is no joker.",
        "blind": "The joker, the benny, is the highest trump. If it is turned up, the dealer names the suit that it "
        "stands for before looking at their cards; turned down, that suit is barred.",
        "seen": "The joker, the benny, is the highest trump. If it is turned up, the dealer looks at their cards and "
        "names the suit that it stands for; turned down, that suit is barred.",
        "next": "The joker, the benny, is the highest trump. If it is turned up, it is laid aside and the next card "
        "is turned up.",
    },
    "draw": {
        "random": "The first dealer is chosen at random.",
        "high_cut": "One player of each side cuts; the higher card, ace high, gives its side the right to say which of "
        "them deals first. Equal cards are cut again.",
        "first_jack": "A captain deals single cards, clockwise from their left; whoever is dealt the first jack deals.",
        "low_card": "All four draw a card; those with equal cards draw again. The two lowest play the two highest, "
        "and the lowest deals first. King is high, ace is low, the joker is left out.",
    },
    "draw_ties": {
        "break": "A card drawn again only breaks the tie.",
        "replace": "A card drawn again counts instead of the first, against all the others.",
    },
    "cut": {
        True: "The player at the dealer's right cuts the pack; each packet has four cards or more. Without a cut the "
        "pack is dealt as it lies.",
        False: "The pack is not cut.",
    },
    "packets": {
        "3-2": "Five cards each, clockwise from the dealer's left: three at a time, then two.",
        "2-3": "Five cards each, clockwise from the dealer's left: two at a time, then three.",
        "free": "Five cards each, clockwise from the dealer's left: two then three or three then two, as the dealer "
        "likes.",
        "kept_in_game": "Five cards each, clockwise from the dealer's left: two then three or three then two; a dealer "
        "keeps to one way for the game.",
        "kept": "Five cards each, clockwise from the dealer's left: two then three or three then two; a dealer "
        "keeps to one way, in all games of a rubber.",
    },
    "misdeal": {
        "redeal": "After a misdeal the same dealer deals again. Once a card is played, only the count of a hand or an "
        "official's word can show a misdeal.",
        "second_chance": "After a misdeal the dealer has a second chance; after a second misdeal the player at "
        "the left deals instead. Once a card is played, only the count of a hand or an official's word can show a "
        "misdeal.",
    },
    "farmers_hand": {
        "off": "No hand can be thrown in for being poor.",
        "low": "A player dealt nothing above a ten may show it, before any call, and claim a new deal by the same "
        "dealer.",
        "no_face": "A player dealt no ace and no face card may show it, before any call, and claim a new deal by the "
        "same dealer.",
        "exchange": "Before any call, one player with three cards of ten or lower may show three such cards and "
        "take the "
        "three under the turn-up instead (going under), once a deal, the first from the dealer's left.",
    },
    "natural_needed": {
        True: "A player who makes a suit trump must hold a printed card of that suit: neither the left bower nor the "
        "benny is one. The dealer needs none to take up the turn-up, nor when compelled.",
        False: "Any suit may be made trump, whatever cards are held.",
    },
    "dealer_calls_in_second": {
        True: "In the second round each player in turn, the dealer too, may name a suit.",
        False: "In the second round each player in turn but the dealer may name a suit.",
    },
    "nobody_calls": {
        "throw_in": "If nobody calls, the cards are thrown in and the next dealer deals.",
        "throw_in_same": "If nobody calls, the cards are thrown in and the same dealer deals again.",
        "dealer_names": "If nobody else calls, the dealer must name a suit.",
        "dealer_picks_up": "If nobody calls, the dealer must pick up the turn-up; its suit is trump.",
    },
    "second_suit": {
        "another": "The suit turned down may not be named.",
        "any": "The suit turned down may be named again; only that of a turned-down benny may not.",
    },
    "no_trump": {
        True: "No trump may be named in the second round: no bowers, cards rank A K Q J 10 9 8 7, scored as trump.",
        False: "Trump is one of the four suits: nobody may name no trump.",
    },
    "keep_upcard": {
        True: "A picked-up turn-up must be kept; another card is discarded.",
        False: "Any card may be discarded, the picked-up turn-up too.",
    },
    "upcard_stays": {
        True: "The accepted turn-up lies on the pack until it is played.",
        False: "The accepted turn-up goes into the hand.",
    },
    "turned_down": {
        "face_up": "A refused turn-up is left face up under the pack.",
        "face_down": "A refused turn-up is turned face down.",
    },
    "alone_by": {
        "maker": "Whoever makes trump may play alone; their partner lays down their cards.",
        "makers": "Either partner of the side that makes trump may play alone; the other lays down their cards.",
        "anyone": "Any player may play alone, a defender too; their partner lays down their cards.",
        "nobody": "Nobody may play alone.",
    },
    "alone_asked": {
        "with_call": "The maker says so with the call.",
        "after_discard": "The maker says so after the discard.",
    },
    "partner_alone": {
        "off": "The dealer's partner may call like anyone else.",
        "ordered": "The dealer's partner may accept the turn-up only by going alone; in the second round they "
        "call like "
        "anyone else.",
        "both": "The dealer's partner may call only by going alone, in both rounds.",
    },
    "dealer_out": {
        "buried": "If the dealer's partner accepts the turn-up alone, the turn-up is buried and the dealer sits out.",
        "dealer": "If the dealer's partner accepts the turn-up alone, the dealer takes it, discards unseen and "
        "sits out.",
        "loner": "If the dealer's partner accepts the turn-up alone, the loner takes it and discards.",
    },
    "lone_must_march": {
        True: "A loner must take all five tricks or is euchred.",
        False: "A loner needs three tricks, as any maker.",
    },
    "defend_alone": {
        "off": "No defender plays alone, unless anyone may.",
        "against_loner": "Against a loner one defender may play alone: asked after the discard from the maker's left, "
        "the first who will.",
        "always": "One defender may play alone: asked after the discard from the maker's left, the first who will.",
    },
    "loner_lead": {
        "dealer_left": "The player at the dealer's left leads to the first trick; if that player sits out, the "
        "next one "
        "clockwise.",
        "loner_left": "The player at the dealer's left leads to the first trick; when someone plays alone, the player "
        "at the loner's left, or the next one clockwise who plays.",
    },
    "partners_best": {
        True: "A loner's partner passes them one card unseen; the loner then discards one.",
        False: "A loner plays their own cards.",
    },
    "must_head": {
        True: "The suit led must be followed, and a player who can must beat the cards played to it.",
        False: "The suit led must be followed; a player who cannot may play any card.",
    },
    "first_lead_trump": {
        True: "Any card may be led to the first trick.",
        False: "A trump may not be led to the first trick by a player who holds another card.",
    },
    "claims": {
        True: "A player who takes every trick left, whatever the others hold, may show their hand and claim the rest.",
        False: "Every trick is played out.",
    },
    "cards_played": {
        "on_chip": "Cards are played on each player's own chip; the taker's winning card is turned face down.",
        "before_player": "Each player's cards stay in a tidy pile before that player, open to all; a trick is "
        "turned up by its taker and by no one else.",
        "gathered": "The taker gathers the trick.",
    },
    "revoke_penalty": "A proven revoke gives the other side {value}.",
    "revoke_then": {
        "ends_deal": "A proven revoke ends the deal: nothing else scores.",
        "played_out": "After a proven revoke the deal is played out, and the side that revoked scores nothing in it. "
        "Only points that reach the target end the game at once.",
    },
    "target": "The first side to {value} wins.",
    "deals": "The game is {value} deals long.",
    "clock": "The bell rings after {value}; whoever is ahead wins, and a level score is a draw. A deal whose turn-up "
    "lies on the pack is played out; if it is misdealt, it is dealt again by the rule for misdeals, but a misdeal "
    "before the turn-up ends the game.",
    "rubber": {
        True: "Games are played in rubbers: the first side to win two games wins the rubber. A game counts 3 rubber "
        "points for its winners if the losers scored 0 or fewer, 2 if they scored 1 or 2, else 1. The winners of the "
        "rubber are ahead by a bonus of 2 and their own rubber points, less the rubber points of the losers.",
        False: "Each game stands by itself.",
    },
    "bridge": {
        True: "In a game of five, a side with 4 points against 2 or fewer is at the bridge.",
        False: "No score has a name of its own.",
    },
    "markers": {
        True: "The score can be kept with two low cards, whose pips in sight are the points.",
        False: "No low cards are laid out for the score.",
    },
    "words.other_talk": {
        True: "Other talk is not forbidden.",
        False: "Nothing else may be said, but calls in te reo Māori are encouraged.",
    },
}
"""The sentences of each field: one sentence for each value, or a single sentence with a placeholder for the value."""

NONE = {
    "target": "No number of points wins the game.",
    "deals": "The number of deals is not fixed.",
    "clock": "There is no clock.",
}
"""The sentences for number fields that have the value 0."""
UNITS = {"clock": "minute", "deals": ""}
"""The noun for what a number field counts. A field that is missing here counts points."""
