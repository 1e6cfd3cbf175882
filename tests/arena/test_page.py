"""docs/bots.md names every field, phase, fault and limit; its examples run like those of every page."""

import ast
import shlex
from pathlib import Path

from uka import Observation, Phase
from uka.arena import program, protocol
from uka.arena.player_faults import FaultCounts
from uka.cli.app import app

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text("utf-8")


def told(names: set[str]) -> set[str]:
    """The names that have a row in a table of the page."""
    rows = [row for row in PAGE.splitlines() if row.startswith("| `")]
    return {name for name in names if any(f"`{name}`" in row for row in rows)}


def test_every_field_of_an_observation_is_documented() -> None:
    fields = set(Observation.__struct_fields__) - {"rules"}
    assert told(fields) == fields


def test_every_phase_and_every_fault_is_documented() -> None:
    phases = {phase.value for phase in Phase} - {"over"}
    faults = set(FaultCounts.__struct_fields__) - {"first"}
    assert told(phases) == phases
    assert told(faults) == faults


def test_the_limits_are_those_of_the_code() -> None:
    page = " ".join(PAGE.split())
    assert f"It has {program.START:g} seconds" in page
    assert f"`--seconds`, {program.SECONDS:g} by default" in page
    assert f"more than {protocol.MOST_BYTES} bytes" in page
    assert (program.STRIKES, program.END) == (3, 1.0)
    assert "three times" in page
    assert "within a second" in page


def test_every_command_of_the_page_is_valid() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("uka ")]
    assert len(lines) == 7
    for line in lines:
        app.parse_args(shlex.split(line)[1:])


def test_the_example_is_twenty_lines_of_plain_python() -> None:
    tree = ast.parse((ROOT / "examples" / "bot.py").read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert imported == {"json", "random", "sys"}
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))
    prose = {
        node.lineno for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    lines = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt)} - prose
    assert len(lines) <= 20
