"""Logs of tables for the archive. Each function plays a game in simulated time and returns its driver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from random import Random

from msgspec.structs import replace

from tests.table.driver import NAMES, Driver
from uka import rulesets
from uka.core.actions import ClaimRevoke
from uka.core.errors import UkaError
from uka.core.ruleset import Ruleset
from uka.core.rulings import ForfeitRuling, MisdealRuling, PointsRuling, RevokeRuling, Ruling
from uka.core.seats import Partnership, Seat
from uka.records import RulingGiven
from uka.records.fair import numbered_seed, secrets_from_seed
from uka.table import BATCH, Phrase, Table, TableSettings, TableStage, due, quick
from uka.table.commands import gameplay, people
from uka.table.commands.people import change_rules
from uka.table.entries import TABLE, TricksClaimed

TOURNAMENT = "tournament/t1"


def _table(rules: Ruleset, name: str, settings: TableSettings | None = None, *others: str) -> Driver:
    """Return a table of Ana and some others, at which nothing is played yet."""
    driver = Driver(rules, settings or TableSettings(), seed=f"archive {name}")
    driver.seat("ana", *others)
    return driver


def _goes_on(driver: Driver) -> None:
    """Let the next thing happen: a person acts, opens a share, or a timer runs."""
    if not (driver.person() or driver.shares() or driver.next()):
        raise AssertionError("the game does not go on")


def _until(driver: Driver, holds: Callable[[Table], bool]) -> None:
    while not holds(driver.table):
        _goes_on(driver)


def _turn_of(player: str) -> Callable[[Table], bool]:
    return lambda table: table.turn is not None and table.chair(table.turn).player == player


def alone() -> Driver:
    """A person with bots."""
    driver = _table(rulesets.find("uka", {"target": 3}), "alone")
    driver.begin()
    driver.play_out()
    return driver


def by_hand() -> Driver:
    """Two people draw, cut, and deal by hand. Revokes are claimed, and one of them takes a break."""
    settings = TableSettings(by_hand=True, secrets_open_after="deal", revokes=True)
    driver = _table(rulesets.find("bicycle", {"target": 3}), "by hand", settings, "ben")
    driver.begin()
    claimed, rested = 0, False
    while driver.table.stage is not TableStage.OVER:
        for command, *args in (
            (gameplay.take_draw_card, 3),
            (gameplay.cut_pack, 11),
            (gameplay.deal_cards, "2-3"),
            (gameplay.deal_cards,),
        ):
            for player in ("ana", "ben"):
                _try(driver, command, player, *args)
        if driver.table.turn and claimed < 3 and _try(driver, _claims_revoke, "ana"):
            claimed += 1
        if driver.table.in_deal and not rested:
            rested = True
            driver.do(people.take_break, "ben")
            driver.next()
            driver.do(people.end_break, "ben")
        if driver.table.stage is not TableStage.OVER:
            _goes_on(driver)
    return driver


def _claims_revoke(table: Table, player: str) -> tuple[object, ...]:
    seen = table.observe(table.seat_of(player))
    claim = next((each for each in (seen.legal_actions if seen else ()) if isinstance(each, ClaimRevoke)), None)
    if claim is None:
        raise UkaError("nothing can be claimed")
    return gameplay.submit_action(table, player, claim, table.seq)


def _try(driver: Driver, command: Callable[..., object], player: str, *args: object) -> bool:
    try:
        driver.do(command, player, *args)
    except UkaError:
        return False
    return True


def undone() -> Driver:
    """A person with bots takes choices back."""
    driver = _table(rulesets.find("cardgames", {"target": 3}), "undone")
    driver.begin()
    rng = Random("undone")
    while driver.table.stage is not TableStage.OVER:
        if driver.table.past and rng.random() < 0.1:
            _try(driver, gameplay.undo_action, "ana")
        _goes_on(driver)
    return driver


def claimed() -> Driver:
    """A person claims the rest of the tricks, takes the claim back, and claims the rest again."""
    return next(driver for driver in map(_claiming, count()) if _claims(driver) > 1)


def _claiming(number: int) -> Driver:
    driver = _table(rulesets.find("cardgames", {"target": 5}), f"claimed {number}")
    driver.begin()
    while driver.table.stage is not TableStage.OVER:
        if _turn_of("ana")(driver.table) and _try(driver, _claims_rest, "ana"):
            if _claims(driver) == 1:
                driver.do(gameplay.undo_action, "ana")
        else:
            _goes_on(driver)
    return driver


def _claims(driver: Driver) -> int:
    return sum(isinstance(line.entry, TricksClaimed) for line in driver.lines)


def _claims_rest(table: Table, player: str) -> tuple[object, ...]:
    return gameplay.claim_tricks(table, player, table.seq)


def booked() -> Driver:
    """People book the seats of bots. One is let in at once, one gives the booking up, and one leaves."""
    driver = _table(rulesets.find("north_american", {"target": 4}), "booked", TableSettings(answer_ms=600, draw_ms=300))
    driver.begin()
    _until(driver, lambda table: table.in_deal and table.stage is TableStage.PLAYING)
    for player, seat in (("ben", Seat.EAST), ("caro", Seat.SOUTH), ("dan", Seat.WEST)):
        driver.do(people.join, player, NAMES[player])
        driver.do(people.sit, player, seat)
    driver.do(people.admit, "ana", "ben")
    driver.do(people.stand, "caro")
    _until(driver, lambda table: table.seat_of("dan") is not None)
    driver.do(people.leave, "dan")
    driver.play_out()
    return driver


def shares() -> Driver:
    """Three people add shares, cut and deal by hand. One withholds a share, and leaves before the next pack."""
    settings = TableSettings(by_hand=True, rest_ms=0)
    driver = _table(rulesets.find("bicycle", {"target": 5}), "shares", settings, "ben", "caro")
    driver.begin()
    _until(driver, lambda table: table.number == 2)
    withheld = _until_withheld(driver, "ben")
    assert withheld
    _until(driver, lambda table: table.stage is TableStage.PLAYING)
    driver.do(people.stand, "caro")
    driver.play_out()
    return driver


def _until_withheld(driver: Driver, player: str) -> bool:
    """Let the game go on without the shares of a person until the table gives a pack up."""
    for _ in range(1_000):
        if driver.table.shares and driver.table.shares.excluded:
            return True
        for other in ("ana", "ben", "caro"):
            seat = driver.table.seat_of(other)
            if not (other == player and driver.table.shares and seat in driver.table.shares.missing):
                driver.share(other)
        assert driver.person() or driver.next()
    return False


def rubber() -> Driver:
    """A rubber, in which each dealer keeps to one packet pattern in each game."""
    rules = rulesets.find("bicycle", {"rubber": True, "target": 3, "packets": "kept_in_game"})
    driver = _table(rules, "rubber", None, "ben")
    driver.begin()
    driver.play_out()
    return driver


def ruled() -> Driver:
    """Officials of a tournament give each kind of ruling, and the bell rings."""
    rules = rulesets.find("tainui")
    driver = _table(rules, "ruled", TableSettings(move_ms=15_000, reserved=False), "ben", "caro", "dan")
    driver.begin()
    north, east = Partnership.NORTH_SOUTH, Partnership.EAST_WEST
    rulings: tuple[Ruling, ...] = (
        PointsRuling(points=(1, 0), reason="a point was missed"),
        RevokeRuling(offenders=east),
        MisdealRuling(reason="six cards to West"),
    )
    for line, ruling in enumerate(rulings, 7):
        _until(driver, lambda table: table.stage is TableStage.PLAYING and _card_lies(table))
        _rule(driver, ruling, line)
        _until(driver, lambda table: table.stage is not TableStage.PLAYING)
    _until(driver, lambda table: table.stage is TableStage.PLAYING)
    driver.do(lambda table, _: gameplay.ring_bell(table), TOURNAMENT)
    _rule(driver, ForfeitRuling(side=north, ejected=True, reason="signs"), 12)
    driver.play_out()
    return driver


def _card_lies(table: Table) -> bool:
    return table.game is not None and table.game.deal is not None and bool(table.game.deal.trick)


def _rule(driver: Driver, ruling: Ruling, line: int) -> None:
    driver.do(partial(_given, RulingGiven(ruling, line)), TOURNAMENT)


def _given(given: RulingGiven, table: Table, by: str) -> tuple[object, ...]:
    return gameplay.apply_ruling(table, given)


def named() -> Driver:
    """People and named bots say phrases. The host chooses bots, swaps seats, and hands the table over."""
    driver = _table(rulesets.find("cardgames", {"target": 5}), "named", None, "ben")
    driver.do(people.seat_bot, "ana", Seat.WEST, "novice")
    driver.do(people.seat_bot, "ana", Seat.SOUTH, "random")
    driver.do(people.swap_seats, "ana", Seat.SOUTH, Seat.WEST)
    driver.do(people.remove_bot, "ana", Seat.SOUTH)
    driver.do(people.join, "caro", "Caro", people.MAX_PEOPLE, "kite")
    driver.do(people.join, "dan", "Dan")
    driver.do(people.remove_player, "ana", "dan")
    driver.do(people.say, "ana", Phrase.GOOD_LUCK, driver.now)
    driver.begin()
    _until(driver, lambda table: table.in_deal)
    driver.do(people.stand, "ben")
    driver.do(people.change_host, "ana", "ben")
    driver.play_out()
    driver.do(people.say, "ben", Phrase.GOOD_GAME, driver.now)
    return driver


def quick_game() -> Driver:
    """A quick game of three strangers and a bot. One of them loses the connection, and one gives up."""
    rules = rulesets.find("cardgames", {"target": 3})
    driver = Driver(rules, seed="archive quick")
    driver.table, lines = quick.open_table(rules, quick.quick_settings(rules, "random"), "ana", "Ana", at=driver.now)
    driver.lines = list(lines)
    driver.do(people.record_reconnection, "ana")
    for player in ("ben", "caro", "dan"):
        driver.now += 1_000
        driver.do(quick.join, player, NAMES[player], driver.now)
        if player != "caro":
            driver.do(people.record_reconnection, player)
    while not driver.table.playing and due(driver.table) is not None:
        driver.next()
    _until(driver, lambda table: table.in_deal)
    driver.do(people.record_disconnection, "ben")
    driver.play_out()
    return driver


def rules_changed() -> Driver:
    """The host chooses other rules twice before the first game, and makes everybody ready between deals."""
    driver = _table(rulesets.find("uka"), "rules", None, "ben", "caro", "dan")
    driver.do(change_rules, "ana", rulesets.find("tainui"))
    driver.do(change_rules, "ana", rulesets.find("knock", {"target": 4}))
    driver.do(people.change_settings, "ana", replace(driver.table.settings, public=True, rest_ms=60_000))
    driver.begin()
    while driver.table.stage is not TableStage.OVER:
        if driver.table.scored is not None:
            for player in ("ana", "ben", "caro", "dan"):
                _try(driver, gameplay.declare_ready, player)
        _goes_on(driver)
    return driver


def paused() -> Driver:
    """Pauses for each reason. The last one is for good, and an official ends the game."""
    driver = _table(rulesets.find("tainui"), "paused", None, "ben")
    driver.begin()
    for player, why in (("ana", "host"), (TABLE, "nobody"), ("ana", "round")):
        _until(driver, _turn_of("ana"))
        driver.do(people.pause, player, why)
        driver.now += 5_000
        driver.do(people.resume, player)
        _goes_on(driver)
    driver.do(lambda table, _: people.pause_for_full_log(table), TABLE)
    _rule(driver, ForfeitRuling(side=Partnership.EAST_WEST, ejected=False, reason="they left"), 30)
    return driver


def given() -> Driver:
    """Two people play the deals of a number, which anybody can compute."""
    driver = _table(rulesets.find("north_american", {"target": 4}), "given", TableSettings(deals="number:4711"), "ben")
    driver.do(gameplay.begin_game, "ana", b"".join(secrets_from_seed(numbered_seed(4711), range(BATCH))))
    while driver.table.stage is not TableStage.OVER:
        assert driver.person() or driver.next()
    return driver


MADE: Mapping[str, Callable[[], Driver]] = {
    "alone": alone, "by_hand": by_hand, "undone": undone, "claimed": claimed, "booked": booked, "shares": shares,
    "rubber": rubber, "ruled": ruled, "named": named, "quick": quick_game, "rules": rules_changed, "paused": paused,
    "given": given,
}  # fmt: skip
"""The functions that play the games, by the name of the file."""
