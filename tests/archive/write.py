"""Writes the archive: ``python -m tests.archive.write`` adds the files that are missing, and changes no other file.

``python -m tests.archive.write --anew`` deletes all files first. Nobody may do this any more once a version of Uka that
reads them is released.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.archive import made_records, made_tables, made_terminal, made_tournaments
from tests.archive.told import told_game, told_tournament
from uka.records import parse
from uka.table import record

HERE = Path(__file__).parent
OF_OTHERS = (".egn", ".emn")
"""The files that are no records of Uka's own format, and are not made here."""


def files() -> Iterator[tuple[Path, bytes]]:
    """Yield the path of each file that is made, and its bytes."""
    for name, log in made_records.made():
        yield HERE / f"{name}.uka", log.text.encode()
    for name, play in made_tables.MADE.items():
        lines = play().lines
        yield HERE / "tables" / f"{name}.table", b"".join(line.text + b"\n" for line in lines)
        yield HERE / "tables" / f"{name}.uka", record(lines).text.encode()
    for name, direct in made_tournaments.MADE.items():
        day = direct()
        yield HERE / "tournaments" / f"{name}.tournament", b"".join(line.text + b"\n" for line in day.lines)
        yield HERE / "tournaments" / f"{name}.json", _pretty(told_tournament(day.t))
    for name, game in made_terminal.made():
        yield HERE / "terminal" / f"{name}.uka", game.log.text.encode()
        yield HERE / "terminal" / f"{name}.txt", made_terminal.told(game).encode()


def manifests() -> Iterator[tuple[Path, bytes]]:
    """Yield the path of each manifest and its bytes."""
    kept = sorted(path for path in HERE.iterdir() if path.suffix in (".uka", *OF_OTHERS))
    records = {
        path.name: {"sha256": _digest(path), "games": [told_game(log) for log in parse(path.read_bytes()).games]}
        for path in kept
    }
    yield HERE / "manifest.json", _pretty(records)
    for folder in ("tables", "tournaments", "terminal"):
        paths = sorted(path for path in (HERE / folder).iterdir() if path.name != "manifest.json")
        yield HERE / folder / "manifest.json", _pretty({path.name: _digest(path) for path in paths})


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _pretty(value: object) -> bytes:
    return (json.dumps(msgspec.to_builtins(value), indent=1, ensure_ascii=False) + "\n").encode()


def main(*, anew: bool) -> None:
    if anew:
        for path in [*HERE.glob("*.uka"), *(HERE / "tables").iterdir(), *(HERE / "terminal").iterdir()]:
            path.unlink()
        for path in (HERE / "tournaments").glob("*"):
            path.unlink()
    (HERE / "tournaments").mkdir(exist_ok=True)
    for path, content in files():
        if not path.exists():
            path.write_bytes(content)
            print(f"wrote {path.relative_to(HERE)}")
    for path, content in manifests():
        path.write_bytes(content)


if __name__ == "__main__":
    main(anew="--anew" in sys.argv[1:])
