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
    """The result of verifying a record.

    ``PROVEN``: a known key signed the record of a finished game, and every pack is proven fair. ``FORGED``: the record
    was changed, or contradicts itself or what a player saw. ``UNPROVEN``: the record is neither proven nor forged.
    """

    PROVEN = "proven"
    UNPROVEN = "unproven"
    FORGED = "forged"

    def __str__(self) -> str:
        return self.value


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """The authenticity of a record, with the reasons.

    ``why`` holds the reasons if the record is forged or unproven. ``key`` is the public key that signed the whole
    record, and ``signer`` is the name of the key's owner. ``packs`` has one item for each game: the verdicts on the
    packs of that game.
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
    if it cannot be read. EGN and EMN hold signatures only in their key ``uka``, in the log of a game.
    """
    own = is_log(record)
    signed = [_signed(record)] if own else []
    try:
        games = parse(record).games
    except InvalidRecord:
        if not any(each.forged for each in signed):
            raise
        games = ()
    signed = signed or [_signed(log.text.encode()) for log in games]
    packs = tuple(fair.verify(log, receipt) for log in games)
    many = len(games) > 1
    forged = [f"{_game(many, number, ': ')}{each.forged}" for number, each in enumerate(signed) if each.forged]
    doubts = list[str]()
    for number, (log, each) in enumerate(zip(games, signed, strict=False)):
        if not forged:
            doubts += [_game(many, number, ": ") + doubt for doubt in _unsigned(log, each.key, known, own=own)]
    for number, verdicts in enumerate(packs):
        game = _game(many, number, ", ")
        forged += [f"{game}{each.name}: {each.why}" for each in verdicts if each.fair is False]
        doubts += [game + doubt for doubt in _doubts(verdicts)]
    keys = {each.key for each in signed}
    key = keys.pop() if len(keys) == 1 else None
    forged += _renamed(games, receipt)
    if not any(packs):
        doubts.append("it holds no pack")
    elif not all(map(_is_over, games)):
        doubts.append("the game is not over in it, and servers sign only finished games")
    standing = Authenticity.FORGED if forged else Authenticity.UNPROVEN if doubts else Authenticity.PROVEN
    return Evidence(standing, tuple(forged or doubts), key, known.get(key or ""), packs)


class _Signed(NamedTuple):
    """The key that signed a log, if any, or why its signature is forged."""

    key: str | None = None
    forged: str = ""


def _signed(text: bytes) -> _Signed:
    try:
        return _Signed(signature.signer(text))
    except signature.ForgedSignature as error:
        return _Signed(forged=str(error))


def _game(many: bool, number: int, then: str) -> str:
    """Return the beginning of a reason, which names the game if the record has several."""
    return f"game {number + 1}{then}" if many else ""


def _is_over(log: Log) -> bool:
    try:
        return log.state.over
    except IllegalAction:  # the first dealer has not been drawn
        return False


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
    """Return the reasons why packs are not proven fair. Each reason occurs once, with the deals of its packs.

    Packs that contradict the record are left out.
    """
    packs = dict[str, list[fair.Verdict]]()
    for verdict in verdicts:
        if doubt := _doubt(verdict):
            packs.setdefault(doubt, []).append(verdict)
    return [f"{_named(found)}: {doubt}" for doubt, found in packs.items()]


def _named(verdicts: Sequence[fair.Verdict]) -> str:
    """Return what packs were for: the draw, and deals with their numbers from 1."""
    deals = [verdict.deal + 1 for verdict in verdicts if verdict.deal is not None]
    draw = ["the draw"] * (len(deals) < len(verdicts))
    return " and ".join(draw + [f"deal{'s' * (len(deals) > 1)} {_spans(deals)}"] * bool(deals))


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
    if verdict.fair and not verdict.by:
        return "nobody at the table had a share in it"
    return ""


def _unsigned(log: Log, key: str | None, known: Mapping[str, str], *, own: bool) -> list[str]:
    """Return the reason why a log is not signed by a known key, in a list. Otherwise return an empty list.

    ``own`` is true if the record is in Uka's own format.
    """
    if key is None and not own:
        return ["it has no signature: EGN and EMN hold one only in their key uka; verify the game's .uka file"]
    if key is None:
        served = "gameId" in log.header.about
        return [f"it has no signature{': it was taken off' if served else ''}"]
    if key not in known:
        return [f"it is signed with a key that you do not know: {signature.fingerprint(key)}"]
    return []
