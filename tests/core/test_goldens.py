"""Golden counts and games. A change of a rule shows up as a difference of the files in ``tests/goldens/``.

``calls/`` holds the whole tree of calls of a fixed deal. ``plays/`` counts all legal histories from fixed positions
with two and three tricks left, and those of a whole deal. ``games/`` holds whole games as text. ``--update-goldens``
writes the files again.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import pytest

import uka
from tests.alike import alike
from tests.story import chosen, ended, step, told, words
from uka import Deal, Discard, Draw, Game, Give, OrderUp, Pass, Phase, Play, Rubber, Ruleset, Seat
from uka.core.rubber import begin
from uka.core.shuffle import shuffle
from uka.rulesets import names

Check = Callable[[str, str], None]
Ends = Counter[str]

HOUSES: dict[str, tuple[str, Mapping[str, object]]] = {
    "farmers_exchange": ("cardgames", {"farmers_hand": "exchange"}),
    "farmers_redeal": ("cardgames", {"farmers_hand": "no_face"}),
    "partners_best": ("cardgames", {"partners_best": True, "dealer_out": "loner", "partner_alone": "both"}),
    "benny_blind": ("cardgames", {"benny": "blind"}),
    "benny_seen": ("cardgames", {"benny": "seen", "natural_needed": True}),
    "benny_next": ("cardgames", {"benny": "next"}),
    "defend_alone": ("cardgames", {"defend_alone": "against_loner", "scoring.defended_alone": 4}),
    "alone_by_anyone": ("cardgames", {"alone_by": "anyone", "alone_asked": "after_discard"}),
    "no_trump": ("cardgames", {"no_trump": True}),
    "must_head": ("bicycle", {"must_head": True, "first_lead_trump": False}),
    "revokes": ("tainui", {}),
    "rubber": ("bicycle", {"rubber": True}),
}
"""House rules by the name of their golden file: the ruleset, and the changes to it."""

EVERY = (*names(), *HOUSES)


def rules_of(name: str) -> Ruleset:
    base, changes = HOUSES.get(name, (name, {}))
    return uka.ruleset(base, changes)


# The calling tree

PACKS: dict[str, str] = {
    # East holds only three low cards, so there are only six orders in which to show them.
    "farmers_exchange": "9c Tc 9d|Ac Kc 9s|Kd Qd Th|Jd Td Ts|Ah Kh|As Ks|Qs Js|Ad Jh|Qh",
    # West holds no ace and no face.
    "farmers_redeal": "9c Qc Jd|Ac Kc 9s|9d Td Th|Kd Qd Ts|Ah Kh|As Ks|Tc 9h|Ad Jh|Qh",
    # The joker is turned up.
    "benny_blind": "9c Tc 9d|Ac Kc 9s|Kd Qd Th|Jd Td Ts|Ah Kh|As Ks|Qs Js|Ad Jh|B",
    "benny_seen": "9c Tc 9d|Ac Kc 9s|Kd Qd Th|Jd Td Ts|Ah Kh|As Ks|Qs Js|Ad Jh|B",
    "benny_next": "9c Tc 9d|Ac Kc 9s|Kd Qd Th|Jd Td Ts|Ah Kh|As Ks|Qs Js|Ad Jh|B Qh",
}
"""The first cards of fixed packs, in packets from the dealer's left and then the turn-up.

