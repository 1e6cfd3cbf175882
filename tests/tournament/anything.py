"""Random tournament days: every command is applied, or refused with a sentence and without any change."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any, TypeAlias

from msgspec.structs import replace

from uka import rulesets
from uka.core.cards import Card
from uka.core.errors import UkaError
from uka.core.seats import SEATS, Partnership, Seat
from uka.records.applied_message_ids import AppliedMessageIds
from uka.tournament import Roster, Tournament, TournamentEntries, TournamentSettings, standings
from uka.tournament import entries as en
from uka.tournament.commands import captain, level_teams, official, rounds, teams, undo
from uka.tournament.commands import live_tables as online
from uka.tournament.entries import CLOCK, ConductCardColour, Role, Tap
from uka.tournament.tournament import ConductMark

from .day import DIRECTOR, MARAE, Day

MINUTE = 60_000
RESULTS = en.PaperResultEntered | en.DrawnMatchCut
Asked: TypeAlias = tuple[Any, ...]
"""A command of a tournament and its arguments."""


class AnyDay(Day):
    """A tournament of a few teams with random commands."""

    def __init__(self, count: int, seed: object, *, played_online: bool = False) -> None:
        bots = "novice" if played_online else ""
        rules = rulesets.find(Random(f"rules {seed}").choice(("bicycle", "tainui")))
        super().__init__(TournamentSettings(online=played_online, bots=bots, captains_give=True), rules, seed)
        self.ids = 0
        self.enter(count)

    def fresh(self) -> str:
        """Return a new grant id."""
        self.ids += 1
        return f"g{self.ids}"

    # Somebody, somewhere

    @property
    def table(self) -> int:
        return self.rng.choice((*self.t.tables, 99)) if self.rng.random() < 0.1 else self.rng.choice(self.t.tables)

    @property
    def team(self) -> int:
        return self.rng.choice((*self.t.teams, self.t.teams[0])).number if self.rng.random() < 0.9 else 99

    @property
    def points(self) -> tuple[int, int]:
        return self.rng.choice(((11, 3), (5, 5), (2, 7), (0, 0), (11, 3)))

    @property
    def cards(self) -> tuple[Card, Card]:
        first, second = self.rng.sample([card for card in self.t.rules.cards if card is not Card.JOKER], 2)
        return first, second

    @property
    def level_cut(self) -> tuple[tuple[int, Card], ...]:
        """A random card for each team of the first group of level teams."""
        group = next(iter(standings.level_groups(self.t)), ())
        cards = [card for card in self.t.rules.cards if card is not Card.JOKER]
        return tuple(zip(group, self.rng.sample(cards, len(group)), strict=True))

    @property
    def roster(self) -> Roster:
        name = f"Team {self.rng.randrange(40)}"
        return Roster(name, self.rng.choice(MARAE), f"Kaihautū of {name}", ("Mere", "Hemi"), ("Rua",))

    # What is asked for

    def tap(self, tapped: en.Tap | None = None) -> None:
        """Enter a random tap of an official at a random table, or the tap that is given."""
        rng, table = self.rng, self.table
        side, seat = rng.choice(tuple(Partnership)), rng.choice(SEATS)
        kinds: tuple[en.Tap, ...] = (
            en.FirstDealerSet(table, seat),
            en.RevokeFound(table, side),
            en.DealMisdealt(table),
            en.UpcardAtBell(table, rng.random() < 0.5),
            en.DealThrownIn(table),
            en.OfficialRulingGiven(table, "so it is", points=(rng.randint(-2, 2), 0), redeal=rng.random() < 0.3),
            *[en.DealPlayed(table, side, rng.randint(0, 6), rng.random() < 0.2, rng.random() < 0.1)] * 6,
        )
        self.do(official.tap, tapped or rng.choice(kinds), by=rng.choice((DIRECTOR, f"o{table}")))

    def ask(self) -> None:
        """Try a random command by a random person, usually one who is allowed to give it."""
        rng = self.rng
        command, *args = self._table() if rng.random() < 0.8 else self._desk()
        more = args.pop() if args and isinstance(args[-1], dict) else {}
        others = [grant.id for grant in self.t.grants] + ["", "nobody"]
        by = more.pop("by", DIRECTOR)
        by = by if rng.random() < 0.9 else rng.choice(others)
        self.do(command, *args, by=by, id=rng.choice(("", "m1", self.fresh())), **more)

    def _table(self) -> Asked:
        rng, table, team = self.rng, self.table, self.team
        side = rng.choice(tuple(Partnership))
        at, of, all_tables = {"by": f"o{table}"}, {"by": f"c{team}"}, dict.fromkeys(self.t.tables, "live")
        playing = self.t.round.number if self.t.round else 1
        lines = [seq for seq, _, _ in self.t.marks[-3:]] + [
            seq for match in (self.t.round.matches if self.t.round else ()) for seq, _ in match.taps[-2:]
        ]
        undone = lines + [match.earlier[0] for p in self.t.rounds for match in p.matches if match.earlier]
        undone += [seq for seq, _ in self.t.cuts]
        asked: tuple[Asked, ...] = (
            (official.tap, en.GameForfeited(table, side, "gone"), at),
            (undo.undo, rng.choice(undone or [3]), "a slip"),
            (official.sign_for_captain, table, team, at),
            (official.enter_cut_cards, table, self.cards, at),
            (
                official.show_card,
                en.ConductCardShown(team, rng.choice(tuple(ConductCardColour)), "talk", rng.choice(("", "Hemi"))),
            ),
            (official.give_fair_play, team, rng.randint(1, 3), rng.choice(("", "kind"))),
            (official.give_fair_play, team, 1, {"by": f"c{self.team}"}),
            (official.substitute, team, "Hemi", "Rua", rng.choice((0, 5))),
            (official.call_for_help, table, rng.choice(("", "a rule")), rng.choice((at, of, {}))),
            (official.answer_call, table, at),
            (captain.sign_result, team, of),
            (captain.claim_result, team, self.points, of | {"insist": rng.random() < 0.9}),
            (rounds.enter_paper_result, table, self.points, {"insist": rng.random() < 0.9}),
            (_sit, f"live{table}", (), {"by": CLOCK}),
            (_sit, f"live{table}", (rng.choice(SEATS),), {"by": CLOCK}),
            (_place, playing, {number: f"{live}{number}" for number, live in all_tables.items()}, {"by": CLOCK}),
            (_count, f"live{table}", self.points, rng.random() < 0.3, {"by": CLOCK}),
            (_obeyed, f"live{table}", rng.choice(lines or [3]), rng.choice(("", "too late")), {"by": CLOCK}),
            *[(captain.cut_card, team, rng.choice((None, self.cards[0])), self.cards, of)] * 2,
            (online.seat_bot, table, rng.choice(SEATS), rng.choice((of, {}))),
        )
        return rng.choice(asked)

    def _desk(self) -> Asked:
        rng = self.rng
        settings = TournamentSettings(
            bye=rng.randint(0, 2),
            red_card=rng.choice(("game", "day")),
            online=self.t.settings.online,
            bots=self.t.settings.bots,
        )
        asked: tuple[Asked, ...] = (
            (teams.change_settings, settings),
            (level_teams.enter_cut_cards, self.level_cut, {}),
            (teams.grant_link, en.LinkGranted(self.fresh(), Role.PLAYER, "Mere", team=self.team)),
            (teams.grant_links, rng.choice((Role.OFFICIAL, Role.CAPTAIN, Role.PLAYER)), self.fresh),
            (teams.revoke_link, rng.choice(self.t.grants).id),
            (teams.enter_all, [self.roster for _ in range(rng.randint(1, 2))]),
            (teams.amend, self.team, self.roster),
            (teams.withdraw, self.team, "gone home"),
            *[(teams.rejoin, team.number) for team in self.t.teams if team.withdrawn],
            (teams.set_tables, rng.sample(range(1, 8), rng.randint(2, 5))),
            (rounds.pause,),
            *[(rounds.resume,)] * 3,
            (rounds.extend, rng.choice((-MINUTE, MINUTE)), "a spill"),
            (rounds.ring_bell,),
            (
                rounds.correct_result,
                en.ResultCorrected(rng.randint(1, 3), self.table, self.points, "misread"),
                {"insist": rng.random() < 0.9},
            ),
            *[(rounds.seat, str(rng.random()))] * 3,
            *[(rounds.start,)] * 5,
            *[(rounds.close, {"unsigned": True})] * 3,
        )
        return rng.choice(asked)

    def happen(self, times: int) -> None:
        """Try some random commands, let time pass, and sometimes play a round to its end."""
        for _ in range(times):
            if self.rng.random() < 0.03:
                self.wind_up()
            before, count = self.t, len(self.lines)
            try:
                if self.rng.random() < 0.4:
                    self.tap()
                else:
                    self.ask()
            except UkaError:
                assert (self.t, len(self.lines)) == (before, count)
            if self.rng.random() < 0.2:
                self.undo(before)
            if self.rng.random() < 0.05:
                self.wait(self.rng.choice((MINUTE, 5 * MINUTE)))

    def undo(self, before: Tournament) -> None:
        """If the last command wrote something that can be undone, undo it and compare the states."""
        if self.t.seq == before.seq or (self.t.round and self.t.round.closed):
            return
        first, *rest = self.lines[before.seq + 1 :]
        red = isinstance(first.entry, en.ConductCardShown) and first.entry.colour is ConductCardColour.RED
        table = next((line.entry.table for line in (first, *rest) if isinstance(line.entry, Tap | RESULTS)), None)
        if table is not None and self.match(table).live:
            return  # a live table has applied it
        if red or (not rest and isinstance(first.entry, Tap | ConductMark | RESULTS | en.LevelTeamsCut)):
            self.do(undo.undo, first.seq, by=DIRECTOR)
            assert bare(self.t) == bare(before)

    def wind_up(self) -> None:
        """Play the round to its end, and seat the next."""
        playing = self.t.round
        if playing and playing.started is not None and not playing.closed:
            for match in playing.matches:
                if not match.over:
                    self.do(rounds.enter_paper_result, match.table, self.points, insist=True)
                while self.match(match.table).moving_team is None:
                    self.do(official.enter_cut_cards, match.table, self.cards)
            self.do(rounds.close, unsigned=True)
        with suppress(UkaError):  # a correction may leave a draw, or there may be too few teams
            self.do(rounds.seat, str(self.rng.random()))
            self.do(rounds.start)


def bare(t: Tournament) -> Tournament:
    """Return a tournament without what a tap removes, without signatures and cuts, and without counts of messages."""
    played = t.rounds[:-1]
    for last in t.rounds[-1:]:
        matches = tuple([replace(match, confirmed=(), cut=None, cuts=()) for match in last.matches])
        played += (replace(last, matches=matches),)
    grants = tuple([replace(grant, applied_ids=AppliedMessageIds()) for grant in t.grants])
    return replace(t, rounds=played, grants=grants, seq=0, at=0, hash="")


def _place(t: Tournament, by: str, number: int, tables: dict[int, str]) -> TournamentEntries:
    return online.assign_live_tables(t, number, tables) if t.settings.online else ()


def _count(t: Tournament, by: str, live: str, points: tuple[int, int], over: bool) -> TournamentEntries:
    return online.record_points(t, live, points, over=over)


def _obeyed(t: Tournament, by: str, live: str, line: int, refused: str) -> TournamentEntries:
    return online.record_ruling_answer(t, live, line, refused)


def _sit(t: Tournament, by: str, live: str, seats: tuple[Seat, ...]) -> TournamentEntries:
    return online.record_seats(t, live, seats)
