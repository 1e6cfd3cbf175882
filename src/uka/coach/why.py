"""Why a seat chose as it did in a finished deal: what it knew, how it chose, and what the strongest bot counts.

Everything follows from what the seat could know when it chose. The answer about a bot is in the bot's own words, in the
first person. The answer about a person, whose thoughts nobody knows, calls that person "you".
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from uka.core.actions import Action, Discard, Give, Pass, Play
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.core.trick import effective_suit
from uka.narration.names import counted
from uka.records import Log

from .bot_rules import own_words, searches
from .known_facts import known_facts
from .rating import RatedAction, rate_made_choice
from .reasons.words import bower_name, choice_label, first_person, joined, suit_noun
from .review import ObservedChoice, ReviewedChoice, has_alternatives, observed_choice, review_choice

MOST_REASONS = 3
"""The largest number of reasons that are told: the first ones, and the last one."""
MOST_CALLS = 2
"""The largest number of other calls that are compared with the best one."""


class ChoiceExplanation(msgspec.Struct, frozen=True):
    """Why a seat made a choice in a finished deal. The sentences are in English."""

    seat: Seat
    level: str | None
    """The level of the bot that chose, or None if a person chose or the level is not known."""
    knew: tuple[str, ...]
    """What the seat knew, as sentences."""
    compared: tuple[str, ...]
    """How the bot chose, as sentences: what it compared, or its rule of thumb. It is empty if no bot chose."""
    verdict: str
    """What the strongest bot says of the choice, or that there was no other one, as a sentence."""
    reasons: tuple[str, ...]
    """Why the best choice is better than the choice that was made, or than another one, as sentences."""
    made: ReviewedChoice
    """The choice with its cost, its grade and the figures of all choices, which the strongest bot computes."""


def why(log: Log, deal: int, step: int, level: str | None = None) -> ChoiceExplanation:
    """Return why a seat made the choice of one step in a finished deal of a game record.

    ``deal`` is the number of the deal and ``step`` the index among the deal's steps, both from 0, as in a review.
    ``level`` is the level of the bot that chose, or None for a person. Raise ``UkaError`` if there is no such choice,
    or if it cannot be judged, such as one in an unfinished deal.
    """
    return explain_choice(observed_choice(log, deal, step), level)


def explain_choice(choice: ObservedChoice, level: str | None = None) -> ChoiceExplanation:
    """Return why the seat made ``choice``, of which ``level`` is the level of the bot that chose, or None."""
    seen, action = choice.seen, choice.action
    assert seen.seat is not None
    knew, compared, verdict = known_facts(seen), (), _why_forced(seen, action)
    made = review_choice(choice, rate_made_choice(seen, action) if has_alternatives(choice) else ())
    if made.choices:
        compared, verdict = own_words(level, seen, action) if level else (), _verdict(choice, made, level)
    else:
        knew = knew[:2]  # what is counted makes no difference to a choice without another one
    explained = ChoiceExplanation(seen.seat, level, knew, compared, verdict, (), made)
    return _with_reasons(_in_first_person(explained) if level else explained)


def _why_forced(seen: Observation, action: Action) -> str:
    """Return the sentence that says why the rules allowed only ``action``."""
    if len(seen.cards) == 1:
        return "It was your last card."
    trump = seen.trump
    if isinstance(action, Play) and seen.trick and trump is not None:
        led = effective_suit(seen.trick[0], trump)
        if effective_suit(action.card, trump) is led:
            suit, card = ("trump", "trump") if led is trump else (str(led), suit_noun(led))
            return f"You had to follow {suit}, and {bower_name(action.card, trump)} was your only {card}."
    return "The rules allowed nothing else."


def _with_reasons(explained: ChoiceExplanation) -> ChoiceExplanation:
    """Return ``explained`` with the most important reasons of its choices, except what it says already."""
    reasons = [reason for rated in explained.made.choices for reason in rated.reasons if not reason.says_close]
    if len(reasons) >= MOST_REASONS and any(reason.kind in ("result", "score") for reason in reasons[:-1]):
        reasons = [reason for reason in reasons if reason.kind != "cards"]
    texts = [reason.text for reason in reasons if reason.text not in explained.compared]
    return replace(explained, reasons=(*texts[: MOST_REASONS - 1], *texts[MOST_REASONS - 1 :][-1:]))


def _in_first_person(explained: ChoiceExplanation) -> ChoiceExplanation:
    """Return ``explained`` with the sentences that call the player of the seat "you" as that player says them."""
    made = explained.made
    choices = tuple(
        replace(rated, reasons=tuple(replace(reason, text=first_person(reason.text)) for reason in rated.reasons))
        for rated in made.choices
    )
    return replace(
        explained,
        knew=tuple(map(first_person, explained.knew)),
        verdict=first_person(explained.verdict),
        made=replace(made, choices=choices),
    )


def _verdict(choice: ObservedChoice, made: ReviewedChoice, level: str | None) -> str:
    """Return what the strongest bot says of a choice, as a sentence."""
    seen = choice.seen
    again = level is not None and searches(level, seen)
    chosen = next(each for each in made.choices if each.action == choice.action)
    if made.grade == "best":
        others = _others(seen, made, chosen)
        equals = any(each.grade == "best" for each in others)
        start = "The strongest bot finds nothing better" if equals else "The strongest bot would have done the same"
        if again:
            start = "Counted again, nothing was better" if equals else "Counted again, it was still the best"
        if any(_won(each) > _won(chosen) for each in others):
            start = f"{'Counted again, there is' if again else 'The strongest bot sees'} no clear difference"
        return f"{start}: that wins {_games(chosen)}, {_won_by(seen, chosen, others)}."
    best = made.choices[0]
    if made.grade == "good":
        less = f"{_games(best)} instead of {_won(chosen)}" if _won(best) != _won(chosen) else "less than a game in 100"
        return f"The strongest bot would rather have {_done(seen, best.action)}, but it matters little: {less}."
    who = "Counted again, it was better to have" if again else "A stronger player would have"
    return f"{who} {_done(seen, best.action)}: that wins {_games(best)}, this {_won(chosen)}."


def _others(seen: Observation, made: ReviewedChoice, chosen: RatedAction) -> list[RatedAction]:
    """Return the choices that are told of beside ``chosen``: all other cards, or the best other call and a pass."""
    others = [each for each in made.choices if each is not chosen]
    if seen.phase is not Phase.CALLING:
        return sorted(others, key=lambda each: -each.win)
    best = sorted(others, key=lambda each: (not isinstance(each.action, Pass), -each.win))[:MOST_CALLS]
    return sorted(best, key=lambda each: -each.win)


def _won_by(seen: Observation, chosen: RatedAction, others: list[RatedAction]) -> str:
    """Return how many games the choices ``others`` win, as the end of a sentence about ``chosen``."""
    groups = dict[str, list[str]]()
    for other in others:
        won = _won(other)
        if won == _won(chosen):
            won = "as many" if other.grade == "best" else "hardly fewer"
        groups.setdefault(won, []).append(choice_label(seen, other.action))
    return ", ".join(
        f"{joined(names, 'and')} {won}{' each' if len(names) > 1 and won.isdigit() else ''}"
        for won, names in groups.items()
    )


def _won(rated: RatedAction) -> str:
    """Return how many games of 100 a choice wins."""
    return f"{100 * rated.win:.0f}"


def _games(rated: RatedAction) -> str:
    return f"{counted(round(100 * rated.win), 'game')} of 100"


def _done(seen: Observation, action: Action) -> str:
    """Return the past participle of doing ``action``, such as "played J♦"."""
    name = choice_label(seen, action)
    match action:
        case Play():
            return f"played {name}"
        case Discard():
            return f"put away {name}"
        case Give():
            return f"given {name}"
        case Pass() if seen.phase is Phase.CALLING:
            return "passed"
        case _:
            return f"said {name}"
