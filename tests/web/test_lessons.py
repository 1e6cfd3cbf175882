"""The course: each lesson by mouse and by keyboard alone, what is kept, and the last game with its comments."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, Route, TimeoutError, expect

from tests.alike import alike
from uka import lessons
from uka.core.actions import CallTrump, Discard, OrderUp, Pass, Play
from uka.lessons import Exercise, LessonAnswer

from .browser import DESK, PHONE, Visitor
from .playing import NEXT, calls, hand, likes, play

pytestmark = [pytest.mark.browser, pytest.mark.server]
LETTERS = {Pass(): "p", OrderUp(): "o", OrderUp(True): "a"}


def card_button(page: Page, answer: LessonAnswer) -> Locator:
    assert isinstance(answer.action, Play | Discard)
    return page.locator(f"[data-card='{answer.action.card}'][type=button]")


def by_mouse(page: Page, exercise: Exercise, answer: LessonAnswer) -> None:
    """Give an answer with clicks."""
    if isinstance(answer.action, Play | Discard):
        card_button(page, answer).click(position={"x": 8, "y": 30})
        return
    if answer.action is None:
        page.get_by_role("group", name="Your choices").get_by_role("button", name=answer.label, exact=True).click()
        return
    if isinstance(answer.action, CallTrump) and answer.action.alone:
        calls(page).last.click()
    same_kind = [each for each in exercise.answers if getattr(each.action, "alone", False) == alone(answer)]
    buttons = page.locator(f"[data-type='{type(answer.action).__struct_config__.tag}']")
    if isinstance(answer.action, CallTrump):
        buttons.nth(
            [each.action for each in same_kind if isinstance(each.action, CallTrump)].index(answer.action)
        ).click()
    else:
        buttons.nth(int(alone(answer)) if buttons.count() > 1 else 0).click()
    if alone(answer):
        page.get_by_role("group", name="Your choices").get_by_role("button", name=re.compile("alone$", re.I)).click()


def alone(answer: LessonAnswer) -> bool:
    return getattr(answer.action, "alone", False)


def by_keyboard(page: Page, exercise: Exercise, answer: LessonAnswer) -> None:
    """Give an answer with keys. A card has the number of its place in the hand."""
    action = answer.action
    if isinstance(action, Play | Discard):
        expect(card_button(page, answer)).to_be_visible()
        shown = page.locator(".hand [data-card]").evaluate_all("(cards) => cards.map((card) => card.dataset.card)")
        page.keyboard.press(str(shown.index(str(action.card)) + 1))
    elif action is None:
        tab_to(page, answer.label)
        page.keyboard.press("Enter")
    else:
        letter = action.suit.value if isinstance(action, CallTrump) else LETTERS[action]
        page.keyboard.press(letter.upper() if isinstance(action, CallTrump) and action.alone else letter)
        if alone(answer) and len(exercise.answers) > 1:
            expect(page.get_by_role("button", name=re.compile("alone$", re.I))).to_be_focused()
            page.keyboard.press("Enter")


def tab_to(page: Page, name: str) -> None:
    """Move the focus forward to the control with this text."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText").strip() == name:
            return
    pytest.fail(f"the Tab key does not reach {name!r}")


def control(page: Page, name: str) -> Locator:
    main = page.get_by_role("main")
    return main.get_by_role("link", name=name, exact=True).or_(main.get_by_role("button", name=name, exact=True)).first


def click(page: Page, name: str) -> None:
    control(page, name).click()


def press(page: Page, name: str) -> None:
    expect(control(page, name)).to_be_visible()
    tab_to(page, name)
    page.keyboard.press("Enter")


WAYS = {"mouse": (by_mouse, click), "keyboard": (by_keyboard, press)}


@pytest.mark.daily(1)
@alike(
    ("rules", "way", "size"),
    ("tainui", "keyboard", DESK),
    ("uka", "mouse", PHONE),
    *((rules, way, size) for rules in lessons.names() for way in WAYS for size in (PHONE, DESK)),
    daily=2,
)
def test_a_learner_takes_every_lesson(
    visit: Callable[..., Visitor], rules: str, way: str, size: tuple[int, int]
) -> None:
    give, push = WAYS[way]
    page = visit(size).page
    page.goto(f"/help/{rules}")
    push(page, "Begin")
    for lesson in lessons.course(rules).lessons:
        for number, exercise in enumerate(lesson.exercises):
            expect(page.get_by_role("heading", level=1, name=lesson.title)).to_be_visible()
            expect(page.get_by_role("heading", level=2, name=exercise.asks)).to_be_visible()
            if number == 0:
                wrong = next(each for each in exercise.answers if not each.right)
                give(page, exercise, wrong)
                replied(page, wrong)
                push(page, "Try again")
            give(page, exercise, exercise.right_answers[0])
            replied(page, exercise.right_answers[0])
            push(page, "Next")
        expect(page.get_by_role("heading", level=2, name="What the rulebook says")).to_be_visible()
        if lesson is not lessons.course(rules).lessons[-1]:
            push(page, "Next lesson")
    push(page, "All lessons")
    expect(page.get_by_text("✓ done")).to_have_count(len(lessons.course(rules).lessons))
    page.reload()
    expect(page.get_by_text("✓ done")).to_have_count(len(lessons.course(rules).lessons))
    expect(page.get_by_role("link", name="Begin", exact=True)).to_have_count(0)


