"""Every bot, under every ruleset and random house rules, chooses only what is lawful."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from tests.examples import after, dealt
from tests.strategies import random_deal, random_rules
from uka import Action, Deal, Ruleset, Seat, rulesets
from uka.bots import BOTS, Bot, UnknownBot, bot, names
from uka.bots.payoffs import play_payoffs
from uka.core.actions import ClaimRevoke, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.scoring import Outcome

DEALS = {"expert": (4, 20), "master": (1, 6)}
"""The number of deals of slow bots under each shipped ruleset, usually and with --exhaustive."""
MANY = (30, 150)
"""The same numbers for all other bots."""

Deals = Callable[[str], int]


@cache
def house_rules() -> tuple[Ruleset, ...]:
    """Return many sets of house rules. They are made once, since that takes longer than playing a deal."""
    gifts = (Ruleset(partners_best=True, partner_alone="both"),) * 50  # rules that are rare in random sets
    return (*(random_rules(Random(number)) for number in range(400)), *gifts)


@pytest.fixture
def deals(exhaustive: bool) -> Deals:
    """Return a function that returns the number of deals for a bot."""
    return lambda name: DEALS.get(name, MANY)[exhaustive]


def chosen(player: Bot, seen: Observation, rng: Random) -> Action:
    action = player.choose(seen, rng)
    assert action in seen.lawful_actions, f"{player.name}: {action} in {seen}"
    return action


def played(deal: Deal, player: Bot, rng: Random, careless: tuple[Seat, ...] = ()) -> Deal:
    """Return a deal played to its end. Careless seats play any card that the table allows, including revokes."""
    while deal.turn is not None:
        seen = deal.observe(deal.turn)
        action = chosen(player, seen, rng)
        if deal.turn in careless:
            plays = [a for a in seen.legal_actions if isinstance(a, Play)]
            action = rng.choice(plays) if plays else action
        deal, _ = deal.apply(action)
    return deal


@pytest.mark.daily(30)
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("rules", rulesets.all_rulesets().values(), ids=rulesets.names())
def test_every_choice_is_lawful_under_every_ruleset(name: str, rules: Ruleset, deals: Deals) -> None:
    rng = Random(f"{name} {rules.name}")
    for _ in range(deals(name)):
        assert played(random_deal(rules, rng), bot(name), rng).over


@pytest.mark.parametrize("name", names())
def test_every_choice_is_lawful_under_house_rules(name: str, deals: Deals) -> None:
    rng, phases, every = Random(name), set[Phase](), set(Phase) - {Phase.OVER}
    least = deals(name) * len(rulesets.names())
    for number in range(10 * least):
        if number >= least and phases == every:  # some phases are rare for a weak bot
            break
        deal = random_deal(house_rules()[11 * number % len(house_rules())], rng)  # 11: all kinds occur
        while deal.turn is not None:
            phases.add(deal.phase)
            deal, _ = deal.apply(chosen(bot(name), deal.observe(deal.turn), rng))
    assert phases == every


@pytest.mark.parametrize("name", names())
def test_no_bot_revokes(name: str, deals: Deals) -> None:
    rng = Random(name)
    for _ in range(deals(name)):
        deal = played(random_deal(rng.choice(house_rules()), rng, revokes=True), bot(name), rng)
        assert not deal.breaches


@pytest.mark.parametrize("name", ["random", "novice"])
def test_random_and_novice_never_claim_a_revoke(name: str, deals: Deals) -> None:
    rng = Random(name)
    for _ in range(deals(name)):
        deal = played(random_deal(rng.choice(house_rules()), rng, revokes=True), bot(name), rng, (Seat.EAST, Seat.WEST))
        assert not deal.revoke_claims


@pytest.mark.parametrize("name", ["club", "expert", "master"])
def test_bots_play_on_after_a_revoke_was_proven(name: str) -> None:
    """The bots infer what the offender may still hold, and know that its side scores nothing more."""
    rng, played_on = Random(7), 0
    while played_on < 6:
        deal = random_deal(rulesets.find("tainui"), rng, revokes=True)
        while deal.turn is not None and not deal.proven:
            if deal.breaches:
                offender, trick, _ = deal.breaches[0]
                deal, _ = deal.apply(ClaimRevoke(trick), offender.left)
            else:
                deal, _ = deal.apply(rng.choice([a for a in deal.legal_actions if not isinstance(a, ClaimRevoke)]))
        if deal.turn is None:
            continue
        played_on += 1
        while deal.turn is not None:
            seen = deal.observe(deal.turn)
            revoked = {seat.partnership for seat, _, _ in deal.proven}
            worth = play_payoffs(seen)
            assert deal.turn.partnership not in revoked or max(worth) <= 0
            assert deal.turn.partnership.other not in revoked or min(worth) >= 0
            deal, _ = deal.apply(chosen(bot(name), seen, rng))
        assert deal.result is not None
        assert all(deal.result.points[side.index] in (0, 2, 4) for side in revoked)


def test_the_club_bot_claims_revokes_and_is_always_right() -> None:
    rng, proven = Random(3), 0
    for _ in range(400):
        rules = rng.choice([rules for rules in house_rules() if rules.revoke_penalty])
        deal = played(random_deal(rules, rng, revokes=True), bot("club"), rng, (Seat.EAST, Seat.WEST))
        assert deal.result is not None
        assert len(deal.revoke_claims) == len(deal.proven)
        assert (deal.result.outcome is Outcome.REVOKED) == bool(deal.proven and rules.revoke_then == "ends_deal")
        proven += bool(deal.revoke_claims)
    assert proven > 100


def test_a_revoke_is_claimed_only_after_the_card_that_proves_it_is_played() -> None:
    hands = {
        "east": "Ac Kc 9d Td Qd",
        "south": "Qc 9c 9s Ts Js",
        "west": "Tc Qs Ks As Kd",
        "north": "Jc 9h Th Qh Kh",
        "up": "Ah",
    }
    rng, club = Random(0), bot("club")
    deal = after(dealt(Ruleset(), hands, revokes=True), "pass pass pass order Jc Ac 9s Tc 9h Th")
    assert deal.breaches
    assert not isinstance(club.choose(deal.observe(Seat.EAST), rng), ClaimRevoke)
    deal = after(deal, "9d Qc")
    assert club.choose(deal.observe(Seat.WEST), rng) == ClaimRevoke(0)


def test_the_same_seed_gives_the_same_deal() -> None:
    for name in names():
        ends = [played(random_deal(Ruleset(), Random(5)), bot(name), Random(6)) for _ in range(2)]
        assert ends[0] == ends[1]


def test_an_unknown_bot_is_refused_with_the_list_of_names() -> None:
    with pytest.raises(
        UnknownBot, match="no bot named 'deep'; the bots are random, novice, casual, club, expert and master"
    ):
        bot("deep")
    assert names() == tuple(BOTS)
