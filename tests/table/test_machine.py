"""A state machine test: people, bots and clocks act in any order. No step fails, and no message shows a hidden card."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from hypothesis import settings as profile
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.alike import few
from tests.table.driver import NAMES, Driver
from tests.table.test_unseen import VIEWERS, check_bytes
from uka import rulesets
from uka.core.actions import ACTIONS, ClaimRevoke
from uka.core.deal import Deal
from uka.core.errors import UkaError
from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling, RevokeRuling, Ruling
from uka.core.seats import SEATS, Partnership, Seat
from uka.records import Dealt, RulingGiven
from uka.records.fair import verify
from uka.table import (
    Phrase,
    StaleVersion,
    Table,
    TableLine,
    TableRefusal,
    TableSettings,
    TableStage,
    TableTransition,
    append_entries,
    due,
    evolve,
    parse,
    public_table,
    records,
    replayed,
    tick,
)
from uka.table.commands import gameplay, people
from uka.table.entries import GameBegan, PlayerAdmitted
from uka.table.stored_snapshot import read_snapshot, write_snapshot

PLAYERS = tuple(NAMES)
players = st.sampled_from(PLAYERS)
seats = st.sampled_from(SEATS)
chances = st.integers(0, 2**32 - 1)
rulings = st.one_of(
    st.builds(PointsRuling, points=st.tuples(st.integers(-2, 2), st.integers(-2, 2))),
    st.builds(ForfeitRuling, side=st.sampled_from(Partnership), ejected=st.booleans()),
    st.builds(RevokeRuling, offenders=st.sampled_from(Partnership)),
    st.builds(MisdealRuling),
)

RULES = [
    rulesets.find("tainui", {"target": 3}),
    rulesets.find("bicycle", {"target": 2}),
    rulesets.find("british", {"target": 3}),
    rulesets.find("ohio", {"target": 3, "partners_best": True}),
    rulesets.find("uka", {"target": 3, "farmers_hand": "low"}),
    rulesets.find("cardgames", {"target": 1, "rubber": True}),
]
table_settings = st.builds(
    TableSettings,
    spectators=st.booleans(),
    by_hand=st.booleans(),
    secrets_open_after=st.sampled_from(["game", "deal"]),
    revokes=st.booleans(),
    move_ms=st.sampled_from([0, 5_000]),
    bank_ms=st.sampled_from([0, 20_000]),
)


class AnyTable(RuleBasedStateMachine):
    """The live table, a copy rebuilt from the text of the log, and what each person has seen."""

    driver: Driver
    shadow: Table
    start: Deal | None
    hands: dict[str, Seat]
    checked: int

    @initialize(rules=st.sampled_from(RULES), settings=table_settings, seed=chances)
    def opens(self, rules: Any, settings: TableSettings, seed: int) -> None:
        self.driver = Driver(rules, settings, seed)
        self.shadow, _ = evolve(None, self.driver.lines[0])
        self.start, self.hands, self.checked = None, {}, 0
        self.driver.seat(*PLAYERS[: self.driver.rng.randint(0, 4)])
        if self.driver.rng.random() < 0.8:
            self.driver.begin()

    @property
    def table(self) -> Table:
        return self.driver.table

    def attempt(self, command: Callable[..., Any], *args: Any, by: str, id: str = "") -> bool:
        """Try a command. A refusal must have a sentence and must change nothing."""
        before, lines = self.table, len(self.driver.lines)
        try:
            self.driver.do(command, by, *args, id=id)
        except UkaError as refusal:
            sentence = str(refusal)
        else:
            return True
        assert 8 < len(sentence) < 200
        assert self.table is before
        assert len(self.driver.lines) == lines
        return False

    # People

    @rule(command=st.sampled_from([people.leave, people.stand, people.take_break, people.end_break]), player=players)
    def goes_or_comes(self, command: Callable[..., Any], player: str) -> None:
        if self.driver.rng.random() < 0.5:
            self.attempt(command, by=player)

    @rule(command=st.sampled_from([people.record_disconnection, people.record_reconnection]), player=players)
    def connection(self, command: Callable[..., Any], player: str) -> None:
        self.attempt(command, by=player)

    @rule(player=players, name=st.sampled_from(["", " Ana ", "x" * 40, None]))
    def joins(self, player: str, name: str | None) -> None:
        self.attempt(people.join, NAMES[player] if name is None else name, by=player)

    @rule(player=players, seat=seats)
    def sits(self, player: str, seat: Seat) -> None:
        self.attempt(people.join, NAMES[player], by=player)
        self.attempt(people.sit, seat, by=player)

    @rule(player=players, seat=seats, by_host=st.booleans())
    def is_let_in(self, player: str, seat: Seat, by_host: bool) -> None:
        who = self.table.host if by_host else player
        booked, in_deal = self.table.booked(player), self.table.in_deal
        if self.driver.rng.random() < 0.5:
            done = self.attempt(people.admit, player, by=who)
            assert not done or (booked is self.table.seat_of(player) and in_deal and who == self.table.host)
        else:
            self.attempt(people.give_seat, player, seat, by=who)

    @rule(player=players, a=seats, b=seats, level=st.sampled_from(["novice", "club", "", "x" * 30, None]))
    def arranges(self, player: str, a: Seat, b: Seat, level: str | None) -> None:
        who = self.table.host if self.driver.rng.random() < 0.8 else player
        what = self.driver.rng.randrange(3)
        if what == 0:
            self.attempt(people.swap_seats, a, b, by=who)
        elif what == 1:
            self.attempt(people.seat_bot, a, level, by=who)
        else:
            self.attempt(people.remove_bot, a, by=who)

    @rule(player=players, rules=st.sampled_from(RULES))
    def chooses_other_rules(self, player: str, rules: Any) -> None:
        self.attempt(people.change_rules, rules, by=player)

    @rule(player=players, other=players)
    def removes_or_hands_over(self, player: str, other: str) -> None:
        what = self.driver.rng.random()
        if what < 0.1:
            self.attempt(people.remove_player, other, by=player)
        elif what < 0.5:
            self.attempt(people.change_host, other, by=player)

    @rule(settings=table_settings)
    def changes(self, settings: TableSettings) -> None:
        done = self.attempt(people.change_settings, settings, by=self.table.host)
        same = all(getattr(settings, f) == getattr(self.table.settings, f) for f in people.FIXED_IN_GAME)
        assert not (done and not same)

    @rule(player=players)
    def pauses(self, player: str) -> None:
        self.attempt(people.pause, by=self.table.host if self.driver.rng.random() < 0.5 else player)

    @precondition(lambda self: self.table.paused is not None)
    @rule(wait=st.integers(0, 10**6))
    def resumes(self, wait: int) -> None:
        before = due(self.table, choices=True)
        assert before is None or before.at == 0 or before.what == "secrets"
        paused = self.table
        self.driver.now += wait
        assert self.attempt(people.resume, by=self.table.host) is (paused.host in (m.player for m in paused.members))

    # The game

    @rule()
    def begins(self) -> None:
        self.attempt(
            gameplay.begin_game, self.driver.rng.randbytes(32 * self.driver.rng.randint(1, 20)), by=self.table.host
        )

    @rule(ruling=rulings, line=st.none() | st.integers(1, 9), rare=st.integers(0, 3))
    def rules(self, ruling: Ruling, line: int | None, rare: int) -> None:
        if rare:
            return
        before, given = self.table, RulingGiven(ruling, line)
        done = self.attempt(lambda table, _: gameplay.apply_ruling(table, given), by="table")
        obeyed = line is not None and line <= before.obeyed
        assert (self.table is before) is (obeyed or not done)
        if done and isinstance(ruling, ForfeitRuling) and not obeyed:
            assert self.table.game is not None
            assert self.table.game.winner is ruling.side.other
            assert not (ruling.ejected and [seat for seat in ruling.side.seats if self.table.chair(seat).player])

    @rule(player=players)
    def takes_part(self, player: str) -> None:
        self.driver.share(player)

    @rule()
    def all_take_part(self) -> None:
        self.driver.shares()

    @rule(player=players, off=st.sampled_from([0, 0, 0, 1, -1]), value=st.sampled_from([None, None, "zz", "A" * 64]))
    def commits_or_opens_anything(self, player: str, off: int, value: str | None) -> None:
        value = value or self.driver.rng.randbytes(32).hex()
        assert not self.attempt(gameplay.open_share, self.table.number + off, value, by=player)
        self.attempt(gameplay.commit_shares, value, by=player)

    @rule(player=players, number=st.integers(-2, 34), seat=seats, way=st.sampled_from([None, "3-2", "2-3", "4-1"]))
    def by_hand(self, player: str, number: int, seat: Seat, way: str | None) -> None:
        for player_ in (player, *PLAYERS):
            commands = (
                (gameplay.take_draw_card, number),
                (gameplay.cut_pack, number),
                (gameplay.name_dealer, seat),
                (gameplay.deal_cards, way),
            )
            for command, argument in commands:
                self.attempt(command, argument, by=player_)

    @rule(player=players)
    def is_ready(self, player: str) -> None:
        self.attempt(gameplay.declare_ready, by=player)

    @rule(player=players, action=st.sampled_from(ACTIONS), back=st.integers(-1, 3))
    def submits_anything(self, player: str, action: Any, back: int) -> None:
        version = self.table.seq - back
        before, seat = self.table, self.table.seat_of(player)
        done = self.attempt(gameplay.submit_action, action, version, by=player)
        if done:
            assert before.game is not None
            assert action in before.game.legal_actions_of(seat)
            assert before.moved <= version <= before.seq

    @rule(stale=st.booleans(), twice=st.booleans(), claims=st.booleans(), id=st.sampled_from(["", "m1", "m2", "m3"]))
    def acts(self, stale: bool, twice: bool, claims: bool, id: str) -> None:
        seat = self.table.turn
        if seat is None or not self.table.chair(seat).manned or self.table.paused is not None:
            return
        player, action, version = self.table.chair(seat).player or "", self.driver.pick(seat, claims), self.table.moved
        if stale:
            assert not self.attempt(gameplay.submit_action, action, version - 1, by=player) or isinstance(
                action, ClaimRevoke
            )
            return
        self.driver.now += self.driver.rng.randint(0, 8_000)
        assert self.attempt(gameplay.submit_action, action, version, by=player, id=id)
        if id:
            applied = self.table.applied_line(player, id)
            assert applied is not None
            assert any(line.seq == applied and line.id == id and line.by == player for line in self.driver.lines)
        if twice:
            assert not self.attempt(gameplay.submit_action, action, version, by=player)

    @rule(player=players, off=st.sampled_from([None, 0, 1]), alone=st.booleans())
    def undoes(self, player: str, off: int | None, alone: bool) -> None:
        """Undo a choice. Sometimes all others leave first, so that it is allowed."""
        who = self.table.only_person
        if alone and who is not None:
            player = self.table.chair(who).player or player
        before, offered, at = self.table, public_table(self.table).undo, len(self.driver.steps)
        done = self.attempt(gameplay.undo_action, None if off is None else self.table.seq - off, by=player)
        if done:
            after = self.driver.steps[at].table
            assert offered is before.only_person is after.seat_of(player) is after.turn
            assert after.game == before.past[-1].game or after.rules.clock
            assert after.number == before.number
            assert after.secrets_opened == before.secrets_opened < before.number

    @rule(player=players, phrase=st.sampled_from(Phrase), wait=st.sampled_from([0, 100, 9_000]))
    def says(self, player: str, phrase: Phrase, wait: int) -> None:
        self.driver.now += wait
        before, at = self.table, len(self.driver.steps)
        if self.attempt(people.say, phrase, max(self.driver.now, before.at), by=player):
            after = self.driver.steps[at].table  # timers that were due come after it
            assert (after.moved, after.game) == (before.moved, before.game)
            assert not before.talk_forbidden
            member = after.member(player)
            assert member is not None
            assert len(member.spoke) <= 3

    @precondition(lambda self: self.table.playing and self.table.only_person is None)
    @rule()
    def only_one_stays(self) -> None:
        for chair in self.table.chairs:
            if chair.player and chair.player != self.table.host and self.driver.rng.random() < 0.7:
                self.attempt(people.stand, by=chair.player)

    @rule(seat=seats, off=st.integers(-3, 3), early=st.booleans())
    def bot_answers(self, seat: Seat, off: int, early: bool) -> None:
        seat = self.table.turn or seat
        if self.table.observe(seat) is None or not self.table.game or not self.table.game.legal_actions_of(seat):
            return
        now = self.driver.now + (0 if early else 10**5)
        try:
            made = gameplay.choose(self.table, seat, self.driver.pick(seat, True), self.table.seq + off, now)
        except UkaError:
            return
        self.driver.now = now
        assert self.table.moved <= self.table.seq + off <= self.table.seq
        self.driver.did(append_entries(self.table, made, at=now, by="bot"))

    @rule(times=st.integers(1, 25))
    def goes_on(self, times: int) -> None:
        for _ in range(times):
            if not self.driver.person() if self.can_act() else not self.driver.next():
                return

    @rule(times=st.integers(20, 120))
    def goes_on_long(self, times: int) -> None:
        self.goes_on(times)

    def can_act(self) -> bool:
        turn = self.table.turn
        return turn is not None and self.table.chair(turn).manned and self.table.paused is None

    @rule(wait=st.sampled_from([0, 1, 500, 3_000, 40_000, 720_000]))
    def time_passes(self, wait: int) -> None:
        self.driver.now += wait
        self.driver.did(tick(self.table, self.driver.now))

    # What always holds

    @invariant()
    def every_bot_has_its_own_name(self) -> None:
        names = [chair.persona for chair in self.table.chairs if chair.bot]
        assert len({*names}) == len(names)
        assert None not in names
        assert not [chair for chair in self.table.chairs if chair.persona and not chair.bot]

    @invariant()
    def the_text_makes_the_same_table(self) -> None:
        for step in self.driver.steps[self.checked :]:
            self.shadow, events = evolve(self.shadow, TableLine.parse(step.line.text))
            assert events == step.events
            assert self.shadow == step.table
            assert TableLine.parse(step.line.text).text == step.line.text
            if isinstance(step.line.entry, GameBegan):
                again = read_snapshot(write_snapshot(self.shadow) or b"")
                assert again is not None
                self.shadow = again
            self.one_hand_each(step)
            self.nothing_leaks(step)
        self.checked = len(self.driver.steps)
        assert self.shadow == self.table

    def one_hand_each(self, step: TableTransition) -> None:
        """No person has two seats, and no person sees two hands of one deal."""
        table = step.table
        seated = [chair.player for chair in table.chairs if chair.player]
        assert len(set(seated)) == len(seated)
        assert set(seated) <= {m.player for m in table.members}
        assert table.host in {m.player for m in table.members} or not table.members or step is not self.driver.steps[-1]
        assert not set(table.removed) & {m.player for m in table.members}
        if table.playing and not (table.game and table.game.over):
            assert all((chair.player is None) != (chair.bot is None) for chair in table.chairs)
        if isinstance(step.line.entry, Dealt):
            self.hands = {}
        if table.in_deal:
            for player in seated:
                seat = table.seat_of(player)
                assert seat is not None
                if player not in self.hands:
                    assert isinstance(step.line.entry, Dealt | PlayerAdmitted)
                assert self.hands.setdefault(player, seat) is seat
        booked = [chair.booked for chair in table.chairs if chair.booked]
        assert len(set(booked)) == len(booked)
        assert set(booked) <= {m.player for m in table.members} - set(seated)
        assert all(chair.bot for chair in table.chairs if chair.booked)

    def nothing_leaks(self, step: TableTransition) -> None:
        if isinstance(step.line.entry, Dealt):
            assert step.table.game is not None
            self.start = step.table.game.deal
        for viewer in VIEWERS:
            check_bytes(step, self.start if step.table.game and step.table.game.deal else None, viewer)

    @invariant()
    def what_is_due_comes(self) -> None:
        coming = due(self.table, choices=False)
        if coming and coming.what == "entry":
            assert tick(self.table, coming.at)[1]
            assert coming.at > self.table.at

    def teardown(self) -> None:
        if not hasattr(self, "driver"):
            return
        assert replayed(parse(line.text for line in self.driver.lines)) == self.table
        for log in records(self.driver.lines):
            assert all(verdict.fair for verdict in verify(log)), verify(log)
            assert log.state.over


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = profile(few(12, usual=40), stateful_step_count=40, deadline=None)


def test_the_machine_reaches_the_end_of_games() -> None:
    """A few random runs of the state machine reach the end of a game, so not all commands are refused."""
    over = 0
    for seed in range(6):
        driver = Driver(RULES[seed % len(RULES)], TableSettings(revokes=bool(seed % 2), by_hand=seed > 3), seed)
        driver.seat(*PLAYERS[: 1 + seed % 4])
        rng = Random(seed)
        driver.begin()
        for _ in range(2_000):
            player = rng.choice(PLAYERS)
            command = rng.choice(
                [
                    people.take_break,
                    people.end_break,
                    people.record_disconnection,
                    people.record_reconnection,
                    gameplay.declare_ready,
                ]
            )
            with suppress(TableRefusal):
                driver.do(command, player)
            if not (driver.person() or driver.next()):
                break
        over += driver.table.stage is TableStage.OVER
    assert over == 6


def test_a_stale_version_is_reported_over_the_wire() -> None:
    import pickle

    stale = StaleVersion(3, 5)
    again = pickle.loads(pickle.dumps(stale))
    assert (again.expected, again.found, str(again)) == (3, 5, str(stale))
    assert msgspec.json.encode(str(stale)) == b'"the game has moved on: look again"'
