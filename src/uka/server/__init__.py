"""The server: tables and tournaments over HTTP and WebSocket.

- ``run``: runs the server under uvicorn until a signal stops it
- ``app``: the ASGI application: routes, middleware, error responses
- ``http``: the HTTP routes and the middleware
- ``sockets``: WebSocket connections to tables and tournaments
- ``live``: live tables and tournaments, and their registries
- ``workers``: work in other processes and threads: bots, hints, records, printed sheets
- ``cluster``: several server processes over one store
- ``base``: foundations: options, limits, logs, metrics, error responses

Each imports only those below it; import-linter checks that.
"""
