"""The contents of each sheet of a tournament, as JSON for the Typst template.

Each sheet has a function that takes the tournament and ``spell``, a function that spells te reo Māori with macrons or
with doubled vowels. It raises ``TournamentRefusal`` if the sheet would be empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from uka.core.ruleset import Ruleset
from uka.locales import with_doubled_vowels
from uka.narration.names import counted
from uka.rulesets import outcome_values
from uka.rulesets.rulebook import sentence
from uka.rulesets.spoken_calls import spoken_calls

from .. import standings
from ..entries import ConductCardColour, Role
from ..movement import draws_are_cut, table_moves
from ..scores import SCORE_NAMES, score_text
from ..settings import TournamentSettings
from ..spreadsheets import PARTED, marae_rows, standing_rows
from ..tournament import Tournament, TournamentMatch, TournamentRefusal, TournamentRound
from .entrant_sheets import (
    badges,
    captains_cards,
    move_sentence,
    personal_cards,
    require_contents,
    schedules,
    table_cards,
    wall_chart,
)
from .movement_text import known_rounds, movement_rules
from .sheets import Data, Sheet

Spell: TypeAlias = Callable[[str], str]
"""A function that takes te reo Māori with macrons and returns it in the wanted spelling."""
DEALS = 14
"""The number of rows for deals on a score sheet, if the rules do not fix the number of deals."""
REVOKE = ("revoke_penalty", "revoke_then")
"""The fields of a ruleset that say what follows a revoke."""
MISDEAL = {
    "redeal": "A misdeal: the same dealer deals again.",
    "second_chance": "A misdeal: it's a second chance re-deal. If the dealer misdeals a second time, they lose their "
    "deal altogether.",
}
"""What each rule about misdeals says in short, for ``second_chance`` in the words of the Tainui Games, rule 10."""
BELL = (
    "The bell: if a trump card has been turned up, play continues and that one hand is played out. If a person is "
    "dealing, and no trump card turned up, it's game over."
)
"""The rule for the bell in short, in the words of the Tainui Games, rule 17."""
SIDES = ("NS", "EW")
"""What the boxes for the two sides of a game say on a score sheet."""
FIRST = 3
"""The teams of ranks 1 to ``FIRST`` get a certificate."""
ORDINALS = ("First", "Second", "Third")
REO = {
    "spades": "kāheru",
    "clubs": "patu",
    "diamonds": "taimana",
    "hearts": "manawa",
    "ace": "hai",
    "king": "kīngi",
    "queen": "kuīni",
    "jack": "haki",
    "joker": "kēhua",
    "the pack": "pūtu kāri",
    "suit": "whare",
    "shuffle": "kōruia",
    "deal": "whiuwhiu",
    "dealer": "kaiwhiuwhiu",
    "round": "rauna",
    "your turn": "māhau te wā",
    "captain": "kaihautū",
}
"""Translations of English words into te reo Māori.

