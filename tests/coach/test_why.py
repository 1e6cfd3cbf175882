"""Why a seat chose as it did: the answers are true of the bot, and consistent with the review."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

import uka
from tests.coach.recount import agree, in_its_own_worlds
from tests.coach.recount import told as numbers_told
from uka import coach
from uka.bots import bot
from uka.bots.bidding import bid_values
from uka.bots.cardplay import play_terms
from uka.coach import ObservedChoice, TrickPlace
from uka.coach.bot_cards import rivals
from uka.coach.bot_rules import own_words
from uka.coach.grades import COSTLY, DOUBTFUL, ERRORS
from uka.coach.reasons.words import bower_name, choice_label
from uka.coach.review import has_alternatives
from uka.core.actions import CallTrump, ClaimRevoke, OrderUp, Pass, Play
from uka.core.errors import UkaError
from uka.core.public_deal import Phase
from uka.core.seats import SEATS
from uka.core.shuffle import shuffled
from uka.core.trick import effective_suit, suit_strength
from uka.records import Dealt, Log

RULES = ("north_american", "uka", "tainui", "british")
LEVELS = ("novice", "casual", "club", "expert", "master")
SECOND_PERSON = re.compile(r"\byour?\b", re.IGNORECASE)
QUOTED = re.compile("“.*?”")
BAD_GRAMMAR = re.compile(
    r"\bI (is|has|holds|are)\b|\b(me|my) (am|is|are|have|hold|keep)\b|\b(by|for|to|against) I\b|\.\.|  "
)


def played(rules: str, level: str, seed: int, deals: int = 2) -> Log:
    """Return the record of some deals that bots of one level have played."""
    log = Log.start(uka.ruleset(rules), dealer=SEATS[seed % 4], players=(level,) * 4)
    rng, player = Random(f"{rules} {level} {seed}"), bot(level)
    for number in range(deals):
        if log.state.over:
            break
        log.append(Dealt(shuffled(log.rules, f"{seed} {number}"), *_cut(log, rng)))
        while log.state.in_deal:
            seat = log.state.turn
            assert seat is not None
            log.act(player.choose(log.state.observe(seat), rng))
    return log


def _cut(log: Log, rng: Random) -> tuple[int | None, str]:
    pattern = log.state.kept_packet_pattern or rng.choice(log.rules.packet_patterns)
    return (12 if log.rules.cut else None), pattern


def choices(log: Log) -> Iterator[ObservedChoice]:
    """Yield all choices of a record in which the seat had another one."""
    for deal in range(coach.deal_count(log)):
        for seat in log.rules.seats:
            yield from filter(has_alternatives, coach.observed_choices(log, seat, deal).choices)


def some(rules: str, level: str, most: int) -> list[ObservedChoice]:
    found = [choice for seed in range(3) for choice in choices(played(rules, level, seed))]
    return Random(f"{rules} {level}").sample(found, min(most, len(found)))


@pytest.mark.daily(2)
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_answers_in_the_first_person_what_it_knew_and_how_it_chose(level: str) -> None:
    said = Counter[str]()
    for rules in RULES:
        for choice in some(rules, level, 10):
            explained = coach.explain_choice(choice, level)
            sentences = (*explained.knew, *explained.compared, explained.verdict, *explained.reasons)
            for sentence in sentences:
                assert not SECOND_PERSON.search(QUOTED.sub("", sentence)), sentence
                assert not BAD_GRAMMAR.search(sentence), sentence
                assert sentence[0].isupper() or sentence[0] in "“10987", sentence
                assert sentence.endswith("."), sentence
            assert 2 <= len(explained.knew) <= 8
            assert explained.compared
            said.update(explained.compared)
    assert len(said) >= (1 if level == "master" else 3), "it says more than one thing"


def test_the_answer_holds_the_figures_of_the_review() -> None:
    log = played("north_american", "club", 5)
    for seat in SEATS:
        found = coach.review(log, seat, 0)
        for reviewed in found.choices:
            explained = coach.why(log, 0, reviewed.step, "club")
            made = explained.made
            assert explained.seat is seat
            assert (made.action, made.trick, made.phase, made.words) == (
                reviewed.action, reviewed.trick, reviewed.phase, reviewed.words,
            )  # fmt: skip
            figures = {each.action: (each.win, each.points) for each in made.choices}
            assert figures == {each.action: (each.win, each.points) for each in reviewed.choices}
            assert made.grade == reviewed.grade
            if made.choices:
                assert made.choices[0].grade == "best"
                assert made.grade != "best" or made.choices[0].action == made.action


def test_the_grades_follow_from_the_cost_and_its_error() -> None:
    seen = Counter[str]()
    for level in ("novice", "club"):
        for choice in some("north_american", level, 40):
            made = coach.explain_choice(choice, level).made
            seen[made.grade] += 1
            clear = made.win > ERRORS * made.win_error
            match made.grade:
                case "best":
                    assert made.unsure or made.win == made.points == 0
                case "good":
                    assert not clear or made.win < DOUBTFUL
                case "doubtful":
                    assert clear
                    assert DOUBTFUL <= made.win < COSTLY
                case "costly":
                    assert clear
                    assert made.win >= COSTLY
    assert set(seen) == {"best", "good", "doubtful", "costly"}


def test_what_club_says_of_a_call_is_what_it_computed() -> None:
    checked = 0
    for choice in some("north_american", "club", 400):
        seen, action = choice.seen, choice.action
        if seen.phase is not Phase.CALLING:
            continue
        values = bid_values(seen, seen.lawful_actions)
        call = action if isinstance(action, OrderUp | CallTrump) else values.best_call
        said = " ".join(own_words("club", seen, action))
        assert f"counted {100 * values.calls[call]:.0f} games of 100 won by that call" in said
        if values.passing is not None:
            assert f", {100 * values.passing:.0f} by passing." in said
            assert (values.calls[values.best_call] > values.passing) is isinstance(action, OrderUp | CallTrump)
        checked += 1
    assert checked > 10


def test_the_term_that_club_names_decided_its_card() -> None:
    named = Counter[str]()
    often = r"(never|for certain|\d+)(?: times in 100)?"
    now = re.compile(rf"By my count of the cards, .+ wins this trick for us {often}, .+ {often}\.")
    later = re.compile(r"I kept .+ later.+|.+ is a sure trick later.*")
    for choice in some("north_american", "club", 400):
        seen, action = choice.seen, choice.action
        if not isinstance(action, Play):
            continue
        said = own_words("club", seen, action)[-1]
        cards = [each.card for each in seen.lawful_actions if isinstance(each, Play) and each.card != action.card]
        assert seen.trump is not None
        ranked = rivals(seen, action.card)
        assert set(cards) == set(ranked)
        one, two = play_terms(seen, action.card), play_terms(seen, ranked[0])
        assert one.value >= two.value - 1e-9
        if found := now.fullmatch(said):
            named_shares = {"never": 0.0, "for certain": 1.0}
            for share, told in zip((one.wins, two.wins), found.groups(), strict=True):
                assert named_shares.get(told) == share if told in named_shares else told == f"{100 * share:.0f}"
            assert one.wins > two.wins
            named["now"] += 1
        elif found := later.fullmatch(said):
            assert two.later > one.later
            assert ("less likely" in said) is (one.wins < two.wins - 0.015)
            mine, trump = ranked[0], seen.trump
            known = {*seen.cards, *(card for trick in seen.tricks for card in trick.cards), *seen.trick}
            above = [
                card for card in seen.rules.cards
                if card not in known and effective_suit(card, trump) is trump
                and suit_strength(card, trump.index) > suit_strength(mine, trump.index)
            ]  # fmt: skip
            if "a sure trick" in said:
                assert effective_suit(mine, trump) is trump
                assert not set(above) - {*seen.put_away, seen.upcard}
            named["later"] += 1
        elif "worth as much" in said:
            assert abs(one.value - two.value) < 0.05
            named["same"] += 1
        else:
            named["seen"] += 1
    assert set(named) == {"now", "later", "same", "seen"}, named


@pytest.mark.daily(2)
@pytest.mark.parametrize("level", LEVELS)
def test_each_answer_has_reasons_that_hold_when_counted_again(level: str) -> None:
    """Each reason is counted again in the worlds of its count. No answer is long or empty, and none tells fractions."""
    for rules in RULES:
        for choice in some(rules, level, 14):
            explained, seen = coach.explain_choice(choice), choice.seen
            told = (*explained.compared, explained.verdict, *explained.reasons)
            text = " ".join((*own_words(level, seen, choice.action), *told))
            assert explained.reasons, text
            assert "of a trick" not in text
            assert "either card" not in text
            assert len(" ".join(told).split()) <= 110, text
            if explained.made.phase == "calling" and Pass() in seen.lawful_actions:
                assert "pass" in " ".join((explained.verdict, *explained.reasons)), text
            elif explained.made.phase in ("lead", "follow") and explained.made.grade == "best":
                others = {each for each in seen.lawful_actions if isinstance(each, Play)} - {choice.action}
                assert all(choice_label(seen, each).lower() in text.lower() for each in others), text
            counted = in_its_own_worlds(seen, explained.made.choices)
            for reason in counted.reasons:
                assert agree(reason, counted.figures(reason), exactly=True), reason.text
                assert numbers_told(reason), reason.text


def test_what_speaks_for_a_lead_or_a_call_is_so() -> None:
    told = Counter[str]()
    last = re.compile(r"(.+) was my last trump, and I kept it for a later trick\.")
    beaten = re.compile(r"Of the cards still out, only (.+) could beat (.+)\.")
    held = re.compile(r".+, I hold (\w+) trumps?(?: and (.+))?\.")
    for rules, level in product(RULES, ("club", "expert", "master")):
        for seen, action in ((each.seen, each.action) for each in some(rules, level, 60)):
            said, trump = own_words(level, seen, action), seen.trump
            for sentence in said:
                if trump and isinstance(action, Play) and (found := last.fullmatch(sentence)):
                    mine = [card for card in seen.cards if effective_suit(card, trump) is trump]
                    assert [bower_name(card, trump).lower() for card in mine] == [found[1].lower()]
                    assert action.card not in mine
                    told["last trump"] += 1
                elif trump and isinstance(action, Play) and (found := beaten.fullmatch(sentence)):
                    assert not seen.trick
                    known = {*seen.cards, *seen.put_away, *(card for trick in seen.tricks for card in trick.cards)}
                    if seen.picked_up is None:
                        known.add(seen.upcard)
                    out = [card for card in seen.rules.cards if card not in known]
                    suit = effective_suit(action.card, trump)
                    higher = [
                        bower_name(card, trump) for card in out
                        if effective_suit(card, trump) is suit
                        and suit_strength(card, trump.index) > suit_strength(action.card, trump.index)
                    ]  # fmt: skip
                    named = set(re.split(", | or ", found[1])) - {"a trump"}
                    assert named == set(higher)
                    assert found[2] == bower_name(action.card, trump)
                    told["few beaters"] += 1
                elif found := held.fullmatch(sentence):
                    told["held"] += 1
    assert set(told) == {"last trump", "few beaters", "held"}


def test_a_forced_card_names_the_suit_that_was_to_be_followed() -> None:
    told = Counter[str]()
    for seed in range(3):
        log = played("north_american", "club", seed)
        for seat in SEATS:
            for seen, action, step in (
                (each.seen, each.action, each.step)
                for each in coach.observed_choices(log, seat, 0).choices
                if not has_alternatives(each)
            ):
                verdict = coach.why(log, 0, step, "club").verdict
                if len(seen.cards) == 1:
                    assert verdict == "It was my last card."
                elif seen.trick and isinstance(action, Play) and seen.trump:
                    led = effective_suit(seen.trick[0], seen.trump)
                    assert [card for card in seen.cards if effective_suit(card, seen.trump) is led] == [action.card]
                    assert verdict.startswith("I had to follow ")
                    told["followed"] += 1
    assert told["followed"] > 5


def test_a_bot_whose_choice_is_not_its_own_says_so() -> None:
    for choice in some("north_american", "club", 60):
        if choice.seen.phase is not Phase.PLAYING:
            continue
        for other in choice.seen.lawful_actions:
            if other != choice.action and not isinstance(other, ClaimRevoke):
                assert own_words("club", choice.seen, other)[0].startswith("By my rules I choose")
                assert "slip" in " ".join(own_words("casual", choice.seen, other)) or "forget" in " ".join(
                    own_words("casual", choice.seen, other)
                )


def test_the_answer_about_a_person_calls_that_person_you_and_guesses_no_thoughts() -> None:
    for choice in some("uka", "club", 10):
        explained = coach.explain_choice(choice)
        assert not explained.compared
        assert explained.knew[0].startswith("You ")
        assert not re.search(r"\b(I|my)\b", QUOTED.sub("", " ".join((*explained.knew, explained.verdict))))


def test_a_choice_is_found_by_its_card_or_by_the_number_of_its_call() -> None:
    log = played("north_american", "club", 1)
    final = next(step.state for step in log.replay() if step.state and step.state.deal and step.state.deal.over)
    assert final.deal is not None
    for index, call in enumerate(final.deal.calls):
        step, seat = coach.step_of(log, 0, index)
        assert (coach.observed_choice(log, 0, step).action, seat) == (call.action, call.seat)
    assert final.deal.contract is not None
    for number, trick in enumerate(final.deal.tricks):
        for seat, card in trick.plays(final.deal.contract.sitting_out):
            step, who = coach.step_of(log, 0, TrickPlace(number, seat))
            choice = coach.observed_choice(log, 0, step)
            assert choice.action == Play(card)
            assert choice.seen.seat is who is seat
    for made in (99, TrickPlace(5, SEATS[0])):
        with pytest.raises(UkaError, match="nobody made that call"):
            coach.step_of(log, 0, made)
    with pytest.raises(UkaError, match="nobody chose anything in step 0"):
        coach.why(log, 0, 0)
    with pytest.raises(UkaError, match="there is no deal 7"):
        coach.why(log, 7, 1)


def test_a_choice_of_an_unfinished_deal_is_not_told() -> None:
    log = Log.start(uka.ruleset("north_american"), dealer=SEATS[0])
    log.append(Dealt(shuffled(log.rules, 3)))
    log.act("pass")
    with pytest.raises(UkaError, match="Not finished"):
        coach.why(log, 0, 1)


def test_the_answer_depends_only_on_what_the_seat_saw() -> None:
    """Whatever the others hold, the same observation gets the same answer."""
    choice = some("north_american", "club", 1)[0]
    again = ObservedChoice(choice.step, replace(choice.seen), choice.action)
    assert coach.explain_choice(choice, "club") == coach.explain_choice(again, "club")
