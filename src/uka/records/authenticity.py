"""The authenticity of a record: who signed it, and whether each pack was dealt fairly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

import msgspec

from . import fair, signature
from .errors import InvalidRecord
from .files import is_log, parse
from .log import Log


class Authenticity(Enum):
    """The result of verifying a record.

    ``PROVEN``: a known key signed the record, and every pack is proven fair. ``FORGED``: the record was changed, or
    contradicts itself or what a player saw. ``UNPROVEN``: the record is neither proven nor forged.
    """

    PROVEN = "proven"
    UNPROVEN = "unproven"
    FORGED = "forged"

    def __str__(self) -> str:
        return self.value


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """The authenticity of a record, with the reasons.

    ``why`` holds the reasons if the record is forged or unproven. ``key`` is the public key that signed the record, and
    ``signer`` is the name of the key's owner. ``packs`` has one item for each game: the verdicts on the packs of that
    game.
    """

    standing: Authenticity
    why: tuple[str, ...] = ()
    key: str | None = None
    signer: str | None = None
    packs: tuple[tuple[fair.Verdict, ...], ...] = ()


def examine(record: bytes, known: Mapping[str, str], receipt: fair.Receipt | None = None) -> Evidence:
    """Verify a record of any format, and return its authenticity with the reasons.

    ``known`` maps public keys, in hexadecimal, to the names of their owners. ``receipt`` holds what a player saw during
    the game. Raise ``InvalidRecord`` if the record cannot be read. A record with a wrong signature is ``FORGED``, even
    if it cannot be read.
    """
    key: str | None = None
    forged, doubts = list[str](), list[str]()
    try:
        key = signature.signer(record) if is_log(record) else None
    except signature.ForgedSignature as error:
        forged.append(str(error))
    try:
        games = parse(record).games
    except InvalidRecord:
        if not forged:
            raise
        games = ()
    packs = tuple(fair.verify(log, receipt) for log in games)
    if not forged:
        doubts += _unsigned(games, key, known)
    for number, verdicts in enumerate(packs):
        game = f"game {number + 1}, " if len(games) > 1 else ""
        forged += [f"{game}pack {each.pack}: {each.why}" for each in verdicts if each.fair is False]
        doubts += [game + doubt for doubt in _doubts(verdicts)]
    forged += _renamed(games, receipt)
    if not any(packs):
        doubts.append("it holds no pack")
    standing = Authenticity.FORGED if forged else Authenticity.UNPROVEN if doubts else Authenticity.PROVEN
    return Evidence(standing, tuple(forged or doubts), key, known.get(key or ""), packs)


def _renamed(games: tuple[Log, ...], receipt: fair.Receipt | None) -> list[str]:
    """Return the reason why a record is forged, in a list, if its players are not the players of the receipt.

    Otherwise return an empty list.
    """
    try:
        for log in games:
            (receipt or fair.Receipt()).check_players(log)
    except fair.UnfairDeal as error:
        return [str(error)]
    return []


def _doubts(verdicts: Sequence[fair.Verdict]) -> list[str]:
    """Return the reasons why packs are not proven fair. Each reason occurs once, with the numbers of its packs.

    Packs that contradict the record are left out.
    """
    packs = dict[str, list[int]]()
    for verdict in verdicts:
        if doubt := _doubt(verdict):
            packs.setdefault(doubt, []).append(verdict.pack)
    return [f"pack{'s' * (len(numbers) > 1)} {_spans(numbers)}: {doubt}" for doubt, numbers in packs.items()]


def _spans(numbers: Sequence[int]) -> str:
    """Return increasing numbers as text. A run of consecutive numbers is written as its first and last number.

    >>> _spans([0, 1, 2, 5, 7, 8])
    '0-2, 5, 7-8'
    """
    spans = list[list[int]]()
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    return ", ".join("-".join(map(str, span)) for span in spans)


def _doubt(verdict: fair.Verdict) -> str:
    """Return why a pack is not proven fair.

    Return an empty text if the pack is proven fair or contradicts the record.
    """
    if verdict.fair is None:
        return verdict.why
    if verdict.fair and verdict.version == 1:
        return "it was dealt by version 1 of fair dealing, in which the last to add a share could choose the pack "
        "together with the server"
    if verdict.fair and not verdict.by:
        return "nobody at the table had a share in it"
    return ""


def _unsigned(games: tuple[Log, ...], key: str | None, known: Mapping[str, str]) -> list[str]:
    if key is None:
        served = any("gameId" in log.header.about for log in games)
        old = ": it was made before servers signed records, or the signature was taken off" if served else ""
        return [f"it has no signature{old}"]
    if key not in known:
        return [f"it is signed with a key that you do not know: {signature.fingerprint(key)}"]
    return []
