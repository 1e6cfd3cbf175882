"""Hints as text and as HTML for notebooks."""

from __future__ import annotations

import msgspec

import uka
from uka import coach
from uka.core.ruleset import Ruleset


def test_hints_are_printed_in_a_line_for_each_choice() -> None:
    rules = Ruleset(words=msgspec.structs.replace(Ruleset().words, order_up="<up>"))
    deal = uka.Deal.start(rules, dealer="south", pack=uka.shuffled(rules, seed=7))
    hints = coach.hint(deal.observe(deal.turn))
    lines = str(hints).splitlines()
    assert [line.split("  ")[0].strip() for line in lines] == [each.words for each in hints]
    html = hints._repr_html_()
    assert html.count("<tr>") == 1 + len(hints)
    assert "<up>" in str(hints)
    assert "&lt;up&gt;" in html
    assert "<up>" not in html
    assert msgspec.json.decode(msgspec.json.encode(hints), type=tuple[coach.RatedAction, ...]) == hints
