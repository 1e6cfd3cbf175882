"""Foundations of the server: options, limits, logs, metrics, error responses.

- ``admission``: admits a few requests and messages in each turn of the event loop
- ``clock``: the time in milliseconds, and sleeping until a time
- ``data_folder``: the server's data folder, locked for one server at a time
- ``display_names``: cleans and checks the names that people give themselves
- ``fair_queue``: a queue that serves the lightest user first
- ``ids``: random ids of tables and tournaments
- ``keys``: the server's secret keys
- ``listener``: opens the listening socket, and finds the URLs to reach it
- ``log_reader``: reads logs from the store without blocking the event loop
- ``logs``: logging for operators
- ``metrics``: Prometheus metrics
- ``options``: the server's options, and parsing of limits
- ``problems``: the HTTP status and error message of each exception
- ``rate_limits``: token buckets
- ``requester``: the guest and address that quotas are charged to
- ``security``: client addresses, allowed hosts and origins
- ``start_errors``: exceptions that stop a server from starting
"""
