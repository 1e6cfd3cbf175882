"""Commands of captains (kaihautū): sign a result, enter a result without an official, cut a card after a draw."""

from __future__ import annotations

from collections.abc import Sequence

from uka.core.cards import Card

from .. import entries as en
from ..entries import Role, TournamentEntries
from ..tally import Points
from ..tournament import Tournament, TournamentMatch, TournamentRefusal, round_of
from .head_table import bell_of_head_table
from .official import check_cut, signature
from .permissions import require_captain, require_official
from .plausibility import check_doubtful


def sign_result(t: Tournament, by: str, team: int, points: Points | None = None) -> TournamentEntries:
    """Sign the result of the match that ``team`` plays now, as its captain.

    If ``points`` are given, they must equal the result: the points of north-south, then of east-west.
    """
    require_captain(t, by, team)
    return signature(_current_match(t, team), team, points)


def claim_result(t: Tournament, by: str, team: int, points: Points, *, insist: bool = False) -> TournamentEntries:
    """Enter the result of the match that ``team`` plays now, as its captain, at a table without an official.

    ``points`` are the points of north-south, then of east-west. The result counts when both captains have entered the
    same points. Raise ``DoubtfulInput`` if the rules can hardly lead to such points, unless ``insist`` is true.
    """
    require_captain(t, by, team)
    match = _current_match(t, team)
    if match.taps or has_official(t, match.table):
        raise TournamentRefusal("the official of the table enters the points")
    playing = round_of(t)
    if playing.started is None:
        raise TournamentRefusal("the round has not started")
    if match.said is not None:
        raise TournamentRefusal("the result has already been entered")
    insisted = check_doubtful(t, playing, match, points, insist=insist)
    side = match.first_of_side(team)
    agreed = any(other != side and claimed == points for other, claimed in match.claims)
    bell = bell_of_head_table(t, match, points, over=True) if agreed else ()
    return (en.ResultClaimed(match.table, side, points, insisted), *bell)


def cut_card(t: Tournament, by: str, team: int, card: Card | None, lots: Sequence[Card]) -> TournamentEntries:
    """Cut a card for ``team`` after a drawn match. The team with the higher card moves on (Tainui Games, rule 18).

    At a real table without an official, the captain enters ``card``, the card that the captain cut. At a live table (a
    table of the server), ``card`` is None. The captain then gets a card from ``lots``, which are cards in random order:
    the first one that the other captain has not cut. At a live table, an official may cut for an absent captain.
    """
    match = _current_match(t, team)
    giver = t.grant(by)
    if match.live and giver is not None and giver.role is Role.OFFICIAL:
        require_official(t, by, match.table)
    else:
        require_captain(t, by, team)
    cuts, side = dict(match.cuts), match.first_of_side(team)
    if not match.live and has_official(t, match.table):
        raise TournamentRefusal("the official of the table enters what was cut")
    if match.live:
        if card is not None:
            raise TournamentRefusal("at an online table the server draws the card")
        card = next(lot for lot in lots if lot not in cuts.values())
    elif card is None:
        raise TournamentRefusal("say which card was cut")
    check_cut(t, match, card, *(other for cutter, other in cuts.items() if cutter != side))
    if side in cuts:
        raise TournamentRefusal("this team has cut: the other captain has yet to cut")
    return (en.CaptainCut(match.table, side, card),)


def has_official(t: Tournament, table: int) -> bool:
    """Return whether a link for the official of table ``table`` is granted and not revoked."""
    return any(grant.role is Role.OFFICIAL and grant.table == table and not grant.revoked for grant in t.grants)


def _current_match(t: Tournament, team: int) -> TournamentMatch:
    """Return the match of ``team`` in the open round. Raise ``TournamentRefusal`` if the team does not play now."""
    playing = round_of(t)
    match = playing.of(team)
    if match is None or playing.closed:
        raise TournamentRefusal(f"team {team} isn't playing now")
    return match