Only words that a source attests are listed. All other words stay English.
"""


def sheet_contents(t: Tournament, sheet: Sheet, date: str, doubled_vowels: bool) -> Data:
    """Return what is printed on ``sheet``, such as "scores" for the score sheets or "cards" for the captains' cards.

    Raise ``TournamentRefusal`` if the sheet would be empty.

    ``date`` is printed on certificates. If ``doubled_vowels`` is true, te reo Māori is spelt with doubled vowels, as in
    Waikato-Tainui; if it is false, with macrons.
    """
    spell = _spell(doubled_vowels)
    data = {"event": t.name, "words": {"captain": _captain(spell)}, "date": date}
    return data | CONTENTS[sheet](t, spell)


def link_contents(t: Tournament, address: Callable[[str], str], doubled_vowels: bool) -> Data:
    """Return the contents of the sheet with the links of officials, captains and players.

    ``address`` is a function that takes the id of a grant and returns the URL of its link. If ``doubled_vowels`` is
    true, te reo Māori is spelt with doubled vowels, else with macrons. Raise ``TournamentRefusal`` if no link is
    granted yet.
    """
    names = _names(t)
    roles = {Role.OFFICIAL: "official", Role.CAPTAIN: _captain(_spell(doubled_vowels)), Role.PLAYER: "players"}
    held = [grant for grant in t.grants if not grant.revoked and grant.role is not Role.DIRECTOR]
    require_contents(held, "no links yet")
    links = list[dict[str, str]]()
    for grant in sorted(held, key=lambda grant: (grant.role.value, grant.table or grant.team or 0)):
        team = names.get(grant.team or 0, "")
        whose = f"Table {grant.table}" if grant.table is not None else f"{grant.team}. {team}"
        links.append({"whose": whose, "role": roles[grant.role], "address": address(grant.id)})
    return {"event": t.name, "links": links}


def _spell(doubled_vowels: bool) -> Spell:
    """Return a function that spells te reo Māori: with doubled vowels if ``doubled_vowels``, else with macrons."""
    return with_doubled_vowels if doubled_vowels else str


def _captain(spell: Spell) -> str:
    """Return the word for a captain in both languages."""
    return f"captain ({spell(REO['captain'])})"


# Sheets that are needed before the first round


def _table_numbers(t: Tournament, spell: Spell) -> Data:
    require_contents(t.tables, "first set the tables")
    return {"tables": t.tables, "onward": _onward(t)}


def _onward(t: Tournament) -> list[str]:
    moves = table_moves(t)
    return [move_sentence("winners", table, moves[table].winners) if moves else "" for table in t.tables]


def _cards(t: Tournament, spell: Spell) -> Data:
    """Return the cards of captains or, if players enter, of players."""
    return personal_cards(t) if t.settings.entrants == "players" else captains_cards(t)


# Sheets that are needed in each round


def _score_sheets(t: Tournament, spell: Spell) -> Data:
    require_contents(t.rounds, "no round is seated yet")
    last = t.rounds[-1]
    return {
        "games": [{"round": last.number, **_match_data(t, match)} for match in last.matches],
        "deals": t.rules.deals or DEALS,
        "tricks": t.rules.hand_size + 1,
        "misdeals": 2 if t.rules.misdeal == "second_chance" else 1,
        "ticks": _tick_box_labels(t.rules),
        "sides": SIDES,
        "scoring": scoring_sentences(t.rules),
        "rules": _short_rules(t.rules),
        "bell": bool(t.rules.clock),
        "draw": bool(t.rules.clock or t.rules.deals) and draws_are_cut(t),
        "colours": [colour.value for colour in ConductCardColour] if t.counts_fair_play else [],
        "signs": _captain(spell) if t.settings.entrants == "teams" else "signed",
    }


def _tick_box_labels(rules: Ruleset) -> list[str]:
    """Return what a score sheet asks of each side in each deal, besides points and tricks: two boxes for each."""
    possible = {
        "Alone": rules.alone_by != "nobody",
        "Defended alone": rules.defender_may_go_alone(loner=True),
        "Revoke": True,
    }
    return [label for label, has_box in possible.items() if has_box]


def _short_rules(rules: Ruleset) -> list[str]:
    """Return the rules that an official looks up in a hurry: about misdeals and, if there is one, the bell."""
    return [MISDEAL[rules.misdeal], BELL] if rules.clock else [MISDEAL[rules.misdeal]]


def scoring_sentences(rules: Ruleset) -> list[str]:
    """Return the rulebook's sentences about points: for each possible outcome, for revokes, and for the target."""
    fields = [f"scoring.{outcome.value}" for outcome in outcome_values.possible_outcomes(rules)]
    return [sentence(rules, field) for field in (*fields, *REVOKE, "target")]


def _movement_sheet(t: Tournament, spell: Spell) -> Data:
    require_contents(t.tables, "first set the tables")
    return {
        "rule": " ".join(movement_rules(t)),
        "steps": [(table, to.winners) for table, to in table_moves(t).items()],
        "played": [_round_data(t, playing) for playing in known_rounds(t)],
    }


def _round_games(t: Tournament, spell: Spell) -> Data:
    """Return the games of the last round, and of each round after it that is known already."""
    require_contents(t.rounds, "no round is seated yet")
    return {"played": [_round_data(t, playing) for playing in known_rounds(t)[len(t.rounds) - 1 :]]}


def _round_data(t: Tournament, playing: TournamentRound) -> Data:
    """Return the number of a round, its games, and the names of those who sit out."""
    return {
        "number": playing.number,
        "games": [_match_data(t, match) for match in sorted(playing.matches, key=lambda match: match.table)],
        "byes": [t.team(team).name for team in playing.byes],
    }


def _match_data(t: Tournament, match: TournamentMatch) -> Data:
    """Return the table of a match and the names of its sides."""
    return {"table": match.table, "first": t.side_name(match.sides[0]), "second": t.side_name(match.sides[1])}


# Sheets for results


