"""The server: tables and tournaments over HTTP and WebSocket.

- ``run``: starts the server under uvicorn, and stops it on a signal
- ``app``: the ASGI application: routes, middleware, error responses
- ``http``: the HTTP routes, and the middleware before them
- ``sockets``: WebSocket connections of clients at tables and of tournaments
- ``live``: tables and tournaments in memory, and their registries
- ``workers``: work in other processes and threads: bots, hints, record checks, sheets to print
- ``cluster``: several server processes over one store
- ``base``: what all of these use: options, limits, logs, metrics, refusals

Imports go down this list only; import-linter checks it.
"""
