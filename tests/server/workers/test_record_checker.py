"""The process that verifies records: its start does not count toward the time limit of a record."""

import time

import pytest

from uka.server.workers import record_checker
from uka.server.workers.record_checker import RecordChecker, RecordFault, run_guarded


async def test_a_process_that_starts_slowly_still_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_checker, "set_up_process", time.sleep)
    monkeypatch.setattr(record_checker, "NICE", 1.0)  # the worker process sleeps for a second when it starts
    checker = RecordChecker(0.9)
    try:
        assert await checker.do(int, "7") == 7
    finally:
        checker.close()


def test_a_record_that_is_nested_too_deep_is_a_fault() -> None:
    def too_deep() -> None:
        raise RecursionError

    assert run_guarded(too_deep) == RecordFault("the record is nested too deeply")
