"""Every field of a ruleset changes something: a legal action, an outcome, a score, or what a seat sees.

One table holds for each field what a small example shows under each value of the field. The last test fails if a field
or one of its values is missing in the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import pytest

from tests.core.table import EAST, NORTH, SOUTH, WEST, do, first_lawful, may, plays, rules, suits_named, table
from tests.strategies import TEXTS
from uka.core.cards import JOKER, parse_card
from uka.core.deal import CardsOrText, Deal
from uka.core.draw import Draw
from uka.core.errors import IllegalAction, InvalidDeal
from uka.core.game import Game, at_the_bridge
from uka.core.public_deal import Phase
from uka.core.rubber import Rubber, begin
from uka.core.ruleset import FIELDS, Ruleset, Words
from uka.core.ruleset_fields import unpack
from uka.core.score_markers import score_markers
from uka.core.scoring import Scoring
from uka.core.seats import SEATS, Seat
from uka.core.shuffle import shuffled
from uka.solver import claims

Probe = Callable[[Ruleset], object]
THROWN = {"nobody_calls": "throw_in"}


class Case(NamedTuple):
    """A field, what ``probe`` returns under each value, and other changes that the example needs."""

    field: str
    probe: Probe
    shows: Mapping[Any, object]
    given: Mapping[str, object] = {}


# Scenes

STRONG: dict[Seat, CardsOrText] = {
    WEST: "Js Jc As Ks Qs",
    NORTH: "9d Td Jd Qd Kd",
    EAST: "9h Th Qh Kh Ah",
    SOUTH: "9c Tc Qc Kc Ac",
}
"""West has the five best cards if the ten of spades is ordered up."""
THREE: dict[Seat, CardsOrText] = {**STRONG, WEST: "Js Jc As 9c Tc", SOUTH: "Qs Ks Qc Kc Ac"}
"""West has the three best trumps, and no other card that takes a trick."""
LOW: dict[Seat, CardsOrText] = {
    WEST: "9c Tc 9d Td 9h",
    NORTH: "Jc Qc Jd Qd Jh",
    EAST: "Kc Ac Kd Ad Qh",
    SOUTH: "Th Kh Ah 9s Qs",
}


def strong(ruleset: Ruleset, words: str) -> Deal:
    return do(table(ruleset, hands=STRONG, upcard="Ts"), words)


def three(ruleset: Ruleset, words: str) -> Deal:
    return do(table(ruleset, hands=THREE, upcard="Ts"), words)


def ending(deal: Deal) -> tuple[str, tuple[int, ...]]:
    done = first_lawful(deal)
    assert done.result is not None
    return done.result.outcome.value, done.result.points


def points(words: str, hands: dict[Seat, CardsOrText]) -> Probe:
    """Return a probe that plays a deal of some hands, starting with the given actions, and returns the points."""
    return lambda ruleset: max(ending(do(table(ruleset, hands=hands, upcard="Ts"), words))[1])


def asked(deal: Deal) -> str:
    """Return the seats that are asked to go alone after the call, if all decline."""
    seats = list[str]()
    while deal.phase is Phase.ASKING:
        seats.append(str(deal.turn))
        deal = do(deal, "pass")
    return " ".join(seats)


def benny_turned(ruleset: Ruleset) -> tuple[str, str, int, int]:
    """Return the turn-up, what the dealer is asked, how many cards the dealer sees, and the size of the kitty."""
    order = list(ruleset.cards)
    if ruleset.joker:
        order.remove(JOKER)
        order.insert(20, JOKER)
    deal = Deal.start(ruleset, SOUTH, order)
    return str(deal.upcard), str(deal.phase), len(deal.observe(SOUTH).cards), len(deal.kitty)


def drawn(ruleset: Ruleset) -> tuple[Seat | None, int, bool]:
    """Return who deals first, the number of cards drawn, and whether players changed seats."""
    draw = Draw.start(ruleset, shuffled(ruleset, seed=13), captain=NORTH).finish()
    return draw.dealer, len(draw.shown), draw.seating != SEATS


def tied(ruleset: Ruleset) -> Seat | None:
    """Return the dealer if North and West draw nines, then a jack and a queen. East draws a king and South a ten."""
    draw = Draw.start(ruleset, ruleset.cards, captain=NORTH)
    for text in ("9c", "Kc", "Td", "9d", "Jh", "Qh"):
        draw = draw.take(draw.face_down.index(parse_card(text)))
    return draw.finish().dealer


def cut_at(ruleset: Ruleset) -> str:
    try:
        return str(Deal.start(ruleset, SOUTH, ruleset.cards, cut=5).upcard)
    except InvalidDeal as refusal:
        return str(refusal)


def packets_dealt(ruleset: Ruleset) -> str:
    """Return the packet patterns of two deals by one dealer.

    If a rubber keeps them, return that of the next game too.
    """
    ways = " ".join(f"{a},{b}" for a, b in _ways(ruleset))
    return f"{ways} then {_in_the_next_game(ruleset)}" if ruleset.packet_pattern_kept else ways


def _in_the_next_game(ruleset: Ruleset) -> str | None:
    """Return the pattern that South deals in a rubber's second game by default, after 2-3 in all earlier deals."""
    rubber = begin(ruleset.changed({"rubber": True}), SOUTH)
    while not (rubber.dealer is SOUTH and isinstance(rubber, Rubber) and rubber.next_game):
        rubber, _ = rubber.start_deal(shuffled(ruleset, len(str(rubber.score))), packet_pattern="2-3")
        while rubber.in_deal:
            rubber, _ = rubber.apply(rubber.legal_actions[-1])
    rubber, _ = rubber.start_deal(ruleset.cards)
    assert isinstance(rubber, Rubber)
    return rubber.game.dealer_packet_patterns[SOUTH.index]