def replied(page: Page, answer: LessonAnswer) -> None:
    reply = page.get_by_role("region", name="What follows")
    expect(reply.get_by_role("heading", name="Right" if answer.right else "Not this one")).to_be_focused()
    expect(reply).to_contain_text(" ".join(answer.reply))


@alike(("size", "scheme"), (PHONE, "dark"), (DESK, "light"), (PHONE, "light"), (DESK, "dark"))
def test_the_course_is_accessible_and_fits_the_screen(
    visit: Callable[..., Visitor], size: tuple[int, int], scheme: str
) -> None:
    ana = visit(size, color_scheme=scheme)
    page = ana.page
    found = list[str]()
    for place in ("/help", "/help/uka/tricks", "/help/uka/calling/5", "/help/uka/tricks/3", "/help/tainui/table/9"):
        page.goto(place, wait_until="networkidle")
        found += [f"{place}: {fault}" for fault in ana.axe()]
        if page.get_by_role("group", name="Your choices").count():
            page.get_by_role("group", name="Your choices").get_by_role("button").first.click()
            expect(page.get_by_role("region", name="What follows")).to_be_visible()
            found += [f"{place}, answered: {fault}" for fault in ana.axe()]
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert not found


def tree(page: Page) -> str:
    """Return what a screen reader finds in the main part of the page."""
    return page.get_by_role("main").aria_snapshot()


def test_a_screen_reader_hears_each_change_and_each_word_apart(visit: Callable[..., Visitor]) -> None:
    page = visit().page
    page.goto("/help/uka/calling/2")
    choices = page.get_by_role("group", name="Your choices")
    expect(choices.get_by_role("button", name="Pass “away”", exact=True)).to_be_visible()
    choices.get_by_role("button", name="alone").click()
    expect(choices.get_by_role("button", name=re.compile("alone$", re.I))).to_be_focused()
    expect(page.get_by_role("log")).to_contain_text("Go alone? Your partner sits out.")
    assert "chip" not in tree(page)
    page.goto("/help/uka/calling/5")
    expect(page.get_by_role("group", name="West")).to_contain_text(re.compile("away pass"))
    page.goto("/help/uka/calling/6")
    expect(choices).to_be_visible()
    assert "Second round of calls:" in tree(page)
    page.goto("/help/uka/bowers/3")
    expect(page.get_by_role("listitem").filter(has_text="West: jack of hearts, left bower")).to_have_count(1)
    expect(page.get_by_role("listitem").filter(has_text="Trump: diamonds, called by you.")).to_have_count(1)
    page.goto("/help/uka/discard/1")
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    assert "can't be discarded: " in tree(page)


def test_a_wrong_answer_in_words_is_marked_for_a_screen_reader(visit: Callable[..., Visitor]) -> None:
    page = visit().page
    page.goto("/help/uka/tricks/3")
    choices = page.get_by_role("group", name="Your choices")
    expect(page.get_by_text("lesson 1 of 10, step 3 of 4")).to_be_visible()
    choices.get_by_role("button", name="Four", exact=True).click()
    expect(choices.get_by_role("button", name="Four Not this one")).to_be_disabled()
    page.goto("/help/uka/tricks/5")
    expect(page.get_by_text("lesson 1 of 10, summary")).to_be_visible()


BETTER = re.compile(r"Better: .+, with a \d+% chance to win\. .+ had \d+%\.")


def carelessly(page: Page) -> None:
    """Make the first call, which is a pass where one is allowed, and play the last card."""
    offered = (page.get_by_role("button", name=NEXT).first, calls(page).first, hand(page).last)
    shown = next((found for found in offered if found.count()), None)
    if shown is not None:
        with suppress(TimeoutError):  # the control disappeared meanwhile
            shown.click(timeout=2_000, position={"x": 8, "y": 12})


def another_is_best(route: Route) -> None:
    """Answer with the server's hint and one more choice, which is better than all that can be made."""
    answer = route.fetch()
    hint = answer.json()
    if found := hint.get("choices"):
        best = {"action": {"type": "go_under"}, "words": "go under", "win": 0.99, "points": 9.0, "reasons": []}
        found.insert(0, found[0] | best)
    route.fulfill(response=answer, json=hint)


@alike("rules", "tainui", *(name for name in lessons.names() if name != "tainui"))
def test_the_last_game_comments_on_a_choice_that_was_not_the_best(visit: Callable[..., Visitor], rules: str) -> None:
    ana = visit()
    likes(ana, speed="still", name="Ana")
    page = ana.page
    page.goto(f"/help/{rules}")
    page.get_by_role("button", name="Play a practice game").click()
    comments = page.get_by_role("complementary", name="Comments")
    expect(comments).to_contain_text("If another choice was better, this line says so.")
    page.route("**/api/tables/*/hint", another_is_best)
    play(page, until=lambda: bool(BETTER.search(comments.inner_text())), act=carelessly)
    expect(comments).to_contain_text("Better: Go under, with a 99% chance to win.")
    assert not ana.axe()
    comments.get_by_role("button", name="No comments").click()
    expect(comments).to_have_count(0)
