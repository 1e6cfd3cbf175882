"""``uka replay``, ``uka convert`` and ``uka verify``: prints, converts and verifies game records."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from msgspec import structs
from rich.console import Console

from uka.core.seats import Seat
from uka.records import Dealt, Log, Note, fair, read, write
from uka.records.authenticity import Authenticity, examine
from uka.records.files import ENDINGS, read_bytes
from uka.records.summary import OPEN, summary

from ..options import BeyondEnd, UsageError, WholeNumber, index_of, new_file
from ..transcript import Transcript, seat_labels

UNSURE = "cards missing from the record could change the result of this deal"


def replay(
    file: Annotated[str, Parameter(help="A record: Uka's own format, EGN or EMN.")],
    *,
    deal: Annotated[WholeNumber | None, Parameter(help="Only this deal, counted from 1.")] = None,
    game: Annotated[WholeNumber | None, Parameter(help="Only this game of a match, counted from 1.")] = None,
    json: Annotated[
        bool,
        Parameter(negative="", help="Print a JSON object for each deal, then the score. Its numbers count from 0."),
    ] = False,
    beyond_end: BeyondEnd = False,
) -> None:
    """Replay a record, and verify that each choice follows the rules."""
    games = read(file, beyond_end=beyond_end).games
    chosen = None if game is None else index_of(game, len(games), "game", file)
    for number, log in enumerate(games):
        if chosen in (None, number):
            _replay(log, number if len(games) > 1 else None, deal, json)


def _replay(log: Log, number: int | None, deal: int | None, json: bool) -> None:
    deals = sum(isinstance(entry, Dealt) for entry in log.entries)
    chosen = None if deal is None else index_of(deal, deals, "deal", "the record")
    (_print_json if json else _print_text)(log, number, chosen)


def _print_json(log: Log, number: int | None, deal: int | None) -> None:
    for each in summary(log):
        if deal in (None, each.number):
            print(msgspec.json.encode(each).decode())
    if deal is None:
        game = {} if number is None else {"game": number}
        players = dict(zip(map(str, log.rules.seats), log.players, strict=True))
        print(
            msgspec.json.encode({**game, "final": log.state.score, "over": log.state.over, "players": players}).decode()
        )


def _print_text(log: Log, number: int | None, deal: int | None) -> None:
    screen = Transcript(Console(highlight=False, soft_wrap=True), seat_labels(log.rules, log.players))
    if number is not None:
        screen.say(f"Game {number + 1}")
    if title := log.header.about.get("title"):
        screen.say(title)
    before, at = None, -1
    for entry, events, state in log.replay():
        if isinstance(entry, Dealt):
            at, before = at + 1, None
            screen.unknown = entry.unknown
            if deal in (None, at):
                screen.say(f"Deal {at + 1}")
        if deal in (None, at):
            screen.show(before, events, state.score if state else ())
            if isinstance(entry, Note) and (note := UNSURE if entry.kind == OPEN else "" if entry.kind else entry.text):
                screen.say(f"  ({note})")
        before = state.deal if state else None
    if deal is None:
        screen.say(f"Final score: {' to '.join(map(str, log.state.score))}")


def convert(
    source: Annotated[str, Parameter(name="IN", help="A record: Uka's own format, EGN or EMN.")],
    target: Annotated[str, Parameter(name="OUT", help="A new file ending in .uka, .egn, .egnb or .emn.")],
    *,
    beyond_end: BeyondEnd = False,
) -> None:
    """Write a game record in another format.

    .egnb is EGN's binary form, condensed; .expanded.egnb is the expanded one. If the format cannot express a part of
    the record, name that part and write nothing.
    """
    if Path(target).suffix.lower() not in ENDINGS:
        raise UsageError(f"{target} must end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
    match = read(source, beyond_end=beyond_end)
    if Path(target).exists():
        raise UsageError(f"{target} already exists: give the name of a new file")
    with new_file(target):
        write(match, target)
    print(f"{target} written.")


def verify(
    file: Annotated[str, Parameter(help="A record: Uka's own format, EGN or EMN.")],
    *,
    key: Annotated[str | None, Parameter(help="The public key of the server that should have signed it.")] = None,
    server: Annotated[str | None, Parameter(help="The address of that server, to fetch its key from.")] = None,
    receipt: Annotated[Path | None, Parameter(help="A player's receipt of the game, saved by the page.")] = None,
    json: Annotated[bool, Parameter(negative="", help="Print a JSON object for each pack, then the verdict.")] = False,
) -> None:
    """Verify the signature and each pack of a record, and report whether it is proven, unproven or forged.

    A record is proven if it is signed with a trusted key, and if each pack follows from the commitments and the shares.
    The trusted key is the key of --key, or the key of the server of --server. Without these options, the keys of all
    servers that you have used are trusted. Exit codes: 0 proven, 1 forged, 3 unproven, 2 unreadable.
    """
    found = examine(read_bytes(file), _known(key, server), None if receipt is None else _receipt(receipt))
    for verdict in chain(*found.packs):
        print(msgspec.json.encode(verdict).decode() if json else _verdict_line(verdict))
    if json:
        print(msgspec.json.encode(structs.replace(found, packs=())).decode())
    else:
        by = f"signed by {found.signer}" if found.signer else ""
        print(f"{found.standing}: {'; '.join(found.why) or by}")
    if code := EXIT[found.standing]:
        sys.exit(code)


def _receipt(file: Path) -> fair.Receipt:
    try:
        return msgspec.json.decode(read_bytes(str(file)), type=fair.Receipt)
    except (msgspec.DecodeError, RecursionError) as error:
        raise UsageError(f"{file} is not a receipt: {error}") from None


def _known(key: str | None, server: str | None) -> dict[str, str]:
    """Return the owner of each known public key, indexed by the key."""
    from uka.client.known_keys import KnownKeys, fetch_key, is_key  # this loads the HTTP client, which is slow

    if key is not None:
        if not is_key(key):
            raise UsageError("--key must be 64 hexadecimal digits: 0 to 9 and a to f")
        return {key: "the key that you gave"}
    known = KnownKeys()
    if server is None:
        return {key: address for address, key in known.all.items()}
    address = server.rstrip("/")
    found = fetch_key(address)
    known.meet(address, found)
    return {found: address}


EXIT = {Authenticity.PROVEN: 0, Authenticity.FORGED: 1, Authenticity.UNPROVEN: 3}


def _verdict_line(verdict: fair.Verdict) -> str:
    again = f"; dealt again, since {_seats(verdict.withheld)} withheld a share" if verdict.withheld else ""
    if verdict.fair and verdict.version == 1:
        return f"pack {verdict.pack}: fair by version 1 of fair dealing; {_seats(verdict.by)} had a share in it"
    if verdict.fair:
        return f"pack {verdict.pack}: fair; {_seats(verdict.by)} had a share in it{again}"
    return f"pack {verdict.pack}: {'not fair' if verdict.fair is False else 'unknown'}: {verdict.why}"


def _seats(seats: Sequence[Seat]) -> str:
    return ", ".join(map(str, seats)) or "nobody"
