"""The rules of the game: pure functions on immutable values, without I/O, clocks or hidden randomness.

Foundations:

- ``cards``: suits, ranks, cards, and hands as bit masks.
- ``seats``: seats, partnerships, and who plays next.
- ``errors``: the exceptions that Uka raises.
- ``malformed``: sentences that say why a text could not be read as a value of a type.
- ``tagged``: the base class of actions, events, log entries and messages, whose JSON names their class.

Values:

- ``actions``: the actions that a seat can choose, each with a fixed index.
- ``trick``: effective suits, the strength of cards, and finished tricks.
- ``scoring``: the outcomes of a deal and the points of each.
- ``rulings``: the rulings that an official can give.
- ``events``: what happened in a game, and what each seat sees of it.

Rules:

- ``ruleset_fields``: validation of a ruleset's fields, and the list of contradictory values.
- ``ruleset``: a ruleset, with one field for each house rule.
- ``score_markers``: the two low cards that show the score of a side on the table.
- ``play_tables``: the rules of play as integer tables for the compiled kernels.
- ``shuffle``: the order of a shuffled pack, computed from a secret.
- ``draw``: the draw of cards that determines the first dealer, and in some rulesets the partners.
- ``dealing``: deals hands from an ordered pack, and finds the pack order that gives each seat a given hand.

A deal:

- ``public_deal``: the part of a deal that everyone at the table may know.
- ``action_text``: actions as text, and what a caller may write in place of an action.
- ``deal_display``: deals for people, as lines of text and as HTML for notebooks.
- ``full_deal``: the state of a deal with its hidden cards.
- ``legality``: the sentences that explain why an action is illegal.
- ``playing``: the play of tricks, the end of a deal, and revokes.
- ``before_play``: the actions between the calls and the first lead, such as discards.
- ``calling``: naming the benny's suit, claiming farmer's hands, and calling trump.
- ``observation``: the part of a deal and its game that one seat may know.
- ``deal_text``: a deal as one line of text, and back.
- ``deal``: a deal from shuffle to score.

Games:

- ``reported_results``: the results of deals that were played with real cards.
- ``game``: deals until a target score, a number of deals, or the bell that ends a timed round.
- ``rubber``: the best of three games.

- ``public_names``: the names of these modules that can be imported from ``uka``.
"""
