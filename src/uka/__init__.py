"""Rules engine, bots, server and clients for the Euchre family of card games.

>>> import uka
>>> from uka import Seat
>>> rules = uka.ruleset("tainui")
>>> deal = uka.Deal.start(rules, dealer=Seat.SOUTH, pack=uka.shuffled(rules, seed=7))
>>> while not deal.over:
...     deal, events = deal.apply(deal.legal_actions[-1])
>>> deal.result.outcome
<Outcome.LONE_MADE: 'lone_made'>
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers assume true; importing it from `typing` would take time
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from uka.core.public_names import *  # noqa: F403  (all of these are names of this package)
    from uka.core.ruleset import Ruleset

__version__ = "0.1.0"


def ruleset(name: str | Path, changes: Mapping[str, object] | None = None) -> Ruleset:
    """Return the ruleset ``name``: a shipped one by its name, or one from a file by the path of the TOML file.

    ``changes`` maps the names of fields to new values. Raise ``InvalidRuleset`` if there is no such ruleset, or if the
    file or a change is invalid.
    """
    from uka.rulesets import find  # imported here so that `import uka` does not load the TOML parser

    return find(name, changes)


def _public_names() -> dict[str, object]:
    """Return a dict from each public name of ``uka.core``, which ``uka`` also exports, to its value."""
    from uka.core import public_names  # imported here so that `import uka` loads nothing

    return {name: value for name, value in vars(public_names).items() if not name.startswith("_")}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name == "__all__" or not name.startswith("_"):
            public = _public_names()
            globals().update(public, __all__=["ruleset", *public])
            if name in globals():
                return globals()[name]
        raise AttributeError(f"module 'uka' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_public_names()})
