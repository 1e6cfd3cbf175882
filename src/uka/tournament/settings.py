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
TieBreak: TypeAlias = Literal[
    "head_to_head", "points", "scored", "games", "loners", "euchres", "euchred", "fair_play", "cut", "lot"
]
"""The ways to rank entries with equal scores.

``points`` is the difference of points, and ``scored`` the points that an entry scored. ``games`` are games won,
``loners`` deals won with all tricks alone, and ``euchres`` deals won as defenders. With ``euchred``, whoever was
euchred less often ranks first. For ``cut``, the captains cut cards; for ``lot``, the computer draws.
"""
Score: TypeAlias = Literal["clicks", "points", "games", "loners", "euchres"]
"""What the score of a round can be, by whose sum entries are ranked."""
PrizeName: TypeAlias = Literal["most_loners", "most_euchres", "fair_play", "last_place"]
"""The prizes beside the places."""


Movement: TypeAlias = Literal["tainui", "round_robin", "progressive", "rotation", "swiss", "knockout"]
"""The movements: who sits where in each round."""
Entrants: TypeAlias = Literal["teams", "players"]
"""Who enters a tournament: teams of two, or players who change partners."""
ENTRANTS: dict[Movement, tuple[Entrants, ...]] = {
    "tainui": ("teams",),
    "round_robin": ("teams",),
    "progressive": ("players",),
    "rotation": ("players",),
    "swiss": ("teams", "players"),
    "knockout": ("teams",),
}
"""For each movement, who can enter."""


class InvalidTournamentSettings(UkaError):
    """Raised if a setting is out of range, or if two settings are contradictory."""


