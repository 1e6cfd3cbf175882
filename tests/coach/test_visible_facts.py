"""What is on view is true of every pair of choices, in the words that a player would use."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations
from pathlib import Path
from random import Random

from tests.coach.facts import FactCheck
from tests.coach.recount import observations
from uka.bots.equity import DealStakes
from uka.bots.master import ruleset_model
from uka.coach.reasons.unseen_cards import UnseenCards
from uka.coach.reasons.visible_call_facts import VisibleCallFacts
from uka.coach.reasons.visible_play_facts import VisiblePlayFacts
from uka.core.actions import Action, CallTrump, Discard, OrderUp, Pass, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase


def facts(seen: Observation, best: Action, other: Action) -> Iterator[str]:
    """Yield the sentences about what is on view that speak for an action rather than another."""
    assert seen.seat is not None
    if isinstance(best, Play) and isinstance(other, Play):
        yield from VisiblePlayFacts(seen).facts(best.card, other.card)
    elif seen.phase is not Phase.PLAYING:
        stakes = DealStakes(seen, seen.seat.partnership, ruleset_model(seen.rules).equity)
        yield from VisibleCallFacts(seen, stakes).facts(best, other)


def checked(rules: str, rng: Random, count: int) -> str:
    """Return all facts of some observations as lines, after checking each of them."""
    texts = list[str]()
    for seen in islice(observations(rules, rng), count):
        known = [each for each in seen.lawful_actions if isinstance(each, Play | Discard | OrderUp | CallTrump | Pass)]
        for best, other in permutations(known, 2):
            for text in facts(seen, best, other):
                assert FactCheck(seen, best, other).holds(text), text
                texts.append(text)
    return "\n".join(texts)


def test_a_fact_on_view_holds_for_every_pair_of_choices() -> None:
    said = "".join(
        checked(*each) for each in (("bicycle", Random(2), 700), ("uka", Random(3), 300), ("tainui", Random(4), 300))
    )
    for words in (
        "would only overtake it.",
        "so far, and you keep",
        "beats it; only a higher trump beats",
        "beats it; no card that is still out can beat",
        "wins the trick so far, and you keep",
        ", but any ",
        " could beat ",
        "play the lower",
        "throw the lower",
        "throw your lowest",
        "play your lowest",
        "you cannot win this trick",
        " can win this trick",
        "none of your cards can win a trick any more: it makes no difference.",
        "it makes no difference: no card between",
        " is as good: no card between it and ",
        "may draw a trump from the opponent on your",
        "you lead your only",
        "discard the lower",
        "discard your lowest",
        " leaves you without its suit, and you keep the higher one.",
        "already bring",
        "you would hold only",
        "sits out with your partner, the dealer",
        "is out of play, and you hold",
        "you keep all your trumps.",
        "but no other trump.",
        "alone, your partner cannot take a trick for you.",
    ):
        assert words in said, words
    for words in ("is the lower one", "more cards can beat it", "brings no more", "so far, too", "neither card"):
        assert words not in said


def test_the_partner_may_overtrump_only_an_opponent_who_plays_before() -> None:
    said = lone = 0
    for seen in islice((each for each in observations("tainui", Random(8)) if each.phase is Phase.PLAYING), 400):
        assert seen.seat is not None
        assert seen.contract is not None
        cards = [action.card for action in seen.lawful_actions if isinstance(action, Play)]
        over = [each.clause for each in UnseenCards(seen, [[0]] * 4).features(cards) if "overtrump" in each.clause]
        played = {seat for seat, _ in seen.plays}
        between = seen.seat.left in seen.active and not {seen.seat.left, seen.seat.partner} & played
        assert between or not over
        said += bool(over)
        lone += seen.contract.loner is not None and not between
    assert said >= 20
    assert lone >= 3


def test_a_loner_who_takes_the_partners_turn_up_counts_it_as_held(tmp_path: Path) -> None:
    path = tmp_path / "taking.toml"
    path.write_text('extends = "tainui"\nname = "taking"\ntitle = "Taking"\nsource = "a test"\ndealer_out = "loner"\n')
    assert "you pick up" in checked(str(path), Random(5), 150)
