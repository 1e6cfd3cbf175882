"""The sentences of the rulebook, for each value of each field of a ruleset."""

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
        "blind": "The joker, called the benny, is the highest trump. If it is turned up, the dealer names the suit "
        "that it stands for before looking at their cards. If it is turned down, that suit may not be named.",
        "seen": "The joker, called the benny, is the highest trump. If it is turned up, the dealer looks at their "
        "cards and names the suit that it stands for. If it is turned down, that suit may not be named.",
        "next": "The joker, called the benny, is the highest trump. If it is turned up, it is put aside and the next "
        "card is turned up instead.",
    },
    "draw": {
        "random": "The first dealer is chosen at random.",
        "high_cut": "One player from each side cuts: they lift off part of the pack and show its bottom card. The side "
        "with the higher card, ace high, chooses which of its players deals first. After a tie, both cut again.",
        "first_jack": "A captain deals cards one at a time, clockwise from their left. Whoever gets the first jack "
        "deals first.",
        "low_card": "All four draw a card, and players with equal cards draw again. The two lowest play the two "
        "highest, and the lowest deals first. Kings are high, aces are low, and the joker is left out.",
    },
    "draw_ties": {
        "break": "A second draw only breaks the tie.",
        "replace": "A second card replaces the first, against everyone else's.",
    },
    "cut": {
        True: "The player on the dealer's right cuts the pack, with at least four cards in each part. If nobody cuts, "
        "the pack is dealt as it is.",
        False: "The pack is not cut before a deal.",
    },
    "packets": {
        "3-2": "Five cards each, clockwise from the dealer's left: three at a time, then two.",
        "2-3": "Five cards each, clockwise from the dealer's left: two at a time, then three.",
        "free": "Five cards each, clockwise from the dealer's left: two then three, or three then two, as the dealer "
        "likes.",
        "kept_in_game": "Five cards each, clockwise from the dealer's left: two then three, or three then two. A "
        "dealer sticks to one way for the game.",
        "kept": "Five cards each, clockwise from the dealer's left: two then three, or three then two. A dealer sticks "
        "to one way for the rubber.",
    },
    "misdeal": {
        "redeal": "After a misdeal the same dealer deals again. Once a card has been played, only a hand with the "
        "wrong number of cards, or an official's ruling, makes it a misdeal.",
        "second_chance": "After a misdeal the dealer gets a second chance. After a second misdeal the player on the "
        "left deals instead. Once a card has been played, only a hand with the wrong number of cards, or an official's "
        "ruling, makes it a misdeal.",
    },
    "farmers_hand": {
        "off": "A poor hand can't be thrown in.",
        "low": "A player dealt nothing above a ten may show their hand, before any call, and have the same dealer deal "
        "again.",
        "no_face": "A player dealt no ace and no face card may show their hand, before any call, and have the same "
        "dealer deal again.",
        "exchange": "Before any call, a player with three or more cards of ten or lower may show three of them and "
        "swap them for the three under the turn-up (going under). Only one player may do so in a deal: the first who "
        "wants to, starting on the dealer's left.",
    },
    "natural_needed": {
        True: "To call a suit, a player must hold a card with that suit printed on it: the left bower doesn't count. A "
        "dealer who takes the turn-up, or is forced to call, doesn't need one.",
        False: "A player may call any suit, whatever cards they hold.",
    },
    "dealer_calls_in_second": {
        True: "In the second round each player in turn, including the dealer, may name a suit.",
        False: "In the second round each player in turn, except the dealer, may name a suit.",
    },
    "nobody_calls": {
        "throw_in": "If nobody calls, the cards are thrown in and the next dealer deals.",
        "throw_in_same": "If nobody calls, the cards are thrown in and the same dealer deals again.",
        "dealer_names": "If nobody else calls, the dealer must name a suit.",
        "dealer_picks_up": "If nobody calls, the dealer must pick up the turn-up, and its suit is trump.",
    },
    "second_suit": {
        "another": "The suit that was turned down may not be named.",
        "any": "The suit that was turned down may be named after all, unless the turn-up was the benny.",
    },
    "no_trump": {
        True: "In the second round a player may call no trump: there are no bowers, the cards rank A K Q J 10 9 8 7, "
        "and the points are the same.",
        False: "Trump is one of the four suits: nobody may call no trump.",
    },
    "keep_upcard": {
        True: "Whoever takes the turn-up must keep it and discard another card.",
        False: "Whoever takes the turn-up may discard any card, even the turn-up itself.",
    },
    "upcard_stays": {
        True: "A turn-up that is accepted stays on the pack until it is played, and is not taken into the hand.",
        False: "A turn-up that is ordered or picked up goes into the hand.",
    },
    "turned_down": {
        "face_up": "A turn-up that nobody wants is left face up under the pack.",
        "face_down": "A turn-up that nobody wants is turned face down.",
    },
    "alone_by": {
        "maker": "Whoever makes trump may go alone.",
        "makers": "Either player of the side that makes trump may go alone.",
        "anyone": "Any player may go alone, even a defender.",
        "nobody": "Nobody may go alone.",
    },
    "alone_asked": {
        "with_call": "The maker says so when calling.",
        "after_discard": "The maker says so after the discard.",
    },
    "partner_alone": {
        "off": "The dealer's partner may call like anyone else.",
        "ordered": "The dealer's partner may order up the turn-up only by going alone. In the second round they call "
        "like anyone else.",
        "both": "The dealer's partner may call only by going alone, in both rounds.",
    },
    "dealer_out": {
        "buried": "If the dealer's partner orders up the turn-up alone, it is buried and the dealer sits out.",
        "dealer": "If the dealer's partner orders up the turn-up alone, the dealer takes it, discards face down and "
        "sits out.",
        "loner": "If the dealer's partner orders up the turn-up alone, the loner takes it and discards.",
    },
    "lone_must_march": {
        True: "A loner must take all five tricks or is euchred.",
        False: "A loner needs three tricks, like any maker.",
    },
    "defend_alone": {
        "off": "No defender may go alone.",
        "against_loner": "Against a loner, one defender may go alone too. They are asked after the discard, starting "
        "on the maker's left, and the first to say yes does.",
        "always": "One defender may go alone. They are asked after the discard, starting on the maker's left, and the "
        "first to say yes does.",
    },
    "loner_lead": {
        "dealer_left": "The player on the dealer's left leads to the first trick. If that player sits out, the next "
        "one clockwise does.",
        "loner_left": "The player on the dealer's left leads to the first trick. When someone goes alone, the player "
        "on the loner's left leads instead, or the next one clockwise who doesn't sit out.",
    },
    "partners_best": {
        True: "A loner's partner passes them one card face down, and the loner then discards one.",
        False: "A loner gets no card from their partner.",
    },
    "must_head": {
        True: "Players must follow suit if they can, and must then beat the cards already played if they can.",
        False: "Players must follow suit if they can, but need not beat the cards already played. A player who can't "
        "follow suit may play any card, and need not trump.",
    },
    "first_lead_trump": {
        True: "Any card may be led to the first trick, even a trump.",
        False: "A player who holds another card may not lead a trump to the first trick.",
    },
    "claims": {
        True: "A player who is sure to take all the remaining tricks, whatever the others hold, may show their hand "
        "and claim the rest.",
        False: "Every trick is played out.",
    },
    "cards_played": {
        "on_chip": "Cards are played onto each player's own chip, and the card that takes the trick is turned face "
        "down.",
        "before_player": "Each player's cards stay in a tidy pile in front of them, for all to see. Only the player "
        "who takes a trick may turn it up.",
        "gathered": "Whoever takes a trick gathers it in.",
    },
    "revoke_penalty": "A proven revoke gives the other side {value}.",
    "revoke_then": {
        "ends_deal": "A proven revoke ends the deal: nothing else scores.",
        "played_out": "After a proven revoke the deal is played out, and the side that revoked scores nothing in it. "
        "The penalty stays if the deal is misdealt; if it reaches the target, the game ends at once.",
    },
    "target": "The first side to {value} wins.",
    "deals": "The game is {value} deals long.",
    "clock": "The bell rings after {value}. Whoever is ahead wins, and equal scores are a draw. If a card has been "
    "turned up, that deal is played out; if it is misdealt, it is dealt again under the rule for misdeals. A misdeal "
    "before the turn-up ends the game.",
    "rubber": {
        True: "Games are played in rubbers: the first side to win two games wins the rubber. A game is worth 3 rubber "
        "points to its winners if the losers scored 0 or fewer, 2 if they scored 1 or 2, and otherwise 1. The winners "
        "of the rubber win by a bonus of 2 plus their own rubber points, less those of the losers.",
        False: "Each game stands on its own.",
    },
    "bridge": {
        True: "In a game to five, a side with 4 points against 2 or fewer is at the bridge.",
        False: "No score has a special name.",
    },
    "markers": {
        True: "The score can be kept with two low cards, the counter cards: the pips that show are the points.",
        False: "No cards are laid out to keep the score, so no counter cards are needed.",
    },
    "words.other_talk": {
        True: "Other talk is allowed.",
        False: "Nothing else may be said, but calls in te reo Māori are encouraged.",
    },
}
"""A dict from a field to its sentences: one for each value, or a single one with a placeholder for the value."""

ZERO_SENTENCES = {
    "target": "There is no target score.",
    "deals": "The number of deals is not fixed.",
    "clock": "There is no clock.",
}
"""A dict from a field that is a number to its sentence for the value 0."""
UNITS = {"clock": "minute", "deals": ""}
"""A dict from a field that is a number to the noun for what it counts. A field that is missing counts points."""
