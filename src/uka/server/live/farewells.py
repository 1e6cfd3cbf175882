"""Reasons for which the server closes connections, shared by tables and tournaments."""

ELSEWHERE = "another server goes on with this: you are taken there"
GOING_DOWN = "the server is going down; it will be back"
IDLE = "nothing was heard from you for long"
