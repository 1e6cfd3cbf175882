"""Sentences about games. Every layer above the rules can use them.

- ``names``: the names of cards, seats and sides in a sentence
- ``calls``: what a seat says when it chooses an action, in the words of the ruleset
- ``results``: sentences about the result of a deal
- ``rulings``: sentences about an official's rulings
- ``draws``: sentences about the draw for the first dealer
- ``events``: the sentences for events that the transcript and the story share
- ``transcript``: a game told in the third person, for any reader
- ``story``: a game told to one of its players, who is called "you"
"""
