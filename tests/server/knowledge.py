"""What each person may know of a table's hidden cards and secrets, at each version of the table.

The table's log, and not the code of the views, decides that.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import msgspec

from tests.table.test_unseen import known, packs_open
from tests.table.worlds import deal_of, steps_of
from uka.core import events as ev
from uka.core.deal import Deal
from uka.core.seats import SEATS, Seat
from uka.records import Dealt
from uka.records.fair import commitment
from uka.table import Table, TableLine, TableStage, TableTransition
from uka.table.entries import GameBegan, GameEnded, SecretsCommitted, ShareCommitted, ShareOpened

DIGITS = re.compile(r"(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])")
"""Secrets, shares, seeds and commitments have 64 digits, running hashes 32."""


class Moment(NamedTuple):
    """A line of the log, the deal as it began, and who could know what.

    A hand is known to everyone who has held its seat in the deal. ``held`` are the seats that each person has held;
    ``here`` are the people at the table, with those who left by this line. ``open`` are the shares and commitments that
    were published, and ``secrets`` the secrets of finished packs; ``over`` is the number of finished games. ``why`` are
    the cards that may be named to somebody who asks why a bot chose in the deal that ended last: what all saw, and the
    hands that no person has held. Once the game is over, these are all cards.
    """

    step: TableTransition
    start: Deal | None
    held: frozenset[tuple[str, Seat]]
    here: frozenset[str]
    open: frozenset[str]
    secrets: frozenset[str]
    over: int
    why: frozenset[str]


class Knowledge:
    """What each person may know at each version of a table, by its log."""

    def __init__(self, lines: Sequence[TableLine]) -> None:
        self.moments = {moment.step.line.seq: moment for moment in _moments(lines)}
        self.hashes = {line.hash for line in lines}

    @property
    def packs(self) -> set[str]:
        """The server's secrets for all packs of the table."""
        return {secret for moment in self.moments.values() for secret in moment.step.table.secrets}

    def is_here(self, player: str, *versions: int) -> bool:
        """Return whether a person is at the table at one of some versions."""
        return any(player in self.moments[version].here for version in versions if version in self.moments)

    def has_begun(self, version: int) -> bool:
        """Return whether a pack was dealt at a version."""
        return version in self.moments and self.moments[version].start is not None

    def cards(self, player: str, version: int) -> set[str]:
        """Return the cards that a person may see at a version, as text."""
        moment = self.moments.get(version)
        if moment is None or player not in moment.here:
            return set()
        step, start = moment.step, moment.start
        table = step.table
        cards = {card for _, card in table.draw.shown} if table.draw else set()
        cards |= {card for event in step.events if isinstance(event, ev.RedealClaimed) for card in event.cards}
        if start is not None and table.game and table.game.deal:
            seat, open_ = table.seat_of(player), packs_open(table) >= table.number
            cards |= known(deal_of(table), start, seat if open_ or (player, seat) in moment.held else None)
        return {str(card) for card in cards}

    def between(self, player: str, since: int, version: int) -> set[str]:
        """Return the cards that a person may see from one version to another."""
        return {card for line in range(since, version + 1) for card in self.cards(player, line)}

    def why(self, player: str, since: int, version: int) -> set[str]:
        """Return the cards that a person may hear of by asking why, from one version to another."""
        moments = [self.moments[line] for line in range(since, version + 1) if line in self.moments]
        return {card for moment in moments if player in moment.here for card in moment.why}

    def over(self, version: int) -> int:
        """Return the number of finished games at a version."""
        return self.moments[version].over if version in self.moments else 0

    def secret(self, text: str, version: int, public: Collection[str] = (), *, opens: bool = True) -> set[str]:
        """Return the secrets, shares and hashes in a text that are still hidden at a version, except ``public``.

        If ``opens`` is false, the secrets of finished packs are hidden too.
        """
        moment = self.moments.get(version)
        told = {*public, *(moment.open if moment else ()), *(moment.secrets if moment and opens else ())}
        found = set(DIGITS.findall(text))
        return {digits for digits in found if digits in self.hashes or (len(digits) == 64 and digits not in told)}

    def describe(self, version: int) -> str:
        """Return a few words about the table at a version, for the sentence about a leak."""
        moment = self.moments.get(version)
        if moment is None:
            return "not a line"
        table = moment.step.table
        return f"{table.stage}, {msgspec.json.encode(moment.step.line.entry).decode()}, held {sorted(moment.held)}"


def _moments(lines: Sequence[TableLine]) -> Iterator[Moment]:
    start: Deal | None = None
    held, here, open_, secrets, over = set[tuple[str, Seat]](), {_opener(lines)}, set[str](), set[str](), 0
    before = ended = frozenset[str]()
    for step in steps_of(list(lines)):
        entry, table = step.line.entry, step.table
        if isinstance(entry, Dealt):
            start, held = deal_of(table), set()
        if table.in_deal:
            held |= {(c.player, s) for s, c in zip(table.rules.seats, table.chairs, strict=True) if c.player}
        match entry:
            case SecretsCommitted():
                open_ |= {commitment(bytes.fromhex(secret)) for secret in entry.secrets}
            case ShareCommitted():
                open_.add(entry.commitment)
            case ShareOpened():
                open_.add(entry.share)
            case GameEnded():
                over += 1
            case GameBegan() | Dealt():
                before = ended if isinstance(entry, Dealt) else frozenset()
                ended = frozenset()
            case _:
                pass
        ended = _why(table, start, held) if start is not None else frozenset()
        secrets |= set(table.secrets[: packs_open(table)])
        now = {member.player for member in table.members}
        yield Moment(
            step,
            start,
            frozenset(held),
            frozenset(here | now),
            frozenset(open_),
            frozenset(secrets),
            over,
            ended if ended and _may_tell(table) else before,
        )
        here = now


def _may_tell(table: Table) -> bool:
    """Return whether bots may say why they chose in the deal that has ended before the next one begins."""
    return table.stage is TableStage.OVER or not table.settings.revokes


def _why(table: Table, start: Deal, held: set[tuple[str, Seat]]) -> frozenset[str]:
    """Return the cards of a finished deal that bots may name, as soon as they may; none if it goes on."""
    deal = table.game.deal if table.game else None
    if deal is None or deal.result is None:
        return frozenset()
    bots = {*SEATS} - ({seat for _, seat in held} if table.stage is not TableStage.OVER else set())
    return frozenset(str(card) for seat in bots for card in known(deal_of(table), start, seat))


def _opener(lines: Sequence[TableLine]) -> str:
    return lines[0].by if lines else ""
