"""The notebooks of ``docs/notebooks``: their cells run without Jupyter, and each is a page of the site.

``python -m docs.site.notebooks`` runs all cells, and writes what they show into the files. A cell with the tag
``varies`` may show other numbers on another machine.
"""

import ast
import contextlib
import io
import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

FOLDER = Path(__file__).parents[1] / "notebooks"
FILES = sorted(FOLDER.glob("*.ipynb"))
VARIES = "varies"
KINDS = ("image/svg+xml", "text/html")
"""The kinds of results that are shown as they are, the best first. Other results are shown as text."""

Cell: TypeAlias = dict[str, Any]
Outputs: TypeAlias = list[dict[str, Any]]


def read(path: Path) -> dict[str, Any]:
    """Return a notebook."""
    return json.loads(path.read_text("utf-8"))


def source(cell: Cell) -> str:
    """Return the text of a cell."""
    return "".join(cell["source"])


def run(notebook: dict[str, Any]) -> Iterator[tuple[Cell, Outputs]]:
    """Run the cells with code in order, in an empty folder. Yield each with what it shows."""
    names: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    with tempfile.TemporaryDirectory() as folder:
        for number, cell in enumerate(code, 1):
            with contextlib.chdir(folder), _svg_charts():
                yield cell, _shown(source(cell), names, number)


@contextlib.contextmanager
def _svg_charts() -> Iterator[None]:
    """Let charts show themselves as SVG, which needs no script."""
    import altair

    with altair.renderers.enable("svg"):
        yield


def _shown(text: str, names: dict[str, Any], number: int) -> Outputs:
    """Run the code of a cell. Return what it prints, and its last expression."""
    tree = ast.parse(text)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    result, printed = None, io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            result = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    outputs: Outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if result is not None:
        kind, content = _richest(result)
        data = {kind: _lines(content)}
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _richest(result: Any) -> tuple[str, str]:
    """Return the best kind in which a result can be shown, and the result in that kind."""
    bundle = result._repr_mimebundle_() if hasattr(result, "_repr_mimebundle_") else {}
    data = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
    if hasattr(result, "_repr_html_"):
        data.setdefault("text/html", result._repr_html_())
    return next(((kind, data[kind]) for kind in KINDS if data.get(kind)), ("text/plain", repr(result)))


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def page(notebook: dict[str, Any]) -> str:
    """Return a notebook as Markdown, with what its cells have shown."""
    return "\n\n".join(part for cell in notebook["cells"] for part in _parts(cell)) + "\n"


def _parts(cell: Cell) -> Iterator[str]:
    if cell["cell_type"] == "markdown":
        yield source(cell)
        return
    yield f"```python\n{source(cell)}\n```"
    for output in cell["outputs"]:
        [(kind, content)] = output.get("data", {"text/plain": output.get("text")}).items()
        text = "".join(content)
        yield f"<div>{_in_one_line(text)}</div>" if kind in KINDS else f"```text\n{text.rstrip()}\n```"


def _in_one_line(markup: str) -> str:
    """Return markup without line ends, since Markdown would take an indented line for code."""
    return re.sub(r"\s*\n\s*", " ", markup).strip()


def write(path: Path) -> None:
    """Run a notebook, and write what its cells show into its file."""
    notebook = read(path)
    for number, (cell, outputs) in enumerate(run(notebook), 1):
        cell |= {"execution_count": number, "outputs": outputs}
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    for file in FILES:
        print(file.name)
        write(file)
