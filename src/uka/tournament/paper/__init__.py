"""A tournament on paper: sheets as PDF, set by Typst from what the log says."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias, cast, get_args

import msgspec
from msgspec.structs import asdict

from uka.core.ruleset import Ruleset
from uka.locales import doubled
from uka.rulesets import outcome_values
from uka.rulesets.rulebook import sentence
from uka.rulesets.spoken_calls import spoken_calls

from .. import standings
from ..entries import Role
from ..settings import TournamentSettings
from ..spreadsheets import standing_rows
from ..tournament import Tournament, TournamentRefusal

Sheet: TypeAlias = Literal["numbers", "cards", "scores", "movement", "results", "certificates", "calls"]
Links: TypeAlias = Literal["links"]
"""The sheet that only a server can set, since it signs the links."""
Size: TypeAlias = Literal["a4", "a5"]
Data: TypeAlias = dict[str, Any]
"""What is on a sheet, or a part of it, for the template."""
SHEETS: tuple[Sheet, ...] = get_args(Sheet)
SIZES: tuple[Size, ...] = get_args(Size)
DEALS = 14
"""Lines of a score sheet, where the rules do not fix the number of deals."""
ROUNDS = 12
"""Lines of a captain's card, where the number of rounds is not said."""
REVOKE = ("revoke_penalty", "revoke_then")
"""The fields that say what becomes of a revoke."""
FIRST = 3
"""Teams that get a certificate."""
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
"""Attested words only; what has none is said in English."""
PART, ROWS = 200, 1_000
"""What one PDF holds of a large event: pages, or links; rows of a table that goes over many pages."""
ORDINALS = ("First", "Second", "Third")


def parts(t: Tournament, sheet: Sheet, *, date: str = "", spelling: bool = True) -> list[Data]:
    """What is on a sheet, as JSON: of a large event in parts, each for a PDF. ``TournamentRefusal`` if nothing is on
    it.
    """
    return divided(sheet, _data(t, sheet, date, spelling))


def printed(t: Tournament, sheet: Sheet, size: Size = "a4", *, date: str = "", spelling: bool = True) -> bytes:
    """A sheet as PDF; ``spelling``: long vowels doubled, as in Waikato-Tainui. ``TournamentRefusal`` if nothing is on
    it.
    """
    return set_in_type(_data(t, sheet, date, spelling), sheet, size, "pdf")[0]


def links(t: Tournament, address: Callable[[str], str], size: Size = "a4", *, spelling: bool = True) -> bytes:
    """Every official's, captain's and player's link as PDF, to be scanned; ``address`` gives what a grant's link is."""
    return set_in_type(_links(t, address, spelling), "links", size, "pdf")[0]


def parts_of_links(t: Tournament, address: Callable[[str], str], *, spelling: bool = True) -> list[Data]:
    """What ``links`` are printed from, in parts."""
    return divided("links", _links(t, address, spelling))


def _links(t: Tournament, address: Callable[[str], str], spelling: bool) -> Data:
    said, names = doubled if spelling else str, _names(t)
    held = [grant for grant in t.grants if not grant.revoked and grant.role is not Role.DIRECTOR]
    _need(held, "no link was given yet")
    found = list[dict[str, str]]()
    for grant in sorted(held, key=lambda grant: (grant.role.value, grant.table or grant.team or 0)):
        team, captain = names.get(grant.team or 0, ""), said(REO["captain"])
        role = {Role.OFFICIAL: "official", Role.CAPTAIN: f"captain ({captain})", Role.PLAYER: "players"}[grant.role]
        whose = f"Table {grant.table}" if grant.table is not None else f"{grant.team}. {team}"
        found.append({"whose": whose, "role": role, "address": address(grant.id)})
    return {"event": t.name, "links": found}


