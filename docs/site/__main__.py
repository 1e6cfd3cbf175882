"""``python -m docs.site`` builds the site into ``build/docs/site``; ``--no-pictures`` takes those of the last time."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from . import checks, contents, source

FOLDER = contents.ROOT / "build" / "docs"
PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*pictures/[^)]*\).*\n", re.MULTILINE)


def main(*words: str) -> int:
    """Build and check the site. Return 1 if it has faults."""
    source.write(FOLDER)
    if not _pictures(FOLDER / source.PICTURES, again="--no-pictures" not in words):
        _without_pictures()
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", FOLDER / "zensical.toml"]
    if subprocess.run(command, cwd=FOLDER).returncode:
        return 1
    faults = checks.faults(FOLDER / "site")
    print("\n".join([*faults, f"To read the site: python -m http.server -d {FOLDER / 'site'}"]))
    return 1 if faults else 0


def _pictures(folder: Path, *, again: bool) -> bool:
    """Put the pictures beside the pages. Return whether there are any."""
    from tests.web.browser import chromium

    if again and chromium() is None:
        print("There is no Chromium here: the site is built without pictures.")
        return False
    if again:
        subprocess.run([sys.executable, "-m", "docs.site.pictures", folder], cwd=contents.ROOT, check=True)
    if folder.is_dir():
        shutil.copytree(folder, FOLDER / "pages" / source.PICTURES)
    return folder.is_dir()


def _without_pictures() -> None:
    for page in (FOLDER / "pages").rglob("*.md"):
        page.write_text(PICTURE.sub("", page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
