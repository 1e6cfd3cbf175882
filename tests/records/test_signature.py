"""Signed records: every change in them is noticed, and the verdict says what a record does not prove."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from hypothesis import given
from hypothesis import strategies as st

from tests.records.signed_records import FILE, KEY, PRIVATE, log, resigned, signed
from uka.records import InvalidRecord, Log, egn
from uka.records.authenticity import Authenticity, Evidence, examine
from uka.records.fair import Receipt
from uka.records.signature import ForgedSignature, public_key, signer

OTHER = bytes(range(1, 33))
KNOWN = {KEY: "https://uka.example.org"}
ARCHIVE = Path(__file__).parents[1] / "archive" / "tables"


def standing(data: bytes) -> Authenticity | None:
    """Return the authenticity of a record; None if it cannot be read and its signature does not show a change."""
    try:
        return examine(data, KNOWN).authenticity
    except InvalidRecord:
        return None


def test_a_signed_record_is_proven_and_reads_back() -> None:
    assert examine(signed(), KNOWN) == Evidence(
        Authenticity.PROVEN, (), KEY, "https://uka.example.org", examine(signed(), KNOWN).packs
    )
    assert Log.parse(signed()).text.encode() == signed()
    about = log().header.about
    assert (about["gameId"], about["game"]) == ("tab23456", "0")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", about["began"])
    assert about["began"] < about["ended"]


@given(st.data())
def test_any_flipped_byte_is_noticed(data: st.DataObject) -> None:
    whole = signed()
    place = data.draw(st.integers(0, len(whole) - 1) | st.integers(len(whole) - 300, len(whole) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[place]))
    changed = whole[:place] + bytes([other]) + whole[place + 1 :]
    found = standing(changed)
    assert found is not Authenticity.PROVEN
    if 8 <= place < whole.rindex(b"\n", 0, -1):  # what is signed; its first bytes say that it is a record of ours
        assert found is Authenticity.FORGED


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (b'"Ana"', b'"Eve"'),
        (b'"gameId":"tab23456"', b'"gameId":"tab23457"'),
        (b'"game":"0"', b'"game":"1"'),
        (b'"began":"1', b'"began":"2'),
        (b'"ended":"1', b'"ended":"2'),
        (b'"target":2', b'"target":3'),
        (b'"march":2', b'"march":3'),
    ],
)
def test_names_ids_times_and_rules_are_signed(was: bytes, now: bytes) -> None:
    assert was in signed()
    found = examine(signed().replace(was, now, 1), KNOWN)
    assert found.authenticity is Authenticity.FORGED
    assert "it was changed after it was signed" in found.why[0]


@given(st.data())
def test_lost_or_moved_or_added_lines_are_noticed(data: st.DataObject) -> None:
    lines = signed().splitlines(True)
    first = data.draw(st.integers(0, len(lines) - 2))
    second = data.draw(st.integers(0, len(lines) - 1))
    match data.draw(st.sampled_from(["lose", "double", "swap"])):
        case "lose":
            del lines[first]
        case "double":
            lines.insert(second, lines[first])
        case _:
            lines[first], lines[second] = lines[second], lines[first]
    if lines != signed().splitlines(True):
        assert standing(b"".join(lines)) in (Authenticity.FORGED, None)


def test_something_after_the_signature_is_noticed() -> None:
    added = signed() + b'{"type":"note","text":"Ana cheated"}\n'
    assert examine(added, KNOWN).why == ("something was added after its signature",)
    assert examine(signed() + signed().splitlines(True)[-1], KNOWN).why == ("it has more than one signature",)


def test_a_changed_record_signed_with_another_key_is_not_the_servers() -> None:
    changed = resigned(signed().replace(b'"Ana"', b'"Eve"'), OTHER)
    found = examine(changed, KNOWN)
    assert (found.authenticity, found.signer) == (Authenticity.UNPROVEN, None)
    assert "a key that you do not know" in found.why[0]
    mixed = changed.replace(public_key(OTHER).encode(), KEY.encode())
    assert examine(mixed, KNOWN).authenticity is Authenticity.FORGED


def test_a_record_without_its_signature_is_unproven() -> None:
    bare = b"".join(signed().splitlines(True)[:-1])
    found = examine(bare, KNOWN)
    assert found.authenticity is Authenticity.UNPROVEN
    (why,) = found.why
    assert why == "it has no signature: it was taken off"
    assert signer(bare) is None


@pytest.mark.parametrize("binary", [False, True])
def test_a_game_beyond_the_standard_is_proven_in_egn_too(binary: bool) -> None:
    own = resigned(log("tainui").text.encode(), PRIVATE)
    found = Log.parse(own)
    data = egn.dumps_binary(found, condense=False) if binary else egn.dumps(found).encode()
    assert examine(data, KNOWN) == examine(own, KNOWN)
    assert examine(data, KNOWN).authenticity is Authenticity.PROVEN
    assert "a key that you do not know" in examine(data, {}).why[0]
    assert examine(egn.dumps_match((found, found), {}).encode(), KNOWN).key == KEY


def test_a_changed_log_within_egn_is_forged() -> None:
    own = resigned(log("tainui").text.encode(), PRIVATE)
    data = egn.dumps(Log.parse(own)).replace("Ana", "Eve").encode()  # in the log, and in the other keys
    found = examine(data, KNOWN)
    assert found.authenticity is Authenticity.FORGED
    assert found.why == ("its signature doesn't match: it was changed after it was signed",)
    both = egn.dumps_match((Log.parse(own), Log.parse(own.replace(b"Ana", b"Eve"))), {}).encode()
    assert examine(both, KNOWN).why[0] == "game 2: its signature doesn't match: it was changed after it was signed"


def test_egn_without_a_log_says_what_to_verify() -> None:
    found = examine(egn.dumps(Log.parse(signed())).encode(), KNOWN)
    assert found.authenticity is Authenticity.UNPROVEN
    assert found.why[0] == (
        "it has no signature: EGN and EMN hold one only in their key uka; verify the game's .uka file"
    )


def test_a_pack_that_contradicts_is_forged_whoever_signed_it() -> None:
    bent = re.sub(rb'(secret\\":\\")(.)', lambda m: m[1] + (b"1" if m[2] != b"1" else b"2"), signed(), count=1)
    found = examine(resigned(bent, PRIVATE), KNOWN)
    assert (found.authenticity, found.key) == (Authenticity.FORGED, KEY)
    assert "the secret revealed is not the one committed to" in found.why[0]


def test_a_pack_that_says_nothing_leaves_a_signed_record_unproven() -> None:
    silent = b"".join(line for line in signed().splitlines(True) if b'"kind":"fair"' not in line)
    found = examine(resigned(silent, PRIVATE), KNOWN)
    assert found.authenticity is Authenticity.UNPROVEN
    assert "doesn't say how the pack was shuffled" in found.why[0]


@pytest.mark.parametrize("path", sorted(ARCHIVE.glob("*.uka")), ids=lambda path: path.stem)
def test_a_record_that_no_server_signed_is_unproven_though_its_packs_are_fair(path: Path) -> None:
    found = examine(path.read_bytes(), KNOWN)
    assert found.authenticity is Authenticity.UNPROVEN
    assert found.why[0] == "it has no signature"
    assert all(verdict.fair for game in found.packs for verdict in game)


def test_hexadecimal_is_written_in_one_way() -> None:
    start = signed().rindex(b"\n", 0, -1)
    with pytest.raises(ForgedSignature, match="not written the way signatures are"):
        signer(signed()[:start] + re.sub(rb"[a-f](?=[0-9a-f]{9})", lambda m: m[0].upper(), signed()[start:], count=1))


def test_without_the_cryptography_package_an_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(Exception, match="a signature needs cryptography, which is not installed"):
        signer(signed())


def test_the_page_says_enough_to_check_a_signature(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")
    code = page[page.index("```python\n") + 10 :].partition("```")[0]
    told: dict[str, Callable[[str], str]] = {}
    exec(code, told)
    file = tmp_path / "game.uka"
    file.write_bytes(signed())
    assert told["signer"](str(file)) == KEY
    file.write_bytes(signed().replace(b'"Ana"', b'"Eve"', 1))
    with pytest.raises(InvalidSignature):
        told["signer"](str(file))


def test_the_record_that_the_page_is_tested_with_is_proven() -> None:
    """It is never written again, whatever fields rulesets get."""
    kept = json.loads(FILE.read_bytes())
    assert kept["key"] == KEY
    assert standing(kept["record"].encode()) is Authenticity.PROVEN


def test_the_same_bytes_get_the_same_signature() -> None:
    assert resigned(signed(), PRIVATE) == signed()


@pytest.mark.parametrize("lost", [2, 5, 10, 16])
def test_a_record_that_ends_before_its_game_is_not_proven_even_if_its_server_signed_it(lost: int) -> None:
    lines = log("tainui").text.splitlines(True)
    found = examine(resigned("".join(lines[:-lost]).encode(), PRIVATE), KNOWN)
    assert found.authenticity is Authenticity.UNPROVEN
    assert found.why[-1] == "the game is not over in it, and servers sign only finished games"


def test_a_renamed_player_is_found_by_the_receipt_of_a_witness() -> None:
    names = log().header.players
    renamed = resigned(log().text.replace(f'"{names[0]}"', '"Zoe"', 1).encode(), PRIVATE)
    assert examine(renamed, KNOWN, Receipt()).why == examine(renamed, KNOWN).why
    found = examine(renamed, KNOWN, Receipt(players=names))
    assert found.authenticity is Authenticity.FORGED
    assert (
        f"the record names Zoe, where {names[0]} sat when the game began: {log().rules.seats[0].value.title()}"
        in found.why
    )