def _result_lists(t: Tournament, spell: Spell) -> Data:
    require_contents(t.teams, "no teams yet")
    closed = sum(playing.closed for playing in t.rounds)
    left = {team.name: "withdrawn" for team in t.teams if team.withdrawn}
    return {
        "after": f"after {counted(closed, 'round')}",
        "home": _capitalised(t.settings.home),
        "entry": _capitalised(t.settings.entrants[:-1]),
        "counted": "Score" if t.settings.ranked_by_score else SCORE_NAMES[t.settings.score],
        "counts": f"The score counts: {SCORE_NAMES[t.settings.score].lower()}." if t.settings.ranked_by_score else "",
        "with_home": any(team.marae for team in t.teams),
        "with_loners": t.settings.counts_loners,
        "with_fair_play": t.counts_fair_play,
        "standings": [
            row | {"note": ", ".join(filter(None, (_tie_break_words(row["parted_by"]), left.get(row["team"]))))}
            for row in standing_rows(t)
        ],
        "marae": marae_rows(t),
        "fair_worth": t.settings.fair_worth,
        "winning_worth": t.settings.winning_worth,
    }


def _tie_break_words(by: str) -> str:
    """Return the words beside a team's name that say which tie-break ranked it, such as "by points" for "points"."""
    return by if by in ("", PARTED["lot"], PARTED["tied"]) else f"by {by}"


def _capitalised(word: str) -> str:
    """Return a word with a capital first letter, as in the heading of a column. Its other letters stay."""
    return word[:1].upper() + word[1:]


def _certificates(t: Tournament, spell: Spell) -> Data:
    if not t.ended:
        raise TournamentRefusal("certificates are for the final places: end the tournament first")
    require_contents([playing for playing in t.rounds if playing.closed], "no finished rounds")
    teams = [_team_certificate(t.settings, row) for row in standing_rows(t) if row["place"] <= FIRST]
    marae = [_marae_certificate(t.settings, line) for line in standings.of_marae(t) if line.place == 1]
    return {"certificates": teams + marae}


def _team_certificate(settings: TournamentSettings, row: dict[str, Any]) -> Data:
    """Return the texts on the certificate of a team or a player. ``row`` is its row of the standings."""
    line = f"{ORDINALS[row['place'] - 1]} place"
    return {"name": row["team"], "beside": row["marae"], "line": line, "figures": _team_figures(settings, row)}


def _team_figures(settings: TournamentSettings, row: dict[str, Any]) -> str:
    """Return a text with the score that ranks an entry, and how many matches it won, drew, lost and sat out.

    No score ranks the teams of a knockout.
    """
    results = [f"{row['won']} won", f"{row['drawn']} drawn", f"{row['lost']} lost"]
    if row["byes"]:
        results.append(f"{row['byes']} sat out")
    counted = ", ".join(results)
    return counted if settings.movement == "knockout" else f"{score_text(settings, row['score'])}: {counted}"


def _marae_certificate(settings: TournamentSettings, standing: standings.MaraeStanding) -> Data:
    """Return the texts on the certificate of the marae (community) that has won."""
    figures = _marae_figures(settings, standing)
    return {"name": standing.marae, "beside": "", "line": f"Top {settings.home}", "figures": figures}


def _marae_figures(settings: TournamentSettings, standing: standings.MaraeStanding) -> str:
    """Return a text with the points of a marae (community), and how they add up.

    >>> _marae_figures(TournamentSettings(), standings.MaraeStanding(1, "Waahi", winning=3, fair_play=6, total=15))
    '15 points: 12 for fair play (6 given, each worth 2) and 3 for winning'
    """
    won, fair = standings.weighted_points(settings, standing.winning, standing.fair_play)
    given = f" ({standing.fair_play} given, each worth {settings.fair_worth})" if standing.fair_play else ""
    return f"{outcome_values.points_text(standing.total)}: {fair} for fair play{given} and {won} for winning"


# The sheet that lists the words that players say


def _spoken_call_list(t: Tournament, spell: Spell) -> Data:
    return {
        "calls": [{"when": call.when, "said": call.said} for call in spoken_calls(t.rules)],
        "talk": sentence(t.rules, "words.other_talk"),
        "reo": [
            {"english": english, "reo": spell(reo)}
            for english, reo in REO.items()
            if english != "joker" or t.rules.joker
        ],
    }


def _names(t: Tournament) -> dict[int, str]:
    """Return a dict from the number of each team to its name."""
    return {team.number: team.name for team in t.teams}


CONTENTS: dict[Sheet, Callable[[Tournament, Spell], Data]] = {
    "numbers": _table_numbers,
    "cards": _cards,
    "scores": _score_sheets,
    "games": _round_games,
    "movement": _movement_sheet,
    "results": _result_lists,
    "certificates": _certificates,
    "calls": _spoken_call_list,
    "tables": lambda t, spell: table_cards(t),
    "schedule": lambda t, spell: schedules(t),
    "chart": lambda t, spell: wall_chart(t),
    "badges": lambda t, spell: badges(t),
}
"""The function that returns the contents of each sheet."""
