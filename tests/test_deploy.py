"""The host's kit in ``deploy/`` fits the program: its options, metrics, routes and extras exist."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from uka.cli.app import app
from uka.server.base.metrics import ServerMetrics

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in {".service", ".timer"})
SUFFIXES = r"_(total|bucket|count|sum)$"


def text(name: str) -> str:
    return (DEPLOY / name).read_text()


def compose() -> dict[str, Any]:
    return pytest.importorskip("yaml").safe_load(text("compose.yaml"))


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Containerfile, each with its arguments."""
    joined = re.sub(r"\\\n\s*", " ", text("Containerfile"))
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in joined.splitlines() if line and line[0] != "#"]


def serve_commands() -> list[list[str]]:
    """Return the arguments of ``uka`` in the unit, in the image and in the example of two servers."""
    (start,) = re.findall(r"^ExecStart=/opt/uka/bin/uka (.+)$", text("uka.service"), re.M)
    image = [json.loads(rest) for name, rest in instructions() if name == "CMD"]
    wanted = re.compile(r"\$\{UKA_HOST:[^}]*\}")
    service = [wanted.sub("uka.example.org", word) for word in compose()["x-uka"]["command"]]
    return [shlex.split(start.replace("$UKA_OPTIONS", "--name=uka.example.org --proxy=127.0.0.1")), *image, service]


def test_the_options_of_the_server_exist() -> None:
    for words in serve_commands():
        command, bound, _ = app.parse_args(words, exit_on_error=False, print_error=False)
        assert command.__name__ == "serve"
        (option,) = bound.args
        assert not option.browser
        assert option.port in (None, 8765)


def test_each_metric_exists() -> None:
    known = {
        re.sub(SUFFIXES, "", line.split()[2])
        for line in ServerMetrics().text().decode().splitlines()
        if "# TYPE" in line
    }
    for name in ("alerts.yaml", "grafana.json"):
        named = {re.sub(SUFFIXES, "", word) for word in re.findall(r"\b(?:uka|process)_[a-z_]+", text(name))}
        assert named - known - {"uka"} == set()
        assert len(named) > 5


def test_each_alert_says_what_to_do() -> None:
    (group,) = pytest.importorskip("yaml").safe_load(text("alerts.yaml"))["groups"]
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"]) > 0
    for rule in group["rules"]:
        assert rule["labels"]["severity"] in {"warning", "critical"}
        assert rule["annotations"].keys() == {"summary", "description"}
        assert rule["expr"].count("(") == rule["expr"].count(")")


def test_the_dashboard_has_a_query_and_a_description_in_each_panel() -> None:
    board = json.loads(text("grafana.json"))
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"]) > 0
    for panel in board["panels"]:
        assert panel["description"].endswith(".")
        assert all(target["expr"].count("(") == target["expr"].count(")") for target in panel["targets"])


def test_the_image_has_no_rights_and_only_extras_that_exist() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for name in ("Containerfile", "uka.service"):
        for found in re.findall(r"uka\[([a-z,]+)\]", text(name)):
            assert set(found.split(",")) <= extras.keys()
    (user,) = (rest for name, rest in instructions() if name == "USER")
    assert int(user) > 0  # not root
    images = [rest for name, rest in instructions() if name == "FROM"]
    assert all(":" in image for image in images)
    assert "/api/health/live" in text("Containerfile")


def test_the_two_servers_are_confined() -> None:
    found = compose()
    services = found["services"]
    assert services.keys() == {"uka1", "uka2", "database", "proxy"}
    for name in ("uka1", "uka2", "proxy"):
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]
    assert all(":" in service["image"] for service in services.values() if service["image"] != "uka")
    set_in_example = set(re.findall(r"^(\w+)=", text("example.env"), re.M))
    assert set(re.findall(r"\$\{(\w+)", text("compose.yaml"))) == set_in_example
    (subnet,) = found["networks"]["inner"]["ipam"]["config"]
    assert f"--proxy={subnet['subnet']}" in services["uka1"]["command"]
    for name in ("uka1", "uka2"):
        assert f"{name}:8765" in text("Caddyfile")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_units_are_valid_and_confined() -> None:
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(str(DEPLOY / name) for name in UNITS)],
        capture_output=True,
        text=True,
    )
    said = [line for line in checked.stderr.splitlines() if "/opt/uka/bin/uka is not executable" not in line]
    assert said == []
    for name in ("uka.service", "uka-backup.service"):
        exposure = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(DEPLOY / name)]
        found = subprocess.run(exposure, capture_output=True, text=True)
        assert found.returncode == 0, found.stdout


def test_the_page_about_hosting_names_each_file() -> None:
    page = (ROOT / "docs" / "serving.md").read_text()
    for path in DEPLOY.iterdir():
        assert f"`{path.name}`" in page
