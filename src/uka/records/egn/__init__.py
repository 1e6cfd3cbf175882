"""Euchre Game Notation 1.0 to 1.4 and Euchre Match Notation in; EGN 1.4 and EMN 1.0 out.

Read in, a game is a ``Log`` that replays; what breaks the rules is refused with its place. Written out again it is
the same file, but for this:

- old names are the new ones (``player_cards`` is ``playerCards``), ``kitty`` and ``initialLead``, which EGN 1.4 does
  not have, are gone, and so is whatever else early files hold that EGN never had; ``version`` is 1.4
- phases are numbered from 0; ``isAlone`` stands with the calls, and only there; an ``aloneDefender`` of -1 and
  hands of no card are left out; trailing tricks without a card are left out
- cards are written one way (``Th`` for ``10♥``; ``L``, ``R``, ``Jt`` and the like as the cards they are; ``Xx`` for a
  card of which anything is unknown), a call ``x`` as the call that it must have been
- a ``discard`` that follows from the cards played is written out, and so is a hand that follows from all else
- condensed deals are written out in full
- ``farmers`` and ``go_under`` are both read as the exchange of three low cards with the kitty, the one that EGN has
  a form for: the cards taken have no sender, the cards shown go to the dealer

Of a log that goes out as EGN and comes in again, what EGN has no word for is gone: names and titles of rules, the draw
and the cut, the words players say (``rules.OPEN``), the order of the cards in the kitty, who declined to defend alone
in a deal not yet led to; a note before the first call of a deal stands at that call. Any rule that matters and that
EGN cannot say is refused, by name (``rules.SAYS``, ``rules.FIXED``); so are a misdeal, a bell, a revoke and the claim
of one, and a joker that was turned up and turned down. A rubber goes out as a match of games, the best of three.

- ``schema``: the types of a file.
- ``decoding``: from text to these types, and back.
- ``rules``: the flags of a ruleset.
- ``cards``: known and unknown cards.
- ``condensed``: deals condensed into base64url.
- ``extra``: what EGN says and a log has no entry for.
- ``script``: the actions that a file tells.
- ``readings``: the parts of a deal, and what each may mean.
- ``constraints``: where each card of a deal may have been.
- ``matching``: cards put into places that may hold them.
- ``play_search``: which cards the unknown plays may be.
- ``placement``: every card of a deal in a place.
- ``completion``: a deal with its unknown cards filled in.
- ``reader``: from a file to logs.
- ``deal_writer``: one deal of a log as EGN.
- ``writer``: logs as EGN and EMN.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import InvalidRecord
from ..log import Log
from . import decoding, reader, writer
from .rules import NotExpressible

__all__ = ["InvalidRecord", "NotExpressible", "dumps", "dumps_match", "loads"]

GAME, MATCH = "Euchre Game Notation", "Euchre Match Notation"


def loads(data: bytes | str) -> tuple[tuple[Log, ...], dict[str, Any]]:
    """The games in an EGN or EMN file, and a match's metadata. ``InvalidRecord`` says what is wrong with it.

    >>> from uka.records.egn.schema import EgnRuleset
    >>> log = Log.start(reader.ruleset_of(EgnRuleset()), dealer=reader.SEATS[0])
    >>> (again,), metadata = loads(dumps(log))
    >>> again.state.score, again.rules.name
    ((0, 0), 'egn')
    """
    value = decoding.decode(data)
    kind = value.get("fileType", value.get("file_type"))
    if kind == MATCH:
        return reader.match_of(decoding.emn_of(value))
    if kind != GAME:
        raise InvalidRecord(f"its fileType is {kind!r}, neither {GAME!r} nor {MATCH!r}")
    return (reader.log_of(decoding.egn_of(value)),), {}


def dumps(log: Log) -> str:
    """A game as EGN 1.4. ``NotExpressible`` names whatever EGN cannot say."""
    return decoding.to_json(writer.egn_of(log))


def dumps_match(logs: tuple[Log, ...], metadata: Mapping[str, Any] | None = None) -> str:
    """Games, or a rubber, as EMN 1.0. ``NotExpressible`` as for EGN."""
    return decoding.to_json(writer.emn_of(logs, metadata or {}))
