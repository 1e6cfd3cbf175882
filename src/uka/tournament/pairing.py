"""A match of a new round, as the log of a tournament holds it."""

from __future__ import annotations

import msgspec

from .movements.seating import MatchKind, SeatedTable, Sides


class Pairing(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A match of a new round: the table, and who plays there."""

    table: int
    teams: tuple[int, int]
    """The numbers of the two teams, or of the first player of each side. The first side sits north-south."""
    partners: tuple[int, ...] = ()
    """The numbers of the partners of these two players; empty for teams."""
    kind: MatchKind = ""
    """What a match of a knockout is played for; empty for a main match and in every other movement."""

    @classmethod
    def of(cls, seated: SeatedTable) -> Pairing:
        """Return the match at a table of a round's seating."""
        (one, *with_one), (other, *with_other) = seated.sides
        return cls(seated.table, (one, other), (*with_one, *with_other), seated.kind)

    @property
    def sides(self) -> Sides:
        """Who sits north-south, then who sits east-west."""
        one, other = zip(self.teams, self.partners, strict=True) if self.partners else zip(self.teams, strict=True)
        return one, other
