"""The running hash of a log's lines: a reader finds lines that were damaged, changed, moved or lost."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.driver import Driver
from tests.tournament.day import Day
from uka import rulesets
from uka.records import DamagedLog, InvalidRecord, with_hashes, without_hashes
from uka.table import TableLine, parse
from uka.table import replayed as replayed_table
from uka.tournament import TournamentLine as DayLine
from uka.tournament import replayed


@cache
def table() -> tuple[bytes, ...]:
    """Return the lines of a table's log with some play."""
    driver = Driver(rulesets.find("tainui"))
    driver.seat("ana", "ben")
    driver.begin()
    for _ in range(60):
        driver.next()
    return tuple(line.text for line in driver.lines)


def test_a_log_reads_back_and_makes_the_same_table() -> None:
    lines = parse(table())
    assert [line.text for line in lines] == list(table())
    assert replayed_table(lines).hash == lines[-1].hash != ""
    assert len({line.hash for line in lines}) == len(lines)


def test_lines_from_the_middle_are_read_with_the_hash_of_the_line_before() -> None:
    lines = parse(table())
    assert parse(table()[20:], start=20, previous_hash=lines[19].hash) == lines[20:]
    with pytest.raises(DamagedLog, match="line 20"):
        parse(table()[20:], start=20, previous_hash=lines[18].hash)


@given(st.data())
def test_any_changed_byte_is_found_and_the_line_is_named(data: st.DataObject) -> None:
    texts = list(table())
    number = data.draw(st.integers(0, len(texts) - 1))
    place = data.draw(st.integers(0, len(texts[number]) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != texts[number][place]))
    texts[number] = texts[number][:place] + bytes([other]) + texts[number][place + 1 :]
    with pytest.raises(InvalidRecord, match=rf"line ({number}|{number + 1})\b"):
        parse(texts)
    if number:
        with pytest.raises(DamagedLog, match=rf"line {number}\b"):
            parse(texts)


@given(st.integers(0, len(table()) - 2), st.integers(0, len(table()) - 2), st.sampled_from(["lose", "twice", "swap"]))
def test_a_line_that_is_lost_or_moved_or_there_twice_is_found(first: int, second: int, kind: str) -> None:
    texts = list(table())
    if kind == "lose":
        del texts[first]
    elif kind == "twice":
        texts.insert(second, texts[first])
    elif first != second:
        texts[first], texts[second] = texts[second], texts[first]
    else:
        return
    with pytest.raises(InvalidRecord, match="line"):
        parse(texts)


@pytest.mark.parametrize("number", [0, 7])
def test_a_line_without_a_hash_is_refused(number: int) -> None:
    texts = list(table())
    texts[number] = texts[number][: -len(b',"hash":""}') - 32] + b"}"
    with pytest.raises(DamagedLog, match=f"line {number}"):
        parse(texts)


def test_a_line_of_another_version_is_distinguished_from_a_damaged_one() -> None:
    body = b'{"seq":0,"at":1,"by":"ana","entry":{"entry":"sung"}'
    whole = TableLine.after("", 0, 1, "ana", parse(table())[1].entry)
    later = body + b',"hash":"%s"}' % sha256(body).hexdigest()[:32].encode()
    with pytest.raises(InvalidRecord, match=r"line 0: .*another version") as found:
        parse([later])
    assert not isinstance(found.value, DamagedLog)
    assert parse([whole.text]) == (whole,)


def test_a_tournaments_log_has_hashes_too() -> None:
    day = Day()
    day.enter(4)
    texts = [line.text for line in day.lines]
    assert replayed(DayLine.parse_all(texts)) == day.t
    rng = Random(1)
    for _ in range(50):
        number = rng.randrange(1, len(texts))
        place = rng.randrange(len(texts[number]))
        changed = texts[number][:place] + b"~" + texts[number][place + 1 :]
        with pytest.raises(DamagedLog, match=f"a tournament's log is damaged: line {number}"):
            DayLine.parse_all([*texts[:number], changed, *texts[number + 1 :]])


@given(st.integers(0, 60), st.integers(1, 60))
def test_hashes_that_follow_from_the_first_line_can_be_left_out(start: int, count: int) -> None:
    lines = list(table()[start:][:count])
    bodies = without_hashes(lines)
    assert bodies is not None
    assert bodies[0] == lines[0]
    assert not any(b'"hash"' in body for body in bodies[1:])
    assert with_hashes(bodies) == lines


@given(st.integers(0, 59), st.data())
def test_no_hash_is_left_out_if_one_of_them_is_wrong(number: int, data: st.DataObject) -> None:
    lines = list(table()[:60])
    place = data.draw(st.integers(0, len(lines[number]) - 1))
    other = bytes([lines[number][place] ^ data.draw(st.integers(1, 255))])
    lines[number] = lines[number][:place] + other + lines[number][place + 1 :]
    kept = without_hashes(lines)
    assert kept is None or (number == 0 and with_hashes(kept) == lines)
    assert without_hashes([]) is None
    assert without_hashes([b"{}", b"no hash"]) is None
