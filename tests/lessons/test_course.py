"""The course: every position is lawful, every answer has a reply, and the texts agree with the ruleset."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from uka.coach.rating import rate_sample
from uka.coach.reasons import sample_choices
from uka.core.cards import Card
from uka.core.errors import IllegalAction
from uka.core.ruleset import Ruleset
from uka.core.scoring import Scoring
from uka.lessons import NAMES, Exercise, UnknownCourse, course
from uka.lessons.continuation import LEARNER, continuation_after
from uka.lessons.course import course_of
from uka.lessons.description import ExerciseDescription, applies, lesson_descriptions
from uka.lessons.position import arranged_deal, score_of, seen_by_learner
from uka.narration.names import counted
from uka.rulesets import find, shared_rules
from uka.rulesets.rulebook import CHAPTERS

TIMES = 4
"""How many times more worlds than the strongest bot the coach uses here."""
each_ruleset = pytest.mark.parametrize("name", NAMES)
FIELDS = {field for chapter in CHAPTERS.values() for field in chapter} | set(shared_rules.SENTENCES)


def exercises(name: str) -> list[Exercise]:
    return [exercise for lesson in course(name).lessons for exercise in lesson.exercises]


def descriptions(rules: Ruleset) -> list[ExerciseDescription]:
    """Return the exercises of a ruleset's course in which the learner chooses an action."""
    lessons = [lesson for lesson in lesson_descriptions() if applies(lesson.when, rules)]
    return [each for lesson in lessons for each in lesson.exercises if each.right and applies(each.when, rules)]


@each_ruleset
def test_each_exercise_says_two_sentences_asks_and_replies_to_every_answer(name: str) -> None:
    every = exercises(name)
    assert len({exercise.name for exercise in every}) == len(every) >= 35
    for exercise in every:
        assert len(exercise.says) == 2
        assert exercise.asks.endswith("?")
        assert 0 < len(exercise.right_answers) < len(exercise.answers)
        assert len({answer.label for answer in exercise.answers}) == len(exercise.answers)
        assert all(answer.reply and all(answer.reply) for answer in exercise.answers)


@each_ruleset
def test_the_answers_to_a_position_are_the_legal_actions_of_the_learner(name: str) -> None:
    for exercise in exercises(name):
        seen = exercise.seen
        if seen is None:
            assert all(answer.action is None for answer in exercise.answers)
            assert len(exercise.right_answers) == 1
            continue
        assert seen.seat is seen.turn is LEARNER
        assert tuple(answer.action for answer in exercise.answers) == seen.legal_actions
        assert all(answer.action in seen.lawful_actions for answer in exercise.right_answers)


@each_ruleset
def test_no_wrong_answer_is_followed_by_as_good_a_deal_as_a_right_one(name: str) -> None:
    rules = find(name)
    for described_exercise, exercise in zip(
        descriptions(rules), [each for each in exercises(name) if each.seen], strict=True
    ):
        assert described_exercise.deal
        deal, score = arranged_deal(described_exercise.deal, rules), score_of(described_exercise.deal, rules)
        worth = {True: list[tuple[int, int]](), False: list[tuple[int, int]]()}
        for answer in exercise.answers:
            assert answer.action
            worth[answer.right].append(continuation_after(deal, answer.action, score).worth)
        assert min(worth[True]) > max(worth[False]), (name, exercise.name, worth)


@pytest.mark.daily(2)
@each_ruleset
def test_the_coach_finds_a_right_answer_the_best(name: str) -> None:
    for exercise in exercises(name):
        seen = exercise.seen
        if seen is None or len(seen.lawful_actions) < 2:
            continue
        lawful = replace(seen, revokes=False, legal_actions=seen.lawful_actions)
        best = rate_sample(sample_choices(lawful, Random(5), TIMES))[0]
        assert best.action in {answer.action for answer in exercise.right_answers}, (exercise.name, best.words)


@each_ruleset
def test_each_rule_of_the_rulebook_is_in_a_lesson(name: str) -> None:
    rules = find(name)
    assert {
        field for lesson in lesson_descriptions() if applies(lesson.when, rules) for field in lesson.rules
    } == FIELDS


@each_ruleset
def test_a_position_tells_no_card_that_the_learner_could_not_see(name: str) -> None:
    for each in descriptions(find(name)):
        assert each.deal
        deal = arranged_deal(each.deal, find(name))
        seen = seen_by_learner(deal, each.deal)
        known = {*seen.cards, *seen.put_away, *seen.trick, *(card for trick in seen.tricks for card in trick.cards)}
        hidden = {card for seat in deal.rules.seats if seat is not LEARNER for card in deal.hand(seat)}
        assert set(seen.cards) == {*deal.hand(LEARNER)}
        assert not known & hidden


def right(rules: Ruleset) -> dict[str, str]:
    """Return the only right answer to each question in words, by the name of the exercise."""
    every = [exercise for lesson in course_of(rules).lessons for exercise in lesson.exercises]
    return {exercise.name: exercise.right_answers[0].label for exercise in every if exercise.seen is None}


