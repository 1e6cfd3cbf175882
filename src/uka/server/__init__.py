"""The server: it runs tables and tournaments, and communicates with clients over HTTP and WebSocket.

- ``run``: runs the server under uvicorn until a signal stops it
- ``app``: the ASGI application: routes, middleware, error responses
- ``http``: the HTTP routes and the middleware
- ``sockets``: WebSocket connections to tables and tournaments
- ``live``: live tables and tournaments, and their registries
- ``workers``: work in other processes and threads: bots, hints, records, printed sheets
- ``cluster``: the cooperation of several server processes that share a store
- ``base``: what all other packages use: options, limits, logs, metrics, error responses

Each package or module imports only packages and modules below it in this list; import-linter checks this rule.
"""

from .base.options import ServerOptions

__all__ = ["ServerOptions"]
