"""Foundations of the server: options, limits, logs, metrics, error responses.

- ``admission``: limits how many requests and messages each event loop iteration processes
- ``club``: the club that a server belongs to, read from a TOML file
- ``clock``: the server's clocks: the present time, the time that a process was awake, and the time of a log
- ``data_folder``: the folder of the server's database, which one server at a time can lock
- ``fair_queue``: a queue that serves the user with the lowest usage first
- ``expiring_tokens``: signed tokens that expire
- ``icalendar``: writes events as an iCalendar file
- ``keys``: the server's secret keys
- ``listening_socket``: opens the server's listening socket, and finds the URLs that reach it
- ``log_reader``: reads logs from the store without blocking the event loop
- ``logs``: the server's diagnostic log, for its operators
- ``metrics``: Prometheus metrics
- ``options``: the server's options, and parsing of limits
- ``problems``: the HTTP status and error message of each exception
- ``rate_limits``: token buckets, which limit the number of actions per second
- ``requester``: the guest and the network address that quotas are charged to
- ``security``: clients' network addresses, and the checks of Host and Origin headers
- ``shared_value``: a small value in the store that several processes read and change
- ``start_errors``: exceptions that stop a server from starting
"""
