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

from ..options import BeyondEnd, UsageError, WholeNumber, errors_naming, index_of, usage_error_if_unwritable
from ..printing import printable_console, say, say_json
from ..record_files import check_exists, read_record
from ..transcript import Transcript, seat_labels

MAX_NAMED = 2
"""The most parts of a game, beside its rules, that ``uka convert`` names when EGN cannot express them."""
UNSURE = "cards missing from the record could change the result of this deal"
"""What is printed for a note of kind ``OPEN``, which a record with unknown cards may have."""


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
    indexes = range(len(games)) if game is None else [index_of(game, len(games), "game", file)]
    only = None if deal is None else _deal_index(games, indexes, deal)
    print_game = _print_json if json else _print_text
    for index in indexes:
        with errors_naming(file):
            print_game(games[index], index if len(games) > 1 else None, only)


def _deal_index(games: Sequence[Log], indexes: Sequence[int], deal: int) -> int:
    """Return the index of the deal that the user numbers ``deal``.

    Raise ``UsageError`` if one of the games at ``indexes`` does not have such a deal.
    """
    for index in indexes:
        deals = sum(isinstance(entry, Dealt) for entry in games[index].entries)
        index_of(deal, deals, "deal", "the record" if len(games) == 1 else f"game {index + 1}")
    return deal - 1


def _print_json(log: Log, game: int | None, deal: int | None) -> None:
    """Print a game as JSON: all deals and the score, or only the deal with the index ``deal``.

    ``game`` is the index of the game in its match, or None if the record holds only one game.
    """
    for each in summary(log):
        if deal in (None, each.number):
            say_json(each)
    if deal is None:
        number = {} if game is None else {"game": game}
        players = dict(zip(map(str, log.rules.seats), log.players, strict=True))
        say_json({**number, "final": log.state.score, "over": log.state.over, "players": players})


def _print_text(log: Log, game: int | None, deal: int | None) -> None:
    """Print a game as lines of text: all deals and the score, or only the deal with the index ``deal``.

    ``game`` is the index of the game in its match, or None if the record holds only one game.
    """
    transcript = Transcript(printable_console(), seat_labels(log.rules, log.players))
    if game is not None:
        transcript.say(f"Game {game + 1}")
    if title := log.header.about.get("title"):
        transcript.say(title)
    current = -1  # before the first deal
    before = None
    for entry, events, state in log.replay():
        if isinstance(entry, Dealt):
            current += 1
            before = None
            transcript.unknown = entry.unknown
            if deal in (None, current):
                transcript.say(f"Deal {current + 1}")
        if deal in (None, current):
            transcript.print_events(before, events, state.score if state else ())
            note = _note_text(entry) if isinstance(entry, Note) else ""
            if note:
                transcript.say(f"  ({note})")
        before = state.deal if state else None
    if deal is None:
        score = " to ".join(map(str, log.state.score))
        transcript.say(f"Final score: {score}" if log.state.over else f"Not finished. The score so far: {score}")


def _note_text(note: Note) -> str:
    """Return what is printed for a note of the record. It is empty for a note that only programs read."""
    if note.kind == UNCERTAIN:
        return UNSURE
    return "" if note.kind else note.text


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
    with usage_error_if_unwritable(target):
        write(match, target, standard=standard)
    say(f"{target} written.{_beyond_standard(match, target)}")


def _beyond_standard(match: RecordedMatch, target: str) -> str:
    """Return a warning that the file ``target`` holds more than standard EGN (Euchre Game Notation) can express.

    Return an empty text if it does not, or if it is in Uka's own format.
    """
    if target.lower().endswith(".uka"):
        return ""
    try:
        for game in match.games:
            check_standard(game)
    except NotExpressible as error:
        return (
            f" Other programs may refuse it, because EGN has no place for {_inexpressible_parts(error)}. Uka reads it "
            "back whole. --standard refuses such a game, and names each rule."
        )
    return ""


def _inexpressible_parts(error: NotExpressible) -> str:
    """Return a list, as text, of what EGN (Euchre Game Notation) cannot express of a game.

    The list names chapters of the game's rulebook, and up to ``MAX_NAMED`` other things.
    """
    names = [name for name, _, _ in error.faults]
    chapters = [f"“{title}”" for title, fields in CHAPTERS.items() if not {*fields}.isdisjoint(names)]
    rules = {field for fields in CHAPTERS.values() for field in fields}
    others = [name for name in names if name not in rules]
    parts = [f"its rules of {', '.join(chapters)}"] if chapters else []
    parts += others[:MAX_NAMED]
    if len(others) > MAX_NAMED:
        parts.append(f"{len(others) - MAX_NAMED} more")
    return "; ".join(parts)


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
    data = read_bytes(file)
    trusted = _trusted_keys(key, server)
    try:
        found = examine(data, trusted, None if receipt is None else _read_receipt(receipt))
    except InvalidRecord as error:
        raise error.with_location(file=file) from None
    verdicts = chain(*found.packs)
    if json:
        for verdict in verdicts:
            say_json(verdict)
        say_json(structs.replace(found, packs=()))
    else:
        for verdict in verdicts:
            say(_verdict_line(verdict))
        by = f"signed by {found.signer}" if found.signer else ""
        say(f"{found.authenticity}: {'; '.join(found.why) or by}")
    if code := EXIT_CODES[found.authenticity]:
        sys.exit(code)


def _read_receipt(file: Path) -> fair.Receipt:
    """Read a player's receipt. Raise ``UsageError`` if the file is not one."""
    try:
        return msgspec.json.decode(read_bytes(str(file)), type=fair.Receipt)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UsageError(f"{file} is not a receipt: {why_malformed(error, fair.Receipt)}") from None


def _trusted_keys(key: str | None, server: str | None) -> dict[str, str]:
    """Return the trusted public keys, in a dict from key to owner.

    These are ``key`` alone, or the key that ``server`` publishes, which is fetched and remembered, or else the keys of
    all servers that the user has used. Raise ``UsageError`` if ``key`` or ``server`` has a wrong form.
    """
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
    known.check_or_save(origin, found)
    return {found: origin}


EXIT_CODES = {Authenticity.PROVEN: 0, Authenticity.FORGED: 1, Authenticity.UNPROVEN: 3}


def _verdict_line(verdict: fair.Verdict) -> str:
    """Return a line that says whether a pack was shuffled fairly, and by which seats."""
    if verdict.fair:
        again = f"; dealt again, since {_seat_names(verdict.withheld)} withheld a share" if verdict.withheld else ""
        return f"{verdict.name}: fair; {_seat_names(verdict.by)} had a share in it{again}"
    judgement = "not fair" if verdict.fair is False else "unknown"
    return f"{verdict.name}: {judgement}: {verdict.why}"


def _seat_names(seats: Sequence[Seat]) -> str:
    return ", ".join(map(str, seats)) or "nobody"
