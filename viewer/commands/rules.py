"""The command `rule`: the text of a rule by its id, the rules of a game, or all pages of rules."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final

import typer
from rich.markdown import Markdown

from core.errors import NotFound
from core.messages import message
from viewer.commands.context import Json, argument, print_json
from viewer.commands.terminal import console, print_table
from viewer.texts.rule_texts import RuleText, rule_pages, rule_text

app = typer.Typer()

_FIRST_SENTENCE: Final = re.compile(r".*?\.(?=\s|$)", re.DOTALL)
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@app.command("rule")
def print_rule(
    name: Annotated[str | None, argument("[RULE|GAME]", "The id of a rule, the key of a game, or `record`.")] = None,
    as_json: Json = False,
) -> None:
    """Print the text of a rule, such as C-LINE-2; the rules of a game or of the record; or the games with rules."""
    pages = rule_pages()
    if name is None:
        _print_rules([rule for page in pages.values() for rule in page.rules]) if as_json else _print_pages()
    elif page := pages.get(name.lower()):
        if as_json:
            _print_rules(page.rules)
        else:
            print_table(("rule", "begins"), [(rule.id, _beginning(rule)) for rule in page.rules])
    elif rule := rule_text(name.upper()):
        if as_json:
            print_json(_listed(rule))
        else:
            typer.echo(f"{rule.id}, {pages[rule.page].title}\n")
            console().print(Markdown(_LINK.sub(r"\1", rule.markdown)))
    else:
        raise NotFound(message("There is no rule {name!r}; `partie rule` lists where rules are.", name=name))


def _print_rules(rules: Sequence[RuleText]) -> None:
    print_json([_listed(rule) for rule in rules])


def _print_pages() -> None:
    rows = [(page.key, page.title, f"{page.rules[0].id} ... {page.rules[-1].id}") for page in rule_pages().values()]
    print_table(("key", "title", "rules"), rows)


def _beginning(rule: RuleText) -> str:
    """The first sentence without marks of Markdown."""
    text = re.sub(r"[*`]", "", _LINK.sub(r"\1", rule.markdown)).removeprefix("House decision: ")
    first = _FIRST_SENTENCE.match(text)
    return " ".join((first[0] if first else text).split())


def _listed(rule: RuleText) -> dict[str, Any]:
    return {"rule": rule.id, "page": rule.page, "text": rule.markdown}
