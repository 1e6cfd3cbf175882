"""How many unfinished jobs each address has."""

from uka.server.workers.job import SEVERAL, PendingJobs

ADDRESS = "192.0.2.1"


def test_an_address_with_several_long_jobs_has_several_until_they_end() -> None:
    pending = PendingJobs()
    pending.begin(ADDRESS)
    pending.begin(ADDRESS)
    assert not pending.had_at_most_one(ADDRESS, now=2 * SEVERAL)
    pending.end(ADDRESS, now=2 * SEVERAL)
    assert not pending.had_at_most_one(ADDRESS, now=3 * SEVERAL - 1)
    assert pending.had_at_most_one(ADDRESS, now=3 * SEVERAL)


def test_jobs_one_after_the_other_are_one_at_a_time() -> None:
    pending = PendingJobs()
    for now in range(3):
        pending.begin(ADDRESS)
        pending.end(ADDRESS, now)
    assert pending.had_at_most_one(ADDRESS, now=3)
