"""Foundations of the server: options, limits, logs, metrics, error responses.

- ``admission``: admits a few requests and messages in each iteration of the event loop
- ``clock``: the time in milliseconds, and sleeping until a time
- ``data_folder``: the server's data folder, locked for one server at a time
- ``display_names``: cleans and checks the names that people give themselves
- ``fair_queue``: a queue that serves the user who has used least first
- ``ids``: random ids of tables and tournaments
- ``keys``: the server's secret keys
- ``listener``: opens the listening socket, and finds the URLs to reach it
- ``log_reader``: reads logs from the store without blocking the event loop
- ``logs``: the log lines that a server writes for its operators
- ``metrics``: Prometheus metrics
- ``options``: the server's options, and parsing of limits
- ``problems``: the HTTP status and error message of each exception
- ``rate_limits``: limits of a number of actions a second, by token buckets
- ``requester``: the guest and the network address that quotas are charged to
- ``security``: clients' network addresses, and the checks of Host and Origin headers
- ``start_errors``: exceptions that stop a server from starting
"""
