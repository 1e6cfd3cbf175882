"""Lines about records: real games, EGN in and out, logs, damaged files, and the archive."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import Any

from bench.registry import Figure, Skipped, line, promise
from tests.archive.test_archive import MANIFEST, games
from tests.archive.told import told_game
from tests.records.games import random_log, sayable_rules
from tests.records.mutate import spoilt_log, spoilt_text
from tests.records.real_games import SCORES, normal
from tests.records.tally import score
from tests.strategies import random_rules
from uka.records import InvalidRecord, Log, NotExpressible, egn, parse, read, summary
from uka.rulesets import all_rulesets

SHARED = Path(__file__).resolve().parents[3] / "shared" / "egn"
GAMES = 500
MUTATIONS = 5_000
REVOKE = "east, Ah: spades were led: follow suit, and east still held 9s"


def real() -> Path:
    """Return the folder of recorded real games, which is stored beside the repository."""
    if not SHARED.is_dir():
        raise Skipped("needs the real games in ../shared/egn")
    return SHARED


def source(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text("utf-8"))


@line("2.1 real games replay to the score of the table")
def real_games() -> Figure:
    """Replay every file and the six games of the match.

    The expected scores are added up from the JSON files, without Uka's code.
    """
    folder, wrong, deals = real(), list[str](), 0
    for name, (_, final) in SCORES.items():
        (log,) = read(folder / name).games
        deals += len(summary(log))
        if not log.state.score == final == score(source(folder / name)):
            wrong.append(name)
    match = read(folder / "mote_w5_match.emn")
    for log, game in zip(match.games, source(folder / "mote_w5_match.emn")["games"], strict=True):
        deals += len(summary(log))
        if log.state.score != score(game["gameData"]):
            wrong.append(f"game {game['gameIndex']} of the match")
    scenario = read(folder / "custom_scenario.egn").games[0]
    if scenario.state.score != score(source(folder / "custom_scenario.egn")):
        wrong.append("custom_scenario.egn")
    figure: Figure = {"games": len(SCORES) + 7, "deals": deals + len(summary(scenario)), "wrong": len(wrong)}
    return promise(not wrong, figure, f"another score than the table's: {', '.join(wrong)}")


@line("2.1 a revoke in a real file is refused with its place")
def revoke() -> Figure:
    figure: dict[str, Any] = {}
    for name in ("test.egn", "test_annotated.egn"):
        try:
            read(real() / name)
        except InvalidRecord as refusal:
            figure[name] = f"deal {refusal.deal}, {len(refusal.faults)} faults"
            promise(REVOKE in str(refusal), str(refusal), f"{name} is refused without the ace of hearts")
        else:
            promise(False, name, f"{name} is not refused")
    return figure


@line("2.1 EGN and EMN in and out again are the same")
def egn_there_and_back() -> Figure:
    changed, files = list[str](), [*SCORES, "custom_scenario.egn", "mote_w5_match.emn"]
    for name in files:
        match = read(real() / name)
        text = egn.dumps_match(match.games, match.about) if match.about else egn.dumps(match.games[0])
        if json.loads(text) != normal(source(real() / name)):
            changed.append(name)
    return promise(not changed, {"files": len(files), "changed": len(changed)}, f"changed: {', '.join(changed)}")


@line("2.1 random games go out as EGN and come in again")
def log_there_and_back() -> Figure:
    """Write logs as EGN and read them again, under random rules that EGN can express.

    Tricks, points, scores and the EGN text must stay the same.
    """
    lost = 0
    for seed in range(GAMES // 2):
        rng = Random(seed)
        log = random_log(sayable_rules(rng), rng, plain=True, most=8)
        text = egn.dumps(log)
        (again,), _ = egn.loads(text)
        lost += summary(again) != summary(log) or egn.dumps(again) != text
    return promise(not lost, {"games": GAMES // 2, "lost": lost}, "a game came back another")


@line("2.1 what EGN cannot say is refused by name")
def refused_by_name() -> Figure:
    figure: dict[str, Any] = {}
    for name, rules in all_rulesets().items():
        log = random_log(rules, Random(name), plain=True, most=3)
        try:
            egn.dumps(log)
        except NotExpressible as refusal:
            figure[name] = ", ".join(field for field, _, _ in refusal.faults)
            promise(all(field in str(refusal) for field, _, _ in refusal.faults), figure, f"{name}: without a name")
        else:
            figure[name] = "said"
    return figure


@line("2.1 logs are the same byte for byte, and replay to the live state")
def logs() -> Figure:
    wrong, entries = 0, 0
    for seed in range(GAMES):
        rng = Random(seed)
        log = random_log(random_rules(rng), rng, most=8)
        again = Log.parse(log.text)
        entries += len(log.entries)
        same = again.text == log.text and again.entries == log.entries
        if log.entries or log.header.dealer:
            same = same and again.state == log.state
        wrong += not same
    return promise(not wrong, {"games": GAMES, "entries": entries, "wrong": wrong}, "a log is not its own replay")


@line("2.1 spoilt files are refused, never a traceback")
def spoilt() -> Figure:
    rngs = [Random(seed) for seed in range(8)]
    files = [egn.dumps(random_log(sayable_rules(rng), rng, plain=True, most=4)) for rng in rngs]
    if SHARED.is_dir():
        files += [file.read_text("utf-8") for file in sorted(SHARED.glob("*.egn"))]
    kept = [random_log(random_rules(rng), rng, most=4).text for rng in rngs]
    figure: dict[str, Any] = {"files": MUTATIONS, "refused": 0, "read": 0, "tracebacks": 0, "slowest, s": 0.0}
    for seed in range(MUTATIONS):
        rng = Random(seed)
        data = spoilt_text(rng.choice(files), rng) if seed % 2 else spoilt_log(rng.choice(kept), rng)
        start = time.perf_counter()
        figure[_outcome(data)] += 1
        figure["slowest, s"] = max(figure["slowest, s"], round(time.perf_counter() - start, 2))
    return promise(not figure["tracebacks"], figure, "a spoilt file gave a traceback")


def _outcome(data: bytes) -> str:
    try:
        for log in parse(data).games:
            summary(log)
    except InvalidRecord:
        return "refused"
    except Exception:  # the check counts these errors
        return "tracebacks"
    return "read"


@line("2.1 the archive replays")
def archive() -> Figure:
    wrong = [name for name, kept in MANIFEST.items() if [told_game(log) for log in games(name)] != kept["games"]]
    return promise(not wrong, {"records": len(MANIFEST), "wrong": len(wrong)}, f"another score: {', '.join(wrong)}")
