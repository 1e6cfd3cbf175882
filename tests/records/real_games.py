"""The recorded games in ../shared/egn: the scores that people reached, and how the files are normalised."""

from __future__ import annotations

from typing import Any

from uka.records.egn.decoding import OLD_NAMES

SCORES = {
    "epic_comeback.egn": ((0, 7), (11, 9)),
    "me_and_bears.egn": ((0, 0), (10, 9)),
    "mote_w5_g1.egn": ((0, 0), (10, 3)),
    "mote_w5_g2.egn": ((0, 0), (8, 10)),
    "mote_w5_g3.egn": ((0, 0), (10, 6)),
    "quite_the_hustle_annotated.egn": ((0, 0), (10, 7)),
    "six_points_in_two_hands.egn": ((4, 9), (10, 9)),
    "vwec_finals.egn": ((0, 0), (8, 10)),
}
"""For each file, the score before the first deal and the final score."""


def normal(value: Any) -> Any:
    """Return a file as EGN 1.4 writes it, by the list of exceptions in ``uka.records.egn``."""
    if isinstance(value, list):
        return [normal(item) for item in value]
    if not isinstance(value, dict):
        return value
    table = {OLD_NAMES.get(key, key): normal(inner) for key, inner in value.items()}
    for gone in ("kitty", "initialLead"):
        table.pop(gone, None)
    if not any(table.get("playerCards", ())):
        table.pop("playerCards", None)
    if table.get("fileType") == "Euchre Game Notation":
        table["version"] = "1.4"
    return table
