"""The puzzles that come with Uka: lawful, different from each other, and about what their theme says."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from uka import puzzles
from uka.core.actions import CallTrump, Discard, OrderUp, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.kernels.hidden_cards import infer_hidden_cards
from uka.puzzles import InvalidPuzzles, Puzzle
from uka.puzzles.puzzle import situation

FITS: dict[str, Callable[[Puzzle, Observation], bool]] = {
    "ordering_up": lambda puzzle, seen: any(isinstance(each, OrderUp) for each in (puzzle.best[0], puzzle.second)),
    "next": lambda _, seen: seen.phase is Phase.CALLING and seen.calling_round == 2,
    "naming_trump": lambda puzzle, _: any(isinstance(each, CallTrump) for each in (puzzle.best[0], puzzle.second)),
    "discard": lambda puzzle, _: isinstance(puzzle.best[0], Discard),
    "first_lead": lambda _, seen: seen.phase is Phase.PLAYING and not seen.tricks and not seen.trick,
    "drawing_trumps": lambda puzzle, seen: isinstance(puzzle.best[0], Play) and not seen.trick,
    "saving_a_trick": lambda _, seen: len(seen.trick) >= 2,
    "stopping_a_loner": lambda _, seen: seen.contract is not None and seen.contract.loner is not None,
}


@pytest.mark.parametrize("name", puzzles.names())
def test_the_puzzles_of_a_ruleset_are_lawful_and_fit_their_themes(name: str) -> None:
    found = puzzles.load(name)
    assert found.header.rules.name == name
    assert len({puzzle.deal for puzzle in found.puzzles}) == len(found.puzzles) > 0
    for puzzle in found.puzzles:
        seen = puzzle.observation(found.header.rules)
        assert seen.my_turn
        assert {*puzzle.best, puzzle.second} <= {*seen.lawful_actions}
        assert puzzle.second not in puzzle.best
        assert FITS.get(puzzle.theme, lambda *_: True)(puzzle, seen), (puzzle.deal, puzzle.theme)


@pytest.mark.parametrize("name", puzzles.names())
def test_every_field_of_a_puzzle_is_read(name: str) -> None:
    """A field by a name that no class has would be left out: a partner who sits out would sit at the table."""
    found = puzzles.load(name)
    for puzzle in found.puzzles:
        seen = puzzle.observation(found.header.rules)
        assert msgspec.json.decode(msgspec.json.encode(situation(seen))) == puzzle.situation
        assert infer_hidden_cards(seen).cases


def test_a_ruleset_without_puzzles_is_refused() -> None:
    with pytest.raises(InvalidPuzzles, match="no puzzles come with Uka for 'knock'"):
        puzzles.load("knock")
