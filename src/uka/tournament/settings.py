"""The settings of a tournament: rounds, clicks (tournament points), tie-breaks, cards for misconduct and the like.

The rules of its games are not among them; they are in a ruleset.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from uka.core.errors import UkaError
from uka.table.settings import check_ranges

MINUTE = 60_000
"""A minute in milliseconds."""
TieBreak: TypeAlias = Literal["head_to_head", "points", "fair_play", "cut", "lot"]
"""The ways to rank teams with equal clicks. For ``cut``, the captains cut cards; for ``lot``, the computer draws."""


class InvalidTournamentSettings(UkaError):
    """Raised if a setting is out of range, or if two settings are contradictory."""


INFERRED = {
    "rounds": "The source doesn't say how many rounds are played.",
    "draw": "The source gives a click for a draw at the bell. Counting every other draw the same is our reading.",
    "bye": "The source doesn't mention sitting out a round.",
    "keep_apart": "The source doesn't say how the first round is drawn.",
    "tie_breaks": "The source doesn't say how to rank teams with equal clicks.",
    "places": "The source gives points to the marae of the winners, but doesn't say how many. It gives none for other "
    "places.",
    "winning_worth": "The source doesn't say what a winning point is worth.",
    "fair_worth": "The source says that fair-play points are worth more, but not how much.",
    "captains_give": "The source doesn't say who gives fair-play points.",
    "red_card": "The source says immediate game ejection, but not whether the player may come back the same day.",
}
"""The settings whose defaults the rules of the Tainui Games don't state clearly, with what the rules leave open."""


def _description(text: str) -> Meta:
    """Return ``text``, the meaning of a setting, as metadata for the type annotation of its field."""
    return Meta(description=text)


def _inferred_description(name: str, text: str) -> Meta:
    """Return ``text``, the meaning of the setting ``name``, as metadata for the type annotation of its field.

    It includes what the rules of the Tainui Games leave open, because the default is only inferred from them.
    """
    return Meta(description=f"{text}. Inferred: {INFERRED[name]}")


Clicks = Annotated[int, Meta(ge=0, le=100)]


class TournamentSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a tournament, which its director may change.

    The constructor raises ``InvalidTournamentSettings`` if a value is out of range, if settings contradict each other,
    or if they make fair play worth too little (Tainui Games, rule 4).

    >>> TournamentSettings(win=0)
    Traceback (most recent call last):
    ...
    uka.tournament.settings.InvalidTournamentSettings: clicks must not rise from win 0 to draw 1 to loss 0
    """

    movement: Annotated[Literal["tainui", "round_robin"], _description("how teams move after the first round")] = (
        "tainui"
    )
    rounds: Annotated[int, Meta(ge=0, le=100), _inferred_description("rounds", "planned rounds; 0: not fixed")] = 0
    clock_ms: Annotated[int, Meta(ge=0, le=600 * MINUTE, description="length of a round")] = 12 * MINUTE
    win: Annotated[Clicks, _description("clicks for a win: tournament points, punched into the captain's card")] = 2
    draw: Annotated[Clicks, _inferred_description("draw", "clicks for a draw")] = 1
    loss: Annotated[Clicks, _description("clicks for a loss")] = 0
    bye: Annotated[Clicks, _inferred_description("bye", "clicks for a bye")] = 1
    keep_apart: Annotated[
        bool, _inferred_description("keep_apart", "whether the first draw keeps teams of one marae apart if possible")
    ] = True
    tie_breaks: Annotated[
        tuple[TieBreak, ...], _inferred_description("tie_breaks", "tie-breaks after the clicks, in this order")
    ] = ("head_to_head", "points", "fair_play", "cut", "lot")
    places: Annotated[
        tuple[Clicks, ...],
        _inferred_description("places", "winning points for the marae of the first teams, best first"),
    ] = (5, 3, 2, 1)
    winning_worth: Annotated[
        int, Meta(ge=0, le=100), _inferred_description("winning_worth", "what a winning point is worth")
    ] = 1
    fair_worth: Annotated[
        int, Meta(ge=1, le=1000), _inferred_description("fair_worth", "what a fair-play point is worth")
    ] = 2
    captains_give: Annotated[
        bool, _inferred_description("captains_give", "whether captains give fair-play points too")
    ] = False
    red_card: Annotated[
        Literal["game", "day"], _inferred_description("red_card", "what a red card sends a player or a team off for")
    ] = "game"
    home: Annotated[
        str, Meta(min_length=1, max_length=20, description="the word for what a team plays for: marae, club, pub, ...")
    ] = "marae"
    online: Annotated[bool, _description("whether games are played at tables of the server")] = False
    bots: Annotated[
        Literal["", "novice"], _description("level of the bots that may fill in at tables of the server; empty: none")
    ] = ""

    def __post_init__(self) -> None:
        check_ranges(self, InvalidTournamentSettings)
        if self.fair_worth <= self.winning_worth:
            raise InvalidTournamentSettings(
                f"fair_worth {self.fair_worth} must be more than winning_worth {self.winning_worth}: "
                "fair play is worth more"
            )
        if not self.win >= self.draw >= self.loss:
            raise InvalidTournamentSettings(
                f"clicks must not rise from win {self.win} to draw {self.draw} to loss {self.loss}"
            )
        if self.bots and not self.online:
            raise InvalidTournamentSettings("bots fill in at tables of the server only: set online too")
        if not self.home.replace(" ", "").isalpha() or self.home != " ".join(self.home.split()):
            raise InvalidTournamentSettings(f"home is one word or a few, such as marae, club or pub, not {self.home!r}")
        if len({*self.tie_breaks}) < len(self.tie_breaks):
            raise InvalidTournamentSettings("each tie-break may be named once only")
        if "lot" in self.tie_breaks[:-1]:
            raise InvalidTournamentSettings("the lot parts all teams: it must be the last of the tie-breaks")
        if list(self.places) != sorted(self.places, reverse=True):
            raise InvalidTournamentSettings("places must not rise: a better place is worth no less than the next")
