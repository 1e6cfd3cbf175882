"""The notebooks run, show what their files say, stay small, and are pages of the site."""

import json
from pathlib import Path
from typing import Any

import pytest

from docs.site import contents, notebooks
from tests.test_house import committed

LARGEST = 120_000
"""The most bytes of a notebook with what its cells show."""


def kinds(outputs: notebooks.Outputs) -> list[set[str]]:
    return [set(output.get("data", {"text/plain": ""})) for output in outputs]


def shown(outputs: notebooks.Outputs) -> list[Any]:
    return [output.get("text") or output["data"] for output in outputs]


@pytest.mark.daily(1)
@pytest.mark.parametrize("path", notebooks.FILES, ids=lambda path: path.stem)
def test_a_notebook_shows_what_its_cells_give(path: Path) -> None:
    """A cell that may show other numbers elsewhere must show the same kinds of results."""
    for package in ("altair", "vl_convert", "pyarrow"):
        pytest.importorskip(package, reason=f"{package} is not installed: pip install -e '.[draw,parquet]'")
    for cell, outputs in notebooks.run(notebooks.read(path)):
        varies = notebooks.VARIES in cell["metadata"].get("tags", ())
        compared = kinds if varies else shown
        assert compared(cell["outputs"]) == compared(outputs), (
            f"the file is stale: run python -m docs.site.notebooks\n{notebooks.source(cell)}"
        )


def test_the_notebooks_are_three_small_files_of_which_each_shows_something() -> None:
    assert {path.stem for path in notebooks.FILES} == {"learner", "play", "study"}
    for path in notebooks.FILES:
        assert path in committed()
        assert path.stat().st_size < LARGEST
        code = [cell for cell in notebooks.read(path)["cells"] if cell["cell_type"] == "code"]
        assert {"text/html", "image/svg+xml"} & set().union(*(kind for cell in code for kind in kinds(cell["outputs"])))
        assert [cell["execution_count"] for cell in code] == [*range(1, len(code) + 1)]


def test_cards_are_drawn() -> None:
    page = contents.markdown(notebooks.FOLDER / "play.ipynb")
    assert page.count('<span role="img" aria-label=') > 30


def test_a_page_shows_text_code_and_results() -> None:
    """Lines of markup are joined, since Markdown would take an indented one for code."""
    code = {"cell_type": "code", "metadata": {}, "source": ["1 +\n", "1"]}
    results = [
        {"output_type": "stream", "text": ["a\n", "b\n"]},
        {"output_type": "execute_result", "data": {"text/html": ["<p>\n", "    <b>2</b>\n", "</p>"]}},
    ]
    cells = [{"cell_type": "markdown", "source": ["# A sum\n", "of two"]}, code | {"outputs": results}]
    parts = ["# A sum\nof two", "```python\n1 +\n1\n```", "```text\na\nb\n```", "<div><p> <b>2</b> </p></div>"]
    assert notebooks.page({"cells": cells}) == "\n\n".join(parts) + "\n"


def test_what_a_cell_shows_is_written_into_the_file(tmp_path: Path) -> None:
    pytest.importorskip("altair", reason="Altair is not installed: pip install -e '.[draw]'")
    sources = ["number = 2", "print(number)\nnumber + 1"]
    cells = [{"cell_type": "code", "metadata": {}, "source": [text], "outputs": []} for text in sources]
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps({"cells": cells}), "utf-8")
    notebooks.write(path)
    written = notebooks.read(path)["cells"]
    assert [shown(cell["outputs"]) for cell in written] == [[], [["2\n"], {"text/plain": ["3"]}]]
