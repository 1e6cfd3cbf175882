"""``uka solve`` as people type it: positions in text and in records, as a table and as JSON, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Typed
from uka import Deal, rulesets
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.records import Dealt, Log, read
from uka.solver import parse, solve, text_of

ARCHIVE = Path(__file__).parents[1] / "archive"
GOOD = "N Jd Th; E 9h; S Kd Td; W Qh Ac; trump d; maker N; lead E; trick 9c; taken 2-1"
Run = Callable[..., str]
CARDGAMES = ("--rules", "cardgames")


@pytest.fixture
def run(typed: Typed) -> Run:
    def call(*words: str, code: int = 0) -> str:
        done = typed(*words)
        assert done.code == code, done.err
        assert not (done.out if code else done.err)
        return done.err if code else done.out

    return call


def test_a_position_as_a_table(run: Run) -> None:
    lines = [line.rstrip() for line in run("solve", GOOD, "--rules", "cardgames").splitlines()]
    assert lines[0] == "North made diamonds ♦ trump. It is South's turn after 9♣."
    assert [line.split() for line in lines if "♦" in line][1:3] == [
        ["▶", "10♦", "4", "1", "made", "1", "to", "N-S"],
        ["▶", "K♦", "4", "1", "made", "1", "to", "N-S"],
    ]
    after = lines.index("The line of play:")
    assert [line.split("  ")[-1].strip() for line in lines[after + 1 : after + 3]] == [
        "South takes it",
        "North takes it",
    ]
    assert parse(lines[-1], rulesets.find("cardgames")) == parse(GOOD, rulesets.find("cardgames"))


def test_the_best_are_marked_and_the_others_are_not(run: Run) -> None:
    text = "N Jd Th 9c Ah Kh; E 9h Jh Qd Ad As; S Kd Td 9d Tc Jc; W Qh Qs Ks Ts Js; trump d; maker N; lead E"
    rows = [line.split() for line in run("solve", text, "--rules", "cardgames").splitlines() if "to N-S" in line]
    assert {row[1] for row in rows if row[0] == "▶"} == {"Q♦", "9♥", "A♠"}
    assert {row[0] for row in rows if row[0] != "▶"} == {"A♦", "J♥"}


def test_the_mark_of_the_best_is_explained(run: Run) -> None:
    assert "▶: a best card; tricks of the whole deal" in run("solve", GOOD, "--rules", "cardgames")


def test_the_text_of_a_deal(run: Run) -> None:
    rules = rulesets.find("cardgames")
    deal = Deal.start(rules, Seat.SOUTH, shuffled(rules, seed=7))
    for action in ("pass", "pass", "order up", "Jc", "Td"):
        deal, _ = deal.apply(action)
    told = run("solve", deal.text, "--rules", "cardgames")
    assert told.startswith("East made hearts ♥ trump. It is North's turn after 10♦.")
    before = deal.text.partition("; actions")[0]
    assert "only a deal in play can be solved: this one is calling" in run("solve", before, *CARDGAMES, code=2)
    assert "'fly' is not an action" in run("solve", f"{before}; actions fly", *CARDGAMES, code=2)


def test_alone_and_defended_alone(run: Run) -> None:
    text = "N Jd Th; E 9h; W Qh Ac; S Kd Td; trump d; maker N; lead E; trick 9c; taken 2-1; alone S E"
    told = run("solve", text, "--rules", "cardgames")
    assert told.startswith(
        "North made diamonds ♦ trump, South is alone, East defends alone. It is South's turn after 9♣."
    )
    assert "North J♦" not in told
    assert "West" not in told


def test_json_says_what_the_library_says(run: Run) -> None:
    solution = solve(parse(GOOD, rulesets.find("uka")))
    told = json.loads(run("solve", GOOD, "--rules", "uka", "--json"))
    assert told["position"] == text_of(solution.position)
    assert (told["turn"], told["makers"], told["rules"]) == ("south", "north-south", "uka")
    for row, choice in zip(told["choices"], solution.choices, strict=True):
        assert row == {
            "card": str(choice.card),
            "tricks": list(choice.tricks),
            "outcome": choice.outcome.value,
            "points": list(choice.points),
            "best": choice.best,
        }
    assert [trick["taker"] for trick in told["line"]] == [str(trick.taker) for trick in solution.line]


@pytest.mark.daily(2)
@pytest.mark.parametrize("name", ["tainui", "house_benny_seen", "house_under_and_best", "rubber"])
def test_every_card_of_a_record(run: Run, name: str) -> None:
    """Each position of the play is found, and its solution agrees with the deal's own play."""
    path, at, found = ARCHIVE / f"{name}.uka", 0, 0
    for entry, _, state in read(path).games[0].replay():
        at += isinstance(entry, Dealt)
        deal = state.deal if state else None
        if at > 2 or deal is None or deal.phase is not Phase.PLAYING:
            continue
        place = ("--deal", at, "--trick", len(deal.tricks) + 1, "--card", len(deal.trick) + 1)
        told = json.loads(run("solve", str(path), *map(str, place), "--json"))
        assert told["position"] == text_of(solve(deal).position)
        assert told["rules"] == deal.rules.name
        found += 1
    assert found > 5


