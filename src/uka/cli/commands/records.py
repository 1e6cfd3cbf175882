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

from uka.core.malformed import why_malformed
from uka.core.seats import Seat
from uka.records import Dealt, InvalidRecord, Log, Note, NotExpressible, RecordedMatch, fair, write
from uka.records.authenticity import Authenticity, examine
from uka.records.egn import check_standard
from uka.records.entries import UNCERTAIN
from uka.records.files import ENDINGS, read_bytes
from uka.records.summary import summary
from uka.rulesets.rulebook import CHAPTERS

from ..options import BeyondEnd, UsageError, WholeNumber, index_of, naming, new_file
from ..printing import printable_console, say, say_json
from ..record_files import check_exists, read_record
from ..transcript import Transcript, seat_labels

MAX_NAMED = 2
"""The most parts of a game, beside its rules, that ``uka convert`` names when EGN cannot express them."""
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
    games = read_record(file, beyond_end=beyond_end).games
    chosen = None if game is None else index_of(game, len(games), "game", file)
    for number, log in enumerate(games):
        if chosen in (None, number):
            deals = sum(isinstance(entry, Dealt) for entry in log.entries)
            only = None if deal is None else index_of(deal, deals, "deal", "the record")
            with naming(file):
                (_print_json if json else _print_text)(log, number if len(games) > 1 else None, only)


def _print_json(log: Log, number: int | None, deal: int | None) -> None:
    for each in summary(log):
        if deal in (None, each.number):
            say_json(each)
    if deal is None:
        game = {} if number is None else {"game": number}
        players = dict(zip(map(str, log.rules.seats), log.players, strict=True))
        say_json({**game, "final": log.state.score, "over": log.state.over, "players": players})


def _print_text(log: Log, number: int | None, deal: int | None) -> None:
    screen = Transcript(printable_console(), seat_labels(log.rules, log.players))
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
            if isinstance(entry, Note) and entry.kind == UNCERTAIN:
                screen.say(f"  ({UNSURE})")
            elif isinstance(entry, Note) and entry.text and not entry.kind:
                screen.say(f"  ({entry.text})")
        before = state.deal if state else None
    if deal is None:
        score = " to ".join(map(str, log.state.score))
        screen.say(f"Final score: {score}" if log.state.over else f"Not finished. The score so far: {score}")


