"""The reasons that the server sends when it closes a connection to a table or tournament."""

ELSEWHERE = "another server is taking over: you are being moved there"
GOING_DOWN = "the server is restarting: it will be back soon"
IDLE = "you were disconnected after a long silence"
NO_MEMBER = ("you are no longer a member of this club", 4403)
"""The reason and the close code for a person whom an organiser has removed from the club."""
LEFT = ("you have left the table", 4403)
"""The reason and the close code for a person who left."""
WATCHING_ENDED = ("the host lets nobody watch this table any more", 4403)
"""The reason and the close code for a person who watched when the host ended that."""
REMOVED = ("the host removed you from this table, and you can't come back", 4410)
"""The reason and the close code for a person whom the host removed."""
