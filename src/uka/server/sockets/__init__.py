"""WebSocket connections.

- ``client``: the sending side of a connection, with its outbox
- ``direct``: direct access to uvicorn's connections, bypassing Litestar's layers
- ``hub``: what all sockets share: context, connection limits, flush scheduler
- ``outbox_limits``: limits on the bytes queued for slow clients
- ``table``: serves a client's socket at a table
- ``tournament``: serves a client's socket at a tournament
- ``uvicorn_protocols``: uvicorn's protocols with limits on time and size
"""
