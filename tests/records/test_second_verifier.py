"""A verifier that a stranger wrote from docs/fairness.md alone agrees with Uka's, deal by deal."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.node import node
from tests.table.driver import Driver
from uka import Rubber, rulesets
from uka.records import Dealt, Drawn, Log
from uka.records.fair import verify
from uka.table import TableSettings, record

VERIFIER = Path(__file__).parents[2] / "examples" / "verify" / "verify.js"
PACKETS = ("3-2", "2-3", "free", "kept_in_game", "kept")


def played(name: str, packets: str, seed: int) -> Log:
    """Return the record of a game. In every third game, people cut the packs and choose the packets by hand."""
    house = rulesets.find(name, {"packets": packets, "target": 5})
    driver = Driver(house, TableSettings(by_hand=seed % 3 == 0), seed=seed)
    driver.seat(*("ana", "ben", "caro", "dan")[: 1 + seed % 4])
    driver.begin()
    driver.play_out()
    return record(driver.lines)


def told(*words: object) -> tuple[int, str]:
    done = subprocess.run([node(), str(VERIFIER), *map(str, words)], capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout


def same_packs(folder: Path, games: int) -> int:
    """Assert that the other verifier computes the packs of ``games`` games and finds them fair.

    Return the number of packs.
    """
    files, packs = list[Path](), list[tuple[list[str], object, object]]()
    names = rulesets.names()
    for seed in range(games):
        log = played(names[seed % len(names)], PACKETS[seed // len(names) % len(PACKETS)], seed)
        assert all(verdict.fair for verdict in verify(log))
        files.append(folder / f"{seed}.uka")
        files[-1].write_text(log.text, encoding="utf-8")
        for entry in log.entries:
            if isinstance(entry, Drawn):
                packs.append(([str(card) for card in entry.order], None, None))
            elif isinstance(entry, Dealt):
                packs.append(([str(card) for card in entry.pack], entry.cut, entry.packet_pattern))
    assert told(*files)[0] == 0
    made = [json.loads(line) for line in told("--orders", *files)[1].splitlines()]
    assert [(pack["order"], pack["cut"], pack["way"]) for pack in made] == packs
    return len(packs)


def test_it_makes_the_same_packs_by_every_ruleset_and_every_way_of_packets(tmp_path: Path) -> None:
    assert same_packs(tmp_path, len(PACKETS) * len(rulesets.names())) > 200


def test_it_knows_for_how_long_a_dealer_keeps_to_one_way(tmp_path: Path) -> None:
    """In a rubber, ``kept`` means one packet pattern for all games.

    Under ``kept_in_game``, the key determines a new pattern in each game.
    """
    for packets in ("kept_in_game", "kept"):
        changed = 0
        for seed in range(3):
            house = rulesets.find("bicycle", {"packets": packets, "rubber": True, "target": 3})
            driver = Driver(house, TableSettings(), seed=seed)
            driver.seat("ana", "ben")
            driver.begin()
            driver.play_out()
            log = record(driver.lines)
            assert all(verdict.fair for verdict in verify(log))
            ways: dict[object, set[tuple[int, str | None]]] = {}
            for step in log.replay():
                if isinstance(step.entry, Dealt) and isinstance(step.state, Rubber):
                    dealt = (len(step.state.games), step.entry.packet_pattern)
                    ways.setdefault(step.state.dealer, set()).add(dealt)
            for dealt_by in ways.values():
                assert len(dealt_by) == len({game for game, _ in dealt_by}), "one way in a game"
                changed += len({way for _, way in dealt_by}) > 1
            (tmp_path / "rubber.uka").write_text(log.text, encoding="utf-8")
            assert told(tmp_path / "rubber.uka")[0] == 0
        assert (changed > 0) is (packets == "kept_in_game")


@pytest.mark.parametrize("kind", ["share_opened", "secret_opened", "commitments_closed", "share_committed"])
def test_it_finds_what_was_changed(kind: str, tmp_path: Path) -> None:
    text = played("uka", "3-2", 7).text
    lines = text.splitlines(True)
    at = next(i for i, line in enumerate(lines) if f'\\"type\\":\\"{kind}\\"' in line)
    digits = [i for i, c in enumerate(lines[at]) if c in "0123456789"][-1]
    lines[at] = lines[at][:digits] + str((int(lines[at][digits]) + 1) % 10) + lines[at][digits + 1 :]
    (tmp_path / "game.uka").write_text("".join(lines), encoding="utf-8")
    code, out = told(tmp_path / "game.uka")
    assert code == 1
    assert "not fair" in out
