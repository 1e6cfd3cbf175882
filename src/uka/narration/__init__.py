"""Sentences about games, in English. Every layer above the rules can use them.

- ``names``: the names of cards, seats and sides in a sentence.
- ``calls``: the words that a player says when choosing an action.
- ``results``: sentences about the result of a deal.
- ``rulings``: sentences about an official's rulings.
- ``draws``: sentences about the draw for the first dealer.
- ``events``: the sentences about events that transcripts and stories share.
- ``transcript``: a game described in the third person, for any reader.
- ``story``: a game described to one of its players, who is called "you".
"""
