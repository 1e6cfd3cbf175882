"""A server that deals unfairly is detected, whichever promise it breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.client.fake import AT_ONCE, Fake, attending, serving
from tests.client.malicious import NAMED, Malicious, grinding_bot, grinding_person, wanted, withheld
from tests.client.malicious import RULES as RULES_OF_CHEATS
from uka import Card, Ruleset, ruleset, rulesets
from uka.bots import bot
from uka.client.fairness_check import FairnessCheck
from uka.client.table_mirror import AppliedUpdate
from uka.core.deal import Deal
from uka.core.events import HandDealt, UpcardTurned
from uka.core.seats import Seat
from uka.records import Dealt, Note
from uka.records.entries import RecordEntry
from uka.records.fair import ServerCommitted, Shares, UnfairDeal, chain, verify
from uka.table import TableLineView, TableSettings, TableStage, TableTransition, line_view, record
from uka.table.commands import people
from uka.table.entries import DrawCardTaken, SecretsCommitted, ShareCommitted, ShareOpened
from uka.table.events import CardDrawn, GameOrTableEvent, PackSecretOpened
from uka.wire.table_updates import TableChange, TableSnapshot, TableUpdate

pytestmark = pytest.mark.server

RULES = replace(ruleset("uka"), target=4)
WRONG = "00" * 32


async def played(
    change: Callable[[TableLineView], TableLineView] = lambda line: line,
    rules: Ruleset = RULES,
    settings: TableSettings = AT_ONCE,
    **more: Any,
) -> str | None:
    """Play a whole game with changed lines for one client. Return the error of the client's check, or None."""

    def mangle(update: TableUpdate) -> Iterable[TableUpdate]:
        if isinstance(update, TableChange):
            update = replace(update, lines=tuple(map(change, update.lines_seen)), own_lines=())
        return (update,)

    async with serving(Fake(rules, settings=settings)) as fake, attending(fake, **more) as at:
        fake.mangle = mangle
        await at.begin()
        with suppress(UnfairDeal):
            await at.play(bot("random"), Random(3))
        assert at.scene.stage is TableStage.OVER
        return at.cheated


def events(change: Callable[[GameOrTableEvent], GameOrTableEvent]) -> Callable[[TableLineView], TableLineView]:
    return lambda line: replace(line, events=tuple(map(change, line.events)))


@pytest.mark.parametrize("name", rulesets.names())
@pytest.mark.parametrize("after", ["game", "deal"])
async def test_an_honest_server_is_believed(name: str, after: str) -> None:
    rules = ruleset(name)
    rules = rules if rules.rubber else replace(rules, target=4)
    assert (
        await played(rules=rules, settings=replace(AT_ONCE, secrets_open_after=after, clock=False, revokes=True))
        is None
    )


async def test_shares_come_from_the_randomness_that_is_passed_in() -> None:
    links = chain(Random(5).randbytes(32))
    given = iter([bytes(32), Random(5).randbytes(32)])  # the first is for a game that is not played
    async with serving(Fake(RULES)) as fake, attending(fake, randomness=lambda size: next(given)) as at:
        await at.begin()
        await at.play(bot("random"), Random(3))
        told = [line.entry for line in fake.driver.lines]
        assert [e.commitment for e in told if isinstance(e, ShareCommitted)] == [links[0].hex()]
        shares = [e.share for e in told if isinstance(e, ShareOpened)]
        assert shares == [share.hex() for share in links[1 : at.scene.number + 1]]


async def test_another_secret_than_was_committed_to() -> None:
    def other(event: GameOrTableEvent) -> GameOrTableEvent:
        return replace(event, secret=WRONG) if isinstance(event, PackSecretOpened) and event.number == 2 else event

    rules = replace(RULES, target=0, deals=2)  # four points may be made in one deal, and then there is no pack 2
    assert await played(events(other), rules) == "the secret of pack 2 is not the one committed to"


async def test_a_secret_that_is_no_number() -> None:
    def other(event: GameOrTableEvent) -> GameOrTableEvent:
        return replace(event, secret="no") if isinstance(event, PackSecretOpened) else event

    assert "hexadecimal" in str(await played(events(other)))


