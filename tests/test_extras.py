"""What Uka does where optional packages are not installed: the library works, and each verb says what to install."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from uka.cli.app import app
from uka.extras import EXTRAS, ZSTD, MissingPackages, require

ROOT = Path(__file__).parents[1]
LIBRARY = (
    *("text", "core", "rulesets", "narration", "kernels", "solver", "models", "records"),
    *("bots", "store", "table", "coach", "arena", "tournament", "wire"),
)
FASTER = {"uvloop"}
"""Packages without which Uka works too."""
WITHOUT = """
import contextlib, importlib, importlib.abc, io, json, pkgutil, sys

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if MISSING & {top, name} if MISSING else top not in LIBRARY:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

LIBRARY = {*sys.stdlib_module_names, "uka", "msgspec"}
MISSING = set(sys.argv[1:])
sys.meta_path.insert(0, Missing())

def typed(*words):
    err = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err):
        try:
            from uka.cli import main
            main(words)
        except SystemExit as end:
            return end.code, err.getvalue()
    return 0, err.getvalue()
"""
IMPORT_ALL = f"""
import uka
for part in {LIBRARY!r}:
    package = importlib.import_module(f"uka.{{part}}")
    for module in pkgutil.walk_packages(package.__path__, f"uka.{{part}}."):
        if not module.name.endswith(("__main__", "_native")) and "postgres" not in module.name:
            importlib.import_module(module.name)
"""


def run(program: str, *missing: str) -> str:
    """Run a program that can't import ``missing``. The default is all but the standard library, msgspec and Uka."""
    command = [sys.executable, "-c", WITHOUT + program, *missing]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_library_needs_msgspec_only() -> None:
    run(IMPORT_ALL)


def test_the_master_calls_and_a_deal_is_solved_with_msgspec_only() -> None:
    assert run((ROOT / "bench" / "first_steps.py").read_text("utf-8")) == "south (1, 0)\n"


def test_each_verb_says_what_to_install() -> None:
    verbs = [name for name in app if not name.startswith("-")]
    assert len(verbs) > 15
    told = json.loads(run(f"print(json.dumps([typed(verb) for verb in {verbs!r}]))"))
    for verb, (code, said) in zip(verbs, told, strict=True):
        extra = verb if verb in ("play", "serve") else "cli"
        needs = f"uka {verb} needs cyclopts and rich, which are not installed: pip install 'uka[{extra}]'\n"
        assert (code, said) == (2, needs)


@pytest.mark.parametrize("words", [(), ("--help",), ("--version",)])
def test_the_command_without_a_verb_says_what_to_install(words: tuple[str, ...]) -> None:
    told = json.loads(run(f"print(json.dumps(typed(*{words!r})))"))
    assert told == [2, "the uka command needs cyclopts and rich, which are not installed: pip install 'uka[cli]'\n"]


def test_with_the_command_alone_each_part_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "teams.csv").write_text("team\nA\nB\nC\nD\n")
    draw, dask = f"--draw {tmp_path}/chart.svg", "--cluster dask://127.0.0.1:1"
    verbs = {
        "play": "play",
        "serve": "serve",
        f"equity --rules knock {draw}": "draw",
        f"arena novice club --deals 2 {dask}": "dask",
        f"arena novice club --deals 2 --jobs 1 --rows {tmp_path}/rows.parquet": "parquet",
        f"copy {tmp_path}/uka.db postgresql://there/uka": "cluster",
        f"tournament new {tmp_path}/cup.uka --list {tmp_path}/teams.csv": None,
        f"tournament print {tmp_path}/cup.uka numbers": "paper",
        "rules tainui": None,
    }
    program = f"print(json.dumps([typed(*verb.split()) for verb in {[*verbs]!r}]))"
    missing = {name for names in EXTRAS.values() for name in names} - {*EXTRAS["cli"]}
    for verb, (code, said) in zip(verbs, json.loads(run(program, *missing)), strict=True):
        extra = verbs[verb]
        if extra is None:
            assert (code, said) == (0, ""), verb
        else:
            assert code == 2, verb
            assert re.fullmatch(rf".* needs .+, which (is|are) not installed: pip install 'uka\[{extra}\]'\n", said), (
                said
            )


def test_the_client_says_what_to_install() -> None:
    told = run("""
try:
    import uka.client
except ImportError as error:
    print(error)
""")
    assert told == "uka.client needs httpx and websockets, which are not installed: pip install 'uka[play]'\n"


def test_one_missing_package_is_named() -> None:
    with pytest.raises(MissingPackages, match=r"^printing needs nothing_here, which is not installed: pip"):
        require("paper", "printing", "segno", "nothing_here", "typst")
    require("paper", "printing")


def test_the_extras_are_those_of_the_package() -> None:
    names = {"backports.zstd": ZSTD, "vl-convert-python": "vl_convert"}
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]

    def imported(extra: str) -> set[str]:
        found: set[str] = set()
        for need in listed[extra]:
            name = re.split(r"[\[<>=;]", need)[0].strip()
            more = re.findall(r"\[(.+)\]", need)[0].split(",") if name == "uka" else ()
            found = found.union(*map(imported, more)) if more else found | {names.get(name, name.replace("-", "_"))}
        return found - FASTER

    for extra, packages in EXTRAS.items():
        added = imported("serve") if extra == "cluster" else set()
        assert imported(extra) == {*packages} | added, extra
    assert imported("all") == {name for packages in EXTRAS.values() for name in packages}


def test_each_need_has_a_lower_and_an_upper_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    tools = {"dev", "docs", "openspiel", "servers"}
    extras = project["optional-dependencies"]
    needs = [*project["dependencies"], *(need for name in {*extras} - tools for need in extras[name])]
    for need in needs:
        assert need.startswith("uka[") or re.match(r"[\w.-]+>=[\w.]+,<[\w.]+(;|$)", need), need


def test_what_needs_the_kernels_says_so_and_the_rest_plays_without_them() -> None:
    told = run(
        IMPORT_ALL
        + """
import random
from uka.bots import bot
from uka.kernels.compiled import MissingKernels
rules = uka.ruleset("tainui")
start = uka.Deal.start(rules, dealer=uka.Seat.SOUTH, pack=uka.shuffled(rules, seed=7))
for name in ("random", "novice", "casual", "club"):
    deal, rng = start, random.Random(1)
    while not deal.over:
        deal, _ = deal.apply(bot(name).choose(deal.observe(deal.turn), rng))
try:
    bot("master").choose(start.observe(start.turn), random.Random(1))
except MissingKernels as error:
    print(error)
""",
        "uka.kernels._native",
    )
    assert re.fullmatch(r"this needs Uka's compiled kernels, .* compiler\n", told)


def test_the_page_about_installing_lists_each_extra_with_its_measured_size() -> None:
    page = (ROOT / "docs" / "installing.md").read_text("utf-8")
    told = {
        name: int(size) for name, size in re.findall(r"^\| `(uka[\w\[\]]*)` \|.*\| (\d+) MB \|$", page, re.MULTILINE)
    }
    assert told.keys() == {"uka", "uka[all]", *(f"uka[{extra}]" for extra in EXTRAS)}
    results = json.loads((ROOT / "bench" / "results.json").read_text("utf-8"))
    measured = next(line["figure"] for name, line in results.items() if name.startswith("18.1 each part"))
    for name, size in told.items():
        assert size == pytest.approx(float(measured[name].split()[0]), rel=0.15), name
