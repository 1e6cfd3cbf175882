"""Sentences about games. Each layer above the rules may use them.

- ``names``: the names of cards, seats and sides in a sentence
- ``calls``: what a seat says when it chooses an action, in the words of the ruleset
- ``results``: sentences about the result of a deal
- ``rulings``: sentences about an official's rulings
- ``draws``: sentences about the draw for the first dealer
- ``events``: the wordings of events that the transcript and the story share
- ``transcript``: events in the third person, for any reader
- ``story``: events for one reader, who is "you"
"""
