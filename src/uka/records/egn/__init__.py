"""The reader of Euchre Game Notation (EGN) 1.0 to 1.4 and Euchre Match Notation (EMN), and the writer of both.

EGN has a JSON form and two binary forms: an expanded one, and a condensed one, whose deals are packed into bits.

The reader returns each game as a ``Log``, which can be replayed. It refuses a file that breaks the rules of the game,
and names the deal, trick and seat at fault. The writer writes EGN 1.4 and EMN 1.0. A file that is read and written
again stays the same, with these exceptions:

- Old names become the new ones (``player_cards`` becomes ``playerCards``). ``kitty`` and ``initialLead``, which EGN 1.4
  does not have, are dropped. Fields of early files that no version of EGN defines are dropped too. ``version`` becomes
  1.4.
- Phases are numbered from 0. ``isAlone`` is written with the calls only. An ``aloneDefender`` of -1, empty hands, and
  empty tricks at the end are dropped.
- Characters that are not displayed, such as escape codes, become ``?``. A player's name becomes one line.
- Cards have one spelling: ``Th`` for ``10♥``, and ``Xx`` for an unknown card. ``L``, ``R`` and ``Jt`` are replaced by
  the rank and suit of the jack that they stand for. An unknown call ``x`` becomes the call that the rest of the file
  implies.
- If the cards played imply the discard, ``discard`` is added. If all other cards imply a hand, the hand is added.
- Condensed deals are written in full.
- The flags ``farmers`` and ``go_under`` are both read as the exchange of three low cards with the kitty. EGN can record
  no other exchange of a farmer's hand. It records no sender for the cards that the seat takes from the kitty, and the
  dealer as the receiver of the cards that the seat shows.

A log that is written as EGN and read again loses what EGN cannot express: the names and titles of rules, the draw, the
cut, the words of players (``rules.LEFT_OUT``), and the order of the kitty. The log also loses who declined a farmer's
hand before another seat claimed one out of turn. In a deal without a lead, it loses who declined to defend alone. A
note before the first call of a deal moves to that call. A rubber is written as a match of the best of three games, and
read as these games.

EGN cannot express every game. It has no place for some rules that change the game (``rules.WITH_FLAG``,
``rules.FIXED``), misdeals, bells, revokes, claims of revokes, rulings, a joker that was turned up and turned down, and
long texts. A file of such a game or rubber goes beyond the standard: it has the key ``uka``, which the standard does
not have. The key holds ``why``, a sentence that names all these parts, and ``log``, the lines of Uka's own log. The
other keys hold what the standard can express. Another program refuses the key, as the schema of the standard demands,
or ignores it. This reader reads the log in the key, so that nothing is lost, and refuses a file whose other keys
contradict the log. In the binary form the key is field 100 of the file, and the form is expanded. ``check_standard``
raises ``NotExpressible`` for a game that goes beyond the standard.

- ``schema``: the types of the parts of a file.
- ``decoding``: the conversion between the text of a file and the types of ``schema``.
- ``rules``: the conversion between the flags of a file and a ruleset.
- ``cards``: cards in EGN, which can be known, partly known or unknown.
- ``condensed``: the reader of deals that are condensed into base64url text.
- ``condensing``: the writer of deals that are condensed into base64url text.
- ``protobuf``: Protocol Buffers messages as JSON values.
- ``binary``: the conversion between the binary form of a file and its JSON.
- ``extra``: the parts of a file for which a log has no entry.
- ``recorded_actions``: the actions that a file records for a deal.
- ``parsed_deal``: the parsed parts of a deal, and every possible upcard and sequence of actions.
- ``constraints``: where in a deal each card can be.
- ``matching``: a bipartite matching of cards and their possible positions in a deal.
- ``play_search``: the search for the unknown cards of the tricks.
- ``placement``: an assignment of every card of a deal to a hand, the kitty or the discards.
- ``completion``: a deal whose unknown cards are filled in.
- ``reader``: the conversion of files to logs.
- ``deal_writer``: the conversion of one deal of a log to EGN.
- ``writer``: the conversion of logs to EGN and EMN.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec
from msgspec import UNSET

from uka.text.printable import with_printable_texts

from ..errors import InvalidRecord
from ..log import Log
from . import binary, decoding, reader, writer
from .condensing import LOWEST, condensed
from .rules import NotExpressible
from .schema import EgnDeal

__all__ = ["InvalidRecord", "NotExpressible", "check_standard", "dumps", "dumps_binary", "dumps_match", "loads"]

GAME, MATCH = "Euchre Game Notation", "Euchre Match Notation"


def loads(data: bytes | str, *, beyond_end: bool = False) -> tuple[tuple[Log, ...], dict[str, Any]]:
    """Read ``data``, the contents of an EGN or EMN file. Return its games as logs, and the metadata of the match.

    The metadata is a dict from a field name of EMN to the value; for EGN it is empty. A file may have deals that were
    played after the end of a game. If ``beyond_end`` is true, such a game is read as a game without a target, which
    ends after its last deal; otherwise raise ``PlayedBeyondEnd``. Raise ``InvalidRecord`` if the file is invalid.

    >>> from uka.records.egn.schema import EgnRuleset
    >>> log = Log.start(reader.ruleset_of(EgnRuleset()), dealer=reader.SEATS[0])
    >>> (again,), metadata = loads(dumps(log))
    >>> again.state.score, again.rules.name
    ((0, 0), 'egn')
    """
    raw = binary.json_of(data) if isinstance(data, bytes) and binary.is_binary(data) else decoding.decode(data)
    value = with_printable_texts(raw)
    kind = value.get("fileType", value.get("file_type"))
    if kind == MATCH:
        return reader.match_of(decoding.emn_of(value), beyond_end=beyond_end)
    if kind != GAME:
        raise InvalidRecord(f"its fileType is {kind!r}, neither {GAME!r} nor {MATCH!r}")
    return (reader.log_of(decoding.egn_of(value), beyond_end=beyond_end),), {}


def check_standard(log: Log) -> None:
    """Raise ``NotExpressible`` if standard EGN or EMN, without Uka's own key ``uka``, cannot express the whole log."""
    writer.check_standard(log)