INFERRED = {
    "rounds": "The Tainui Games' rules don't say how many rounds are played.",
    "draw": "The Tainui Games' rules give a click for a draw at the bell. Counting every other draw the same is our "
    "reading.",
    "bye": "The Tainui Games' rules don't mention sitting out a round.",
    "keep_apart": "The Tainui Games' rules don't say how the first round is drawn.",
    "tie_breaks": "The Tainui Games' rules don't say how to rank teams with equal clicks.",
    "places": "The Tainui Games' rules give points to the marae of the winners, but don't say how many. They give none "
    "for other places.",
    "winning_worth": "The Tainui Games' rules don't say what a winning point is worth.",
    "fair_worth": "The Tainui Games' rules say that fair-play points are worth more, but not how much.",
    "captains_give": "The Tainui Games' rules don't say who gives fair-play points.",
    "red_card": "The Tainui Games' rules say immediate game ejection, but not whether the player may come back the "
    "same day.",
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

    entrants: Annotated[Entrants, _description("who enters: teams of two, or players, who change partners")] = "teams"
    movement: Annotated[Movement, _description("who sits where after the first round")] = "tainui"
    losers: Annotated[
        Literal["stay", "down"], _description("progressive: whether losers stay at their table or move down a table")
    ] = "stay"
    partners: Annotated[
        Literal["fresh", "lot", "seats"],
        _description("progressive: partners whom one had least often, partners by lot, or partners by seats"),
    ] = "fresh"
    draws: Annotated[
        Literal["cut", "loners"],
        _description("who moves after a drawn game: who cuts the higher card, or first who has more loners"),
    ] = "cut"
    head_points: Annotated[
        int, Meta(ge=0, le=99), _description("points at the first table that ring the bell; 0: they don't")
    ] = 0
    head_deals: Annotated[
        int, Meta(ge=0, le=99), _description("deals at the first table that ring the bell; 0: they don't")
    ] = 0
    seeds: Annotated[tuple[int, ...], _description("knockout: numbers of the seeded teams, best first")] = ()
    third_place: Annotated[
        bool, _description("knockout: whether the losers of the semifinals play for third place")
    ] = False
    consolation: Annotated[
        bool, _description("knockout: whether the losers of the first round play a knockout of their own")
    ] = False
    rounds: Annotated[int, Meta(ge=0, le=100), _inferred_description("rounds", "planned rounds; 0: not fixed")] = 0
    clock_ms: Annotated[int, Meta(ge=0, le=600 * MINUTE, description="length of a round")] = 12 * MINUTE
    win: Annotated[Clicks, _description("clicks for a win: tournament points, punched into the captain's card")] = 2
    draw: Annotated[Clicks, _inferred_description("draw", "clicks for a draw")] = 1
    loss: Annotated[Clicks, _description("clicks for a loss")] = 0
    bye: Annotated[Clicks, _inferred_description("bye", "clicks for a bye")] = 1
    bye_counts: Annotated[
        Literal["fixed", "average"],
        _description(
            "whether a bye counts what the setting bye says, or the average of one's own rounds, "
            "rounded to a whole number, halves up"
        ),
    ] = "fixed"
    missed_counts: Annotated[
        Literal["nothing", "bye"],
        _description("whether a round that was over when somebody came late counts nothing, or as a bye"),
    ] = "nothing"
    score: Annotated[Score, _description("what is counted in each round; the sum ranks the entries")] = "clicks"
    drop_worst: Annotated[int, Meta(ge=0, le=99, description="number of the worst rounds that do not count")] = 0
    handicaps: Annotated[
        tuple[tuple[int, Clicks], ...],
        _description("numbers of entries, each with what is added to its score for each round that it plays"),
    ] = ()
    prizes: Annotated[tuple[PrizeName, ...], _description("prizes beside the places")] = ()
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

    @property
    def ranked_by_score(self) -> bool:
        """Whether the score differs from the sum of clicks, so that standings must show it."""
        return self.score != "clicks" or self.drop_worst > 0 or bool(self.handicaps)

    @property
    def counts_loners(self) -> bool:
        """Whether loners decide anything: the score, a tie, a prize, or who moves after a draw."""
        return "loners" in (self.score, self.draws) or "loners" in self.tie_breaks or "most_loners" in self.prizes

    @property
    def counts_fair_play(self) -> bool:
        """Whether fair-play points decide a tie or a prize."""
        return "fair_play" in (*self.tie_breaks, *self.prizes)

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
        if self.entrants not in ENTRANTS[self.movement]:
            raise InvalidTournamentSettings(
                f"the movement {self.movement} is for {ENTRANTS[self.movement][0]}, not for {self.entrants}"
            )
        if (self.head_points or self.head_deals) and not self.clock_ms:
            raise InvalidTournamentSettings(
                "the first table can ring the bell only if rounds have a length: set clock_ms"
            )
        if len({*self.seeds}) < len(self.seeds):
            raise InvalidTournamentSettings("each team may be seeded once only")
        if self.bots and not self.online:
            raise InvalidTournamentSettings("bots fill in at tables of the server only: set online too")
        if not self.home.replace(" ", "").isalpha() or self.home != " ".join(self.home.split()):
            raise InvalidTournamentSettings(f"home is one word or a few, such as marae, club or pub, not {self.home!r}")
        if len(dict(self.handicaps)) < len(self.handicaps):
            raise InvalidTournamentSettings("each entry may have one handicap only")
        if len({*self.tie_breaks}) < len(self.tie_breaks):
            raise InvalidTournamentSettings("each tie-break may be named once only")
        if "lot" in self.tie_breaks[:-1]:
            raise InvalidTournamentSettings("the lot parts all teams: it must be the last of the tie-breaks")
        if list(self.places) != sorted(self.places, reverse=True):
            raise InvalidTournamentSettings("places must not rise: a better place is worth no less than the next")


def opening_settings(movement: Movement, *, players: bool = False) -> TournamentSettings:
    """Return the settings with which an event of a movement begins.

    If ``players`` is true, players enter instead of teams, also where a movement is for both. Players are ranked by the
    points that they score, a round that they sit out counts their average, more loners rank first, and they play for
    clubs.

    >>> opening_settings("progressive").entrants, opening_settings("swiss").entrants
    ('players', 'teams')
    """
    entrants = "players" if players else ENTRANTS[movement][0]
    if entrants == "teams":
        return TournamentSettings(movement=movement)
    return TournamentSettings(
        entrants="players",
        movement=movement,
        home="club",
        draws="loners",
        bye_counts="average",
        score="points",
        tie_breaks=("loners", "games", "cut", "lot"),
    )
