"""Packs what the engine imports as two archives of compiled modules: Uka with msgspec, and part of Python's library.

Runs in Pyodide, whose Python the engine has.
"""

import ast
import importlib
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ENTRY = "uka.offline.worker"
ROOTS = (Path("/source"), Path("/packages"))
DATA = (".toml", ".txt", ".json", ".puzzles", ".model", ".typ")
"""The suffixes of the data files that the engine reads."""
BY_C = (
    "_strptime", "copyreg", "encodings.ascii", "encodings.cp437", "encodings.idna", "encodings.latin_1",
    "encodings.utf_8", "linecache", "shutil", "tokenize", "warnings", "zipfile",
)  # fmt: skip
"""Modules that compiled code and the standard library import later than when the engine starts."""
UNUSED = frozenset({"doctest", "multiprocessing", "pdb", "pydoc", "test", "tkinter", "unittest", "wsgiref", "xmlrpc"})
"""Modules that others import only for work that the engine never does."""


class Module(NamedTuple):
    """A module in source form."""

    name: str
    source: bytes
    is_package: bool
    standard: bool
    """Whether it is a module of the standard library."""

    @property
    def path(self) -> str:
        """The path of its compiled file."""
        return self.name.replace(".", "/") + ("/__init__.pyc" if self.is_package else ".pyc")

    def compiled(self) -> bytes:
        """Return the content of its compiled file, which is never checked against a source."""
        code = compile(self.source, f"<{self.name}>", "exec", dont_inherit=True, optimize=2)
        return importlib._bootstrap_external._code_to_hash_pyc(code, bytes(8), False)  # type: ignore[attr-defined]

    def imports(self) -> Iterator[str]:
        """Yield the names that the module imports, but not those for type checkers only.

        Functions of the standard library may import what nobody needs here, so only those of other modules count.
        """
        for node in _running(ast.parse(self.source), functions=not self.standard):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = self._base(node)
                yield base
                yield from (f"{base}.{alias.name}" for alias in node.names)

    def _base(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = self.name.split(".")
        above = parts[: len(parts) - node.level + self.is_package]
        return ".".join([*above, *([node.module] if node.module else [])])


def _running(node: ast.AST, *, functions: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and not functions:
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test) and "Not" not in ast.dump(child.test):
            for other in child.orelse:
                yield other
                yield from _running(other, functions=functions)
        else:
            yield child
            yield from _running(child, functions=functions)


class Sources:
    """Finds modules in the folders, and then in the archive of the standard library."""

    def __init__(self) -> None:
        self.standard = zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip")))
        self._names = set(self.standard.namelist())

    def find(self, name: str) -> Module | None:
        """Return a module; return None if it is compiled into Python, or if there is none."""
        path = name.replace(".", "/")
        for file, is_package in ((f"{path}/__init__.py", True), (f"{path}.py", False)):
            for root in ROOTS:
                if (root / file).is_file():
                    return Module(name, (root / file).read_bytes(), is_package, False)
            if file in self._names:
                return Module(name, self.standard.read(file), is_package, True)
        return None


def closure(sources: Sources, *entries: str) -> dict[str, Module]:
    """Return all modules that are imported, directly or not, when ``entries`` are imported."""
    found, waiting = dict[str, Module](), list(entries)
    while waiting:
        name = waiting.pop()
        if not name or name in found or name.split(".")[0] in UNUSED:
            continue
        module = sources.find(name)
        if module is None:
            continue
        found[name] = module
        waiting += [name.rpartition(".")[0], *module.imports()]
    return found


def write(path: str, files: dict[str, bytes]) -> None:
    """Write an archive that is the same whenever the files are the same."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def main() -> None:
    """Write both archives into ``/tmp``."""
    sources = Sources()
    sys.path[:0] = map(str, ROOTS)
    importlib.import_module(ENTRY)  # so that all that compiled code imports is there
    running = [name for name in sys.modules if name.split(".")[0] not in ("__main__", *UNUSED)]
    modules = closure(sources, ENTRY, *BY_C, *running)
    own = {name for name in modules if name.split(".")[0] in ("uka", "msgspec")}
    library = {modules[name].path: modules[name].compiled() for name in own}
    for folder in {(Path("/source") / modules[name].path).parent for name in own if name.startswith("uka")}:
        for file in folder.iterdir():
            if file.suffix in DATA:
                library[file.relative_to("/source").as_posix()] = file.read_bytes()
    for file in Path("/packages/msgspec").glob("*.so"):
        library[f"msgspec/{file.name}"] = file.read_bytes()
    write("/tmp/library.zip", library)
    write("/tmp/standard.zip", {modules[name].path: modules[name].compiled() for name in set(modules) - own})


main()
