"""A game for a blind player: the test reads only the page's accessibility tree, and presses only controls that the tree
names.

Then it compares what the tree said with the table's record: all that the player's seat may know, and no more.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Error, Page

from tests.alike import alike
from tests.patience import PATIENCE
from uka.core import events as ev
from uka.core.cards import Card, Suit
from uka.core.seats import Partnership, Seat
from uka.records import Log
from uka.table.game_replay import GameReplay, ReplayFrame, replay

from .browser import Visitor
from .playing import likes, table

pytestmark = [pytest.mark.browser, pytest.mark.server]

ME = Seat.SOUTH
RANKS = dict(zip("789TJQKA", ["seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"], strict=True))
SUITS = {Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts", Suit.SPADES: "spades"}
SIGNS = dict(zip("♣♦♥♠", SUITS.values(), strict=True))
PLACES = "You", "West", "North", "East"
WHO, CARD = f"({'|'.join(PLACES)})", f"((?:{'|'.join(RANKS.values())}) of (?:{'|'.join(SUITS.values())}))"
SHORT = re.compile("(10|[789JQKA])([♣♦♥♠])")
Fact = tuple[Any, ...]


class Node(NamedTuple):
    """A node of the accessibility tree, as a screen reader knows it.

    ``at`` is Chromium's id of the element, to press it by.
    """

    role: str
    name: str
    about: str
    disabled: bool
    toggles: bool
    at: int
    parts: list[Node]

    def all(self, role: str, name: str = "") -> Iterator[Node]:
        """Yield the nodes of a role below this node whose names begin with ``name``, in order."""
        for part in self.parts:
            if part.role == role and part.name.startswith(name):
                yield part
            yield from part.all(role, name)

    @property
    def text(self) -> str:
        """Return all text of the node."""
        own = self.name if self.role == "StaticText" else ""
        return own + "".join(part.text for part in self.parts)

    def named(self) -> str:
        """Return all names in the node. Leave out the log and the story, which are read as they come."""
        if (self.role, self.name) in (("log", ""), ("complementary", "What happened")):
            return ""
        return " | ".join([self.name, self.about, *(part.named() for part in self.parts)])


class Ear:
    """A person who uses a screen reader and a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page, self._chromium = page, page.context.new_cdp_session(page)

    def tree(self) -> Node:
        found = self._chromium.send("Accessibility.getFullAXTree")["nodes"]
        known = {one["nodeId"]: one for one in found}
        return Node("page", "", "", False, False, 0, list(parts_of(found[0], known)))

    def press(self, node: Node) -> None:
        """Move the focus to a node's element, and press Enter there."""
        try:
            self._chromium.send("DOM.focus", {"backendNodeId": node.at})
        except Error:
            return  # the element disappeared meanwhile
        self.page.keyboard.press("Enter")


def parts_of(raw: dict[str, Any], known: dict[str, dict[str, Any]]) -> Iterator[Node]:
    for child in (known[id] for id in raw.get("childIds", ()) if id in known):
        parts = parts_of(child, known)
        if child["ignored"]:
            yield from parts
            continue
        role, name, about = (child.get(key, {}).get("value", "") for key in ("role", "name", "description"))
        states = {state["name"]: state["value"].get("value") for state in child.get("properties", ())}
        disabled, at = bool(states.get("disabled")), child.get("backendDOMNodeId", 0)
        yield Node(role, name, about, disabled, "pressed" in states, at, list(parts))


FACTS: dict[str, str] = {
    "drawn": f"{WHO} draws? {CARD}",
    "deal": rf"Deal (\d+): {WHO} deals?",
    "hand": "Your cards: (.+)",
    "turned up": f"Turned up: {CARD}",
    "said": f"{WHO}(?: pass(?:es)?)?: “(.+)”",
    "turned down": f"{CARD} is turned down",
    "trump": "Trump: (.+) [♣♦♥♠]",
    "alone": f"{WHO} (?:go|goes) alone",
    "picked up": f"{WHO} (?:picks? up|leaves?) {CARD}(?: on the pack)?",
    "buried": f"{CARD} is buried",
    "discarded": f"{WHO} discards?(?: {CARD})?",
    "played": f"{WHO} plays? {CARD}",
    "trick": rf"{WHO} takes? trick (\d)",
    "points": r".*[.!] (\d+) points? to (you|them)",
    "won": f"{WHO} and {WHO} won the game",
}
"""The forms of sentences that state a fact of a game's record. All other sentences name no card."""


