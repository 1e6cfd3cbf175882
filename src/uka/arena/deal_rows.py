"""A row for each deal of a contest, for the tools of data analysis."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from uka.core.deal import Deal
from uka.core.rubber import GameOrRubber
from uka.core.seats import Seat


class DealRow(msgspec.Struct, frozen=True, kw_only=True):
    """A deal of a contest. What the deal did not come to is None.

    - ``piece``: the number of the deal or game among those of its pair of players, from 0.
    - ``room``: 0 if the first player of the pair sits north and south, 1 if east and west.
    - ``deal``: the number of the deal in its piece, from 0. A redeal is a deal of its own.
    - ``seed``: the seed of the pack: ``uka.shuffled(rules, seed)`` is the pack.
    - ``north``, ``east``, ``south``, ``west``: the player in each seat.
    - ``dealer``, ``upcard``: the dealer's seat and the turn-up.
    - ``score_ns``, ``score_ew``: the score of the game before the deal.
    - ``maker``, ``trump``, ``ordered``: the seat that made trump, the suit (c, d, h, s or n), and whether in the first
      round.
    - ``loner``, ``lone_defender``: the seats that played alone.
    - ``outcome``: the outcome, such as made, march or euchred.
    - ``tricks_ns``, ``tricks_ew``, ``points_ns``, ``points_ew``: what each side took and scored in the deal.
    """

    piece: int
    room: int
    deal: int
    seed: str
    north: str
    east: str
    south: str
    west: str
    dealer: str
    upcard: str
    score_ns: int
    score_ew: int
    maker: str | None
    trump: str | None
    ordered: bool | None
    loner: str | None
    lone_defender: str | None
    outcome: str
    tricks_ns: int
    tricks_ew: int
    points_ns: int
    points_ew: int


class RoomRows:
    """The rows of the deals that one room plays in one deal or game of a contest."""

    def __init__(self, players: Mapping[Seat, str], piece: int, room: int) -> None:
        self.rows: list[DealRow] = []
        self._players, self._piece, self._room = {str(seat): name for seat, name in players.items()}, piece, room

    def add(self, seed: str, before: GameOrRubber, deal: Deal) -> None:
        """Add the row of a finished deal. ``before`` is the game with the deal's cards on the table."""
        contract, result = deal.contract, deal.result
        assert result is not None
        self.rows.append(
            DealRow(
                piece=self._piece,
                room=self._room,
                deal=len(self.rows),
                seed=seed,
                **self._players,
                dealer=str(deal.dealer),
                upcard=str(deal.upcard),
                score_ns=before.score[0],
                score_ew=before.score[1],
                maker=_text(result.maker),
                trump=contract.trump.value if contract else None,
                ordered=contract.ordered if contract else None,
                loner=_text(result.loner),
                lone_defender=_text(result.lone_defender),
                outcome=result.outcome.value,
                tricks_ns=result.tricks[0],
                tricks_ew=result.tricks[1],
                points_ns=result.points[0],
                points_ew=result.points[1],
            )
        )


def _text(seat: Seat | None) -> str | None:
    return None if seat is None else str(seat)
