"""Commands of a table's official: scoring, rulings, conduct cards, fair-play points, signatures, requests for help."""

from __future__ import annotations

from msgspec.structs import replace

from uka.core.cards import Card

from .. import entries as en
from ..entries import ConductCardColour, OfficialDecision, Role, Tap, TournamentEntries
from ..tally import Points, apply_tap
from ..tournament import Grant, Tournament, TournamentMatch, TournamentRefusal, match_of, round_of
from .checks import MOST_POINTS, check_cards, checked_name, checked_optional_reason, checked_reason, match_of_open_round
from .head_table import bell_of_head_table
from .permissions import require_captain, require_official, require_official_of

MOST_FAIR = 10
"""The maximum number of fair-play points in one award."""
MOST_MINUTES = 60
"""The maximum length of a player's break, in minutes."""


def tap(t: Tournament, by: str, tapped: Tap, *, before_bell: bool = False) -> TournamentEntries:
    """Record ``tapped``, an entry that the official of a table tapped on a device to score or decide a game.

    If ``before_bell`` is true, the official tapped it offline before the bell, and it counts as if the bell had not
    rung yet. At the head table the entry may ring the bell of the round, which ends the game there. Raise
    ``IllegalAction`` if the rules of the game do not allow the entry.
    """
    require_official(t, by, tapped.table)
    match = match_of_open_round(t, tapped.table)
    playing = round_of(t)
    if playing.started is None and not isinstance(tapped, en.FirstDealerSet):
        raise TournamentRefusal(f"round {playing.number} has not started")
    if match.live and match.over:
        raise TournamentRefusal("the game is over: only the director can change its result")
    if match.said is not None:
        raise TournamentRefusal("the captains, or someone with the paper sheet, already entered the result")
    if match.live:
        return (_live_table_decision(tapped),)
    if isinstance(tapped, en.UpcardAtBell) and not playing.rang:
        raise TournamentRefusal("the bell has not rung")
    if isinstance(tapped, en.OfficialRulingGiven | en.GameForfeited):
        tapped = _checked_decision(tapped)
    scores = isinstance(tapped, en.DealPlayed | en.RevokeFound | en.DealThrownIn | en.DealMisdealt)
    if scores and match.tally.dealer is None and not isinstance(tapped, en.RevokeFound):
        raise TournamentRefusal("first say who deals first")
    if scores and playing.rang and not before_bell and not match.tally.bell_entered and not match.over:
        raise TournamentRefusal("the bell has rung: first say whether a card was turned up")
    tally = apply_tap(match.tally, tapped)
    bell = bell_of_head_table(t, match, tally.points, deals=len(tally.game.results), over=tally.over)
    game_ends = bell and not tally.over and not tally.revoked
    return (tapped, *bell, *((en.UpcardAtBell(tapped.table, False),) if game_ends else ()))


def _checked_decision(
    decision: en.OfficialRulingGiven | en.GameForfeited,
) -> en.OfficialRulingGiven | en.GameForfeited:
    """Return ``decision`` with a checked reason. Raise ``TournamentRefusal`` if its reason or its points are wrong."""
    if isinstance(decision, en.OfficialRulingGiven) and max(map(abs, decision.points)) > MOST_POINTS:
        raise TournamentRefusal(f"a ruling gives or takes {MOST_POINTS} points a side at most")
    return replace(decision, reason=checked_reason(decision.reason))


def _live_table_decision(tapped: Tap) -> OfficialDecision:
    """Return ``tapped`` if it is a decision that a live table can apply. Otherwise raise ``TournamentRefusal``."""
    if not isinstance(tapped, OfficialDecision):
        raise TournamentRefusal("the server scores this game: you can only enter rulings here")
    if isinstance(tapped, en.OfficialRulingGiven) and any(tapped.points) is tapped.redeal:
        raise TournamentRefusal("say which side gets points, or that the deal is replayed")
    return _checked_decision(tapped) if isinstance(tapped, en.OfficialRulingGiven | en.GameForfeited) else tapped


# After a game: signatures, and the cards that the captains cut if the match is drawn


def sign_for_captain(t: Tournament, by: str, table: int, team: int, points: Points | None = None) -> TournamentEntries:
    """Sign the result of the match at table ``table`` for the captain of ``team``, on the official's device.

    If ``points`` are given, they must equal the result.
    """
    require_official(t, by, table)
    return signature(match_of_open_round(t, table), team, points)


