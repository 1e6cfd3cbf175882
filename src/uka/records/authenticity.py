"""The authenticity of a record: who signed it, and whether each pack was dealt fairly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

import msgspec

from uka.core.errors import IllegalAction

from . import fair, signature
from .errors import InvalidRecord
from .files import is_log, parse
from .log import Log


class Authenticity(Enum):
    """The result of the verification of a game record: proven, unproven or forged."""

    PROVEN = "proven"
    """A known key signed the record of a finished game, and every pack of cards is proven to be dealt fairly."""
    UNPROVEN = "unproven"
    """The record is neither proven nor forged."""
    FORGED = "forged"
    """The record was changed after it was signed, or it contradicts itself or what a player saw during the game."""

    def __str__(self) -> str:
        return self.value


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """The authenticity of a record, with the reasons."""

    authenticity: Authenticity
    why: tuple[str, ...] = ()
    """The reasons, as sentences, if the record is forged or unproven."""
    key: str | None = None
    """The public key that signed the whole record, in hexadecimal, or None."""
    signer: str | None = None
    """The name of the key's owner, or None if the key is not known."""
    packs: tuple[tuple[fair.Verdict, ...], ...] = ()
    """For each game of the record, the verdicts on the packs of cards of that game."""


def examine(record: bytes, known: Mapping[str, str], receipt: fair.Receipt | None = None) -> Evidence:
    """Verify a record of any format. Return the record's authenticity with the reasons.

    ``known`` maps public keys, in hexadecimal, to the names of their owners. ``receipt`` holds what one player saw
    during the game. Raise ``InvalidRecord`` if the record cannot be read. A record in Uka's own format with a wrong
    signature is ``FORGED``, even if the record cannot be read. An EGN or EMN file can hold a signature only within the
    log in its key ``uka``.
    """
    own = is_log(record)
    signatures = [_checked_signature(record)] if own else []
    try:
        games = parse(record).games
    except InvalidRecord:
        if not any(each.fault for each in signatures):
            raise
        games = ()
    if not own:
        signatures = [_checked_signature(log.text.encode()) for log in games]
    packs = tuple(fair.verify(log, receipt) for log in games)
    several = len(games) > 1
    faults, doubts = list[str](), list[str]()
    for number, each in enumerate(signatures):
        if each.fault:
            faults.append(f"{_game_prefix(number, ': ', several)}{each.fault}")
    if not faults:
        for number, (log, each) in enumerate(zip(games, signatures, strict=True)):
            if doubt := _signature_doubt(log, each.key, known, own=own):
                doubts.append(f"{_game_prefix(number, ': ', several)}{doubt}")
    for number, verdicts in enumerate(packs):
        game = _game_prefix(number, ", ", several)
        faults += [f"{game}{each.name}: {each.why}" for each in verdicts if each.fair is False]
        doubts += [f"{game}{doubt}" for doubt in _pack_doubts(verdicts)]
    if fault := _player_fault(games, receipt or fair.Receipt()):
        faults.append(fault)
    if not any(packs):
        doubts.append("it holds no pack")
    elif not all(map(_is_over, games)):
        doubts.append("the game is not over in it, and servers sign only finished games")
    keys = {each.key for each in signatures}
    key = keys.pop() if len(keys) == 1 else None
    signer = None if key is None else known.get(key)
    if faults:
        return Evidence(Authenticity.FORGED, tuple(faults), key, signer, packs)
    if doubts:
        return Evidence(Authenticity.UNPROVEN, tuple(doubts), key, signer, packs)
    return Evidence(Authenticity.PROVEN, (), key, signer, packs)


class _CheckedSignature(NamedTuple):
    """The public key that signed a log, or None for an unsigned log. ``fault`` says why a signature is forged."""

    key: str | None = None
    fault: str = ""


def _checked_signature(text: bytes) -> _CheckedSignature:
    try:
        return _CheckedSignature(signature.signer(text))
    except signature.ForgedSignature as error:
        return _CheckedSignature(fault=str(error))


def _game_prefix(number: int, separator: str, several: bool) -> str:
    """Return the beginning of a reason, such as "game 2: ". It is empty if the record has only one game."""
    return f"game {number + 1}{separator}" if several else ""


def _is_over(log: Log) -> bool:
    try:
        return log.state.over
    except IllegalAction:  # the first dealer has not been drawn
        return False


def _player_fault(games: tuple[Log, ...], receipt: fair.Receipt) -> str:
    """Return how the players' names in a record differ from those in ``receipt``, or an empty text if they do not.

    ``receipt`` holds what one player saw during the game.
    """
    try:
        for log in games:
            receipt.check_players(log)
    except fair.UnfairDeal as error:
        return str(error)
    return ""


def _pack_doubts(verdicts: Sequence[fair.Verdict]) -> list[str]:
    """Return the reasons why packs are not proven fair. Each reason occurs once, with the deals that it is about.

    A pack that is proven to be unfair is a fault, not a doubt: it is left out.
    """
    by_doubt = dict[str, list[fair.Verdict]]()
    for verdict in verdicts:
        if doubt := _pack_doubt(verdict):
            by_doubt.setdefault(doubt, []).append(verdict)
    return [f"{_pack_names(found)}: {doubt}" for doubt, found in by_doubt.items()]


def _pack_names(verdicts: Sequence[fair.Verdict]) -> str:
    """Return, as text, which draw and deals the packs were used for, such as "the draw and deals 1-3, 5"."""
    numbers = [verdict.deal + 1 for verdict in verdicts if verdict.deal is not None]
    names = list[str]()
    if len(numbers) < len(verdicts):
        names.append("the draw")
    if numbers:
        noun = "deal" if len(numbers) == 1 else "deals"
        names.append(f"{noun} {_number_ranges(numbers)}")
    return " and ".join(names)


def _number_ranges(numbers: Sequence[int]) -> str:
    """Return increasing numbers as text. Consecutive numbers are written as the first and the last one of them.

    >>> _number_ranges([0, 1, 2, 5, 7, 8])
    '0-2, 5, 7-8'
    """
    spans = list[tuple[int, int]]()
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            first, _ = spans.pop()
            spans.append((first, number))
        else:
            spans.append((number, number))
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


def _pack_doubt(verdict: fair.Verdict) -> str:
    """Return why a pack is not proven fair.

    Return an empty text if the pack is proven to be fair, or proven to be unfair.
    """
    if verdict.fair is None:
        return verdict.why
    if verdict.fair and not verdict.by:
        return "nobody at the table had a share in it"
    return ""


def _signature_doubt(log: Log, key: str | None, known: Mapping[str, str], *, own: bool) -> str:
    """Return why a log is not signed by a known key, or an empty text if it is.

    ``key`` is the public key that signed the log, or None. ``own`` is true if the record is in Uka's own format.
    """
    if key in known:
        return ""
    if key is not None:
        return f"it is signed with a key that you do not know: {signature.fingerprint(key)}"
    if not own:
        return "it has no signature: EGN and EMN hold one only in their key uka; verify the game's .uka file"
    if "gameId" in log.header.about:  # a server made the record, and servers sign
        return "it has no signature: it was taken off"
    return "it has no signature"
