"""The cooperation of several server processes that share one store.

- ``membership``: heartbeats, leases, and takeover from dead processes
- ``notifications``: notifies other processes that a log has grown
- ``replicated_log``: the in-memory state of an event log, and the only way to append to the log
- ``shared_rate_limits``: rate limits that the processes share
"""
