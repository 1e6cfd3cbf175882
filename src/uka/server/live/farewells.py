"""The reasons that the server sends when it closes a connection to a table or tournament."""

ELSEWHERE = "another server goes on with this: you are taken there"
GOING_DOWN = "the server is going down; it will be back"
IDLE = "nothing was heard from you for long"
