"""Dockerfile, compose file and list of licences are whole; nothing here needs Docker."""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
KNOWN = {"FROM", "WORKDIR", "COPY", "ARG", "RUN", "ENV", "USER", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions with what they are given."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def test_the_image_runs_as_somebody_and_tells_its_health() -> None:
    found = instructions()
    assert {name for name, _ in found} <= KNOWN
    last = dict(found)
    assert last["USER"] not in ("", "root", "0")
    assert [name for name, _ in found].index("USER") < [name for name, _ in found].index("ENTRYPOINT")
    assert "/api/health" in last["HEALTHCHECK"]
    check = re.search(r'"-c", "(.*)"\]$', last["HEALTHCHECK"])
    assert check
    compile(check[1].replace("\\\\", "\\"), "healthcheck", "exec")


def test_what_the_image_copies_is_there_and_let_through() -> None:
    allowed = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for name, rest in instructions():
        if name == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists() and source in allowed


def test_the_compose_file_has_a_store_that_is_waited_for_and_no_password() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert services["triptych"]["depends_on"] == {"store": {"condition": "service_healthy"}}
    assert "pg_isready" in str(services["store"]["healthcheck"])
    assert services["store"]["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")
    assert services["triptych"]["ports"] == ["127.0.0.1:8321:8321"]


def test_every_dependency_we_name_has_its_licence_listed() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    names = {re.split(r"[\s\[<>=!~;]", one)[0].lower() for one in needed} - {"triptych"}
    listed = {
        line.split("|")[1].strip().lower() for line in (ROOT / "LICENCES.md").read_text().splitlines() if "|" in line
    }
    assert names - listed == set()
