"""A row for each deal of a contest, for the tools of data analysis."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from uka.core.deal import Deal
from uka.core.rubber import GameOrRubber
from uka.core.seats import Seat


class DealRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of data about one deal of a contest.

    A field is None if it does not apply to the deal, such as ``loner`` if nobody plays alone.
    """

    piece: int
    """The number of the deal or game among those that its two players play, from 0."""
    room: int
    """0 if the first of the two players sits north and south, 1 if east and west."""
    deal: int
    """The number of the deal within ``piece``, from 0. A redeal counts as a deal."""
    seed: str
    """The seed of the pack: ``uka.shuffled(rules, seed)`` is the pack."""
    north: str
    """The name of the player in this seat, as in the next three columns."""
    east: str
    south: str
    west: str
    dealer: str
    """The seat of the dealer."""
    upcard: str
    score_ns: int
    """The score of north-south in the game before the deal."""
    score_ew: int
    """The score of east-west in the game before the deal."""
    maker: str | None
    """The seat that made trump."""
    trump: str | None
    """The trump suit: c, d, h, s, or n for no trump."""
    ordered: bool | None
    """Whether trump was made in the first calling round."""
    loner: str | None
    """The seat of the makers that played without its partner."""
    lone_defender: str | None
    """The defender who played without their partner."""
    outcome: str
    """The outcome, such as made, march or euchred."""
    tricks_ns: int
    """The tricks that north-south took in the deal."""
    tricks_ew: int
    """The tricks that east-west took in the deal."""
    points_ns: int
    """The points that north-south scored in the deal."""
    points_ew: int
    """The points that east-west scored in the deal."""


class RoomRows:
    """The rows of the deals that are played in one room, for one deal or game of a contest."""

    def __init__(self, players: Mapping[Seat, str], piece: int, room: int) -> None:
        self.rows: list[DealRow] = []
        self.room = room
        self._players, self._piece = {str(seat): name for seat, name in players.items()}, piece

    def add(self, seed: str, before: GameOrRubber, deal: Deal) -> None:
        """Add the row of ``deal``, a finished deal.

        ``seed`` is the seed of its pack, and ``before`` the game just after the cards were dealt.
        """
        contract, result = deal.contract, deal.result
        assert result is not None
        self.rows.append(
            DealRow(
                piece=self._piece,
                room=self.room,
                deal=len(self.rows),
                seed=seed,
                **self._players,
                dealer=str(deal.dealer),
                upcard=str(deal.upcard),
                score_ns=before.score[0],
                score_ew=before.score[1],
                maker=_seat_text(result.maker),
                trump=contract.trump.value if contract else None,
                ordered=contract.ordered if contract else None,
                loner=_seat_text(result.loner),
                lone_defender=_seat_text(result.lone_defender),
                outcome=result.outcome.value,
                tricks_ns=result.tricks[0],
                tricks_ew=result.tricks[1],
                points_ns=result.points[0],
                points_ew=result.points[1],
            )
        )


def _seat_text(seat: Seat | None) -> str | None:
    return None if seat is None else str(seat)
