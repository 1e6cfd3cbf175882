"""WebSocket connections.

- ``client``: the sending side of a connection, with its outbox
- ``direct``: direct access to uvicorn's connections, past Litestar's layers
- ``hub``: what all sockets share: context, limits, scheduled flushes
- ``outbox_limits``: how much may wait for slow clients
- ``table``: the socket of a client at a table
- ``tournament``: the socket of a client of a tournament
- ``uvicorn_protocols``: uvicorn's protocols with limits of time and size
"""