def signature(match: TournamentMatch, team: int, points: Points | None = None) -> TournamentEntries:
    """Return the entry by which the captain of ``team`` signs the result of ``match``.

    If ``points`` are given, they must equal the result. Raise ``TournamentRefusal`` if the match cannot be signed.
    """
    if team not in match.entries:
        raise TournamentRefusal(f"team {team} does not play at table {match.table}")
    side = match.first_of_side(team)
    if not match.over:
        raise TournamentRefusal("the game is not over")
    if points is not None and points != match.points:
        raise TournamentRefusal("the points have changed: look again, then sign")
    if side in match.confirmed:
        raise TournamentRefusal(f"team {team} has already signed")
    return (en.ResultSigned(match.table, side),)


def enter_cut_cards(t: Tournament, by: str, table: int, cards: tuple[Card, Card]) -> TournamentEntries:
    """Enter the cards that the captains cut after a drawn match, north-south's card first (Tainui Games, rule 18).

    The team with the higher card moves on. If both cards have the same rank, the captains must cut again. If a match is
    drawn only because its result was corrected later, the captains may cut after the round is closed.
    """
    require_official(t, by, table)
    check_cut(t, match_of(t, table), *cards)
    return (en.DrawnMatchCut(table, cards),)


def check_cut(t: Tournament, match: TournamentMatch, *cards: Card) -> None:
    """Raise ``TournamentRefusal`` if nobody has to cut after ``match``, or if captains cannot cut ``cards``."""
    if not match.drawn:
        raise TournamentRefusal("the captains cut only after a draw")
    if match.moving_team is not None:
        raise TournamentRefusal("the captains have already cut")
    check_cards(t, cards)


# Conduct


def show_card(t: Tournament, by: str, shown: en.ConductCardShown, *, fill_in: str = "") -> TournamentEntries:
    """Show a conduct card to a player or a team: orange, then green, then red (Tainui Games, rule 2).

    A card for cheating is red at once (rule 3). A red card sends the player or the team off, and the team forfeits its
    game. If ``fill_in`` names a substitute for the player, the team plays on instead; a live table allows no such
    substitute. If the settings say that a red card lasts for the day, and the whole team gets one, the team withdraws
    from the tournament.
    """
    require_official_of(t, by, shown.team)
    shown = _checked_card(t, shown)
    if fill_in and not (shown.colour is ConductCardColour.RED and shown.player):
        raise TournamentRefusal("a fill-in comes with a red card for a player only")
    if shown.colour is not ConductCardColour.RED:
        return (shown,)
    match = t.round.of(shown.team) if t.round and not t.round.closed else None
    if fill_in and match is not None and match.live:
        raise TournamentRefusal("at an online table a red card ends the game, so nobody fills in")
    if fill_in:
        return (shown, *substitute(t, by, shown.team, shown.player, fill_in))
    why = f"a red card for {shown.player or 'the team'}"
    lost: TournamentEntries = (
        (en.GameForfeited(match.table, match.side_of(shown.team), why, ejected=True),)
        if match is not None and not match.over
        else ()
    )
    leaves = not shown.player and t.settings.red_card == "day" and not t.team(shown.team).withdrawn
    return (shown, *lost, *((en.TeamWithdrew(shown.team, why),) if leaves else ()))


def red_card_line(t: Tournament, team: int, player: str) -> int | None:
    """Return the number of the log line with the red card that bars ``player`` from play, or None if there is none.

    The settings say whether a red card lasts for the round or for the whole day.
    """
    return next(
        (
            seq
            for seq, number, mark in reversed(t.marks)
            if isinstance(mark, en.ConductCardShown)
            and mark.colour is ConductCardColour.RED
            and (t.settings.red_card == "day" or number == len(t.rounds))
            and mark.team == team
            and same_name(mark.player, player)
        ),
        None,
    )


def _checked_card(t: Tournament, shown: en.ConductCardShown) -> en.ConductCardShown:
    """Return the conduct card ``shown`` without surplus spaces in its texts.

    Raise ``TournamentRefusal`` if its colour is wrong. It must be red for cheating, else that of ``next_conduct_card``.
    """
    player = checked_name(shown.player, "the player") if shown.player else ""
    if shown.cheating and shown.colour is not ConductCardColour.RED:
        raise TournamentRefusal(f"the card for cheating is red, not {shown.colour}")
    if not shown.cheating and shown.colour is not (wanted := next_conduct_card(t, shown.team, player)):
        raise TournamentRefusal(f"the next card for {player or f'team {shown.team}'} is {wanted}, not {shown.colour}")
    return replace(shown, player=player, reason=checked_reason(shown.reason))


