"""The settings of a tournament in a file: ``uka tournament settings``, and ``tie`` for teams that are level."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.table import Table as RichTable

from uka.core.cards import Card, parse_card
from uka.tournament import DIRECTOR, Tournament, standings
from uka.tournament.commands import level_teams, teams
from uka.tournament.setting_values import SETTINGS, changed, setting_text

from ..options import UsageError
from ..printing import printable_console, say, say_json
from ..tournament_file import TournamentFile
from ..tournament_options import File, Json, values_of_teams
from ..tournament_tables import table_of
from ..tournament_words import say_lines


def settings(
    file: File,
    *changes: Annotated[str, Parameter(help="A setting and its new value, such as red_card=day.")],
    json: Json = False,
) -> None:
    """Print the settings, or change some of them: `settings evening.uka red_card=day rounds=8`.

    Values of a list are separated by commas, such as `tie_breaks=points,lot`.
    """
    event = TournamentFile.read(file)
    if changes:
        new_settings = changed(event.tournament.settings, changes)
        event.apply_as_director(lambda t: teams.change_settings(t, DIRECTOR, new_settings))
        event.save()
    current = event.tournament.settings
    if json:
        say_json(msgspec.structs.asdict(current))
        return
    table = RichTable(box=None, title=event.tournament.name, title_justify="left")
    for column in ("setting", "value", "meaning"):
        table.add_column(column, overflow="fold", no_wrap=column == "setting")
    for name, about in SETTINGS.items():
        table.add_row(name, setting_text(getattr(current, name)), about)
    printable_console().print(table)


def tie(
    file: File,
    *,
    cut: Annotated[
        str | None, Parameter(help="The captains cut: a card for each team that is level.", show_default=False)
    ] = None,
    lot: Annotated[bool, Parameter(negative="", help="Let the computer draw lots.")] = False,
    shared: Annotated[bool, Parameter(negative="", help="Leave level teams on one place.")] = False,
    json: Json = False,
) -> None:
    """Print which teams only a cut or a lot can part, or say how they are parted.

    `--cut Kauri=Kd,Toru=9s` enters the cards that the captains cut, ace high.
    """
    if (cut is not None) + lot + shared > 1:
        raise UsageError("give only one of --cut, --lot and --shared")
    event = TournamentFile.read(file)
    if cut is not None:
        _enter_cut_cards(event, cut)
    elif lot or shared:
        event.apply_as_director(lambda t: level_teams.break_ties_by(t, DIRECTOR, ("lot",) if lot else ()))
    lines = event.new_lines
    event.save()
    rows = _rows_of_level_teams(event.tournament)
    if json:
        say_json({"level": rows})
        return
    say_lines(event.tournament, lines, json=False)
    if rows:
        printable_console().print(table_of("Level before a cut or a lot", rows))
    else:
        say("No teams are level.")


def _enter_cut_cards(event: TournamentFile, cards_by_team: str) -> None:
    """Enter the cards that the captains of level teams cut, written as in ``Kauri=Kd,Toru=9s``."""
    cards = list[tuple[int, Card]]()
    for team, card in values_of_teams(cards_by_team, "--cut", "Kauri=Kd,Toru=9s").items():
        try:
            cards.append((event.team(team).number, parse_card(card)))
        except ValueError:
            raise UsageError(f"--cut {cards_by_team} is not understood: '{card}' is not a card, such as Kd") from None
    event.apply_as_director(lambda t: level_teams.enter_cut_cards(t, DIRECTOR, cards))


def _rows_of_level_teams(t: Tournament) -> list[dict[str, Any]]:
    """Return the rows of the standings of those teams that are level, so that only a cut or a lot can part them."""
    level = {team for group in standings.level_groups(t) for team in group}
    counted = "score" if t.settings.ranked_by_score else "clicks"
    return [
        {"place": line.place, "team": t.team(line.team).name, counted: line.score, "parted_by": line.parted}
        for line in standings.of_teams(t)
        if line.team in level
    ]
