"""The reasons that the server sends when it closes a connection to a table or tournament."""

ELSEWHERE = "another server is taking over: you are being moved there"
GOING_DOWN = "the server is restarting: it will be back soon"
IDLE = "you were disconnected after a long silence"