def next_conduct_card(t: Tournament, team: int, player: str = "") -> ConductCardColour:
    """Return the colour of the next conduct card for ``player``, or for the whole team if ``player`` is empty.

    The order is orange, green, red. After a red card, all further cards are red.
    """
    cards = [mark for _, _, mark in t.marks if isinstance(mark, en.ConductCardShown)]
    shown = [card.colour for card in cards if (card.team, card.player) == (team, player)]
    return ConductCardColour.RED if ConductCardColour.RED in shown else list(ConductCardColour)[len(shown)]


def give_fair_play(t: Tournament, by: str, team: int, points: int, reason: str = "") -> TournamentEntries:
    """Give fair-play points to ``team``, as the official of its table or as the director.

    If the settings allow it, captains may give fair-play points too, but not to their own teams.
    """
    giver = t.grant(by)
    if giver and giver.role is Role.CAPTAIN and not giver.revoked:
        if not t.settings.captains_give:
            raise TournamentRefusal("captains don't give fair-play points in this tournament")
        if giver.team == team:
            raise TournamentRefusal("you can't give fair-play points to your own team")
        t.team(team)
    else:
        require_official_of(t, by, team)
    if not 1 <= points <= MOST_FAIR:
        raise TournamentRefusal(f"give 1 to {MOST_FAIR} fair-play points at a time")
    return (en.FairPlayGiven(team, points, checked_optional_reason(reason)),)


def substitute(t: Tournament, by: str, team: int, player: str, fill_in: str, minutes: int = 0) -> TournamentEntries:
    """Let the substitute ``fill_in`` play in place of ``player``.

    ``minutes`` is the length of the player's break (wharepaku, toilet). If it is 0, the substitute plays for the rest
    of the tournament. For a player whom a red card sent off, only one substitute may play, and a player who was sent
    off cannot be a substitute.
    """
    require_official_of(t, by, team)
    goes, comes = checked_name(player, "who is leaving"), checked_name(fill_in, "who fills in")
    if goes == comes:
        raise TournamentRefusal("say who is leaving and who fills in")
    if not 0 <= minutes <= MOST_MINUTES:
        raise TournamentRefusal(f"a fill-in is for 1 to {MOST_MINUTES} minutes, or 0 for good")
    if red_card_line(t, team, comes) is not None:
        raise TournamentRefusal(f"{comes} has a red card: somebody else fills in")
    red = red_card_line(t, team, goes)
    if red is not None:
        since = [mark for seq, _, mark in t.marks if seq > red and isinstance(mark, en.PlayerSubstituted)]
        for mark in since:
            if mark.team == team and same_name(mark.player, goes):
                raise TournamentRefusal(f"{goes} has a red card, and {mark.fill_in} already fills in")
    return (en.PlayerSubstituted(team, goes, comes, minutes),)


def same_name(name: str, other: str) -> bool:
    """Return whether two names are the same if capital letters and small letters count as equal."""
    return name.casefold() == other.casefold()


# Requests for help


def call_for_help(t: Tournament, by: str, table: int, reason: str = "") -> TournamentEntries:
    """Ask the director to come to a table. If ``by`` is the director's grant, ask for the table's official instead."""
    _require_caller(t, by, table)
    return (en.HelpCalled(table, checked_optional_reason(reason)),)


def answer_call(t: Tournament, by: str, table: int, at: int | None = None) -> TournamentEntries:
    """Record that the request for help from table ``table`` was answered.

    If ``at`` is given, it must be the time of that request, in milliseconds since 1970. So nobody closes a newer
    request unread.
    """
    _require_caller(t, by, table)
    call = next((call for call in t.calls if call.table == table), None)
    if call is None:
        raise TournamentRefusal(f"there is no call from table {table}")
    if at not in (None, call.at):
        raise TournamentRefusal(f"there is a newer call from table {table}: read it first")
    return (en.CallAnswered(table),)


def _require_caller(t: Tournament, by: str, table: int) -> Grant:
    """Return the grant with the id ``by``.

    Raise ``TournamentRefusal`` unless it is the grant of the table's official, of the captain of a team at the table,
    or of the director.
    """
    giver = t.grant(by)
    if giver is None or giver.role is not Role.CAPTAIN:
        if table not in t.tables and (t.round is None or t.round.match(table) is None):
            raise TournamentRefusal(f"there is no table {table}")
        return require_official(t, by, table)
    match = t.round.match(table) if t.round else None
    if match is None or giver.team not in match.entries:
        raise TournamentRefusal(f"your team does not play at table {table}")
    return require_captain(t, by, giver.team)