@given(
    name=st.sampled_from(NAMES),
    points=st.tuples(*[st.integers(1, 9)] * 4),
    target=st.integers(5, 30),
)
def test_questions_follow_the_numbers_of_the_ruleset(name: str, points: tuple[int, ...], target: int) -> None:
    made, march, euchred, lone_march = points
    scoring = Scoring(made=made, march=march, euchred=euchred, lone_march=lone_march)
    changes = {f"scoring.{field}": getattr(scoring, field) for field in ("made", "march", "euchred", "lone_march")}
    answers = right(find(name, {**changes, "target": target, "bridge": False, "markers": False}))
    assert answers["target"] == f"{target} points"
    assert answers["made"] == f"{counted(made, 'point')} to you"
    assert answers["march"] == f"{counted(march, 'point')} to you"
    assert answers["alone-five"] == f"{counted(lone_march, 'point')} to you"
    assert answers["euchred"] == f"{counted(euchred, 'point')} to them"


def test_questions_follow_the_rules_of_the_ruleset() -> None:
    uka, american = right(find("uka")), right(find("north_american"))
    assert uka["alone-three"] == "4 points to them"
    assert american["alone-three"] == "1 point to you"
    assert (uka["holding-the-suit"], american["holding-the-suit"]) == ("No", "Yes")
    assert (uka["discard-the-turn-up"], american["discard-the-turn-up"]) == ("No", "Yes")
    assert (uka["words-to-pass"], american["words-to-pass"]) == ("“away”", "“pass”")
    assert uka["who-leads"] == american["who-leads"] == "You"
    assert uka["who-leads-against-a-loner"] == "West"
    assert right(find("tainui"))["dealers-words"] == "“it's up”"


def replies(name: str, exercise: str) -> dict[str, str]:
    found = next(each for each in exercises(name) if each.name == exercise)
    return {answer.label: " ".join(answer.reply) for answer in found.answers}


def test_a_wrong_answer_is_told_what_follows() -> None:
    left = replies("uka", "right-over-left")["play A♦"]
    assert left.startswith("It is lower than the left bower. West takes the trick with the left bower, J♥.")
    assert left.endswith("With a right answer: You and North took all five tricks: a march! 3 points to you.")
    assert "Bots play out the rest of the deal. You and North" in left
    assert "euchred! 4 points to them" in replies("uka", "order-up")["pick it up, I am going alone"]
    revoke = replies("tainui", "follow-suit")["play K♣"]
    assert "claims a revoke in trick 1, and is right: you played K♣. 2 points to them at once" in revoke
    assert "Everyone passed: the cards are thrown in." in replies("bicycle", "everybody-passes")["pass"]
    alone = replies("tainui", "partners-words")["I'll turn you down and go alone"]
    assert "7♥ is buried." in alone
    assert "6 points to you" in alone


@each_ruleset
def test_a_wrong_answer_tells_why_it_is_wrong_and_what_a_right_one_brings(name: str) -> None:
    for exercise in [each for each in exercises(name) if each.seen]:
        for answer in exercise.answers:
            assert answer.right or answer.reply[-1].startswith("With a right answer: "), (name, exercise.name)
            assert len(answer.reply) == len(set(answer.reply))


def test_no_rule_of_a_course_names_a_joker_that_the_pack_does_not_have() -> None:
    for name in NAMES:
        texts = [rule for lesson in course(name).lessons for rule in lesson.rules]
        texts += [text for each in exercises(name) for text in each.says]
        assert not [text for text in texts if "benny" in text], name


def test_the_loner_who_is_euchred_pays_in_the_sentence_about_three_tricks() -> None:
    alone = next(each for each in exercises("uka") if each.name == "alone-three")
    assert alone.says[1].endswith("is euchred: the defenders score 4 points.")


def test_calls_are_told_in_the_words_of_the_table() -> None:
    said = {name: next(each for each in exercises(name) if each.name == "order-up").says[0] for name in NAMES}
    assert "passes (“away”) or orders it up (“pick it up”): then" in said["uka"]
    assert "passes or orders it up: then" in said["north_american"]


def test_the_same_answer_is_always_followed_by_the_same() -> None:
    assert course_of(find("uka")) == course_of(find("uka"))


def test_packs_of_32_have_sevens_and_eights() -> None:
    def dealt(name: str) -> set[Card]:
        return {card for each in exercises(name) if each.seen for card in each.seen.cards}

    assert {Card.D8, Card.C7} <= dealt("uka")
    assert all(card.rank.index >= Card.C9.rank.index for card in dealt("north_american"))


def test_there_are_lessons_for_four_rulesets_only() -> None:
    with pytest.raises(UnknownCourse, match="only for uka, tainui, bicycle, north_american"):
        course("ohio")


def test_a_ruleset_that_forbids_a_position_is_refused() -> None:
    with pytest.raises(IllegalAction):
        course_of(find("uka", {"must_head": True, "partner_alone": "both"}))
