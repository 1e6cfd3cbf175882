"""What happened at a table as lines of the story, the same for a table here and on a server."""

from __future__ import annotations

from collections.abc import Iterable

from uka.core.observation import Observation
from uka.narration.names import Names
from uka.narration.story import PLAYED_OUT, StoryLine, claim_line, deal_heading, story_lines
from uka.table.events import Event, PackDealt, RestClaimed, TableEvent


def table_story(events: Iterable[Event], before: Observation | None, names: Names) -> tuple[StoryLine, ...]:
    """The lines for one entry's events; ``before`` is what the reader knew just before it.

    The cards that are played out after a claim are not told one by one.
    """
    lines, happened = list[StoryLine](), tuple(events)
    for event in happened:
        match event:
            case PackDealt(number, dealer):
                lines.append(deal_heading(number, dealer, names))
            case RestClaimed(seat, cards):
                lines.append(claim_line(seat, cards, names))
            case _:
                pass
    claimed = any(isinstance(event, RestClaimed) for event in happened)
    played = [event for event in happened if not isinstance(event, TableEvent)]
    told = (event for event in played if not (claimed and isinstance(event, PLAYED_OUT)))
    return (*lines, *story_lines(told, before, names))
