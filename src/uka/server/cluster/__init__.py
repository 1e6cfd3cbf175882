"""The cooperation of several server processes that share one store.

- ``members``: the other live processes, and what their heartbeats report
- ``membership``: heartbeats, leases, and takeover from dead processes
- ``notifications``: notifies the other processes when a log has grown
- ``relay_tickets``: the signed header with which a process relays a client's connection to another process
- ``replicated_log``: the in-memory state of an event log that several processes append to
- ``shared_rate_limits``: rate limits that the processes share
"""
