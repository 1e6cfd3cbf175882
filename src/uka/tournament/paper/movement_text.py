"""What a movement asks of those who play, in words for paper, and the rounds that are known before they are played."""

from __future__ import annotations

from ..movement import next_seating
from ..movements import CannotSeat
from ..settings import Movement, TournamentSettings
from ..tally import tally_of
from ..tournament import Tournament, TournamentMatch, TournamentRound

FIXED: frozenset[Movement] = frozenset({"rotation", "round_robin"})
"""The movements whose rounds are all known once the first is drawn."""
PARTNERS = {
    "fresh": "Those who came to a table as partners part: each plays with the one whom they had less often.",
    "lot": "Those who came to a table as partners part: a lot says who plays with whom.",
    "seats": "Those who came to a table as partners part: the first of the pair that stays plays with the first of the "
    "pair that comes.",
}
"""For each way of finding partners in ``progressive``, its sentence."""
CUT = {
    "cut": "After a draw one of each side cuts, ace high: the higher card counts as the winner.",
    "loners": "After a draw the side with more loners counts as the winner. If neither has more, one of each side "
    "cuts, ace high.",
}
"""For each way of deciding a drawn match, its sentence."""


def movement_rules(t: Tournament) -> list[str]:
    """Return how those who play change tables after a round, in sentences."""
    settings = t.settings
    match settings.movement:
        case "tainui":
            return [
                "The winners move on to the next table by number, and from the last table to the first. The others "
                "stay. After a draw the captains cut, ace high: the higher card moves on."
            ]
        case "round_robin":
            return ["Everyone plays everyone once."]
        case "progressive":
            return _progressive_rules(settings)
        case "rotation":
            return ["The schedule says who sits where. Nobody has the same partner twice."]
        case "swiss":
            return ["Those with equal scores meet. Nobody meets twice while that can be avoided."]
        case "knockout":
            return _knockout_rules(settings)


def _progressive_rules(settings: TournamentSettings) -> list[str]:
    losers = (
        "The losers stay, and those of the head table go to the last table."
        if settings.losers == "stay"
        else "The losers move down a table, and those of the last table stay."
    )
    return [
        "The first table is the head table. The winners move up a table, and those of the head table stay there.",
        losers,
        PARTNERS[settings.partners],
        CUT[settings.draws],
    ]


def _knockout_rules(settings: TournamentSettings) -> list[str]:
    rules = ["Whoever loses is out.", CUT[settings.draws]]
    if settings.third_place:
        rules.append("The losers of the semifinals play for third place.")
    if settings.consolation:
        rules.append("The losers of the first round play a knockout of their own.")
    return rules


def known_rounds(t: Tournament) -> list[TournamentRound]:
    """Return all rounds so far, and after them those that are known before they are played.

    Only a movement whose rounds are fixed has such rounds, once the first one is drawn.
    """
    rounds = list(t.rounds)
    last = t.settings.rounds or _round_robin_length(t)
    while rounds and t.settings.movement in FIXED and (not last or len(rounds) < last):
        try:
            seating = next_seating(t, rounds, rounds[0].secret)
        except CannotSeat:
            break
        matches = [TournamentMatch(table.table, table.sides, tally_of(t.rules, ())) for table in seating.tables]
        rounds.append(TournamentRound(len(rounds) + 1, tuple(matches), seating.byes))
    return rounds


def _round_robin_length(t: Tournament) -> int:
    """Return the number of rounds of a round robin, or 0 for another movement."""
    if t.settings.movement != "round_robin" or not t.rounds:
        return 0
    entries = 2 * len(t.rounds[0].matches) + len(t.rounds[0].byes)
    return entries - 1 + entries % 2
