"""The twenty rules of the Tainui Games, each with the code that implements it, or why people must apply it."""

from __future__ import annotations

from typing import NamedTuple


class SourceRule(NamedTuple):
    """A rule of the Tainui Games."""

    number: int
    """The number of the rule in its source."""
    rule: str
    """What the rule says, in short."""
    by: tuple[str, ...] = ()
    """The code that implements the rule, as dotted names within ``uka``."""
    why: str = ""
    """The reason why no code can implement the rule; empty if ``by`` lists some."""


RULES = (
    SourceRule(
        1,
        "an official presides at each table and has the final say",
        (
            "tournament.commands.official",
            "tournament.entries.OfficialRulingGiven",
            "core.rulings",
            "tournament.commands.live_tables.ruling_of",
        ),
    ),
    SourceRule(
        2,
        "table-talk and loaded shuffling: orange, green, red card",
        ("tournament.commands.official.show_card", "core.rulings.ForfeitRuling", "table.table.Table.talk_forbidden"),
    ),
    SourceRule(3, "cheating is not tolerated: a red card at once", ("tournament.commands.official.show_card",)),
    SourceRule(4, "winners win points for their marae, fair play is worth more", ("tournament.standings.of_marae",)),
    SourceRule(
        5, "reneging: two points to the opposition", ("core.reported_results.revoked_result", "core.ruleset.Ruleset")
    ),
    SourceRule(
        6,
        "five cards each; first to 11, or most points after 12 minutes",
        ("core.game.Game.over", "tournament.settings.TournamentSettings"),
    ),
    SourceRule(7, "the first to be dealt a jack deals", ("core.draw.Draw", "tournament.entries.FirstDealerSet")),
    SourceRule(8, "dealt clockwise in twos and threes, the last card turned up", ("core.dealing",)),
    SourceRule(
        9,
        "the cards played stay before each player",
        why="cards on a real table are laid by people; on the page they lie so",
    ),
    SourceRule(
        10,
        "a misdeal is dealt again, a second one loses the deal",
        ("core.game.Game.misdeal", "tournament.entries.DealMisdealt"),
    ),
    SourceRule(11, "what may be said when trump is called", ("core.calling", "core.ruleset.Words")),
    SourceRule(12, "when all pass twice the dealer must pick up", ("core.ruleset.Ruleset",)),
    SourceRule(13, "all five cards are played, after a revoke too", ("core.playing", "tournament.tally.apply_tap")),
    SourceRule(
        14,
        "only who took a trick turns it",
        why="cards on a real table are turned by people; on the page they turn by themselves",
    ),
    SourceRule(
        15, "tricks stay with the player", why="cards on a real table are kept by people; on the page they lie so"
    ),
    SourceRule(16, "the points", ("core.scoring.Scoring", "core.reported_results.played_result")),
    SourceRule(
        17,
        "the bell, and the deal whose turn-up lay when it rang; misdealt, it is dealt again",
        ("tournament.round_clock.tick", "tournament.tally.apply_tap", "core.game.Game.ring_bell"),
    ),
    SourceRule(
        18,
        "clicks; winners move on; after a draw the captains cut",
        (
            "tournament.scores.clicks_of",
            "tournament.movements.tainui",
            "tournament.commands.official.enter_cut_cards",
            "tournament.commands.captain.cut_card",
        ),
    ),
    SourceRule(
        19,
        "fill-ins for wharepaku breaks",
        ("tournament.commands.official.substitute", "tournament.commands.live_tables.seat_bot"),
    ),
    SourceRule(20, "substitutes are not encouraged", ("tournament.commands.official.substitute",)),
)
