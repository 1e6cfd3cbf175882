"""What every part of the server uses.

- ``admission``: lets a few requests and messages through in each turn of the event loop
- ``clock``: the time in milliseconds
- ``data_folder``: the folder of a server's data, locked for one server
- ``display_names``: names of people, cleaned and checked
- ``fair_queue``: serves the key first that has used least
- ``ids``: ids of tables and tournaments
- ``keys``: the secret keys of a server
- ``listener``: the address that a server listens at
- ``log_reader``: reads logs from the store in pages, in short slices of time
- ``logs``: logging for those who run the server
- ``metrics``: counters for Prometheus
- ``options``: the options of a server, and limits read from text
- ``problems``: HTTP status and sentence of each error
- ``rate_limits``: token buckets
- ``requester``: the guest and the address that something is counted for
- ``security``: addresses of clients, allowed hosts and origins
- ``start_errors``: what keeps a server from starting
"""