def fact(sentence: str) -> Fact | None:
    """Return the fact that a sentence about the game states; None if it states none."""
    for kind, form in FACTS.items():
        if found := re.fullmatch(form + r"\.?", sentence, re.I):
            words = [word and word.lower() for word in found.groups()]
            return (kind, frozenset(cards_in(words[0]))) if kind == "hand" else (kind, *words)
    assert not cards_in(sentence), f"not understood: {sentence}"
    return None


def cards_in(text: str) -> list[str]:
    """Return the cards that a text names, in words or symbols."""
    return [card.lower() for card in re.findall(CARD, spelt(text), re.I)]


def spelt(text: str) -> str:
    """Return a text with its cards in words: ten of hearts, not 10♥."""
    return SHORT.sub(lambda found: f"{RANKS[found[1].replace('10', 'T')]} of {SIGNS[found[2]]}", text)


@dataclass
class Game:
    """A game as far as the sentences about it tell."""

    facts: list[Fact] = field(default_factory=list[Fact])
    hand: set[str] = field(default_factory=set[str])
    named: set[str] = field(default_factory=set[str])
    plays: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    caller: str = ""
    trump: tuple[str, str] | None = None
    turn: str | None = None
    out: str | None = None
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    score: list[int] = field(default_factory=lambda: [0, 0])

    def hear(self, found: Fact) -> None:
        kind, *told = found
        self.facts.append(found)
        match kind, told:
            case "deal", _:
                self.hand, self.named, self.plays, self.tricks = set(), set(), [], [0, 0]
                self.trump = self.turn = self.out = None
            case "hand", [cards]:
                self.hand = set(cards)
            case "said", [seat, _]:
                self.caller = seat
            case "trump", [suit]:
                self.trump = suit, self.caller
            case "alone", [seat]:
                self.out = after(seat, 2)
            case "picked up", ["you", card]:
                self.hand.add(card)
            case "discarded", ["you", card]:
                self.hand.remove(card)
            case "played", [seat, card]:
                assert self.turn in (None, seat)
                self.plays.append((seat, card))
                self.turn = after(seat, 2 if after(seat) == self.out else 1)
                self.hand.discard(card)
            case "trick", [seat, _]:
                self.plays, self.turn = [], seat
                self.tricks[side(seat)] += 1
            case "points", [points, who]:
                self.score[who == "them"] += int(points)
        for part in told:
            self.named |= {part} if isinstance(part, str) else set(part or ())


def after(seat: str, steps: int = 1) -> str:
    """Return the seat that is some seats clockwise from another."""
    return PLACES[(PLACES.index(seat.capitalize()) + steps) % 4].lower()


def side(seat: str) -> int:
    return PLACES.index(seat.capitalize()) % 2


