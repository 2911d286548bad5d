"""`partie service` writes a file that the system accepts, and takes it back."""

import plistlib
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from eventstore.maintenance.keeping import notes_of
from tests.viewer.commands.terminal import Terminal
from viewer.service_units import unit_of

PROGRAM = (sys.executable, "-m", "viewer", "--store", '/home/ana/100 % "ours" $HOME/partie.db', "serve", "--port", "80")


def test_systemd_accepts_the_unit_and_reads_the_command_as_it_was_written(tmp_path: Path) -> None:
    if not (analyze := shutil.which("systemd-analyze")):
        pytest.skip("systemd is not installed.")
    unit = unit_of("Linux", tmp_path, PROGRAM, "ana")
    unit.path.parent.mkdir(parents=True)
    unit.path.write_bytes(unit.content)
    checked = subprocess.run([analyze, "verify", "--man=no", str(unit.path)], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")
    lines = unit.content.decode().splitlines()
    assert {"Restart=on-failure", "NoNewPrivileges=yes", "MemoryMax=1024M", "WantedBy=default.target"} <= set(lines)
    assert '"/home/ana/100 %% \\"ours\\" $$HOME/partie.db"' in unit.content.decode()


def test_launchd_and_windows_get_files_of_their_own_form(tmp_path: Path) -> None:
    agent = plistlib.loads(unit_of("Darwin", tmp_path, PROGRAM, "ana").content)
    assert tuple(agent["ProgramArguments"]) == PROGRAM
    assert (agent["RunAtLoad"], agent["KeepAlive"]) == (True, {"SuccessfulExit": False})
    task = ElementTree.fromstring(unit_of("Windows", tmp_path, ("C:\\partie.exe", "serve"), "ana").content)
    names = {"t": "http://schemas.microsoft.com/windows/2004/02/mit/task"}
    assert task.findtext("t:Actions/t:Exec/t:Command", namespaces=names) == "C:\\partie.exe"
    assert task.findtext("t:Principals/t:Principal/t:RunLevel", namespaces=names) == "LeastPrivilege"
    assert task.findtext("t:Settings/t:ExecutionTimeLimit", namespaces=names) == "PT0S"
    with pytest.raises(ValueError, match="no service of Plan9"):
        unit_of("Plan9", tmp_path, PROGRAM, "ana")


def test_a_service_is_installed_and_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")  # Here the system's own service must not change.
    partie = Terminal(tmp_path / "new" / "partie.db")
    assert "There is no service" in partie("service", "status", code=1)
    assert "No such option: --hom" in partie("service", "install", "--hom", code=2)
    monkeypatch.chdir(tmp_path)
    told = partie("service", "install", "--port", "9000", "--backup", "disk", code=1)  # It does not run.
    unit = tmp_path / ".config" / "systemd" / "user" / "partie.service"
    assert told.startswith(f"{unit} written\n")
    assert "systemctl --user enable --now partie" in told
    assert f'"--store" "{partie.store}" "serve" "--port" "9000"\n' in unit.read_text()
    partie("service", "install", "--backup", "near", code=1)
    assert notes_of(partie.store).folders == (tmp_path / "disk", tmp_path / "near")
    assert unit.stat().st_mode & 0o77 == 0
    assert "systemctl --user status --no-pager partie" in partie("service", "status", code=1)
    assert "systemctl --user disable --now partie" in partie("service", "uninstall")
    assert not unit.exists()
