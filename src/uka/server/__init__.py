"""The server: tables that people and bots sit at, over HTTP and WebSocket.

``hall`` holds the tables, ``live`` is one of them, ``socket`` one client of it, ``thinkers`` are the bots' processes;
``app`` is the whole as an ASGI application, ``run`` starts it.
"""
