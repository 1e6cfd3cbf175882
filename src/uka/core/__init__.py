"""The rules of the game: pure and immutable. No I/O, no clock, no hidden randomness.

Foundations:

- ``cards``: suits, ranks, cards, and hands as bit masks.
- ``seats``: seats, partnerships, and who plays next.
- ``errors``: the exceptions that Uka raises.

Values:

- ``actions``: the actions that a seat can choose, each with a fixed index.
- ``trick``: effective suits, the strength of cards, and finished tricks.
- ``scoring``: the outcomes of a deal and the points of each.
- ``rulings``: the rulings that an official can give.
- ``events``: the events of a game, and what each seat sees of an event.

Rules:

- ``ruleset_fields``: checks of a ruleset's fields, and the pairs of values that contradict each other.
- ``words``: the words that players say in a deal.
- ``ruleset``: every house rule as a field.
- ``score_markers``: how two low cards on the table show the score of a side.
- ``play_tables``: a ruleset as integer tables for the kernels.
- ``shuffle``: the order of a pack, computed from a secret.
- ``draw``: the draw of cards that determines the first dealer, and in some rulesets the partners.
- ``dealing``: the hands that an order of the pack deals, and the order that deals given hands.

A deal:

- ``public_deal``: the part of a deal that everyone at the table may know.
- ``full_deal``: a deal with its hidden cards.
- ``legality``: the sentence that says why an action is illegal.
- ``playing``: the tricks, the end of a deal, and revokes.
- ``before_play``: discards, playing alone, and the partner's best card.
- ``calling``: the benny's suit, farmer's hands, and the calls for trump.
- ``observation``: the part of a deal and its game that one seat may know.
- ``deal``: a deal from shuffle to score.

Games:

- ``reported_results``: the results of deals that were played with real cards.
- ``game``: deals until a target score, a number of deals, or the bell that ends a timed round.
- ``rubber``: the best of three games.
"""
