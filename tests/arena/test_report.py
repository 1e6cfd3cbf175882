"""The results of a contest as text and as HTML for notebooks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from uka.arena import Contest, report, run_contest
from uka.core.ruleset import Ruleset


def test_the_results_of_a_contest_are_printed_in_a_line_for_each_player() -> None:
    contest = Contest(rules=Ruleset(name="<ours>"), players=("novice", "random"))
    with ThreadPoolExecutor(1) as executor:
        *_, results = run_contest(contest, 4, executor)
    found = report(contest, 4, results)
    assert str(found).splitlines()[0] == "4 deals of <ours>: 4 deals"
    assert [line.partition(":")[0] for line in str(found).splitlines()[1:]] == ["novice", "random"]
    html = found._repr_html_()
    assert "4 deals of &lt;ours&gt;" in html
    assert "<ours>" not in html
    assert html.count("<tr>") == 1 + len([*found.rows()])
