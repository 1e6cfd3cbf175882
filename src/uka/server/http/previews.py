"""What other sites show beside a link to the web page: a title, a sentence and a picture for each kind of link.

Messengers read them from the HTML and run no script. They follow from the first segment of the path alone, so that no
preview shows a name, a card or an invitation.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from ..base.club import ClubSettings

MARK = b"<!--preview-->"
"""The comment in ``index.html`` that the tags replace."""
HOME = "home"
SIZE = (1200, 630)
"""The width and height of the pictures in pixels."""


class Preview(NamedTuple):
    """What is shown beside a link."""

    title: str
    description: str
    picture: str
    """What the picture shows, for people who do not see it."""


PREVIEWS = {
    HOME: Preview(
        "Uka",
        "Euchre, and Uka, Euchre's Māori form: play at once, against bots or with friends.",
        "Four aces on a card table.",
    ),
    "table": Preview(
        "A table at Uka",
        "Take a seat for a game of cards, or watch it. No account is needed.",
        "Four cards on a card table.",
    ),
    "tournament": Preview(
        "A tournament at Uka", "Tables, standings and the clock of the round.", "Four aces on a card table."
    ),
    "match": Preview(
        "A match at Uka",
        "Two tables play the same deals, so both teams have the same cards.",
        "Four cards on a card table.",
    ),
    "puzzles": Preview(
        "Puzzles at Uka", "A position, and one choice: what would you play?", "Three cards on a card table."
    ),
    "day": Preview(
        "The day's deals at Uka",
        "The same deals for everyone. How do you compare with par and with the others?",
        "Three cards on a card table.",
    ),
    "replay": Preview("A game at Uka", "Step through the game, card by card.", "Four cards on a card table."),
}
"""The previews, by the first segments of the paths for which they stand. ``HOME`` stands for all other paths."""


def preview_kind(path: str) -> str:
    """Return the key in ``PREVIEWS`` of the preview of a path.

    >>> preview_kind("puzzles/tainui"), preview_kind("settings")
    ('puzzles', 'home')
    """
    first = path.partition("/")[0]
    return first if first in PREVIEWS else HOME


def preview_tags(kind: str, origin: str, club: ClubSettings | None = None) -> str:
    """Return the tags of a preview as HTML. ``origin`` is the scheme and host by which the client reached the server.

    At the server of a ``club``, the site has the club's name, and the home page its welcome.

    >>> preview_tags("day", "https://uka.example").splitlines()[0]
    '<meta property="og:title" content="The day&#x27;s deals at Uka" />'
    """
    title, description, picture = PREVIEWS[kind]
    site = club.name if club else "Uka"
    if club and kind == HOME:
        title, description = club.name, club.welcome or description
    width, height = SIZE
    tags = {
        "og:title": title,
        "og:description": description,
        "og:type": "website",
        "og:site_name": site,
        "og:image": f"{origin}/preview-{kind}.png",
        "og:image:type": "image/png",
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": picture,
    }
    lines = [f'<meta property="{name}" content="{escape(content)}" />' for name, content in tags.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])
