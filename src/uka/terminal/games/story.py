"""Events of a table as lines of text, and the lines shown before a local game."""

from __future__ import annotations

from collections.abc import Iterable

from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.narration.names import Names
from uka.narration.story import PLAYED_OUT, StoryLine, claim_line, deal_heading, story_lines
from uka.table.events import GameOrTableEvent, PackDealt, RestClaimed, TableEvent


def table_story(events: Iterable[GameOrTableEvent], before: Observation | None, names: Names) -> tuple[StoryLine, ...]:
    """Return lines of text for the events of one log entry. ``before`` is the reader's observation before the entry.

    Cards that are played out after a claim get no lines.
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
    shown = (event for event in played if not (claimed and isinstance(event, PLAYED_OUT)))
    return (*lines, *story_lines(shown, before, names))


def welcome(rules: Ruleset, names: Names) -> tuple[str, ...]:
    """Return the lines shown before a local game."""
    aim = f"first side to {rules.target} points" if rules.target else "side ahead at the end"
    me = names.view
    return (
        f"Welcome to {rules.title}",
        "",
        f"You sit {str(me).capitalize()}; {names.name(me.partner)} is your partner. The {aim} wins.",
        "Make trump, take three of the five tricks, and follow suit.",
        "",
        "The line under your cards tells you what to do, and which keys do it. Press ? for the rules at any time.",
    )
