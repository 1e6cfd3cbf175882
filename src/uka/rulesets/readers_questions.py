"""Questions that readers ask about the rules, and the fields whose sentences in the rulebook answer them.

Most questions are from readers' comments on Bicycle Cards' page. They are in the words by which readers search.
"""

from __future__ import annotations

QUESTIONS: dict[str, tuple[str, ...]] = {
    "common.shuffle": ("Who shuffles?",),
    "natural_needed": ("Must I hold a card of a suit to make it trump?",),
    "nobody_calls": ("What happens if everybody passes?",),
    "keep_upcard": ("May the dealer discard the turn-up?",),
    "upcard_stays": ("Does the dealer take the turn-up into the hand?",),
    "partner_alone": ("Must the dealer's partner go alone?",),
    "must_head": (
        "Must I beat the card that was led (up it)?",
        "Must I trump if I can't follow suit?",
    ),
    "first_lead_trump": ("May I open with a trump?", "Can I lead trump first?"),
    "markers": ("What are the counter cards for?",),
    "common.left_bower": (
        "Is a jack's suit fixed before trump is made?",
        "Can a turned-up jack make the other suit of its colour trump?",
    ),
}


def questions(field: str) -> tuple[str, ...]:
    """Return the questions of readers that the rulebook's sentence about ``field`` answers.

    >>> questions("markers")
    ('What are the counter cards for?',)
    """
    return QUESTIONS.get(field, ())