async def test_secrets_out_of_their_order() -> None:
    def other(event: GameOrTableEvent) -> GameOrTableEvent:
        return replace(event, number=event.number + 1) if isinstance(event, PackSecretOpened) else event

    assert "was revealed out of turn" in str(await played(events(other)))


async def test_commitments_told_twice() -> None:
    def twice(line: TableLineView) -> TableLineView:
        return replace(line, events=line.events * 2)

    def change(line: TableLineView) -> TableLineView:
        return twice(line) if any(isinstance(event, ServerCommitted) for event in line.events) else line

    assert await played(change) == "the server committed to a pack twice, or skipped one"


@pytest.mark.parametrize("cheat", NAMED, ids=lambda cheat: cheat.__name__)
async def test_each_cheat_of_a_malicious_server_is_named(cheat: Callable[[Malicious], None]) -> None:
    async with serving(Malicious(cheat)) as server, attending(server) as at:
        await at.begin()
        playing = asyncio.create_task(at.play(bot("random"), Random(3)))
        await at.until(lambda: at.cheated is not None)
        playing.cancel()
        assert server.cheated or cheat is grinding_bot, "this one is found before the pack is dealt"
        assert at.cheated == NAMED[cheat]
        if cheat is grinding_person:
            first = next(line.entry for line in server.driver.lines if isinstance(line.entry, Dealt))
            dealer = server.driver.table.draw.dealer  # type: ignore[union-attr]
            assert dealer is not None
            assert wanted(
                Deal.start(RULES_OF_CHEATS, dealer, first.pack, cut=first.cut, packet_pattern=first.packet_pattern)
            )


def test_a_server_that_asks_for_a_later_share_and_goes_back_is_named() -> None:
    promises = FairnessCheck()
    promises.shares = replace(Shares.start(4), number=7)
    promises.note_opening(Seat.NORTH, bytes(32))
    promises.shares = replace(Shares.start(4), number=3)
    with pytest.raises(UnfairDeal, match="went back to pack 3 after the share of pack 7 was opened"):
        promises.note_opening(Seat.NORTH, bytes(32))


async def test_a_withheld_share_gives_another_pack_once_and_is_told() -> None:
    async with serving(Malicious(withheld)) as server, attending(server) as at:
        await at.begin()
        await at.play(bot("random"), Random(3))
        assert at.cheated is None
        assert at.withheld == {1: (Seat.EAST,)}
        verdicts = verify(record(server.driver.lines), at.receipt)
        assert all(verdict.fair for verdict in verdicts)
        assert [(v.by, v.withheld) for v in verdicts[:2]] == [
            ((Seat.NORTH, Seat.EAST), ()),
            ((Seat.NORTH,), (Seat.EAST,)),
        ]


def swapped(card: Card) -> Card:
    """Return a card exchanged for another card of the pack."""
    cards = RULES.cards
    return cards[(cards.index(card) + 1) % len(cards)]


def other_hand(event: GameOrTableEvent) -> GameOrTableEvent:
    if isinstance(event, HandDealt) and event.cards:
        return replace(event, cards=tuple(map(swapped, event.cards)))
    return event


def other_upcard(event: GameOrTableEvent) -> GameOrTableEvent:
    return replace(event, card=swapped(event.card)) if isinstance(event, UpcardTurned) else event


@pytest.mark.parametrize("change", [other_hand, other_upcard])
async def test_cards_of_another_pack(change: Callable[[GameOrTableEvent], GameOrTableEvent]) -> None:
    assert await played(events(change)) == "the cards of pack 1 don't match its secret and the shares"


async def test_a_draw_from_another_pack() -> None:
    def other(event: GameOrTableEvent) -> GameOrTableEvent:
        return replace(event, card=swapped(event.card)) if isinstance(event, CardDrawn) else event

    assert "the cards of pack 0 don't match" in str(await played(events(other)))


async def test_commitments_changed_when_nobody_looks() -> None:
    fake = Fake(RULES)
    async with serving(fake), attending(fake) as at:
        await at.begin()
        await at.until(lambda: at.my_turn)

        def changed(update: TableUpdate) -> Iterable[TableUpdate]:
            told = fake.welcome("ana")
            return (replace(told, commitments=(*told.commitments[:5], WRONG, *told.commitments[6:])),)

        fake.mangle = changed
        fake.driver.do(people.pause, "ana")
        fake.cut()
        await at.until(lambda: at.cheated is not None)
        assert at.cheated == "the server has changed what it committed to before the game"


