"""Why the server ends connections: the sentences of farewells that tables and tournaments share."""

ELSEWHERE = "another server goes on with this: you are taken there"
GOING_DOWN = "the server is going down; it will be back"
IDLE = "nothing was heard from you for long"
