"""Counts the scores of EGN files directly from their JSON, by hand-written rules, without code of Uka."""

from __future__ import annotations

from typing import Any

COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}
ORDER = "9TJQKA"


def score(game: dict[str, Any]) -> tuple[int, int]:
    """Return the score of a game of 24 cards, North and South first."""
    total = list(game["metadata"]["initialScore"])
    lead_left_of_loner = game["metadata"]["ruleset"]["loner_lead"] == "LEFT_OF_LONER"
    for deal in game["deals"]:
        side, points = _deal(deal, lead_left_of_loner)
        total[side] += points
    return total[0], total[1]


def _deal(deal: dict[str, Any], left_of_loner: bool) -> tuple[int, int]:
    dealer, (bids, play) = deal["initialState"]["dealer"], deal["phases"]
    at = next(i for i, call in enumerate(bids["calls"]) if call != "Pass")
    maker = (dealer + 1 + at) % 4
    call = bids["calls"][at]
    trump = deal["initialState"]["upCard"][1] if call == "Order" else call
    sitting = (maker + 2) % 4 if bids["isAlone"] else None
    leader = (maker + 1) % 4 if left_of_loner and bids["isAlone"] else (dealer + 1) % 4
    won = [0, 0]
    for trick in play["tricks"]:
        seats = [seat % 4 for seat in range(leader, leader + 5) if seat % 4 != sitting][: len(trick)]
        best = max(trick, key=lambda card: _worth(card, trick[0], trump))
        leader = seats[trick.index(best)]
        won[leader % 2] += 1
    mine, theirs = won[maker % 2], won[1 - maker % 2]
    if theirs > mine:
        return 1 - maker % 2, 2
    if theirs:
        return maker % 2, 1
    return maker % 2, 4 if bids["isAlone"] else 2


def _worth(card: str, led: str, trump: str) -> int:
    if card == "J" + trump:
        return 100
    if card == "J" + COLOUR[trump]:
        return 99
    if card[1] == trump:
        return 50 + ORDER.index(card[0])
    led_suit = trump if led == "J" + COLOUR[trump] else led[1]
    return 1 + ORDER.index(card[0]) if card[1] == led_suit else 0
