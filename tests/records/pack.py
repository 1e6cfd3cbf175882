"""A writer of condensed EGN deals for tests, written from the published description and apart from the reader."""

from __future__ import annotations

import base64
from typing import Any

RANKS = {9: "9TJQKA", 8: "89TJQKA", 7: "789TJQKA"}


def number(value: int, most: int) -> str:
    """Return a number in binary, with as many bits as the number ``most`` needs."""
    return format(value, f"0{max(most.bit_length(), 1)}b")


def packed(
    deal: dict[str, Any],
    version: int,
    *,
    suits: str = "shcd",
    dealer_bits: int = 2,
    lowest: int = 9,
    counted: bool = False,
) -> str:
    """Return a deal of at most two phases as condensed text of a version."""
    deck = [rank + suit for rank in RANKS[lowest] for suit in suits]
    state = deal["initialState"]
    bits = number(version, 15) if version else ""
    bits += format(state["dealer"], f"0{3 if version >= 2 else dealer_bits}b")
    if version >= 2:
        bits += number(3, 7) + number(9 - lowest, 3)
    bits += number(deck.index(state["upCard"]), len(deck) - 1)
    if version == 3:
        hands = state.get("playerCards")
        bits += "1" if hands else "0"
        bits += number(len(hands), 7) if hands and counted else ""
        for hand in hands or []:
            bits += number(len(hand), 15) + "".join(number(deck.index(card), len(deck) - 1) for card in hand)
    if version:
        bits += number(len(deal["phases"]), 7)
    left = list(deck)
    for phase in deal["phases"]:
        bits += _phase(phase, version, suits, state["upCard"], deck, left, 0)
    if version:
        bits += _lines(deal, version, suits, deck) + "1010"
    data = bytes(int(bits[i : i + 8].ljust(8, "0"), 2) for i in range(0, len(bits), 8))
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _phase(phase: dict[str, Any], version: int, suits: str, upcard: str, deck: list[str], left: list[str], first: int):
    bidding = phase["type"] == "EUCHRE_BIDDING"
    bits = "" if not version else "0" if bidding else "1"
    if bidding:
        others = [suit for suit in suits if suit != upcard[1]]
        for i, call in enumerate(phase["calls"], first):
            if i < 4:
                bits += "0" if call == "Pass" else "1"
            else:
                bits += "00" if call == "Pass" else number(others.index(call) + 1, 3)
        bits += "1" if phase["isAlone"] else "0"
        if version >= 2 and phase["isAlone"]:
            lone = phase.get("aloneDefender", -1)
            bits += "0" if lone < 0 else "1" + number(lone, 7)
        if version == 3:
            bits += "1" + number(deck.index(phase["discard"]), len(deck) - 1) if "discard" in phase else "0"
    else:
        bits += number(len(phase["tricks"]), 7) if version else ""
        for trick in phase["tricks"]:
            for card in trick:
                bits += number(left.index(card), len(left) - 1)
                left.remove(card)
    return bits + _notes(phase) if version else bits


def _notes(phase: dict[str, Any]) -> str:
    notes = phase.get("callAnnotations", phase.get("playAnnotations"))
    if not notes:
        return "0"
    bits = "1" + number(len(notes), 255)
    for at, texts in notes.items():
        bits += number(int(at), 255) + number(len(texts), 255)
        for text in texts:
            data = text.encode()
            bits += number(len(data), 65535) + "".join(number(byte, 255) for byte in data)
    return bits


def _lines(deal: dict[str, Any], version: int, suits: str, deck: list[str]) -> str:
    lines = deal.get("alternativeLines")
    if not lines:
        return "0"
    bits = "1" + number(len(lines), 255)
    calls = len(deal["phases"][0]["calls"])
    plays = [card for trick in deal["phases"][1]["tricks"] for card in trick]
    for line in lines:
        branch = line["branchIndex"]
        left = [card for card in deck if card not in plays[: max(branch - calls, 0)]]
        bits += number(branch, 65535) + number(len(line["phases"]), 15)
        for phase in line["phases"]:
            bits += _phase(phase, version, suits, deal["initialState"]["upCard"], deck, left, branch)
    return bits
