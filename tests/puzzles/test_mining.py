"""Mined puzzles: repeatable, continued after a stop, and true of what the seat could know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from uka.bots import bot
from uka.coach import hint
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.seats import Seat
from uka.core.shuffle import shuffled
from uka.puzzles import InvalidPuzzles, PuzzleFile, read, save
from uka.puzzles.mining import mine, renew
from uka.puzzles.source import DealSource, recorded_source
from uka.records import Acted, Dealt, Log
from uka.rulesets import find

RULES = find("north_american")


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture(scope="module")
def mined(executor: Executor, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of the deals up to one with a puzzle, four at least."""
    path = tmp_path_factory.mktemp("puzzles") / "all.puzzles"
    stop_when(path, executor, lambda found: found.header.deals >= 4 and len(found.puzzles) > 0)
    return path


def stop_when(path: Path, executor: Executor, enough: Callable[[PuzzleFile], bool]) -> None:
    steps = mine(path, DealSource(RULES, "test"), 100, executor)
    next(found for found in steps if enough(found))
    steps.close()


def test_mining_goes_on_after_a_stop_as_if_there_had_been_none(mined: Path, executor: Executor, tmp_path: Path) -> None:
    path, last = tmp_path / "parts.puzzles", read(mined).header.deals
    for deals in (3, last):
        stop_when(path, executor, lambda found, deals=deals: found.header.deals == deals)
    assert path.read_bytes() == mined.read_bytes()


def test_renewing_leaves_mined_puzzles_as_they_are_and_drops_those_that_do_not_hold(
    mined: Path, executor: Executor, tmp_path: Path
) -> None:
    found = read(mined)
    wrong = replace(found.puzzles[0], best=(found.puzzles[0].second,))
    path = tmp_path / "old.puzzles"
    save(PuzzleFile(found.header, (*(replace(each, reasons=()) for each in found.puzzles), wrong)), path)
    assert list(renew(path, executor)) == list(range(1, len(found.puzzles) + 2))
    assert path.read_bytes() == mined.read_bytes()


def test_a_puzzle_is_a_choice_of_one_seat_with_a_clear_best_action(mined: Path) -> None:
    found = read(mined)
    assert found.puzzles
    for puzzle in found.puzzles:
        seen = puzzle.observation(found.header.rules)
        assert seen.my_turn
        assert {*puzzle.best, puzzle.second} <= {*seen.lawful_actions}
        assert puzzle.second not in puzzle.best
        assert puzzle.margin >= 0.03
        assert 1 <= puzzle.difficulty <= 4
        assert puzzle.solved["master"] >= 0.8
        assert puzzle.solved["random"] <= 0.34
        assert puzzle.solved["casual"] < 1
        assert puzzle.reasons
        assert hint(seen)[0].action in puzzle.best


def test_a_puzzle_tells_no_card_that_the_seat_could_not_see(mined: Path) -> None:
    found = read(mined)
    for puzzle in found.puzzles:
        seen = puzzle.observation(found.header.rules)
        played = {card for trick in seen.tricks for card in trick.cards} | {*seen.trick}
        known = {*seen.cards, *seen.put_away, *seen.buried, seen.upcard, *played}
        told = {str(card) for card in RULES.cards if f'"{card}"' in msgspec.json.encode(puzzle).decode()}
        assert told <= set(map(str, known))


def test_other_rules_another_seed_and_other_files_are_refused(mined: Path, executor: Executor, tmp_path: Path) -> None:
    with pytest.raises(UkaError, match="other rules or with another seed"):
        next(mine(mined, DealSource(find("uka"), "test"), 100, executor))
    with pytest.raises(UkaError, match="other rules or with another seed"):
        next(mine(mined, DealSource(RULES, "another"), 100, executor))
    (tmp_path / "bad.puzzles").write_bytes(b"no puzzles")
    with pytest.raises(InvalidPuzzles, match="holds no puzzles"):
        read(tmp_path / "bad.puzzles")
    found = read(mined)
    save(replace(found, header=replace(found.header, format=2)), tmp_path / "later.puzzles")
    with pytest.raises(InvalidPuzzles, match=r"later\.puzzles has format 2; this Uka reads format 1$"):
        read(tmp_path / "later.puzzles")


def recorded(seed: int, rules: Ruleset = RULES) -> Log:
    """Return a record of two deals in which bots choose that often err."""
    rng, log = Random(seed), Log.start(rules, dealer=Seat.SOUTH)
    for _ in range(2):
        log.append(Dealt(shuffled(rules, rng.getrandbits(64))))
        while (seat := log.state.turn) is not None:
            log.append(Acted(seat, bot("casual").choose(log.state.observe(seat), rng)))
    return log


def test_records_are_searched_to_their_last_deal_and_go_on_after_a_stop(executor: Executor, tmp_path: Path) -> None:
    source = recorded_source(map(recorded, range(2)))
    assert source.recorded
    assert len(source.recorded) == 4
    seen = {observation for deal in source.recorded for observation in deal}
    path = tmp_path / "records.puzzles"
    steps = mine(path, source, 100, executor)
    next(steps)
    steps.close()
    assert read(path).header.deals == 1
    found = list(mine(path, source, 100, executor))[-1]
    assert found.header.deals == 4
    assert list(mine(path, source, 100, executor)) == []
    for puzzle in found.puzzles:
        assert puzzle.observation(RULES) in seen
    with pytest.raises(UkaError, match="another file"):
        next(mine(path, recorded_source([recorded(9)]), 100, executor))


def test_records_under_different_rules_are_refused() -> None:
    with pytest.raises(UkaError, match=r"must all have the same rules; these have: .*Bicycle"):
        recorded_source([recorded(1), recorded(1, find("bicycle"))])
    with pytest.raises(UkaError, match="these have: none"):
        recorded_source([])
