"""The house rules: what is committed, what an import loads, what the rules may lean on."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import uka
from uka.core import public_names

ROOT = Path(__file__).resolve().parent.parent

# In two parts each, so that this file passes its own test.
HOSTS = ["pypi" + ".org", "python" + "hosted", "registry" + ".npmjs", "deb" + "ian.org"]
PATHS = ["/wo" + "rk/", "/ro" + "ot/", "/ho" + "me/", "/opt/" + "wheels", "/opt/" + "pypi"]

HEAVY = {"numpy", "textual", "rich", "cyclopts", "asyncio", "litestar", "uvicorn", "sqlite3"}
IMPURE_CALLS = {"open", "print", "input", "exec", "eval"}


def committed() -> list[Path]:
    git = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, check=False)
    names = [name for name in git.stdout.decode().split("\0") if name]
    if not names:
        pytest.skip("not a git checkout")
    return [path for name in names if (path := ROOT / name).is_file()]


def test_no_committed_file_names_a_registry_or_a_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in committed()
        for word in HOSTS + PATHS
        if word.encode() in path.read_bytes()
    ]
    assert not found


def loaded_by(code: str) -> set[str]:
    """Return the modules that a new process has loaded by ``code``, without those that it begins with."""
    shown = f"import sys; first = set(sys.modules); {code}; print(*set(sys.modules) - first)"
    return set(subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True).stdout.split())


def test_importing_uka_loads_no_other_module() -> None:
    assert loaded_by("import uka") - {"__future__"} == {"uka"}


def test_playing_loads_the_rules_msgspec_and_the_standard_library() -> None:
    loaded = loaded_by("import uka; uka.Game, uka.Rubber, uka.Draw")
    core = {"uka", "uka.core", *(f"uka.core.{path.stem}" for path in CORE if path.stem != "__init__")}
    names = ("malformed", "play_tables", "reported_results")
    unused = {f"uka.core.{name}" for name in names}
    assert {name for name in loaded if name.startswith("uka")} == core - unused
    others = {name.partition(".")[0] for name in loaded} - {"uka", "msgspec", "typing_extensions"}
    assert others <= sys.stdlib_module_names
    assert not others & HEAVY


def test_each_public_name_is_a_name_of_uka() -> None:
    names = {name for name in vars(public_names) if not name.startswith("_")}
    assert {"Card", "Deal", "shuffled"} <= names
    assert all(getattr(uka, name) is getattr(public_names, name) for name in names)
    assert names | {"ruleset"} <= set(dir(uka))
    assert loaded_by("from uka import *; assert ruleset and Deal") >= {"uka.core.deal"}
    with pytest.raises(AttributeError, match="module 'uka' has no attribute 'Deals'"):
        _ = uka.Deals  # type: ignore[attr-defined]


CORE = sorted((ROOT / "src" / "uka" / "core").rglob("*.py"))


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_core_leans_on_the_standard_library_and_msgspec_only(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    foreign = {name for name in names if name.split(".")[0] not in sys.stdlib_module_names}
    assert not {name for name in foreign if not name.startswith(("msgspec", "uka.core"))}


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_core_reads_and_writes_nothing(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert not {call.id for call in calls if isinstance(call, ast.Name)} & IMPURE_CALLS
