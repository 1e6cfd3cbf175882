"""A server's table as the screen shows it, with its score and with its events as text."""

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
from .people import names_of, people_sentence


class ShownTable:
    """A server's table as the screen shows it. It changes only when the screen shows the next update."""

    def __init__(self, whole: TableSnapshot) -> None:
        self.whole = whole
        """The whole table after the last update that the screen has shown."""
        self.story: list[StoryLine] = []
        """What has happened since the person came, as lines of text, the latest last."""
        self.draw: tuple[DrawSummary, Names] | None = None
        """The draw for first dealer, with the names of the seats before the draw, which can change the seats."""
        self._seen: Observation | None = None
        self._results: tuple[DealResult, ...] = ()
        self._ended: GameOver | None = None
        self._show_snapshot(whole)

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
        """What the person may see of the deal, or None before the first deal."""
        return self._seen

    @property
    def score(self) -> GameScore | None:
        """The score, or None before the first dealer is known."""
        scene, seen = self.scene, self._seen
        if scene.dealer is None:
            return None
        game_over = self._ended is not None
        return GameScore(
            rules=self.rules,
            score=scene.score,
            deal=seen.number + 1 if seen else 1,
            results=self._results if _total_points(self._results) == scene.score else (),
            bell=seen is not None and seen.bell,
            over=scene.stage is TableStage.OVER,
            winner=scene.winner,
            game=sum(scene.games_won) if game_over else sum(scene.games_won) + 1,
            game_winner=self._ended.winner if self._ended else None,
            won=scene.games_won or (0, 0),
        )

    def _show_snapshot(self, whole: TableSnapshot) -> None:
        """Set the table that the screen shows, without its events."""
        self.whole, self.names = whole, names_of(whole)
        self._seen = deal.observation(whole.rules) if (deal := whole.deal_view) else None
        draw = whole.scene.draw
        if draw is None:
            self.draw = None
        elif draw.dealer is None:
            self.draw = DrawSummary(draw.shown, draw.namer, None, SEATS), self.names

    def _show_update(self, update: AppliedUpdate) -> tuple[GameOrTableEvent, ...]:
        """Set the table that the screen shows, and add the events of ``update`` to the story.

        Return the events that belong to the game.
        """
        before, seen, names = self.whole, self._seen, self.names
        self._show_snapshot(update.table)
        shown = list[GameOrTableEvent]()
        for line in update.lines:
            if isinstance(line.entry, GameBegan):
                self._results, self._ended, self.draw = (), None, None
                self.story.append(StoryLine("— A new game"))
            if sentence := people_sentence(line.entry, before, self.whole):
                self.story.append(StoryLine(sentence))
            rest_claimed = any(isinstance(event, RestClaimed) for event in line.events)
            for event in line.events:
                match event:
                    case CardDrawn() | ServerCommitted() | PackSpread() | PackSecretOpened():
                        pass
                    case DealerFound(dealer, seating):
                        self._complete_draw(dealer, seating, names)
                    case PackDealt(number, dealer):
                        self.story.append(deal_heading(number, dealer, self.names))
                        if self._ended:  # the deal begins another game of a rubber
                            self._results, self._ended = (), None
                    case RestClaimed(seat, cards):
                        shown.append(event)
                        self.story.append(claim_line(seat, cards, self.names))
                    case _:
                        self._keep_result(event, seen)
                        shown.append(event)
                        if not (rest_claimed and isinstance(event, PLAYED_OUT)):
                            self.story += story_lines((event,), seen, self.names)
        return tuple(shown)

    def _complete_draw(self, dealer: Seat, seating: tuple[Seat, ...], names: Names) -> None:
        """Keep the finished draw for first dealer, with ``names``, the names of the seats before the draw."""
        draw = self.scene.draw
        if draw is not None:
            self.draw = DrawSummary(draw.shown, draw.namer, dealer, seating), names

    def _keep_result(self, event: GameOrTableEvent, before: Observation | None) -> None:
        """Keep the result if ``event`` scores a deal or ends a game. ``before`` is what the person knew before it.

        A deal is scored again if a revoke is proven after it. Then the new result replaces the old one.
        """
        match event:
            case DealScored(result):
                scored_again = before is not None and before.over
                earlier = self._results[:-1] if scored_again else self._results
                self._results = (*earlier, result)
            case GameOver():
                self._ended = event
            case _:
                pass


def _total_points(results: Sequence[DealResult]) -> tuple[int, ...]:
    """Return the points of each partnership in all deals."""
    return tuple(sum(result.points[side.index] for result in results) for side in Partnership)
