"""The cooperation of several server processes that share one store.

- ``members``: the live processes, as their heartbeats tell
- ``membership``: heartbeats, leases, and takeover from dead processes
- ``notifications``: notifies the other processes when a log has grown
- ``relay_tickets``: the signed header with which a process relays a connection to another
- ``replicated_log``: the in-memory state of an event log, through which all lines are appended to the log
- ``shared_rate_limits``: rate limits that the processes share
"""
