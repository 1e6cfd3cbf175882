"""The conversion between the flags of an EGN file, which describe its rules, and a ruleset.

Each field of ``Ruleset`` is in one of three tables: ``WITH_FLAG``, ``FIXED`` or ``LEFT_OUT``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET

from uka.core.errors import InvalidRuleset, UkaError, value_text
from uka.core.ruleset import Ruleset
from uka.rulesets import find

from ..errors import InvalidRecord
from .schema import EgnRuleset

BASE = "north_american"
RANKS = (7, 8, 9)


Fault: TypeAlias = tuple[str, object, str]
"""The name of a part of a record that EGN cannot express, its value (None if the name says all), and the reason."""


class NotExpressible(UkaError):
    """Raised if a record holds something that Euchre Game Notation (EGN) cannot express.

    ``faults`` holds, for each such part of the record, its name, its value and the reason.
    """

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        texts = (f"{name}{'' if value is None else f' = {value_text(value)}'} ({why})" for name, value, why in faults)
        super().__init__(f"EGN cannot express {'; '.join(texts)}")


WITH_FLAG: dict[str, tuple[str, str]] = {
    "pack": ("min_rank", "9, 8 or 7 for 24, 28 or 32 cards"),
    "nobody_calls": ("std", "true: the dealer names a suit; false: thrown in, and the next dealer deals"),
    "partner_alone": ("canadian", "false: off; true: on the turn-up"),
    "loner_lead": ("loner_lead", "from the dealer's left or the loner's"),
    "defend_alone": ("defend_alone", "false: off; true: against a loner"),
    "partners_best": ("partners_best", "as it is"),
    "benny": ("joker", "false: off; true: turned up, the dealer names its suit before looking"),
    "no_trump": ("allow_no_trump", "as it is"),
    "farmers_hand": ("go_under, farmers", "false: off; true: three cards of ten or lower for the kitty's"),
    "target": ("winning_score", "as it is, where there is no number of deals"),
    "deals": ("num_deals", "as it is, where there is no target"),
    "scoring.lone_march": ("loner_march_score", "as it is"),
    "scoring.lone_euchred": ("loner_euchred_score", "as it is"),
}
"""The fields of a ruleset for which EGN has a flag. Each field maps to the flag, and to what the flag's values mean."""

FIXED: dict[str, tuple[object, str]] = {
    "natural_needed": (False, "in EGN anyone may call any suit"),
    "dealer_calls_in_second": (True, "in EGN the dealer has a call in the second round"),
    "second_suit": ("another", "in EGN the second round names another suit"),
    "keep_upcard": (False, "in EGN any card may be discarded"),
    "alone_by": ("maker", "in EGN it is the maker who goes alone"),
    "alone_asked": ("with_call", "in EGN the maker goes alone with the call"),
    "dealer_out": ("dealer", "EGN does not say what becomes of the turn-up when the dealer sits out"),
    "lone_must_march": (False, "in EGN a loner who takes three or four tricks has made it"),
    "must_head": (False, "in EGN nobody has to beat the cards played"),
    "first_lead_trump": (True, "in EGN any card may be led"),
    "scoring.made": (1, "in EGN three or four tricks are worth 1"),
    "scoring.march": (2, "in EGN five tricks are worth 2"),
    "scoring.lone_made": (1, "in EGN three or four tricks alone are worth 1"),
    "scoring.euchred": (2, "in EGN a euchre is worth 2"),
    "scoring.defended_alone": (4, "in EGN a loner euchred by one defender alone is worth 4"),
    "clock": (0, "EGN has no clock"),
    "rubber": (False, "EGN holds one game: write the rubber as a match, EMN"),
}
"""The fields of a ruleset that change the game and for which EGN has no flag.

Each field maps to the only value that EGN allows, and to the reason.
"""

LEFT_OUT: dict[str, str] = {
    "name": "a name",
    "title": "a name",
    "source": "where the rules come from",
    "draw": "how the first dealer was found; the file says who it is",
    "draw_ties": "how the first dealer was found; the file says who it is",
    "cut": "before the first card; the file says what was dealt",
    "packets": "before the first card; the file says what was dealt",
    "misdeal": "a misdeal itself is refused",
    "upcard_stays": "where a card lies",
    "turned_down": "how a card lies",
    "claims": "the cards of a claim stand in the file as played",
    "cards_played": "where cards lie",
    "revoke_penalty": "a revoke itself is refused",
    "revoke_then": "a revoke itself is refused",
    "bridge": "what is said",
    "markers": "what lies beside the table",
    "words": "what is said",
}
"""The fields of a ruleset that EGN leaves out, because nothing in a record depends on them.

Each field maps to the reason.
"""

