"""The real games of ../shared/egn: the scores that their tables reached, and how a file of theirs is normalised."""

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
"""For each file the score at which it begins, and the last."""


def normal(value: Any) -> Any:
    """A file as EGN 1.4 has it, by the list in ``uka.records.egn``."""
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