def convert(
    source: Annotated[str, Parameter(name="IN", help="A record: Uka's own format, EGN or EMN.")],
    target: Annotated[str, Parameter(name="OUT", help="A new file ending in .uka, .egn, .egnb or .emn.")],
    *,
    standard: Annotated[
        bool, Parameter(negative="", help="Refuse a game that EGN and EMN can only hold beyond their standard.")
    ] = False,
    beyond_end: BeyondEnd = False,
) -> None:
    """Write a game record in another format.

    .egnb is EGN's binary form, condensed; .expanded.egnb is the expanded one. Of the shipped rulesets, EGN cannot
    express uka and tainui. Such a game goes beyond the standard: the file has the whole game in its key uka, which Uka
    reads again exactly, and other programs ignore or refuse.
    """
    if Path(target).suffix.lower() not in ENDINGS:
        raise UsageError(f"{target} must end in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
    match = read_record(source, beyond_end=beyond_end)
    if Path(target).exists():
        raise UsageError(f"{target} already exists: give the name of a new file")
    with new_file(target):
        write(match, target, standard=standard)
    say(f"{target} written.{_beyond_standard(match, target)}")


def _beyond_standard(match: RecordedMatch, target: str) -> str:
    """Return a sentence that says why a file goes beyond the standard, or an empty text if it does not."""
    try:
        for game in () if target.lower().endswith(".uka") else match.games:
            check_standard(game)
    except NotExpressible as error:
        return (
            f" Other programs may refuse it, because EGN has no place for {_without_place(error)}. Uka reads it back "
            "whole. --standard refuses such a game, and names each rule."
        )
    return ""


def _without_place(error: NotExpressible) -> str:
    """Return what EGN cannot express of a game: the chapters of its rules, and the first of other parts."""
    names = [name for name, _, _ in error.faults]
    chapters = [f"“{title}”" for title, fields in CHAPTERS.items() if not {*fields}.isdisjoint(names)]
    rules = {field for fields in CHAPTERS.values() for field in fields}
    others = [name for name in names if name not in rules]
    more = [f"{len(others) - MAX_NAMED} more"] if len(others) > MAX_NAMED else []
    return "; ".join([*([f"its rules of {', '.join(chapters)}"] if chapters else []), *others[:MAX_NAMED], *more])


def verify(
    file: Annotated[str, Parameter(help="A record: Uka's own format, EGN or EMN.")],
    *,
    key: Annotated[str | None, Parameter(help="The public key of the server that should have signed it.")] = None,
    server: Annotated[str | None, Parameter(help="The address of that server, to fetch its key from.")] = None,
    receipt: Annotated[Path | None, Parameter(help="A player's receipt of the game, saved by the page.")] = None,
    json: Annotated[
        bool,
        Parameter(negative="", help="Print a JSON object for each pack, then the verdict. Its numbers count from 0."),
    ] = False,
) -> None:
    """Verify the signature and each pack of a record, and report whether it is proven, unproven or forged.

    A record is proven if it is signed with a trusted key, and if each pack follows from the commitments and the shares.
    The trusted key is the key of --key, or the key of the server of --server. Without these options, the keys of all
    servers that you have used are trusted. Exit codes: 0 proven, 1 forged, 3 unproven, 2 unreadable.
    """
    check_exists(file)
    data, known = read_bytes(file), _known(key, server)
    try:
        found = examine(data, known, None if receipt is None else _receipt(receipt))
    except InvalidRecord as error:
        raise error.with_location(file=file) from None
    for verdict in chain(*found.packs):
        say_json(verdict) if json else say(_verdict_line(verdict))
    if json:
        say_json(structs.replace(found, packs=()))
    else:
        by = f"signed by {found.signer}" if found.signer else ""
        say(f"{found.authenticity}: {'; '.join(found.why) or by}")
    if code := EXIT[found.authenticity]:
        sys.exit(code)


def _receipt(file: Path) -> fair.Receipt:
    try:
        return msgspec.json.decode(read_bytes(str(file)), type=fair.Receipt)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UsageError(f"{file} is not a receipt: {why_malformed(error, fair.Receipt)}") from None


def _known(key: str | None, server: str | None) -> dict[str, str]:
    """Return the owner of each known public key, indexed by the key."""
    from uka.client.addresses import origin_of  # this loads the HTTP client, which is slow
    from uka.client.known_keys import KnownKeys, fetch_key, is_key

    if key is not None:
        if not is_key(key):
            raise UsageError("--key must be 64 hexadecimal digits: 0 to 9 and a to f")
        return {key: "the key that you gave"}
    known = KnownKeys()
    if server is None:
        return {key: address for address, key in known.all.items()}
    origin = origin_of(server)
    if origin is None:
        raise UsageError("--server must be the address of a server, such as https://uka.example.org")
    found = fetch_key(origin)
    known.meet(origin, found)
    return {found: origin}


EXIT = {Authenticity.PROVEN: 0, Authenticity.FORGED: 1, Authenticity.UNPROVEN: 3}


def _verdict_line(verdict: fair.Verdict) -> str:
    again = f"; dealt again, since {_seats(verdict.withheld)} withheld a share" if verdict.withheld else ""
    if verdict.fair:
        return f"{verdict.name}: fair; {_seats(verdict.by)} had a share in it{again}"
    return f"{verdict.name}: {'not fair' if verdict.fair is False else 'unknown'}: {verdict.why}"


def _seats(seats: Sequence[Seat]) -> str:
    return ", ".join(map(str, seats)) or "nobody"
