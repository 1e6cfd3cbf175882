"""The server's WebSocket connections to clients.

- ``client``: the sending side of a connection, with its outbox (the queue of messages to send)
- ``direct``: direct access to uvicorn's connections, which bypasses Litestar's layers
- ``frame_boundary``: tells whether the bytes that a WebSocket server has sent end with a whole frame
- ``hub``: the objects that all sockets share: context, limits, flush scheduler, relays
- ``outbox_limits``: limits on the bytes queued for slow clients
- ``relay``: relays a connection to the process of the cluster that runs the table
- ``table``: serves a client's connection to a table
- ``tournament``: serves a client's connection to a tournament
- ``uvicorn_protocols``: uvicorn's HTTP and WebSocket protocols, with limits on time and size
"""
