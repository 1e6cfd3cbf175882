"""How the server prepares its process, without a start of the server."""

import pytest

from uka.server import run

resource = pytest.importorskip("resource", reason="Windows has no such limits")


@pytest.mark.parametrize("infinity", [-1, (1 << 63) - 1], ids=["Linux", "macOS"])
def test_without_a_limit_on_open_files_connections_have_no_limit(
    infinity: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "RLIM_INFINITY", infinity)
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: None)
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (infinity, infinity))
    assert run._raise_file_limit() is None


@pytest.mark.parametrize(("files", "connections"), [(1000, 800), (256, 128)])
def test_some_open_files_are_reserved(files: int, connections: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: None)
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (files, files))
    assert run._raise_file_limit() == connections
