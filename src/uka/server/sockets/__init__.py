"""WebSocket connections: one client at a table or of a tournament, and what waits to be sent to it."""
