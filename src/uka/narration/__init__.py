"""Sentences about games. Every layer above the rules may use them.

- ``names``: what cards, seats and sides are called.
- ``calls``: what a seat says when it chooses an action, in the words of the ruleset.
- ``results``: how a deal ended.
- ``rulings``: what an official decided.
- ``draws``: the draw for the first dealer.
- ``events``: the wordings of events that all styles share.
- ``transcript``: events in the third person, for anybody.
- ``story``: events for one reader, who is "you".
"""
