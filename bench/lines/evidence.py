"""Lines about logs and records as evidence: that a change in them is detected, and what the detection costs."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from bench.registry import Figure, line, promise
from uka.core.actions import Play
from uka.core.cards import Card
from uka.core.seats import Seat
from uka.records import Acted, InvalidRecord, Log
from uka.records.signature import ForgedSignature, public_key, sign, signer
from uka.table import parse
from uka.table.entries import TableLine

TABLES = Path(__file__).resolve().parents[2] / "tests" / "archive" / "tables"
PRIVATE = bytes(range(32))
FLIPS = (0x01, 0x20, 0x80)
"""The bits of a byte that are flipped: one changes the letter, one changes its case, one makes the text invalid."""
LINES = 20_000


def seconds(work: Callable[[], object], times: int = 5) -> float:
    """Run ``work`` several times; return the shortest time, in seconds."""
    found = list[float]()
    for _ in range(times):
        since = time.perf_counter()
        work()
        found.append(time.perf_counter() - since)
    return min(found)


@line("13.4 every flipped byte of a signed record is noticed")
def flipped_record() -> Figure:
    log = Log.read(TABLES / "by_hand.uka")
    sign(log, PRIVATE)
    whole, key = log.text.encode(), public_key(PRIVATE)
    tried = unnoticed = 0
    for place, byte in enumerate(whole):
        for flip in FLIPS:
            tried += 1
            with suppress(ForgedSignature):
                unnoticed += signer(whole[:place] + bytes([byte ^ flip]) + whole[place + 1 :]) == key
    return promise(unnoticed == 0, {"tried": tried, "unnoticed": unnoticed}, "a changed record passed for signed")


@line("13.4 every flipped byte of a log is found when it is read")
def flipped_log() -> Figure:
    texts = (TABLES / "by_hand.table").read_bytes().splitlines()
    starts = ["", *(each.hash for each in parse(texts))]
    tried = unnoticed = 0
    for number, text in enumerate(texts):
        for place, byte in enumerate(text):
            for flip in FLIPS:
                tried += 1
                changed = text[:place] + bytes([byte ^ flip]) + text[place + 1 :]
                with suppress(InvalidRecord):
                    parse([changed, *texts[number + 1 : number + 2]], start=number, previous_hash=starts[number])
                    unnoticed += 1
    return promise(unnoticed == 0, {"tried": tried, "unnoticed": unnoticed}, "a damaged log was read")


@line("13.4 what a running hash costs", speed=True)
def hash_costs() -> Figure:
    entry, before = Acted(Seat.NORTH, Play(Card.JD)), "0" * 32
    texts, last = list[bytes](), ""
    for number in range(LINES):
        made = TableLine.after(last, number, 1, "ana", entry, "m7")
        texts.append(made.text)
        last = made.hash

    def us(work: Callable[[], object]) -> float:
        return round(seconds(work) / LINES * 1e6, 2)

    return {
        "us to write a line, with it": us(
            lambda: [TableLine.after(before, n, 1, "ana", entry, "m7").text for n in range(LINES)]
        ),
        "without": us(lambda: [TableLine(n, 1, "ana", entry, "m7").text for n in range(LINES)]),
        "us to read a line, with it": us(lambda: parse(texts)),
        "to read one without": us(lambda: list(map(TableLine.parse, texts))),
    }


@line("13.4 what a signature costs", speed=True)
def signature_costs() -> Figure:
    log = Log.read(TABLES / "by_hand.uka")
    bytes_before = len(log.text)
    sign(log, PRIVATE)
    whole = log.text.encode()
    return {
        "ms to check it": round(seconds(lambda: signer(whole), 20) * 1e3, 3),
        "bytes of the record": bytes_before,
        "bytes that it adds": len(whole) - bytes_before,
    }
