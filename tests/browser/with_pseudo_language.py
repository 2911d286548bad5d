"""The app in a language that is none (see `tests.viewer.pseudo`), in place of Czech."""

import runpy
from pathlib import Path

from tests.viewer.pseudo import Pseudo
from viewer.locale import language

if not isinstance(language.translations("cs"), Pseudo):
    pseudo = Pseudo()
    language.translations = lambda key: pseudo  # type: ignore[assignment]
runpy.run_path(str(Path(__file__).parents[2] / "viewer" / "site" / "app.py"))