The other cards are shuffled.
"""


def opened(name: str, seed: str = "goldens") -> Deal:
    """Return the fixed deal of a ruleset, dealt by North."""
    rules = rules_of(name)
    pack = uka.shuffled(rules, seed)
    top = uka.parse_cards(PACKS.get(name, "").replace("|", " "))
    return Deal.start(rules, Seat.NORTH, (*top, *(card for card in pack if card not in top)))


def calling_tree(deal: Deal) -> str:
    """Return the tree of calls as text.

    It has the number of positions at each depth, the number of times each ending occurs, and a line for each call.
    """
    depths = Counter[int]()
    ends, lines = _branch(deal, depths, 0)
    return "\n".join(
        [
            *told(deal.opening_events()),
            "",
            "positions by depth: " + " ".join(str(depths[depth]) for depth in sorted(depths)),
            "in all: " + _summed(ends),
            "",
            *lines,
            "",
        ]
    )


def _branch(deal: Deal, depths: Counter[int], depth: int) -> tuple[Ends, list[str]]:
    """Return how the deal can end from a position, and the lines for the calls that are possible in it."""
    depths[depth] += 1
    if deal.over or deal.phase is Phase.PLAYING:
        return Counter([_end(deal)]), []
    ends, lines = Ends(), list[str]()
    for seat in Seat:
        for action in deal.legal_actions_of(seat):
            below, deeper = _branch(deal.apply(action, seat)[0], depths, depth + 1)
            ends += below
            # No line for the choice of a card to discard, show or pass: many lines would say the same.
            if not isinstance(action, Discard | Give):
                under = f"{below.total()} ends" if deeper else _summed(below)
                lines += [f"{seat} {words(action)}: {under}", *("  " + line for line in deeper)]
    return ends, lines


def _end(deal: Deal) -> str:
    if deal.result:
        return str(deal.result.outcome)
    return f"{deal.trump} led by {deal.turn}" + f" with {len(deal.active)} playing" * (len(deal.active) < 4)


def _summed(ends: Ends) -> str:
    return "; ".join(f"{ends[end]} {end}" for end in sorted(ends))


@pytest.mark.parametrize("name", EVERY)
def test_calling_tree(name: str, golden: Check) -> None:
    golden(f"calls/{name}.txt", calling_tree(opened(name)))


# Legal histories


def positions(name: str, left: int, count: int) -> Iterator[Deal]:
    """Yield fixed positions of a ruleset with ``left`` tricks to play."""
    seed = 0
    while count:
        rules, history = rules_of(name), list[object]([name, seed])
        deal = Deal.start(rules, chosen(history, list(Seat)), uka.shuffled(rules, seed), revokes=name == "revokes")
        while not deal.over and len(deal.tricks) < rules.hand_size - left:
            deal, _ = deal.apply(*step(deal, history))
        seed += 1
        if not deal.over:
            count -= 1
            yield deal


def histories(deal: Deal) -> Ends:
    """Count the ways in which every legal history from a position ends, with revokes and their claims."""
    if deal.over:
        assert deal.result is not None
        provable = sum(deal.apply(claim, seat)[0].result != deal.result for seat, claim in _claims(deal))
        return Counter([ended(deal.result) + f", claims proven: {provable}" * (provable > 0)])
    ends = Ends()
    for action in deal.legal_actions:
        if isinstance(action, Play):
            ends += histories(deal.apply(action)[0])
    return ends


def _claims(deal: Deal) -> Iterator[tuple[Seat, uka.Action]]:
    """Yield the claims of a revoke by each partnership, each made by the partnership's first seat."""
    for side in deal.rules.partnerships:
        for claim in deal.legal_actions_of(side.seats[0]):
            yield side.seats[0], claim


def _told_position(deal: Deal) -> str:
    contract = deal.contract
    assert contract is not None
    hands = ", ".join(f"{seat} {deal.hand(seat)}" for seat in deal.active)
    return f"{deal.rules.hand_size - len(deal.tricks)} tricks left, {contract.trump} by {contract.maker}: {hands}"


def _told_histories(deal: Deal) -> Iterator[str]:
    yield _told_position(deal)
    for action in deal.legal_actions:
        if isinstance(action, Play):
            ends = histories(deal.apply(action)[0])
            yield f"  {deal.turn} leads {words(action)}: {ends.total()} histories"
            yield from (f"    {ends[end]} {end}" for end in sorted(ends))


def whole_deal(deal: Deal, known: dict[object, Ends]) -> Ends:
    """Count as ``histories`` does, but visit each position once.

    This is fast enough for a whole deal without revokes.
    """
    if deal.over:
        assert deal.result is not None
        return Counter([ended(deal.result)])
    key = deal.masks, deal.trick, deal.turn, deal.taken
    if key not in known:
        ends = Ends()
        for action in deal.legal_actions:
            ends += whole_deal(deal.apply(action)[0], known)
        known[key] = ends
    return known[key]


