"""Several server processes over one store.

- ``membership``: heartbeats, leases, and takeover from dead processes
- ``notifications``: notifies other processes that a log has grown
- ``replicated_log``: the state of an event log in memory, and the only way to append to it
- ``shared_rate_limits``: rate limits that the processes share
"""
