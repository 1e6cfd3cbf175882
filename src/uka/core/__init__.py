"""The rules of the game: pure and immutable. No I/O, no clock, no hidden randomness.

Foundations:

- ``cards``: suits, ranks, cards, and hands as bit masks.
- ``seats``: seats, partnerships, and who plays next.
- ``errors``: what can be refused.

Values:

- ``actions``: what a seat may choose, each with a fixed index.
- ``trick``: effective suits, the strength of cards, and finished tricks.
- ``scoring``: the outcomes of a deal and the points of each.
- ``rulings``: what an official may decide.
- ``events``: what happened, and what each seat may see of it.

Rules:

- ``ruleset_fields``: checks of a ruleset's fields, and the fields that contradict each other.
- ``words``: what players say.
- ``ruleset``: every house rule as a field.
- ``score_markers``: the score kept with two low cards.
- ``play_tables``: a ruleset as integer tables for the kernels.
- ``shuffle``: the order of a pack from a secret.
- ``draw``: who deals first, and who partners whom.
- ``dealing``: from the order of a pack to hands, and back.

A deal:

- ``public_deal``: what everyone at the table may know of a deal.
- ``full_deal``: a deal with its hidden cards.
- ``legality``: why an action is not allowed, in a sentence.
- ``playing``: the tricks, the end of a deal, and revokes.
- ``before_play``: discards, playing alone, and the partner's best card.
- ``calling``: the benny's suit, farmer's hands, and the calls for trump.
- ``observation``: what one seat may know.
- ``deal``: a deal from shuffle to score.

Games:

- ``reported_results``: the results of deals that were played with real cards.
- ``game``: deals until a target, a number of deals or the bell.
- ``rubber``: the best of three games.
"""
