"""The story of a deal, which a person receives on joining, names only cards that this person may see."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import msgspec
import pytest

from tests.core.test_unseen import TABLES
from tests.server.heard import tokens
from tests.server.knowledge import Knowledge
from tests.table.driver import NAMES, Driver
from uka.core.events import RedealClaimed
from uka.core.seats import SEATS
from uka.hosting.audience import Audience
from uka.records import Dealt
from uka.table import TableRefusal, TableSettings, TableStage
from uka.table.commands import gameplay, people

Act = Callable[[Driver], object]
UNUSUAL: tuple[Act, ...] = (
    lambda at: at.do(people.join, any_of(at), NAMES[any_of(at)]),
    lambda at: at.do(people.sit, any_of(at), at.rng.choice(SEATS)),
    lambda at: at.do(people.stand, any_of(at)),
    lambda at: at.do(people.leave, any_of(at)),
    lambda at: at.do(people.admit, at.table.host, any_of(at)),
    lambda at: at.do(gameplay.undo_action, any_of(at)),
    lambda at: at.begin(),
)


def any_of(at: Driver) -> str:
    return at.rng.choice(list(NAMES))


def move(at: Driver) -> None:
    """Let somebody act as usual, or try something unusual."""
    if at.rng.random() < 0.15:
        with suppress(TableRefusal):
            at.rng.choice(UNUSUAL)(at)
    elif not (at.person() or at.shares() or at.next()) and at.table.stage is TableStage.OVER:
        at.begin()


def shown_for_a_redeal(driver: Driver, version: int) -> set[str]:
    """Return the cards that everybody was shown of a poor hand, while its deal is the last one dealt."""
    shown = set[str]()
    for step in driver.steps:
        if step.line.seq > version:
            break
        if isinstance(step.line.entry, Dealt):
            shown.clear()
        shown |= {str(card) for event in step.events if isinstance(event, RedealClaimed) for card in event.cards}
    return shown


@pytest.mark.daily(10)
@pytest.mark.parametrize(
    "settings", [TableSettings(), TableSettings(revokes=True, secrets_open_after="deal")], ids=["usual", "revokes"]
)
@pytest.mark.parametrize("name", TABLES)
def test_the_story_names_no_card_that_the_person_may_not_see(name: str, settings: TableSettings) -> None:
    driver, audience, told = Driver(TABLES[name], settings, seed=name), Audience(400), list[tuple[str, int, set[str]]]()
    driver.seat("ana", "ben")
    driver.begin()
    for step in driver.steps:
        audience.publish([step], step.line.seq - 1, str)
    for _ in range(400):
        steps = len(driver.steps)
        move(driver)
        for step in driver.steps[steps:]:
            audience.publish([step], step.line.seq - 1, str)
        for player in NAMES:
            if driver.table.member(player):
                lines = msgspec.json.encode(audience.lines_of_deal(driver.table, player)).decode()
                told.append((player, driver.table.seq, tokens(lines)))
    knowledge = Knowledge(tuple(driver.lines))
    assert any(cards for _, _, cards in told)
    for player, version, cards in told:
        moment = knowledge.moments[version].step
        seen = knowledge.cards(player, version) | shown_for_a_redeal(driver, version)
        assert cards <= seen, (player, version, moment.table.stage, moment.line)
