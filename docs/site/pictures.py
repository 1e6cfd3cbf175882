"""Screenshots of the page, made by the browser of the tests, and printed sheets, made by the typesetter.

``python -m docs.site.pictures FOLDER`` writes all of them; ``python -m docs.site.pictures`` writes the one of README.
"""

import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from playwright.sync_api import Page

from bench.screens import PARTS, Camera, crew
from uka import ruleset
from uka.tournament import Roster, Tournament, execute, rounds, teams
from uka.tournament.paper import sheet_pictures

from .picture_names import SCHEMES, SCREENS, SHEETS

QUALITY = 80
SETTLED = 250
"""The milliseconds in which a page takes the size of its window."""
README = Path(__file__).parents[1] / "table.jpg"
TEAMS = ("Kauri", "Toru", "Whetu", "Awa", "Kowhai", "Rangi")


class DocumentCamera(Camera):
    """Takes one size of each wanted screen, light and dark, as JPEG."""

    def wants(self, *screens: str) -> bool:
        return any(screen in self.names for screen in screens)

    def take(self, page: Page, screen: str) -> None:
        """Save the present page, and leave it at the size that it had."""
        if not self.wants(screen):
            return
        before = page.viewport_size or {"width": 1440, "height": 900}
        width, height = SCREENS[screen]
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=self.folder / f"{screen}-{scheme}.jpg", type="jpeg", quality=QUALITY)
        page.set_viewport_size(before)


def screens(folder: Path, names: Iterable[str] = SCREENS) -> list[str]:
    """Write the screenshots of the named screens into a folder. Return the faults that the page reported."""
    folder.mkdir(parents=True, exist_ok=True)
    camera = DocumentCamera(folder, tuple(names), ())
    with crew(camera) as all:
        for part, shown in PARTS.items():
            if camera.wants(*shown):
                part(all)
        return [fault for visitor in all.visitors for fault in visitor.faults if "40" not in fault]


def sheets(folder: Path) -> None:
    """Write the first page of each sheet into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    day = _day()
    for sheet in SHEETS:
        (folder / f"{sheet}.png").write_bytes(sheet_pictures(day, sheet, "a5")[0])


def _day() -> Tournament:
    """Return a tournament of six teams whose first round is seated."""
    day, _ = teams.open_tournament("A day of Uka", ruleset("tainui"), at=0)

    commands = [
        *(partial(teams.enter, by="director", roster=Roster(name)) for name in TEAMS),
        partial(teams.set_tables, by="director", numbers=(1, 2, 3)),
        partial(rounds.seat, by="director", secret="a secret"),
    ]
    for command in commands:
        day, _ = execute(day, command, at=0, by="director")
    return day


def main(folder: str = "") -> int:
    """Write all pictures into a folder, or the one of README into its place."""
    if folder:
        sheets(Path(folder))
        faults = screens(Path(folder))
    else:
        faults = screens(README.parent, ["playgathered"])
        (README.parent / "playgathered-light.jpg").replace(README)
        (README.parent / "playgathered-dark.jpg").unlink()
    print("\n".join(faults), end="")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
