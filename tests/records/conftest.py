"""Fixtures: the schemas of EGN and EMN, and recorded games from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from referencing import Registry, Resource

Check = Callable[[str], None]


@pytest.fixture(scope="session")
def real(shared: Path) -> Path:
    """The folder of recorded games that people played elsewhere."""
    if not (shared / "egn").is_dir():
        pytest.skip("needs the real games in ../shared/egn, beside the repository")
    return shared / "egn"


@pytest.fixture(scope="session")
def valid(real: Path) -> Check:
    """A function that validates the text of an EGN or EMN file by its schema, and the games of a match by theirs."""
    game = json.loads((real / "egn-schema-v1.json").read_text("utf-8"))
    match = json.loads((real / "emn-schema-v1.json").read_text("utf-8"))
    registry: Registry[Any] = Registry().with_resources([("../egn-schema-v1.json", Resource.from_contents(game))])
    games, matches = Draft7Validator(game), Draft7Validator(match, registry=registry)

    def check(text: str) -> None:
        value = json.loads(text)
        if "games" not in value:
            games.validate(value)
            return
        matches.validate(value)
        for inner in value["games"]:
            games.validate(inner["gameData"])

    return check
