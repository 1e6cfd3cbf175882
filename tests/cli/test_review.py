"""``uka review`` as people type it: a table and JSON, whose choices, and what is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.cli.conftest import Typed
from uka import coach, rulesets
from uka.bots import bot
from uka.coach import DealReview
from uka.coach.formatting import deal_part
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled
from uka.records import Log, read

ARCHIVE = Path(__file__).parents[1] / "archive"
RECORD = str(ARCHIVE / "cardgames.uka")


def test_json_says_what_the_library_says(typed: Typed) -> None:
    done, log = typed("review", RECORD, "--deal", "2", "--json"), read(RECORD).games[0]
    found = [msgspec.json.decode(line, type=DealReview) for line in done.out.splitlines()]
    assert found == [coach.review(log, seat, 1) for seat in SEATS]
    assert not done.err


def test_a_bot_says_why_in_its_own_words(typed: Typed, tmp_path: Path) -> None:
    rules = rulesets.find("north_american", {"target": 1})
    log = Log.start(rules, dealer=Seat.SOUTH, players=("club", "you", "club", "club"), about={"person": "you"})
    log.deal(shuffled(rules, 5))  # east has five cards to choose from in the first trick
    while (turn := log.state.turn) and log.state.in_deal:
        log.act(bot("club").choose(log.state.observe(turn), Random(0)))
    log.write(tmp_path / "mine.uka")
    asked = ("review", str(tmp_path / "mine.uka"), "--why", "--deal", "1")
    out = typed(*asked, "--seat", "north").out
    assert "Deal 1, call, north (club): " in out
    assert "What I knew:" in out
    assert "How I chose:" in out
    own = typed(*asked, "--trick", "1").out
    assert "Deal 1, trick 1, east: " in own
    assert "How I chose" not in own
    assert "Nothing to explain" in typed(*asked, "--seat", "south", "--trick", "5").out
    told = [msgspec.json.decode(line) for line in typed(*asked, "--seat", "north", "--json").out.splitlines()]
    found = coach.review(log, Seat.NORTH, 0)
    assert [each["made"]["step"] for each in told] == [each.step for each in found.choices if each.choices]
    assert {each["made"]["grade"] for each in told} <= {"best", "good", "doubtful", "costly"}


def test_a_trick_can_be_reviewed_alone(typed: Typed) -> None:
    trick = ("review", RECORD, "--deal", "3", "--trick", "1")
    found = [msgspec.json.decode(line, type=DealReview) for line in typed(*trick, "--json").out.splitlines()]
    assert [[choice.trick for choice in each.choices] for each in found] == [[0]] * 4
    assert "trick 1" in typed(*trick).out
    assert "call" not in typed(*trick).out


def test_what_is_listed_is_said(typed: Typed) -> None:
    log = read(RECORD).games[0]
    deals = range(coach.deal_count(log))
    costly = coach.worst_first(coach.review(log, seat, deal) for seat in SEATS for deal in deals)
    assert len(costly) > 20
    listed = f" {len(costly)} could have been better; the 20 most costly are listed:"
    assert listed in typed("review", RECORD).out
    assert (
        "0 choices reviewed. None could have been better.\n"
        in typed("review", RECORD, "--deal", "1", "--trick", "5").out
    )


def test_the_worst_stand_first(typed: Typed) -> None:
    done, log = typed("review", RECORD, "--seat", "south"), read(RECORD).games[0]
    found = [coach.review(log, Seat.SOUTH, deal) for deal in range(coach.deal_count(log))]
    costly = coach.worst_first(found)
    lines = done.out.splitlines()
    choices = sum(each.real_choices for each in found)
    assert (
        lines[0]
        == f"{choices} choices of south reviewed. Only the {len(costly)} that could have been better are listed:"
    )
    rows = [line.split() for line in lines if "% " in line]
    for row, (each, judged) in zip(rows, costly, strict=True):
        assert " ".join(row).startswith(f"{each.number + 1} {deal_part(judged)} ")
    losses = [float(next(cell for cell in row if cell.endswith("%")).replace("−", "").rstrip("%")) for row in rows]
    assert losses == sorted(losses, reverse=True)


def test_in_a_game_of_uka_play_it_is_ones_own_choices(typed: Typed, tmp_path: Path) -> None:
    rules = rulesets.find("north_american", {"target": 1})
    log = Log.start(rules, dealer=Seat.SOUTH, players=("club", "you", "club", "club"), about={"person": "you"})
    log.deal(shuffled(rules, 1))
    while log.state.turn:
        log.act(log.state.legal_actions[-1])
    log.write(tmp_path / "mine.uka")
    assert "choices of east reviewed. " in typed("review", str(tmp_path / "mine.uka")).out


def test_what_is_not_judged_is_said_once(typed: Typed) -> None:
    out = typed("review", str(ARCHIVE / "misdeal.uka")).out
    assert out.count("Deal 2: A misdeal: nothing to review.") == 1
    early = typed("review", str(ARCHIVE / "early.egn")).out
    assert "Deal 1 (north, west): Some hands are missing from the record" in early


def test_ctrl_c_leaves_what_was_found_so_far(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = coach.review

    def review(log: Log, seat: Seat, deal: int) -> DealReview:
        if deal == 2:
            raise KeyboardInterrupt
        return judge(log, seat, deal)

    monkeypatch.setattr(coach, "review", review)
    done = typed("review", RECORD, "--seat", "south")
    assert done.code == 130
    assert "choices of south" in done.out
    assert "Traceback" not in done.out + done.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nothing.uka",), "there is no file nothing.uka; uka play keeps its games in "),
        ((RECORD, "--deal", "99"), "there is no deal 99: the record has 9, counted from 1"),
        ((RECORD, "--deal", "0"), "there is no deal 0: the record has 9, counted from 1"),
        ((RECORD, "--trick", "6"), "--trick must be 1 to 5, not 6"),
        ((RECORD, "--deal", "-1"), "there is no deal -1"),
        ((RECORD, "--game", "2"), "there is no game 2"),
        ((RECORD, "--seat", "up"), "--seat must be north, east, south or west, not 'up'"),
        ((str(ARCHIVE / "README.md"),), ""),
    ],
)
def test_bad_input_gets_one_sentence(typed: Typed, words: tuple[str, ...], told: str) -> None:
    done = typed("review", *words)
    assert done.code == 2
    assert told in done.err
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
