"""The examples of Markdown files stand in fences, and run. Their links lead to files of the repository."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.site.links import FENCE, LINK
from tests.test_house import ROOT, committed

FENCED = re.compile(r"^( *)```pycon\n.*?^\1```$", re.MULTILINE | re.DOTALL)
PROMPT = re.compile(r"^\s*>>> ", re.MULTILINE)


def test_every_example_of_a_page_stands_in_a_fence() -> None:
    pages = {path: path.read_text("utf-8") for path in committed() if path.suffix == ".md"}
    assert sum(len(PROMPT.findall(text)) for text in pages.values()) > 100
    bare = {str(path.relative_to(ROOT)): PROMPT.findall(FENCED.sub("", text)) for path, text in pages.items()}
    assert not {page: found for page, found in bare.items() if found}


@pytest.mark.parametrize(("printed", "code"), [("2", 0), ("3", 1)])
def test_a_fenced_example_is_run(tmp_path: Path, printed: str, code: int) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"A sum:\n\n```pycon\n>>> 1 + 1\n{printed}\n```\nIt is right.\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", ROOT / "pyproject.toml"]
    ran = subprocess.run([*command, "--confcutdir", ROOT, "-p", "conftest", page], cwd=ROOT, capture_output=True)
    assert ran.returncode == code, ran.stdout.decode()


def test_every_link_of_a_file_leads_to_a_file_of_the_repository() -> None:
    files = set(committed())
    known = files | {parent for path in files for parent in path.parents}
    pages = [path for path in files if path.suffix == ".md"]
    leads = [(page, found[1]) for page in pages for found in LINK.finditer(FENCE.sub("", page.read_text("utf-8")))]
    assert len(leads) > 100
    nowhere = [(page, link) for page, link in leads if (page.parent / link).resolve() not in known]
    assert not [f"{page.relative_to(ROOT)}: {link}" for page, link in nowhere]
