"""The last message ids of a sender are remembered with their lines, and older ones are forgotten."""

from hypothesis import given
from hypothesis import strategies as st

from uka.records.applied_message_ids import MAX_APPLIED_IDS, AppliedMessageIds

ids = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=3)


@given(st.lists(st.tuples(ids, st.integers(0, 60_000)), max_size=20), st.integers(0, 2 * MAX_APPLIED_IDS), ids)
def test_the_newest_ids_are_remembered(some: list[tuple[str, int]], others: int, asked: str) -> None:
    sent = [*some, *((f"other{n}", n) for n in range(others)), *some[:1]]
    remembered = AppliedMessageIds()
    for id, line in sent:
        remembered = remembered.added(id, line)
    newest = sent[::-1][:MAX_APPLIED_IDS]
    for id in (asked, *(id for id, _ in sent)):
        assert remembered.line_of(id) == next((line for each, line in newest if each == id), None)