@pytest.mark.parametrize("name", EVERY)
def test_all_histories_of_two_and_three_tricks(name: str, golden: Check) -> None:
    deals = [*positions(name, 2, 4), *positions(name, 3, 2)]
    golden(f"plays/{name}.txt", "\n".join(line for deal in deals for line in [*_told_histories(deal), ""]))


@pytest.mark.no_cover  # it comes to nothing that the others here do not, and is three times as quick so
@alike("name", "tainui", "cardgames", "must_head")
def test_all_histories_of_a_whole_deal(name: str, golden: Check) -> None:
    deal = opened(name)
    while deal.phase is Phase.CALLING:
        deal, _ = deal.apply(OrderUp() if deal.turn is deal.dealer else Pass())
    deal, _ = deal.apply(deal.legal_actions[0])
    known: dict[object, Ends] = {}
    ends = whole_deal(deal, known)
    lines = [f"{ends[end]:>12} {end}" for end in sorted(ends)]
    golden(f"plays/{name}_whole.txt", "\n".join([_told_position(deal), *lines, f"{len(known)} positions", ""]))


# Whole games

BELL = 7  # the deal in which the bell rings, where the rules have one


def playthrough(name: str) -> Iterator[str]:
    """Yield a whole game as text, from the draw on. A hash of the earlier lines makes every choice."""
    rules, history = rules_of(name), list[object](["game", name])
    draw = Draw.start(rules, shuffle(rules.cards, name), captain=chosen(history, list(Seat)))
    while draw.waiting:
        draw = draw.take(chosen([*history, len(draw.shown)], range(len(draw.face_down))))
    draw = draw.name_dealer(chosen(history, draw.namer.seats)) if draw.namer else draw
    assert draw.dealer is not None
    yield f"draw ({rules.draw}): " + ", ".join(f"{seat} {card}" for seat, card in draw.shown)
    yield "seating: " + " ".join(map(str, draw.seating))
    game = begin(rules, draw.dealer, revokes=name == "revokes")
    number = 0
    while not game.over:
        number += 1
        yield f"\ndeal {number}, {game.dealer} deals, {game.score[0]}-{game.score[1]}"
        for line in _dealt_and_played(game, number, history):
            if isinstance(line, str):
                yield "  " + line
            else:
                game = line
    if isinstance(game, Rubber):
        yield f"rubber: games {game.games_won}, points {game.points}, margin {game.margin} to {game.winner}"


def _dealt_and_played(game: Game | Rubber, number: int, history: list[object]) -> Iterator[str | Game | Rubber]:
    """Yield the lines of one deal, then the game after it.

    Some deals have a misdeal or the bell, if the rules allow them.
    """
    rules = game.rules
    if rules.misdeal == "second_chance" and chosen([*history, "misdeal"], range(5)) == 0:
        game, events = game.misdeal()
        yield from told(events)
    pack = uka.shuffled(rules, f"{rules.name} {number}")
    cut = chosen([*history, "cut"], range(4, len(pack) - 3)) if rules.cut else None
    way = chosen([*history, "way"], rules.packet_patterns) if rules.packets == "free" else None
    yield f"cut {cut or 'none'}, packets {way or 'as ever'}"
    game, events = game.start_deal(pack, cut=cut, packet_pattern=way)
    if rules.clock and number == BELL:
        game, rung = game.ring_bell()
        events += rung
    while game.in_deal:
        assert game.deal is not None
        game, more = game.apply(*step(game.deal, history))
        events += more
        if game.in_deal and (claim := _claimed(game, history)):
            game, more = game.apply(claim[1], claim[0])
            events += more
    yield from told(events)
    yield game


def _claimed(game: Game | Rubber, history: list[object]) -> tuple[Seat, uka.Action] | None:
    """Return a claim of a revoke at some moments, or None."""
    assert game.deal is not None
    claims = list(_claims(game.deal)) if game.deal.revokes else []
    return chosen([*history, "claim"], claims) if claims and chosen([*history, "?"], range(12)) == 0 else None


@pytest.mark.parametrize("name", EVERY)
def test_playthrough(name: str, golden: Check) -> None:
    golden(f"games/{name}.txt", "\n".join([*playthrough(name), ""]))
