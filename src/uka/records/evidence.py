"""What a record proves: who signed it, and how its packs came about, told in one of three words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import msgspec

from . import fair, signature
from .log import InvalidRecord, Log
from .match import is_log, parse


class Standing(Enum):
    """``PROVEN``: signed by a known key, and every pack fair; ``FORGED``: something in it contradicts; else between."""

    PROVEN = "proven"
    UNPROVEN = "unproven"
    FORGED = "forged"

    def __str__(self) -> str:
        return self.value


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a record proves, and why it proves no more.

    ``key`` signed it, ``signer`` is whose key that is; ``packs`` are the verdicts on each pack, by game.
    """

    standing: Standing
    why: tuple[str, ...] = ()
    key: str | None = None
    signer: str | None = None
    packs: tuple[tuple[fair.Verdict, ...], ...] = ()


def examine(record: bytes, known: Mapping[str, str]) -> Evidence:
    """What a record of any kind proves to who knows these public keys, in hexadecimal, and whose they are.

    ``InvalidRecord`` if it can't be read, and no signature says that it was changed.
    """
    key: str | None = None
    forged, doubts = list[str](), list[str]()
    try:
        key = signature.signer(record) if is_log(record) else None
    except signature.Forged as error:
        forged.append(str(error))
    try:
        games = parse(record).games
    except InvalidRecord:
        if not forged:
            raise
        games = ()
    packs = tuple(fair.verify(log) for log in games)
    if not forged:
        doubts += _unsigned(games, key, known)
    for number, verdicts in enumerate(packs):
        game = f"game {number}, " if len(games) > 1 else ""
        forged += [f"{game}pack {each.pack}: {each.why}" for each in verdicts if each.fair is False]
        doubts += [f"{game}pack {each.pack}: {each.why}" for each in verdicts if each.fair is None]
    if not any(packs):
        doubts.append("it holds no pack")
    standing = Standing.FORGED if forged else Standing.UNPROVEN if doubts else Standing.PROVEN
    return Evidence(standing, tuple(forged or doubts), key, known.get(key or ""), packs)


def _unsigned(games: tuple[Log, ...], key: str | None, known: Mapping[str, str]) -> list[str]:
    if key is None:
        served = any("gameId" in log.header.about for log in games)
        old = ": it was made before servers signed records, or the signature was taken off" if served else ""
        return [f"it has no signature{old}"]
    if key not in known:
        return [f"it is signed with a key that you do not know: {signature.fingerprint(key)}"]
    return []
