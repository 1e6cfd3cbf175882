"""Writes the defaults of a ruleset for the browser page, which computes the keys of a day's boards from them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from uka.core.ruleset import Ruleset

FILE = Path(__file__).resolve().parent / "src" / "wire" / "default-rules.json"


def text() -> str:
    """Return the text of the file."""
    return msgspec.json.format(msgspec.json.encode(Ruleset()), indent=2).decode() + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
