"""Packs what the engine imports as two archives of compiled modules: Uka with other packages, and part of Python's.

Runs in Pyodide, whose Python the engine has.
"""

import ast
import importlib
import sys
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.machinery import FrozenImporter
from pathlib import Path
from types import CodeType
from typing import NamedTuple

ENTRY = "uka.offline.worker"
ROOTS = (Path("/source"), Path("/engine"), Path("/packages"))
"""The folders of Uka, of what stands for parts of other packages, and of these."""
DATA = (".toml", ".txt", ".json", ".puzzles", ".model", ".typ", ".wasm")
"""The suffixes of the data files that the engine reads."""
OWN = ("uka", "msgspec", "networkx")
"""The packages of the archive that is not Python's own library."""
BY_C = (
    "copyreg", "encodings.ascii", "encodings.cp437", "encodings.latin_1", "encodings.utf_8", "encodings.utf_8_sig",
    "encodings.utf_16", "importlib.readers", "importlib.resources._adapters", "linecache", "shutil", "tokenize",
    "warnings", "zipfile",
)  # fmt: skip
"""Modules of the standard library that it and compiled code import later than when the engine starts."""
LEFT_OUT = ("_ssl", "importlib._bootstrap", "importlib._bootstrap_external", "ssl")
"""Modules that are loaded, but not needed: ``asyncio`` does without SSL, and Python has the others frozen."""


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
        tree = ast.parse(self.source)
        if self.name.startswith("uka"):
            tree = _WithoutAnnotations().visit(tree)
        code = compile(tree, f"<{self.name}>", "exec", dont_inherit=True, optimize=2)
        if self.standard:
            code = _without_lines(code)
        return importlib._bootstrap_external._code_to_hash_pyc(code, bytes(8), False)  # type: ignore[attr-defined]

    def imports(self) -> Iterator[str]:
        """Yield the names that the module imports, also in functions, but not those for type checkers only."""
        for node in _running(ast.parse(self.source)):
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


class _WithoutAnnotations(ast.NodeTransformer):
    """Removes the annotations of functions, which nothing reads when the engine runs. Those of classes stay."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node


def _without_lines(code: CodeType) -> CodeType:
    """Return code that does not know its lines, which only tracebacks tell."""
    constants = (_without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(constants))


def _running(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test) and "Not" not in ast.dump(child.test):
            for other in child.orelse:
                yield other
                yield from _running(other)
        else:
            yield child
            yield from _running(child)


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


def own_modules(sources: Sources) -> tuple[dict[str, Module], set[str]]:
    """Return the modules of ``OWN`` that the engine may import, and the names of the others that these import."""
    found, others, waiting = dict[str, Module](), set[str](), [ENTRY, "msgspec"]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        module = sources.find(name)
        if name.split(".")[0] not in OWN:
            others.add(name)
        elif module is not None:
            found[name] = module
            waiting += [name.rpartition(".")[0] or name, *module.imports()]
    return found, others


def standard_modules(sources: Sources, wanted: set[str]) -> dict[str, Module]:
    """Import the modules ``wanted``, and return the modules of the standard library that are loaded then.

    Python itself contains some, which are left out.
    """
    for name in (ENTRY, *sorted(wanted)):
        with suppress(ImportError):  # an extra, which Pyodide does not have, or a name that is no module
            importlib.import_module(name)
    loaded = (
        name
        for name in sorted(sys.modules)
        if name not in LEFT_OUT and name.split(".")[0] not in OWN and not FrozenImporter.find_spec(name)
    )
    found = map(sources.find, loaded)
    return {module.name: module for module in found if module is not None}


def write(name: str, files: dict[str, bytes]) -> None:
    """Write an archive into ``/tmp``, and beside it one without compression, which brotli can compress as a whole.

    They are the same whenever the files are the same.
    """
    for path, kind in ((f"/tmp/{name}.zip", zipfile.ZIP_DEFLATED), (f"/tmp/{name}.stored.zip", zipfile.ZIP_STORED)):
        with zipfile.ZipFile(path, "w", kind, compresslevel=9) as archive:
            for name_inside, content in sorted(files.items()):
                archive.writestr(zipfile.ZipInfo(name_inside), content, kind)


def main() -> None:
    """Write both archives."""
    sources = Sources()
    sys.path[:0] = map(str, ROOTS)
    own, others = own_modules(sources)
    standard = standard_modules(sources, others | set(BY_C))
    library = {module.path: module.compiled() for module in own.values()}
    for folder in {(Path("/source") / module.path).parent for name, module in own.items() if name.startswith("uka")}:
        for file in folder.iterdir():
            if file.suffix in DATA:
                library[file.relative_to("/source").as_posix()] = file.read_bytes()
    for file in Path("/packages/msgspec").glob("*.so"):
        library[f"msgspec/{file.name}"] = file.read_bytes()
    write("library", library)
    write("standard", {module.path: module.compiled() for module in standard.values()})


main()
