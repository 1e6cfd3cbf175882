"""What a record proves: who signed it, and whether its packs were dealt fairly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

import msgspec

from . import fair, signature
from .errors import InvalidRecord
from .files import is_log, parse
from .log import Log


class Authenticity(Enum):
    """``PROVEN``: signed by a known key, every pack fair. ``FORGED``: it contradicts itself. ``UNPROVEN``: neither."""

    PROVEN = "proven"
    UNPROVEN = "unproven"
    FORGED = "forged"

    def __str__(self) -> str:
        return self.value


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a record proves, and why it proves no more.

    ``key`` signed it, ``signer`` is whose key that is; ``packs`` are the verdicts on each pack, by game.
    """

    standing: Authenticity
    why: tuple[str, ...] = ()
    key: str | None = None
    signer: str | None = None
    packs: tuple[tuple[fair.Verdict, ...], ...] = ()


def examine(record: bytes, known: Mapping[str, str], receipt: fair.Receipt | None = None) -> Evidence:
    """What a record of any kind proves to who knows these public keys, in hexadecimal, and whose they are.

    ``receipt`` is what a player saw while the game was played.

    ``InvalidRecord`` if it can't be read, and no signature says that it was changed.
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
        game = f"game {number}, " if len(games) > 1 else ""
        forged += [f"{game}pack {each.pack}: {each.why}" for each in verdicts if each.fair is False]
        doubts += [game + doubt for doubt in _doubts(verdicts)]
    forged += _renamed(games, receipt)
    if not any(packs):
        doubts.append("it holds no pack")
    standing = Authenticity.FORGED if forged else Authenticity.UNPROVEN if doubts else Authenticity.PROVEN
    return Evidence(standing, tuple(forged or doubts), key, known.get(key or ""), packs)


def _renamed(games: tuple[Log, ...], receipt: fair.Receipt | None) -> list[str]:
    """What players are called otherwise than who has a receipt saw."""
    try:
        for log in games:
            (receipt or fair.Receipt()).check_players(log)
    except fair.UnfairDeal as error:
        return [str(error)]
    return []


def _doubts(verdicts: Sequence[fair.Verdict]) -> list[str]:
    """Why packs that contradict nothing are not proven fair, each reason once."""
    packs = dict[str, list[int]]()
    for verdict in verdicts:
        if doubt := _doubt(verdict):
            packs.setdefault(doubt, []).append(verdict.pack)
    return [f"pack{'s' * (len(numbers) > 1)} {_spans(numbers)}: {doubt}" for doubt, numbers in packs.items()]


def _spans(numbers: Sequence[int]) -> str:
    """Numbers in rising order, runs of them as spans.

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
    """Why a pack that contradicts nothing is not proven fair; nothing where it is."""
    if verdict.fair is None:
        return verdict.why
    if verdict.fair and verdict.version == 1:
        return "it was dealt by version 1 of fair dealing, in which whoever added last could choose with the server"
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
