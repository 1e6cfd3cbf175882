"""Damaged files of all kinds are refused with one clear sentence, never a traceback, and without a long wait."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.records.egn_files import deal, game
from tests.records.games import random_log, sayable_rules
from tests.records.mutate import spoilt_log, spoilt_text
from tests.strategies import random_rules
from uka.records import InvalidRecord, NotExpressible, egn, parse, read, summary
from uka.records.files import MAX_BYTES

MUTATIONS = 400


def survives(data: bytes) -> bool:
    """Return whether damaged data is still a record. If it is, use every function on it."""
    try:
        match = parse(data)
    except InvalidRecord:
        return False
    for log in match.games:
        assert len(list(log.replay())) == len(log.entries)
        summary(log)
    with suppress(NotExpressible):
        egn.dumps_match(match.games, match.about)
    return True


def test_mutated_egn_is_read_or_refused(real: Path):
    texts = [file.read_text("utf-8") for file in sorted(real.glob("*.egn"))]
    survived = sum(survives(spoilt_text(texts[seed % len(texts)], Random(seed))) for seed in range(MUTATIONS))
    assert 0 < survived < MUTATIONS


def test_mutated_emn_is_read_or_refused(real: Path):
    text = (real / "mote_w5_match.emn").read_text("utf-8")
    for seed in range(40):
        survives(spoilt_text(text, Random(seed)))


def test_mutated_egn_of_house_rules_is_read_or_refused():
    texts = list[str]()
    for seed in range(10):
        rng = Random(seed)
        texts.append(egn.dumps(random_log(sayable_rules(rng), rng, plain=True, most=3)))
    survived = sum(survives(spoilt_text(texts[seed % 10], Random(seed))) for seed in range(MUTATIONS))
    assert 0 < survived < MUTATIONS


def test_mutated_logs_are_read_or_refused():
    texts = list[str]()
    for seed in range(10):
        rng = Random(seed)
        texts.append(random_log(random_rules(rng), rng, most=3).text)
    survived = sum(survives(spoilt_log(texts[seed % 10], Random(seed))) for seed in range(MUTATIONS))
    assert 0 < survived < MUTATIONS


@pytest.mark.parametrize(
    "data",
    [
        b"", b" ", b"\n", b"null", b"true", b"7", b'"text"', b"[]", b"{}", b"\xff\xfe", b"\x00", b"{", b'{"log":',
        b'{"log":"uka"}', b'{"log":"uka"}\n', b'{"fileType":"Euchre Game Notation"}', b'{"fileType":7}',
        b'{"fileType":"Euchre Match Notation"}', b'{"fileType":"Euchre Match Notation","version":"1.0","games":7}',
        b'{"fileType":"Euchre Match Notation","version":"1.0","metadata":{},"games":[7]}',
        b'{"fileType":"Euchre Match Notation","version":"1.0","metadata":{},"games":[{"gameData":{}}]}',
        b'{"fileType":"Euchre Game Notation","version":"1.4","metadata":[],"deals":{}}', b"[" * 200_000,
        b'{"a":' * 200_000, b'{"fileType":' + b"[" * 100_000, b'{"log":"uka","rules":' + b"[" * 100_000 + b"\n",
        b'{"log":"uka","format":1,"rules":{},"players":["a","b","c","d"]}\n' + b"[" * 100_000 + b"\n",
        b"Uka, a game\n", b'{"fileType":"Euchre Game Notation"}{"fileType":"Euchre Game Notation"}', b"1e999", b"NaN",
    ],
)  # fmt: skip
def test_data_that_is_not_a_record_is_refused(data: bytes):
    with pytest.raises(InvalidRecord):
        parse(data)


@pytest.mark.parametrize("filler", [b" ", b"[", b'{"log":"uka"}\n', b"\xff", b"9"])
def test_fifty_megabytes_are_refused_at_once(filler: bytes, tmp_path: Path):
    path = tmp_path / "large.egn"
    path.write_bytes((filler * (50_000_000 // len(filler) + 1))[:50_000_000])
    start = time.process_time()
    with pytest.raises(InvalidRecord, match="larger than 16 MB"):
        read(path)
    assert time.process_time() - start < 5
    assert MAX_BYTES < 50_000_000


def test_a_large_file_within_the_limit_is_read_and_what_does_not_fit_is_refused():
    told = game(deal())
    told["deals"][0]["phases"][0]["callAnnotations"] = {"0": ["n" * 1000] * 14_000}
    text = json.dumps(told).encode()
    assert 10_000_000 < len(text) < MAX_BYTES
    start = time.process_time()
    (log,) = parse(text).games
    with pytest.raises(NotExpressible, match="notes of deal 1"):
        egn.check_standard(log)
    assert time.process_time() - start < 40


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_files_with_few_known_cards_are_refused_or_read_in_time(share: float):
    rng = Random(share)
    told = deal()
    for trick in told["phases"][1]["tricks"]:
        for i, card in enumerate(trick):
            if rng.random() < share:
                trick[i] = rng.choice(("X" + card[1], card[0] + "x"))
    told["initialState"]["upCard"] = "Xx"
    start = time.process_time()
    survives(json.dumps(game(told)).encode())
    assert time.process_time() - start < 60