def test_a_record_in_which_hands_are_not_known(run: Run) -> None:
    early, small = str(ARCHIVE / "early.egn"), str(ARCHIVE / "small.egn")
    assert run("solve", early, "--deal", "1", code=2) == ("the record does not know every hand in trick 1 of deal 1\n")
    known = json.loads(run("solve", early, "--deal", "1", "--trick", "2", "--json"))
    assert known["choices"]
    loner = json.loads(run("solve", small, "--deal", "2", "--json"))
    assert "E -;" in loner["position"], "nobody knows what the loner's partner held, and it is not made up"


def test_a_deal_that_was_not_played(run: Run, tmp_path: Path) -> None:
    log = Log.start(rulesets.find("uka"), dealer=Seat.SOUTH)
    log.deal(shuffled(log.rules, seed=1))
    path = tmp_path / "begun.uka"
    log.write(path)
    assert run("solve", str(path), "--deal", "1", code=2) == "no card was played in deal 1\n"


def test_a_record_of_a_table_where_revokes_happened(run: Run) -> None:
    """East revokes with Td. That card is not among the choices, and the later play is solved from that card on."""
    trick = ("solve", str(ARCHIVE / "revoke.uka"), "--deal", "2", "--trick", "2", "--json", "--card")
    before, after = json.loads(run(*trick, "2")), json.loads(run(*trick, "3"))
    assert [choice["card"] for choice in before["choices"]] == ["Jd", "Qh"]
    assert "trick Th Td" in after["position"]


RECORD = str(ARCHIVE / "tainui.uka")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((GOOD.replace("Th", "Xh"),), "'Xh' is not a card"),
        ((GOOD.replace("Th", "9c"), "--rules", "uka"), "9c is in two places"),
        ((GOOD.replace("Th", "7h"), "--rules", "cardgames"), "7h is not in the pack of 24 cards"),
        ((GOOD, "--rules", "nothing"), "There is no ruleset or file named 'nothing'"),
        ((GOOD, "--deal", "1"), "--deal is for records"),
        (("N Jd Th",), "there is no file N Jd Th; a position as text has parts separated by ;"),
        (("N Jd Th", "--deal", "0"), "there is no file N Jd Th; uka play keeps its games in "),
        (("x" * 5000, "--deal", "0"), "cannot be read"),
        (("x" * 5000,), "there is no file x"),
        ((";",), "say what is trump"),
        (("",), "give the deal"),
        ((RECORD,), "give the deal of"),
        ((RECORD, "--deal", "10"), "there is no deal 10: the record has 9, counted from 1"),
        ((RECORD, "--deal", "0"), "there is no deal 0: the record has 9, counted from 1"),
        ((RECORD, "--deal", "-1"), "there is no deal -1"),
        ((RECORD, "--deal", "1", "--trick", "6"), "no card 1 in a trick 6"),
        ((RECORD, "--deal", "1", "--trick", "0"), "both are counted from 1"),
        ((RECORD, "--deal", "1", "--card", "5"), "no card 5 in a trick 1"),
        ((RECORD, "--deal", "1", "--game", "2"), "there is no game 2"),
        ((RECORD, "--deal", "1", "--rules", "uka"), "a record has its own rules"),
        ((RECORD, "--deal", "1.5"), "--deal must be a whole number, not '1.5'"),
        (("nothing.uka", "--deal", "0"), "there is no file nothing.uka"),
        ((str(ARCHIVE / "README.md"), "--deal", "0"), ""),
    ],
)
def test_bad_input_gets_one_sentence(run: Run, words: tuple[str, ...], told: str) -> None:
    refusal = run("solve", *words, code=2)
    assert told in refusal
    assert refusal.count("\n") == 1
    assert "Traceback" not in refusal