def divided(sheet: Sheet | Links, data: Data) -> list[Data]:
    """What is on a sheet in parts, so that one PDF takes neither long nor much memory."""
    names, most = LISTS.get(sheet, ((), PART))
    if sheet == "movement":  # a round is not divided
        most = max(1, ROWS // max((len(playing["games"]) for playing in data["played"]), default=1))
    count = max((len(data[name]) for name in names), default=0)
    found = [data | {name: data[name][at : at + most] for name in names} for at in range(0, max(count, 1), most)]
    for part in found[1:]:
        part |= {name: [] for name in BEFORE if name in data}
    for part in found[:-1]:
        part |= {name: [] for name in AFTER if name in data}
    return found


def pictures(t: Tournament, sheet: Sheet, size: Size = "a4", *, date: str = "", spelling: bool = True) -> list[bytes]:
    """The same as PNG pictures, one a page."""
    return set_in_type(_data(t, sheet, date, spelling), sheet, size, "png")


def set_in_type(data: Data, sheet: Sheet | Links, size: Size, form: Literal["pdf", "png"]) -> list[bytes]:
    """What Typst makes of it."""
    import typst  # 26 MB: only where something is printed

    if sheet == "links":
        data = data | {"links": [link | {"code": _code(link["address"])} for link in data["links"]]}
    made: Any = typst.compile(
        _template(),
        format=form,
        sys_inputs={"data": json.dumps(data), "sheet": sheet, "paper": size},
        font_paths=[],
        ignore_system_fonts=True,
    )
    return cast(list[bytes], made) if isinstance(made, list) else [made]


def _code(address: str) -> str:
    """A QR code as SVG."""
    import segno

    code = io.BytesIO()
    segno.make(address, error="m").save(code, kind="svg", xmldecl=False, border=0)
    return code.getvalue().decode()


@cache
def _template() -> bytes:
    return files(__name__).joinpath("sheets.typ").read_bytes()


def _data(t: Tournament, sheet: Sheet, date: str, spelling: bool) -> dict[str, Any]:
    said = doubled if spelling else str
    data = {"event": t.name, "words": {"captain": said(REO["captain"])}, "date": date}
    return data | DATA[sheet](t, said)


def _numbers(t: Tournament, said: Callable[[str], str]) -> dict[str, Any]:
    _need(t.tables, "say first which tables stand")
    onward = dict(_steps(t))
    return {
        "tables": t.tables,
        "onward": [f"winners go to table {onward[table]}" if table in onward else "" for table in t.tables],
    }


def _steps(t: Tournament) -> list[tuple[int, int]]:
    """Where the winners of each table go, if they move."""
    if t.settings.movement != "tainui":
        return []
    return list(zip(t.tables, (*t.tables[1:], *t.tables[:1]), strict=True))


def _movement_rule(t: Tournament) -> str:
    if t.settings.movement != "tainui":
        return "Everyone meets everyone once."
    return (
        "The winners go on to the next table by number, the last to the first. The others stay. After a draw the "
        "captains cut, ace high: the higher card moves on."
    )


def _cards(t: Tournament, said: Callable[[str], str]) -> dict[str, Any]:
    _need(t.playing, "no team has entered")
    settings = t.settings
    return {
        "teams": [asdict(team) for team in t.playing],
        "rounds": settings.rounds or ROUNDS,
        "clicks": _clicks(t),
        "circles": max(settings.win, settings.draw, settings.loss, settings.bye),
        "rule": _movement_rule(t),
    }


def _clicks(t: Tournament) -> str:
    """What is punched for each end of a game."""
    found = t.settings
    return (
        f"Clicks: {found.win} for a game won, {found.draw} for a draw, {found.loss} for a game lost, {found.bye} for a "
        "round sat out."
    )


def _scores(t: Tournament, said: Callable[[str], str]) -> dict[str, Any]:
    _need(t.rounds, "no round is seated yet")
    last, names = t.rounds[-1], _names(t)
    games = [
        {"round": last.number, "table": m.table, "first": names[m.teams[0]], "second": names[m.teams[1]]}
        for m in last.matches
    ]
    return {
        "games": games,
        "deals": t.rules.deals or DEALS,
        "tricks": t.rules.hand_size + 1,
        "ticks": _ticks(t.rules),
        "scoring": scored(t.rules),
    }


def _ticks(rules: Ruleset) -> list[str]:
    """What is ticked of a deal beside its tricks."""
    defends = rules.defends_alone(loner=True)
    ticks = {"Alone": rules.alone_by != "nobody", "Defended alone": defends, "Revoke": True}
    return [name for name, possible in ticks.items() if possible]


def scored(rules: Ruleset) -> list[str]:
    """What a score sheet says of the points: the rulebook's sentences for whatever can happen."""
    fields = [f"scoring.{outcome.value}" for outcome in outcome_values.possible_outcomes(rules)]
    return [sentence(rules, field) for field in (*fields, *REVOKE, "target")]


def _movement(t: Tournament, said: Callable[[str], str]) -> dict[str, Any]:
    _need(t.tables, "say first which tables stand")
    names = _names(t)
    played = [
        {
            "number": playing.number,
            "games": [
                {"table": m.table, "first": names[m.teams[0]], "second": names[m.teams[1]]} for m in playing.matches
            ],
            "byes": [names[team] for team in playing.byes],
        }
        for playing in t.rounds
    ]
    return {"rule": _movement_rule(t), "steps": _steps(t), "played": played}


def _results(t: Tournament, said: Callable[[str], str]) -> dict[str, Any]:
    _need(t.teams, "no team has entered")
    closed = sum(playing.closed for playing in t.rounds)
    return {
        "after": f"after {closed} round{'s' * (closed != 1)}",
        "standings": standing_rows(t),
        "marae": [msgspec.to_builtins(line) for line in standings.of_marae(t)],
        "fair_worth": t.settings.fair_worth,
        "winning_worth": t.settings.winning_worth,
    }


def _certificates(t: Tournament, said: Callable[[str], str]) -> dict[str, Any]:
    _need([playing for playing in t.rounds if playing.closed], "no round is closed yet")
    found = [
        {
            "name": row["team"],
            "beside": row["marae"],
            "line": f"{ORDINALS[row['place'] - 1]} place",
            "figures": _clicks_of(row),
        }
        for row in standing_rows(t)
        if row["place"] <= FIRST
    ]
    found += [
        {
            "name": line.marae,
            "beside": "",
            "line": "First of the marae",
            "figures": _marae_points(t.settings, line),
        }
        for line in standings.of_marae(t)
        if line.place == 1
    ]
    return {"certificates": found}


def _clicks_of(row: dict[str, Any]) -> str:
    """What a team's clicks were punched for."""
    ends = {"won": row["won"], "drawn": row["drawn"], "lost": row["lost"], "sat out": row["byes"]}
    return f"{row['clicks']} clicks: " + ", ".join(f"{n} {end}" for end, n in ends.items() if n or end != "sat out")


def _marae_points(settings: TournamentSettings, line: standings.MaraeStanding) -> str:
    """What a marae's points are made of.

    >>> _marae_points(TournamentSettings(), standings.MaraeStanding(1, "Waahi", winning=3, fair_play=6, total=15))
    '15 points: 12 for fair play (6 given, each worth 2) and 3 for winning'
    """
    fair, won = standings.worth_of(settings, line)
    given = f" ({line.fair_play} given, each worth {settings.fair_worth})" if line.fair_play else ""
    return f"{outcome_values.points(line.total)}: {fair} for fair play{given} and {won} for winning"


def _calls(t: Tournament, said: Callable[[str], str]) -> dict[str, Any]:
    return {
        "calls": [{"when": call.when, "said": call.said} for call in spoken_calls(t.rules)],
        "talk": sentence(t.rules, "words.other_talk"),
        "reo": [
            {"english": english, "reo": said(reo)}
            for english, reo in REO.items()
            if english != "joker" or t.rules.joker
        ],
    }


def _names(t: Tournament) -> dict[int, str]:
    return {team.number: team.name for team in t.teams}


def _need(what: object, why: str) -> None:
    if not what:
        raise TournamentRefusal(why)


DATA: dict[Sheet, Callable[[Tournament, Callable[[str], str]], dict[str, Any]]] = {
    "numbers": _numbers,
    "cards": _cards,
    "scores": _scores,
    "movement": _movement,
    "results": _results,
    "certificates": _certificates,
    "calls": _calls,
}

LISTS: dict[Sheet | Links, tuple[tuple[str, ...], int]] = {
    "numbers": (("tables", "onward"), PART),
    "cards": (("teams",), PART),
    "scores": (("games",), PART),
    "movement": (("played",), ROWS),
    "results": (("standings",), ROWS),
    "links": (("links",), PART),
}
"""What of a sheet grows with the event, and how much of it one part holds."""
BEFORE, AFTER = ("steps",), ("marae",)
"""What stands in the first part only, and in the last only."""