def dumps(log: Log) -> str:
    """Return the game of ``log`` as the text of an EGN 1.4 file. Raise ``NotExpressible`` if it is a rubber."""
    return decoding.to_json(writer.egn_of(log))


def dumps_binary(log: Log, *, condense: bool = True) -> bytes:
    """Return the game of ``log`` as the contents of a binary EGN 1.4 file.

    The file has the condensed form, in which a deal is packed into bits, or the expanded form if ``condense`` is false
    or if the game goes beyond the standard. Raise ``NotExpressible`` if the form cannot hold the whole game. The
    expanded form holds all that ``dumps`` writes, except the ids that EMN gives to players. The condensed form has no
    place for unknown cards, exchanges of cards, a joker, no trump, or a deal that ends within its calls or a trick.
    """
    egn = writer.egn_of(log)
    value = msgspec.to_builtins(egn)
    if condense and egn.uka is UNSET:
        lowest = egn.metadata.ruleset.min_rank or LOWEST
        value["deals"] = [condensed(cast(EgnDeal, deal), number, lowest) for number, deal in enumerate(egn.deals)]
    return binary.bytes_of(value)


def dumps_match(logs: tuple[Log, ...], metadata: Mapping[str, Any] | None = None) -> str:
    """Return a match as the text of an EMN 1.0 file.

    ``logs`` holds the log of each game, or only the log of a rubber, which is a match by itself. ``metadata`` is a dict
    from a field name of EMN, such as ``title``, to the value. Raise ``NotExpressible`` if EMN cannot hold the match.
    """
    return decoding.to_json(writer.emn_of(logs, metadata or {}))
