"""The commands of `docs/service.md` have the documented results."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from core.games import scoresheet
from tests import ROOT
from tests.eventstore.service.client import Client, service
from tests.viewer.commands.terminal import Terminal

BLOCKS = re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / "service.md").read_text(), re.DOTALL)

pytestmark = pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")


def run(script: str, client: Client, folder: Path) -> str:
    """The output of a shell command against this service instead of the default address."""
    script = script.replace("http://127.0.0.1:8501", client.address)
    return subprocess.run(["bash", "-euc", script], cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_a_match_goes_from_opening_to_export_and_is_followed(tmp_path: Path) -> None:
    example, following, _, _ = BLOCKS
    with service(tmp_path) as client:
        a_while = following.strip().replace("curl", "curl --max-time 1")
        output = run(f"{example}\n{a_while} || true", client, tmp_path)
        (match,) = [client.app_state.records.match(id) for id in client.app_state.records.ids()]
        assert re.findall(r"HTTP/1.1 (\d+)", output) == ["200", "200", "412"]
        for answer in ('"rule":"N-LABEL-1"', '{"consequences":[],"scores":[13,9]}', "[13,9]", '"state":"closed"'):
            assert answer in output
        assert re.findall(r"^id: (\d+)$", output, re.MULTILINE) == [str(n) for n in range(4, match.version + 1)]
        assert json.loads((tmp_path / "matches.partie.jsonl").read_text().splitlines()[0])["id"] == match.id
        assert (match.state, match.version) == ("closed", 7)


@pytest.mark.slow
def test_tokens_let_in_and_what_is_shown_is_seen(tmp_path: Path) -> None:
    *_, tokens, showing = BLOCKS
    partie = Terminal(tmp_path / "partie.db")
    with service(tmp_path, tokens_required=True) as client:
        id = client.app_state.records.start(scoresheet, ("Jitka", "Jarda"), id="3f9a5e").id
        made = [line.split("#")[0].split()[1:] for line in tokens.splitlines() if line.startswith("partie token")]
        token, _ = (partie(*words).strip() for words in made[:2])
        listed = partie(*made[2]).splitlines()
        partie(*made[3][:-1], listed[1].split()[0])
        words = f"API={client.address}/api; JSON='Content-Type: application/json'; MATCH={id}; TOKEN={token}\n"
        assert "Jitka" in run(words + tokens.splitlines()[-1], client, tmp_path)
        client.refused(404, "GET", f"/api/matches/{id}")
        run(words + showing, client, tmp_path)
        assert client.get(f"/api/matches/{id}")["visibility"] == "unlisted"