async def test_what_was_not_seen_is_not_complained_of() -> None:
    """A client that missed parts of the game and receives a snapshot each time reports no error."""
    fake, rng = Fake(RULES), Random(1)
    async with serving(fake), attending(fake) as at:
        await at.begin()

        def forgetful(update: TableUpdate) -> Iterable[TableUpdate]:
            news = isinstance(update, TableChange)
            return (fake.welcome("ana"),) if news and update.lines and rng.random() < 0.3 else (update,)

        fake.mangle = forgetful
        await at.play(bot("random"), Random(3))
        assert at.cheated is None
        assert at.secrets == fake.driver.table.secrets[: fake.driver.table.secrets_opened]


async def test_a_draw_of_which_a_card_was_not_seen_is_not_complained_of() -> None:
    fake, promises = Fake(RULES), FairnessCheck()
    await kept(fake)
    missed = next(step for step in fake.driver.steps if isinstance(step.line.entry, DrawCardTaken))
    for step in fake.driver.steps:
        if step is missed:
            promises.process(snapshot(fake.welcome("ana", step.table)))
        else:
            promises.process(news(fake, step))
    assert promises.secrets == fake.driver.table.secrets[: fake.driver.table.secrets_opened]


async def test_another_game_begins_with_other_promises() -> None:
    async with serving(Fake(RULES)) as fake, attending(fake) as at:
        for seed in range(2):
            version = at.version
            await at.begin()
            await at.play(bot("random"), Random(seed))
            assert at.version > version
            assert (at.cheated, at.commitments) == (None, fake.driver.table.commitments)


# The record


def snapshot(table: TableSnapshot) -> AppliedUpdate:
    """Return a snapshot as a client's check receives it."""
    return AppliedUpdate(None, (), table)


def news(fake: Fake, step: TableTransition) -> AppliedUpdate:
    """Return a transition as a client's check receives it."""
    return AppliedUpdate(step.line.seq - 1, (line_view(step, Seat.NORTH),), fake.welcome("ana", step.table))


async def kept(fake: Fake) -> FairnessCheck:
    """Return the fairness check of a client after a finished game."""
    promises = FairnessCheck()
    async with serving(fake), attending(fake) as at:
        promises.process(snapshot(at.whole))
        await at.begin()
        await at.play(bot("random"), Random(3))
    for step in fake.driver.steps:
        promises.process(news(fake, step))
    return promises


async def test_the_record_is_that_of_the_game() -> None:
    fake = Fake(RULES)
    promises = await kept(fake)
    promises.check_record(record(fake.driver.lines))


@pytest.mark.parametrize("kind", [Dealt, Note, SecretsCommitted])
async def test_a_record_of_anything_else_is_not(kind: type) -> None:
    fake, other = Fake(RULES), Fake(RULES)
    promises = await kept(fake)
    log = record(fake.driver.lines)
    if kind is SecretsCommitted:  # of another game, fair by itself
        other.driver.rng = Random(99)
        await kept(other)
        log = record(other.driver.lines)
    else:
        entries = [entry for entry in log.entries if not (kind is Note and isinstance(entry, Note))]
        log.entries = [_changed(entry) if kind is Dealt else entry for entry in entries]
    with pytest.raises(UnfairDeal):
        promises.check_record(log)


def _changed(entry: RecordEntry) -> RecordEntry:
    """Return an entry; the entry of a deal gets another order of its pack."""
    if isinstance(entry, Dealt):
        pack = entry.pack
        return replace(entry, pack=(*pack[:-2], pack[-1], pack[-2]))
    return entry


async def test_a_welcome_is_checked_too() -> None:
    fake = Fake(RULES)
    await kept(fake)
    told: TableSnapshot = fake.welcome("ana")
    promises = FairnessCheck()
    promises.process(snapshot(told))
    with pytest.raises(UnfairDeal, match="secret of pack 0"):
        FairnessCheck().process(snapshot(replace(told, secrets=(WRONG, *told.secrets[1:]))))
