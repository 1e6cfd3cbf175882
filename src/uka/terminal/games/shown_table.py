"""A server's table in the state that the screen has shown, with its score and with its events as text."""

from __future__ import annotations

from collections.abc import Sequence

from uka.client.table_mirror import AppliedUpdate
from uka.core.events import DealScored, GameOver
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.core.scoring import DealResult
from uka.core.seats import SEATS, Partnership, Seat
from uka.narration.draws import DrawSummary
from uka.narration.names import Names
from uka.narration.story import PLAYED_OUT, StoryLine, claim_line, deal_heading, story_lines
from uka.records.fair import ServerCommitted
from uka.table import PublicTable, TableStage
from uka.table.entries import GameBegan
from uka.table.events import (
    CardDrawn,
    DealerFound,
    GameOrTableEvent,
    PackDealt,
    PackSecretOpened,
    PackSpread,
    RestClaimed,
)
from uka.wire.table_updates import TableSnapshot

from .interface import GameScore
from .people import names_of, person_event


class ShownTable:
    """The table at the last version that the screen has shown.

    Later updates have no effect until the screen shows them.
    """

    def __init__(self, whole: TableSnapshot) -> None:
        self.whole = whole
        self.story: list[StoryLine] = []
        self.draw: tuple[DrawSummary, Names] | None = None
        self._seen: Observation | None = None
        self._results: tuple[DealResult, ...] = ()
        self._ended: GameOver | None = None
        self._see(whole)

    @property
    def rules(self) -> Ruleset:
        """The rules of the table."""
        return self.whole.rules

    @property
    def scene(self) -> PublicTable:
        """The public state of the table, without the cards of the deal."""
        return self.whole.scene

    @property
    def observation(self) -> Observation | None:
        """The person's observation, or None before the first deal."""
        return self._seen

    @property
    def score(self) -> GameScore | None:
        """The score, or None before the first dealer is known."""
        scene, seen = self.scene, self._seen
        if scene.dealer is None:
            return None
        over = self._ended is not None
        return GameScore(
            rules=self.rules,
            score=scene.score,
            deal=seen.number + 1 if seen else 1,
            results=self._results if _sum(self._results) == scene.score else (),
            bell=seen is not None and seen.bell,
            over=scene.stage is TableStage.OVER,
            winner=scene.winner,
            game=sum(scene.games_won) + (not over),
            game_winner=self._ended.winner if self._ended else None,
            won=scene.games_won or (0, 0),
        )

    def _see(self, whole: TableSnapshot) -> None:
        self.whole, self.names = whole, names_of(whole)
        self._seen = whole.deal.known(whole.rules) if whole.deal else None
        draw = whole.scene.draw
        if draw is None:
            self.draw = None
        elif draw.dealer is None:
            self.draw = DrawSummary(draw.shown, draw.namer, None, SEATS), self.names

    def _show(self, update: AppliedUpdate) -> tuple[GameOrTableEvent, ...]:
        before, seen, names = self.whole, self._seen, self.names
        self._see(update.table)
        happened = list[GameOrTableEvent]()
        for line in update.lines:
            if isinstance(line.entry, GameBegan):
                self._results, self._ended, self.draw = (), None, None
                self.story.append(StoryLine("— A new game"))
            if said := person_event(line.entry, before, self.whole):
                self.story.append(StoryLine(said))
            out = any(isinstance(event, RestClaimed) for event in line.events)
            for event in line.events:
                match event:
                    case CardDrawn() | ServerCommitted() | PackSpread() | PackSecretOpened():
                        pass
                    case DealerFound(dealer, seating):
                        self._dealer_found(dealer, seating, names)
                    case PackDealt(number, dealer):
                        self.story.append(deal_heading(number, dealer, self.names))
                        self._results, self._ended = () if self._ended else self._results, None
                    case RestClaimed(seat, cards):
                        happened.append(event)
                        self.story.append(claim_line(seat, cards, self.names))
                    case _:
                        self._count(event, seen)
                        happened.append(event)
                        self.story += (
                            () if out and isinstance(event, PLAYED_OUT) else story_lines((event,), seen, self.names)
                        )
        return tuple(happened)

    def _dealer_found(self, dealer: Seat, seating: tuple[Seat, ...], names: Names) -> None:
        draw = self.scene.draw
        if draw is not None:
            self.draw = DrawSummary(draw.shown, draw.namer, dealer, seating), names

    def _count(self, event: GameOrTableEvent, before: Observation | None) -> None:
        """Save the result of a scored deal. A revoke proven after a deal replaces the old result."""
        match event:
            case DealScored(result):
                again = before is not None and before.over
                self._results = (*self._results[: len(self._results) - again], result)
            case GameOver():
                self._ended = event
            case _:
                pass


def _sum(results: Sequence[DealResult]) -> tuple[int, ...]:
    return tuple(sum(result.points[side.index] for result in results) for side in Partnership)