_FLAGS: dict[str, tuple[str, dict[object, object]]] = {
    "pack": ("min_rank", {24: 9, 28: 8, 32: 7}),
    "nobody_calls": ("std", {"dealer_names": True, "throw_in": False}),
    "partner_alone": ("canadian", {"off": False, "ordered": True}),
    "loner_lead": ("loner_lead", {"dealer_left": "LEFT_OF_DEALER", "loner_left": "LEFT_OF_LONER"}),
    "defend_alone": ("defend_alone", {"off": False, "against_loner": True}),
    "partners_best": ("partners_best", {False: False, True: True}),
    "benny": ("joker", {"off": False, "blind": True}),
    "no_trump": ("allow_no_trump", {False: False, True: True}),
    "farmers_hand": ("go_under", {"off": False, "exchange": True}),
}
_DEFAULTS: dict[str, object] = {
    "std": True, "min_rank": 9, "winning_score": 10, "num_deals": 0, "canadian": False, "loner_lead": "LEFT_OF_DEALER",
    "loner_march_score": 4, "loner_euchred_score": 2, "defend_alone": False, "farmers": False, "partners_best": False,
    "go_under": False, "joker": False, "num_players": 4, "allow_no_trump": False, "fast_break": False,
    "four_trick_tokens": False,
}  # fmt: skip
_ALWAYS = ("std", "canadian", "loner_lead")
_WHY = {
    "nobody_calls": "its std is either: the dealer names a suit; or: thrown in, and the next dealer deals",
    "partner_alone": "its canadian is for the turn-up only",
    "defend_alone": "its defend_alone is against a loner only",
    "benny": "its joker does not say when the dealer looks, or that another card is turned",
    "farmers_hand": "it has an exchange with the kitty, and no hand dealt again",
}


def ruleset_of(form: EgnRuleset) -> Ruleset:
    """Return the ruleset that ``form``, the flags of a file, describes.

    Rules without a flag are those of the North American game. Raise ``InvalidRecord`` if Uka has no such rules.
    """
    flags = _with_defaults(form)
    for flag, value in (("num_players", 4), ("fast_break", False), ("four_trick_tokens", False)):
        if flags[flag] != value:
            raise InvalidRecord(f"the ruleset's {flag} is {value_text(flags[flag])}: Uka has no such rule")
    if flags["min_rank"] not in RANKS:
        raise InvalidRecord(f"the ruleset's min_rank is {flags['min_rank']}: it must be 9, 8 or 7")
    flags["go_under"] = flags["go_under"] or flags["farmers"]
    changes: dict[str, object] = {
        field: next(mine for mine, theirs in values.items() if theirs == flags[flag])
        for field, (flag, values) in _FLAGS.items()
    }
    changes |= {
        "name": "egn",
        "title": "Euchre, as its EGN file says",
        "source": "a game recorded in Euchre Game Notation",
        "target": flags["winning_score"],
        "deals": flags["num_deals"],
        "scoring.lone_march": flags["loner_march_score"],
        "scoring.lone_euchred": flags["loner_euchred_score"],
    }
    try:
        return find(BASE, changes)
    except InvalidRuleset as error:
        raise InvalidRecord(f"the ruleset: {error}") from None


def without_end(rules: Ruleset, deals: int) -> Ruleset:
    """Return a copy of ``rules`` without a target: the game ends after ``deals`` deals.

    Such rules fit a record of a game that was played on after a side had won.
    """
    return rules.changed({"target": 0, "deals": deals})


def _with_defaults(form: EgnRuleset) -> dict[str, Any]:
    flags: dict[str, Any] = {name: getattr(form, name) for name in form.__struct_fields__}
    deals = flags["num_deals"]
    if flags["winning_score"] is UNSET and deals is not UNSET and deals:
        flags["winning_score"] = 0
    return {name: _DEFAULTS[name] if value is UNSET else value for name, value in flags.items()}


def exact_flags(rules: Ruleset) -> EgnRuleset:
    """Return the EGN flags that describe the ruleset ``rules``.

    Raise ``NotExpressible``, which names each field at fault, if EGN cannot express the whole ruleset.
    """
    if faults := inexpressible(rules):
        raise NotExpressible(*faults)
    return expressible_flags(rules)


def expressible_flags(rules: Ruleset) -> EgnRuleset:
    """Return the EGN flags for the part of ``rules`` that EGN can express. A flag with no fitting value is left out."""
    flags = {
        flag: values[getattr(rules, field)]
        for field, (flag, values) in _FLAGS.items()
        if getattr(rules, field) in values
    }
    flags["loner_march_score"] = rules.scoring.lone_march
    flags["loner_euchred_score"] = rules.scoring.lone_euchred
    if rules.deals:
        flags["num_deals"] = rules.deals
    else:
        flags["winning_score"] = rules.target
    plain = {flag: value for flag, value in flags.items() if flag in _ALWAYS or value != _DEFAULTS[flag]}
    return msgspec.convert(plain, EgnRuleset)


def inexpressible(rules: Ruleset) -> tuple[Fault, ...]:
    """Return the fields of the ruleset ``rules`` that EGN cannot express, each with its value and the reason.

    >>> [field for field, value, why in inexpressible(find("uka"))]
    ['nobody_calls', 'natural_needed', 'dealer_calls_in_second', 'keep_upcard', 'lone_must_march', 'scoring.march']
    """
    faults = [
        (field, getattr(rules, field), _WHY[field])
        for field, (_, values) in _FLAGS.items()
        if getattr(rules, field) not in values
    ]
    for field, (value, why) in FIXED.items():
        mine = getattr(rules.scoring, field.partition(".")[2]) if "." in field else getattr(rules, field)
        if mine != value and not (field == "scoring.defended_alone" and rules.defend_alone == "off"):
            faults.append((field, mine, why))
    if rules.target and rules.deals:
        faults.append(("deals", rules.deals, "EGN has a winning score or a number of deals, not both"))
    return tuple(faults)
