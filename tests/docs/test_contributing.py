"""CONTRIBUTING names tests that are there, for every folder, and every dependency with an upper bound."""

import re
import tomllib

from packaging.requirements import Requirement

from tests import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def rows(title: str) -> list[list[str]]:
    """The rows of the table whose first column has this title, without its head."""
    table = GUIDE.split(f"\n| {title} |")[1].split("\n\n")[0]
    return [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]


def paths(text: str) -> set[str]:
    return set(re.findall(r"\b(?:core|docs|eventstore|importers|tests|viewer|\.ci)/[\w./-]*\w|\btests\b", text))


def bounded(requirements: list[str]) -> set[tuple[str, str]]:
    parsed = map(Requirement, requirements)
    return {(each.name, str(part)) for each in parsed for part in each.specifier if part.operator == "<"}


def test_the_tests_that_the_guide_names_are_there() -> None:
    assert sorted(path for path in paths(GUIDE) if not (ROOT / path).exists()) == []


def test_every_folder_has_a_row_with_the_tests_to_run() -> None:
    changed = " ".join(row[0] for row in rows("Changed"))
    folders = [path for path in (ROOT / "viewer").iterdir() if any(path.glob("*.py")) and path.name != "locale"]
    for folder in (*folders, *(ROOT / name for name in ("core", "eventstore", "importers", "docs"))):
        assert f"`{folder.relative_to(ROOT).as_posix()}/" in changed
    assert all(".venv/bin/pytest tests" in row[1] or "make javascript" in row[1] for row in rows("Changed"))


def test_the_readme_installs_the_wheel_of_this_version() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert set(re.findall(r"partie-([\d.]+)-py3-none-\*\.whl", readme)) == {PROJECT["project"]["version"]}


def test_every_upper_bound_is_that_of_a_private_interface_in_the_list() -> None:
    project = PROJECT["project"]
    shipped = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    assert bounded([row[0].strip("`") for row in rows("Package")]) == bounded(shipped)


def test_every_private_import_is_in_the_list() -> None:
    private = re.compile(
        r"^ *from ((streamlit\.(runtime|web)|uvicorn)\.|(?!core|eventstore|importers|viewer)[a-z]\S* import _)", re.M
    )
    sources = [
        path for package in ("core", "eventstore", "importers", "viewer") for path in (ROOT / package).rglob("*.py")
    ]
    users = {path.relative_to(ROOT).as_posix() for path in sources if private.search(path.read_text("utf-8"))}
    assert users > set()
    assert users <= {path for row in rows("Package") for path in paths(row[2])}


def test_the_private_interfaces_are_used_where_the_list_says() -> None:
    for _package, interfaces, files, tests in rows("Package"):
        source = "".join((ROOT / path).read_text("utf-8") for path in paths(files))
        for name in re.findall(r"`([^`]+)`", interfaces):
            assert re.split(r"[./]", name)[-1].removesuffix(".html") in source, name
        assert paths(tests)
