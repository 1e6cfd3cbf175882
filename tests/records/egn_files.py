"""Small EGN files made by hand: a deal of 24 cards by North, and functions that change it for tests."""

from __future__ import annotations

import json
from typing import Any

from uka.records import Log, egn

HANDS = [
    ["9c", "Tc", "Jh", "Ad", "Ks"],  # North
    ["As", "Qs", "9s", "Kd", "Th"],  # East
    ["Ac", "Kc", "9d", "Td", "Ah"],  # South
    ["Jc", "Qc", "Js", "Qd", "Kh"],  # West
]
"""The hands as dealt. Qh is turned up, and 9h, Jd and Ts are left over."""
TRICKS = [
    ["As", "Ah", "Js", "Ks"],
    ["9d", "Qd", "Ad", "Kd"],
    ["Jh", "Th", "Td", "Kh"],
    ["Qh", "9s", "Kc", "Jc"],
    ["Tc", "Qs", "Ac", "Qc"],
]
"""The tricks of the deal. North ordered hearts up and took the queen for the nine of clubs.

East leads. South trumps and leads, and North takes two tricks. North leads, and takes tricks with the bower and the
queen. South takes the last trick.
"""


def bidding(*calls: str, **more: Any) -> dict[str, Any]:
    return {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": list(calls), "isAlone": False, **more}


def play(*tricks: list[str], **more: Any) -> dict[str, Any]:
    return {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": [list(trick) for trick in tricks], **more}


def deal(*phases: dict[str, Any], dealer: int = 0, upcard: str = "Qh", number: int = 0, **more: Any) -> dict[str, Any]:
    """Return a deal as JSON values, by default the deal above."""
    told = list(phases) or [bidding("Pass", "Pass", "Pass", "Order", discard="9c"), play(*TRICKS)]
    state = {"dealer": dealer, "upCard": upcard, **more.pop("state", {})}
    return {"dealNumber": number, "initialState": state, "phases": told, **more}


def game(*deals: Any, version: str = "1.4", ruleset: dict[str, Any] | None = None, **metadata: Any) -> dict[str, Any]:
    """Return a file with some deals, as JSON values."""
    rules = {"std": True, "canadian": False, "loner_lead": "LEFT_OF_DEALER", **(ruleset or {})}
    meta = {"players": ["N", "E", "S", "W"], "initialScore": [0, 0], "ruleset": rules, **metadata}
    return {"fileType": "Euchre Game Notation", "version": version, "metadata": meta, "deals": list(deals)}


def log_of(value: dict[str, Any]) -> Log:
    (log,), _ = egn.loads(json.dumps(value))
    return log


def out(log: Log) -> dict[str, Any]:
    return json.loads(egn.dumps(log))
