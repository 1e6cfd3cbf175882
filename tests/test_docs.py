"""The pages say what the code says."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_page_of_rulesets_is_the_one_that_the_types_give() -> None:
    spec = importlib.util.spec_from_file_location("make", ROOT / "docs" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    assert make.PAGE.read_text("utf-8") == make.page(), "docs/rulesets.md is stale: run docs/make.py"


def test_every_command_of_the_readme_is_there() -> None:
    from uka.cli import app

    words = [line.split() for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("uka ")]
    assert words
    assert {verb for _, verb, *_ in words} <= set(app)