def _ways(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for first in ("3-2", "2-3"):
        for second in ("3-2", "2-3"):
            with suppress(InvalidDeal):
                game, _ = Game.start(ruleset, SOUTH).start_deal(ruleset.cards, packet_pattern=first)
                game, _ = game.misdeal()
                game.start_deal(ruleset.cards, packet_pattern=second)
                yield first, second


def two_misdeals(ruleset: Ruleset) -> Seat:
    game = Game.start(ruleset, SOUTH)
    for _ in range(2):
        game, _ = game.misdeal()
    return game.dealer


def claimed(ruleset: Ruleset) -> str:
    """Return what West may claim with each of three hands.

    The hands are only nines and tens, four of them and the benny, and three of them and two aces.
    """
    ace = LOW | {WEST: "9c Tc 9d Ac Ad", EAST: "Kc Td Kd 9h Qh"}
    benny = LOW | {WEST: "9c Tc 9d Td B"}
    found = list[str]()
    for hands in (LOW, benny, ace):
        deal = table(ruleset, hands=hands, upcard="As")
        found.append("".join(word[0] for word in ("redeal", "under") if may(deal, word)) or "-")
    return " ".join(found)


def all_pass(ruleset: Ruleset) -> tuple[str, Seat]:
    """Return what the dealer may do after nobody called, or how the deal ended. Also return who deals next."""
    game, _ = Game.start(ruleset, SOUTH).start_deal(ruleset.cards)
    for _ in range(7):
        game, _ = game.apply(game.legal_actions[0])
    with suppress(IllegalAction):
        game, _ = game.apply(game.legal_actions[0]) if not _stuck(game) else (game, ())
    if game.deal and game.deal.result:
        return str(game.deal.result.outcome), game.dealer
    return " ".join(sorted({type(action).__name__ for action in game.legal_actions})), game.dealer


def _stuck(game: Game) -> bool:
    return game.deal is not None and game.deal.dealer_is_stuck


def calls_of(words: str) -> Probe:
    """Return a probe for the suits that the next seat may name without going alone, after the given actions."""
    return lambda ruleset: suits_named(do(table(ruleset), words).legal_actions)


def partner_calls(ruleset: Ruleset) -> str:
    """Return what the dealer's partner may call in both rounds. ``!`` means alone."""
    first, second = do(table(ruleset), "pass"), do(table(ruleset), "pass " * 5)
    says = [("up", first), ("up!", first), ("hearts", second), ("clubs", second), ("clubs!", second)]
    return " ".join(word for word, deal in says if may(deal, word))


def where_the_upcard_goes(ruleset: Ruleset) -> tuple[Seat | None, Phase, Seat | None]:
    deal = do(table(ruleset), "pass up!")
    return deal.picked_up, deal.phase, deal.turn


def alone_asked(ruleset: Ruleset) -> tuple[bool, str]:
    """Return whether going alone is part of the call, and who is asked after the discard."""
    return may(table(ruleset), "up!"), asked(do(table(ruleset), "up -9s"))


def defends(ruleset: Ruleset) -> tuple[str, str]:
    """Return who may defend alone: if no maker is alone, and if one is."""
    return asked(do(table(ruleset), "up -9s")), asked(do(table(ruleset), "up! -9s"))


def custom(field: str) -> Probe:
    """Return a probe for a custom of the table: every client sees the value, and it does not change the play."""

    def probe(ruleset: Ruleset) -> object:
        deal = first_lawful(table(ruleset))
        assert deal.tricks == first_lawful(table()).tricks
        return {getattr(deal.observe(seat).rules, field) for seat in (None, *SEATS)}.pop()

    return probe


def over_at(ruleset: Ruleset, score: int) -> bool:
    return Game.start(ruleset, SOUTH, score=(score, 0)).over


TARGETS = {0: [False, False, False, False], 5: [False, True, True, True], 10: [False, False, False, True]}


def ended_after(ruleset: Ruleset) -> int:
    """Return the number of deals after which a game without points ends."""
    game = Game.start(ruleset, SOUTH)
    for number in range(5):
        if game.over:
            return number
        game, _ = game.start_deal(shuffled(ruleset, number))
        while game.in_deal:
            game, _ = game.apply(game.legal_actions[0])
    return -1


def bell_rings(ruleset: Ruleset) -> bool:
    with suppress(IllegalAction):
        return Game.start(ruleset, SOUTH).ring_bell()[0].over
    return False


def after_a_game(ruleset: Ruleset) -> bool:
    """Return whether a new deal starts after a game is won."""
    game = begin(ruleset, SOUTH)
    while (game.games[0] if isinstance(game, Rubber) else game).winner is None:
        game, _ = game.start_deal(shuffled(ruleset, len(str(game.score))))
        while game.in_deal:
            game, _ = game.apply(game.legal_actions[-1])
    with suppress(IllegalAction):
        return bool(game.start_deal(ruleset.cards)[1])
    return False


def proven(ruleset: Ruleset) -> tuple[int, ...]:
    """Return the points after a proven revoke. West leads a club, and East, who has clubs, plays a diamond.

    North claims it.
    """
    deal = do(table(ruleset, revokes=True), "up -9s 9c 9h Qd north:claim1")
    assert deal.result is not None
    return deal.result.points


def after_a_revoke(ruleset: Ruleset) -> tuple[bool, tuple[int, ...]]:
    """Return whether the deal in ``proven`` is over after the revoke, and the points scored by then."""
    deal = do(table(ruleset, revokes=True), "up -9s 9c 9h Qd north:claim1")
    return deal.over, deal.points


def headed(ruleset: Ruleset) -> str:
    """Return the cards that East, with nine, king and ace of clubs, may play to the queen."""
    hands: dict[Seat, CardsOrText] = {WEST: "Qc Tc Jc 9d Td", EAST: "9c Kc Ac Qd Kd"}
    return plays(do(table(ruleset, hands=hands), "up -9s Qc Ad"))


def rest_claimed(ruleset: Ruleset) -> object:
    """Return how many cards West, with the five best, need not play when claiming the rest."""
    deal = strong(ruleset, "up -9c")
    return claims.why_not(deal.observe(WEST)) or len(claims.remaining_plays(deal) or ())


def best_given(ruleset: Ruleset) -> tuple[Phase, Seat | None]:
    deal = do(table(ruleset), "up! -9s")
    return deal.phase, deal.turn


def natural(ruleset: Ruleset) -> tuple[bool, bool, bool]:
    """Whether three seats may order up the jack of hearts.

    West has no hearts, North has hearts, and the dealer has no hearts.
    """
    return may(table(ruleset), "up"), may(do(table(ruleset), "pass"), "up"), may(do(table(ruleset), "pass " * 3), "up")


CASES = [
    Case("pack", lambda r: len(Deal.start(r, SOUTH, r.cards).kitty), {24: 3, 28: 7, 32: 11}),
    Case(
        "benny",
        benny_turned,
        {
            "off": ("Js", "calling", 5, 3),
            "blind": ("B", "naming", 0, 4),
            "seen": ("B", "naming", 5, 4),
            "next": ("Js", "calling", 5, 3),
        },
    ),
    Case(
        "draw",
        drawn,
        {
            "random": (WEST, 0, False),
            "first_jack": (EAST, 9, False),
            "high_cut": (NORTH, 4, False),
            "low_card": (SOUTH, 8, True),
        },
    ),
    Case("draw_ties", tied, {"break": NORTH, "replace": SOUTH}, {"draw": "low_card"}),
    Case("cut", cut_at, {False: "the pack is not cut under euchre", True: "Tc"}),
    Case(
        "packets",
        packets_dealt,
        {
            "3-2": "3-2,3-2",
            "2-3": "2-3,2-3",
            "free": "3-2,3-2 3-2,2-3 2-3,3-2 2-3,2-3",
            "kept_in_game": "3-2,3-2 2-3,2-3 then 3-2",
            "kept": "3-2,3-2 2-3,2-3 then 2-3",
        },
    ),
    Case("misdeal", two_misdeals, {"redeal": SOUTH, "second_chance": WEST}),
    Case(
        "farmers_hand",
        claimed,
        {"off": "- - -", "low": "r - -", "no_face": "r r -", "exchange": "u u u"},
        {"benny": "seen"},
    ),
    Case("natural_needed", natural, {False: (True, True, True), True: (False, True, True)}),
    Case(
        "nobody_calls",
        all_pass,
        {
            "throw_in": ("thrown in", WEST),
            "throw_in_same": ("thrown in", SOUTH),
            "dealer_names": ("CallTrump", SOUTH),
            "dealer_picks_up": ("OrderUp", SOUTH),
        },
    ),
    Case(
        "dealer_calls_in_second",
        lambda r: do(table(r), "pass " * 7).turn,
        {False: None, True: SOUTH},
        THROWN,
    ),
    Case(
        "no_trump",
        calls_of("pass " * 4),
        {False: "clubs diamonds spades", True: "clubs diamonds spades no trump"},
    ),
    Case(
        "second_suit",
        calls_of("pass " * 4),
        {"another": "clubs diamonds spades", "any": "clubs diamonds hearts spades"},
    ),
    Case("keep_upcard", lambda r: may(do(table(r), "up"), "-Jh"), {False: True, True: False}),
    Case("upcard_stays", custom("upcard_stays"), {False: False, True: True}),
    Case("turned_down", custom("turned_down"), {"face_up": "face_up", "face_down": "face_down"}),
    Case(
        "alone_by",
        lambda r: (may(table(r), "up!"), asked(do(table(r), "up -9s"))),
        {
            "maker": (True, ""),
            "makers": (True, "east"),
            "anyone": (True, "east north south"),
            "nobody": (False, ""),
        },
    ),
    Case("alone_asked", alone_asked, {"with_call": (True, ""), "after_discard": (False, "west")}),
    Case(
        "partner_alone",
        partner_calls,
        {"off": "up up! clubs clubs!", "ordered": "up! clubs clubs!", "both": "up! clubs!"},
    ),
    Case(
        "dealer_out",
        where_the_upcard_goes,
        {
            "buried": (None, Phase.PLAYING, WEST),
            "dealer": (SOUTH, Phase.DISCARDING, SOUTH),
            "loner": (NORTH, Phase.DISCARDING, NORTH),
        },
    ),
    Case(
        "lone_must_march",
        lambda r: ending(three(r, "up! -Qc")),
        {False: ("lone_made", (0, 1)), True: ("lone_euchred", (2, 0))},
    ),
    Case(
        "defend_alone",
        defends,
        {"off": ("", ""), "against_loner": ("", "north south"), "always": ("north south", "north south")},
    ),
    Case(
        "loner_lead",
        lambda r: (do(table(r), "pass up! -9s").turn, do(table(r), "pass up -9s").turn),
        {"dealer_left": (WEST, WEST), "loner_left": (EAST, WEST)},
    ),
    Case("partners_best", best_given, {False: (Phase.PLAYING, WEST), True: (Phase.GIVING, EAST)}),
    Case("must_head", headed, {False: "9c Kc Ac", True: "Kc Ac"}),
    Case(
        "first_lead_trump",
        lambda r: plays(do(table(r, upcard="Jd"), "up -9s")),
        {False: "9c Tc Jc", True: "9c Tc Jc 9d Td"},
    ),
    Case("claims", rest_claimed, {False: "under these rules every trick is played out", True: 20}),
    Case("cards_played", custom("cards_played"), {way: way for way in ("on_chip", "before_player", "gathered")}),
    Case("revoke_penalty", proven, {0: (0, 0), 2: (2, 0), 5: (5, 0)}),
    Case("revoke_then", after_a_revoke, {"ends_deal": (True, (2, 0)), "played_out": (False, (2, 0))}),
    Case("scoring.made", points("up -Qc", THREE), {1: 1, 3: 3}),
    Case("scoring.march", points("up -9c", STRONG), {2: 2, 5: 5}),
    Case("scoring.lone_made", points("up! -Qc", THREE), {1: 1, 6: 6}),
    Case("scoring.lone_march", points("up! -9c", STRONG), {4: 4, 6: 6}),
    Case("scoring.euchred", points("pass up -9c", STRONG), {2: 2, 3: 3}),
    Case("scoring.lone_euchred", points("pass up! -9c", STRONG), {2: 2, 4: 4}),
    Case("scoring.defended_alone", points("pass up -9c pass alone", STRONG), {4: 4, 7: 7}, {"defend_alone": "always"}),
    Case("target", lambda r: [over_at(r, points) for points in (4, 5, 9, 10)], TARGETS, {"deals": 1}),
    Case("deals", ended_after, {0: -1, 1: 1, 3: 3}, THROWN),
    Case("clock", bell_rings, {0: False, 12: True}),
    Case("rubber", after_a_game, {False: False, True: True}),
    Case("bridge", lambda r: at_the_bridge(r, (4, 2)) is not None, {False: False, True: True}, {"target": 5}),
    Case("markers", lambda r: str(score_markers(r, 4)), {False: "None", True: "4 face up on 3"}, {"target": 5}),
    Case("words.other_talk", custom("words"), {True: Words(), False: Words(other_talk=False)}),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.field)
def test_a_field_changes_what_it_says(case: Case) -> None:
    shown = {value: case.probe(rules(**case.given).changed({case.field: value})) for value in case.shows}
    assert shown == case.shows
    assert len({repr(result) for result in shown.values()}) > 1


WORDS = [field for field in Words.__struct_fields__ if field != "other_talk"]
"""What players say; ``tests/narration/test_spoken.py`` hears it."""


def every_field() -> Iterator[tuple[str, object]]:
    for field, hint in FIELDS.items():
        tables = {"scoring": Scoring, "words": Words}
        if field in tables:
            yield from ((f"{field}.{name}", inner) for name, inner in get_type_hints(tables[field]).items())
        elif field not in TEXTS:
            yield field, hint


@pytest.mark.parametrize(
    ("field", "hint"), list(every_field()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_field_and_every_value_of_it_is_in_the_table(field: str, hint: object) -> None:
    if field.removeprefix("words.") in WORDS:
        return
    base, _ = unpack(hint)
    needed = set(get_args(base)) if get_origin(base) is Literal else {False, True} if base is bool else set()
    shown = {value for case in CASES if case.field == field for value in case.shows}
    assert shown
    assert shown >= needed
    assert len(shown) > 1
