"""How the game stands, in lines of text: the score with its markers, the contract, the end, a chart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from uka.core.game import Rubber, at_the_bridge
from uka.core.markers import markers
from uka.core.observation import Observation
from uka.core.scoring import DealResult
from uka.core.seats import Partnership, Seat

from .drawing import draw_markers
from .facts import TurnUp, turn_up
from .session import Session
from .words import card_name, pair_name, seat_name


def progress(session: Session) -> str:
    """Which deal of which game it is."""
    if not session.begun:
        return ""
    state = session.state
    number = len(session.game.results) + (state.in_deal or not session.game.results)
    deal = f"deal {number}" + (f" of {session.rules.deals}" if session.rules.deals else "")
    if not isinstance(state, Rubber):
        return deal
    ours, theirs = _mine_first(state.won, session.seat)
    return f"rubber {ours}-{theirs} · game {len(state.games)} · {deal}"


def standing(session: Session) -> tuple[str, ...]:
    """The score, with markers where there are any for the target, and who is at the bridge."""
    if not session.begun:
        return ()
    rules, score = session.rules, session.state.score
    lines = [f"Score, to {rules.target}" if rules.target else "Score"]
    for side in sides(session.seat):
        name = pair_name(side, session.seat, "+") if side is session.seat.partnership else "They"
        count = score[side.index]
        drawn = markers(rules.target, count)
        lines.append(f"{name:<10}{count:>2} {draw_markers(drawn) if drawn else ''}".rstrip())
    if bridge := at_the_bridge(rules, score):
        lines.append(f"{pair_name(bridge, session.seat)} at the bridge")
    return tuple(lines)


def contract(seen: Observation | None) -> tuple[str, ...]:
    """The turn-up, who made trump and what, who is alone, and the tricks so far."""
    if seen is None or seen.seat is None:
        return ()
    up = f"Turn-up {card_name(seen.upcard)} {turn_up(seen).value}"
    if turn_up(seen) is TurnUp.TURNED_DOWN:
        up += " (face up)" if seen.rules.turned_down == "face_up" else ""
    made = seen.contract
    if made is None:
        return (up,)
    me = seen.seat
    ours, theirs = _mine_first(seen.taken, me)
    by = f"made by {_inside(made.maker, me)}"
    alone = f", {_inside(made.loner, me)} alone" if made.loner and made.loner is not made.maker else ""
    alone = ", alone" if made.loner is made.maker else alone
    against = f", {_inside(made.lone_defender, me)} defending alone" if made.lone_defender else ""
    return (
        up,
        f"Trump {made.trump.symbol} {made.trump}, {by}{alone}{against}",
        f"Tricks: you {ours}, they {theirs}",
    )


def _inside(seat: Seat, me: Seat) -> str:
    return "you" if seat is me else seat_name(seat, me)


def sides(me: Seat) -> tuple[Partnership, Partnership]:
    """The two sides, the reader's first."""
    return me.partnership, me.partnership.other


def _mine_first(pair: Sequence[int], me: Seat) -> tuple[int, int]:
    ours, theirs = sides(me)
    return pair[ours.index], pair[theirs.index]


def final(session: Session) -> tuple[str, ...]:
    """How the game or the rubber ended, a chart of its score, and where its record is."""
    state, me = session.state, session.seat
    winner = state.winner
    head = f"{pair_name(winner, me)} won" if winner else "The game is drawn"
    ours, theirs = _mine_first(state.score, me)
    lines = [f"{head}, {max(ours, theirs)} to {min(ours, theirs)}."]
    if isinstance(state, Rubber):
        lines = [f"{head} the rubber, {' to '.join(map(str, sorted(state.won, reverse=True)))} games."]
        lines += [f"Rubber points {' to '.join(map(str, sorted(state.points, reverse=True)))}: won by {state.margin}."]
    if session.game.bell:
        lines.append("The bell ended it.")
    if session.log.path:
        lines.append(f"Record: {session.log.path}")
    return (*lines, "", *chart(session.game.results, me, session.rules.target))


def won_a_game(session: Session) -> str:
    """What a finished game of a rubber was worth, while the rubber goes on."""
    state, game = session.state, session.game
    if not isinstance(state, Rubber) or not game.over or game.winner is None:
        return ""
    ours, theirs = _mine_first(state.points, session.seat)
    return f"{pair_name(game.winner, session.seat)} won this game; rubber points: you {ours}, they {theirs}."


WIDEST = 32  # columns of a chart; a longer game shows every second deal, or third


def chart(results: Sequence[DealResult], me: Seat, target: int, height: int = 11) -> tuple[str, ...]:
    """The score after each deal, as text: ● for the reader's side, ○ for the other, ◉ for both.

    >>> from uka.core.scoring import Outcome
    >>> march = DealResult(Outcome.MARCH, (2, 0), (5, 0), Seat.NORTH)
    >>> euchred = DealResult(Outcome.EUCHRED, (0, 2), (1, 4), Seat.NORTH)
    >>> print("\\n".join(chart([march, euchred], Seat.SOUTH, 2, 2)))
     2 ┤  ● ◉
     1 ┤
     0 ┤◉ ○
       └──────
        ● You+North   ○ East+West
    """
    scores = [(0, 0), *_scores(results, me)]
    stride = -(-len(scores) // WIDEST)
    shown = scores[::stride] if len(scores) % stride == 1 % stride else [*scores[::stride], scores[-1]]
    top = max(target, 1, *(max(pair) for pair in shown))
    step = -(-top // height)
    rows = [
        f"{level:>2} ┤" + " ".join(_mark(a // step * step == level, b // step * step == level) for a, b in shown)
        for level in range(-(-top // step) * step, -1, -step)
    ]
    legend = f"    ● {pair_name(me.partnership, me, '+')}   ○ {pair_name(me.partnership.other, me, '+')}"
    return (*(row.rstrip() for row in rows), f"   └{'──' * len(shown)}", legend)


def _scores(results: Sequence[DealResult], me: Seat) -> list[tuple[int, int]]:
    pairs = [_mine_first(result.points, me) for result in results]
    ours, theirs = accumulate(pair[0] for pair in pairs), accumulate(pair[1] for pair in pairs)
    return list(zip(ours, theirs, strict=True))


def _mark(ours: bool, theirs: bool) -> str:
    return "◉" if ours and theirs else "●" if ours else "○" if theirs else " "
