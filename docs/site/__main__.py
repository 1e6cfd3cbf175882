"""``python -m docs.site`` builds the site into ``build/docs/site``.

``--no-pictures`` takes the pictures of the last time. ``--address=https://HOST/PATH/`` says where the site will be.
Without it, that is the address of the documentation in ``pyproject.toml``, or else the root of a host.
"""

import re
import shutil
import subprocess
import sys

from . import checks, contents, page_to_try, picture_names, source

FOLDER = contents.ROOT / "build" / "docs"
PICTURES = FOLDER / picture_names.FOLDER
ADDRESS = "--address="
PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*pictures/[^)]*\).*\n", re.MULTILINE)


def main(*words: str) -> int:
    """Build and check the site. Return 1 if it has faults."""
    address = next((word.removeprefix(ADDRESS) for word in words if word.startswith(ADDRESS)), source.address())
    source.write(FOLDER, address)
    camera = _camera() if "--no-pictures" not in words else None
    if not camera and not PICTURES.is_dir():
        _without_pictures()
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", FOLDER / "zensical.toml"]
    built = subprocess.run(command, cwd=FOLDER).returncode
    if (camera and camera.wait()) or built:
        return 1
    if PICTURES.is_dir():
        shutil.copytree(PICTURES, FOLDER / "site" / picture_names.FOLDER, dirs_exist_ok=True)
    page_to_try.write(FOLDER / "site")
    faults = checks.faults(FOLDER / "site", address)
    print("\n".join([*faults, f"To read the site: python -m http.server -d {FOLDER / 'site'}"]))
    return 1 if faults else 0


def _camera() -> subprocess.Popen[bytes] | None:
    """Start a process that takes the pictures while the pages are built. Return None if there is no browser."""
    from tests.web.browser import chromium

    if chromium() is None:
        print("There is no Chromium here: the site has the pictures of the last time, or none.")
        return None
    return subprocess.Popen([sys.executable, "-m", "docs.site.pictures", PICTURES], cwd=contents.ROOT)


def _without_pictures() -> None:
    for page in (FOLDER / "pages").rglob("*.md"):
        page.write_text(PICTURE.sub("", page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