class Listener:
    """A person who plays a game by ear, and checks that all parts of the accessibility tree agree."""

    def __init__(self, ear: Ear) -> None:
        self.ear, self.game, self.random = ear, Game(), Random()
        self.heard: dict[int, str] = {}

    def play(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not list((tree := self.listen()).all("region", "The game is over")):
            assert time.monotonic() < deadline, tree.text
            further = [button for name in ("Start", "Next deal", "Continue") for button in tree.all("button", name)]
            choices = list(self.choices(tree))
            if choices and not further:
                self.agrees(tree)
            if offered := further or choices:
                self.ear.press(self.random.choice(offered))
            else:
                self.ear.page.wait_for_timeout(20)

    def listen(self) -> Node:
        """Return the present tree, after taking note of its new sentences."""
        tree = self.ear.tree()
        spoken = {line.at: line.text for log in tree.all("log") for line in log.all("paragraph")}
        assert not self.heard or list(self.heard)[-1] in spoken, "something was said that was not heard"
        for line, sentence in spoken.items():
            if line not in self.heard and (told := fact(sentence)):
                self.game.hear(told)
        self.heard |= spoken
        assert set(cards_in(tree.named())) <= self.game.named, (tree.named(), self.game)
        return tree

    def choices(self, tree: Node) -> Iterator[Node]:
        """Yield the calls and the cards that may be chosen now."""
        for name in ("Your choices", "Your hand"):
            for group in tree.all("group", name):
                yield from (button for button in group.all("button") if not (button.disabled or button.toggles))

    def agrees(self, tree: Node) -> None:
        """Check that the description of the table, the score and the story agree with the sentences so far."""
        game = self.game
        lines = [re.sub("^• ", "", item.text) for item in items(tree, "region", "The table in words")]
        words = {key: value for key, _, value in (line.partition(": ") for line in lines)}
        assert set(cards_in(words["Your cards"])) == game.hand
        if game.trump:
            assert words["Trump"].lower() == "{}, called by {}.".format(*game.trump)
        if game.trump and not any(button.about == "discard" for button in tree.all("button")):
            assert game.turn in (None, "you")
            played = [(seat.lower(), card) for seat in PLACES for card in cards_in(words.get(seat, ""))]
            assert sorted(played) == sorted(game.plays)
        counts = [
            re.findall(r"(\d+) (?:points?|tricks?)\b", " ".join(text.name for text in one.all("StaticText")))
            for one in tree.all("definition")
        ]
        assert counts == [[str(game.score[i]), str(game.tricks[i])] for i in (0, 1)]
        story = [one for item in items(tree, "complementary", "What happened") if (one := fact(spelt(item.text)))]
        assert story == game.facts[-len(story) :]


def items(tree: Node, role: str, name: str) -> Iterator[Node]:
    for part in tree.all(role, name):
        yield from part.all("listitem")


def recorded(game: GameReplay) -> Iterator[Fact]:
    """Yield the facts that a player has learnt during a game, from the game's record."""
    for seat, card in game.draw.shown if game.draw else ():
        yield "drawn", who(seat), name(card)
    for deal in game.deals:
        yield "deal", str(deal.number + 1), who(deal.dealer)
        for step in deal.steps:
            for event in step.events:
                yield from happened(step, event)


def happened(step: ReplayFrame, event: Any) -> Iterator[Fact]:
    match event:
        case ev.HandDealt(seat, _, cards) if seat is ME:
            yield "hand", frozenset(map(name, cards or ()))
        case ev.UpcardTurned(card):
            yield "turned up", name(card)
        case ev.Passed(seat, _):
            yield "said", who(seat), str(step.words).lower()
        case ev.TurnedDown(card):
            yield "turned down", name(card)
        case ev.TrumpMade(seat, suit, _, alone):
            yield "said", who(seat), str(step.words).lower()
            yield "trump", SUITS[suit]
            if alone:
                yield "alone", who(seat)
        case ev.PickedUp(seat, card):
            yield "picked up", who(seat), name(card)
        case ev.Buried(card):
            yield "buried", name(card)
        case ev.Discarded(seat, card):
            yield "discarded", who(seat), card and name(card)
        case ev.CardPlayed(seat, card):
            yield "played", who(seat), name(card)
        case ev.TrickTaken(seat, trick):
            yield "trick", who(seat), str(trick + 1)
        case ev.DealScored(result):
            for points, whom in zip(result.points, ("you", "them"), strict=True):
                if points:
                    yield "points", str(points), whom
        case ev.GameOver(winner):
            yield ("won", "you", "north") if winner is Partnership.NORTH_SOUTH else ("won", "east", "west")
        case _:
            assert isinstance(event, ev.HandDealt), event


def who(seat: Seat) -> str:
    return "you" if seat is ME else str(seat).lower()


def name(card: Card) -> str:
    rank, suit = str(card)
    return f"{RANKS[rank]} of {SUITS[Suit(suit)]}"


@alike("rules", "tainui", "uka")
def test_a_whole_game_is_played_from_the_accessibility_tree_only(visit: Callable[..., Visitor], rules: str) -> None:
    ana = visit()
    likes(ana, name="Ana", speed="still", holdTrick=True, lastCard=False)
    address = table(ana, rules=rules, begin=False, changes={"target": 3})
    ana.page.goto(address)
    listener = Listener(Ear(ana.page))
    listener.play()
    at = address.removeprefix("/table/").partition("#")[0]
    log = Log.parse(ana.context.request.get(f"/api/tables/{at}/records/0").text())
    assert listener.game.facts == list(recorded(replay(log, seat=ME)))
    assert log.state
    assert log.state.score == tuple(listener.game.score)
