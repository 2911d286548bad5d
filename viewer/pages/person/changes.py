"""The tab with forms that change one person: rename, link an account, merge, split, erase."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from eventstore.maintenance import erasure
from eventstore.matches.repository import MatchRepository
from eventstore.readmodels.index import MatchIndex
from viewer import surface
from viewer.components.html_block import html_block
from viewer.components.people.picker import choose, known_people, person_picker
from viewer.locale.language import gettext, ngettext
from viewer.locale.plain_text import fit, listed, plain
from viewer.look.element import element
from viewer.pages.shared import flash
from viewer.pages.shared.picture_form import picture_form
from viewer.pages.shared.tabs import tab_address
from viewer.surface.kept import forget_all
from viewer.texts.app_names import account_label


@contextmanager
def change() -> Iterator[None]:
    """Run a change in the body; its error becomes the message. Then run the page again."""
    with flash.catch_errors(
        conflict=gettext("Another user changed people at the same time. Check the people and try again.")
    ):
        yield
    surface.run_again()


def rename(matches: MatchRepository, who: str) -> None:
    name = matches.people().name(who)
    with surface.form(f"rename-{who}"):
        new = surface.text_input(gettext("Name"), value=plain(name), max_chars=100)
        if surface.submit(gettext("Rename"), icon=":material/edit:"):
            with change():
                matches.people_repository.rename(who, new)
                flash.put(gettext("{old} is now called {new}.", old=fit(name, 40), new=fit(new, 40)))


def link(matches: MatchRepository, who: str) -> None:
    """Link an account at another app, so that imports find the person."""
    people = matches.people()
    with surface.form(f"link-{who}", clear_on_submit=True):
        account = surface.text_input(gettext("Account in another app"), placeholder="bgg:username")
        if surface.submit(gettext("Link"), icon=":material/link:"):
            with change():
                matches.people_repository.link(who, account)
                name = fit(people.name(who), 40)
                flash.put(
                    gettext("{account} is linked to {name}.", account=plain(account.strip().casefold()), name=name)
                )
    if accounts := people.accounts_of(who):
        surface.text(gettext("Linked: {accounts}", accounts=", ".join(dict.fromkeys(map(account_label, accounts)))))


def merge(matches: MatchRepository, index: MatchIndex, who: str) -> None:
    """Merge another person into this one; reversible."""
    name = fit(matches.people().name(who), 40)
    others = [person for person in known_people(index, matches) if person.id != who]
    chosen = person_picker(gettext("Same person as"), others, key=f"merge-{who}")
    if surface.button(gettext("Merge"), key="merge", icon=":material/merge:", disabled=not chosen):
        with change():
            matches.people_repository.merge(chosen[0].id, who)
            choose(f"merge-{who}", [])
            flash.put(gettext("They are now one person: {name}.", name=name))


def split(matches: MatchRepository, who: str) -> None:
    """Revert merges."""
    people = matches.people()
    for id in people.ids(who)[1:]:
        name = fit(people.names[id], 40)
        label = gettext("{name} is another person", name=name)
        if surface.button(label, key=f"split-{id}", icon=":material/call_split:"):
            with change():
                matches.people_repository.split(id)
                flash.put(gettext("{name} is a separate person again.", name=name))


def forget(matches: MatchRepository, index: MatchIndex, who: str) -> None:
    """Explain the erasure and ask for confirmation twice."""
    people = matches.people()
    name = fit(people.name(who), 40)
    surface.text(
        gettext(
            "The name and the accounts of {name} are permanently deleted from this store: from the list of "
            "people, and from every title, place and note that names them. Their matches stay, with "
            "“somebody” in place of the name. Backups and files exported earlier do not change. This cannot "
            "be undone.",
            name=name,
        )
    )
    sure = surface.checkbox(gettext("I want to forget {name} permanently.", name=name), key=f"sure-{who}")
    if surface.button(
        gettext("Forget"), disabled=not sure, type="primary", icon=":material/person_remove:", key="forget"
    ):
        with change():
            with surface.spinner(gettext("Rewriting the whole store.")):
                forgotten = erasure.forget(matches.store, matches, index, who)
            forget_all()  # Cached pictures and statistics contain the name.
            flash.put(_erased(forgotten))


def _erased(forgotten: erasure.Erasure) -> str:
    done = ngettext(
        "The person is forgotten; {number} row was rewritten.",
        "The person is forgotten; {number} rows were rewritten.",
        forgotten.rows,
    )
    if not forgotten.left:
        return gettext("{done} The store no longer contains the name or an account of the person.", done=done)
    words = listed([fit(word, 40) for word in forgotten.left])
    return gettext(
        "{done} The store still contains, from a namesake or within other words: {words}.", done=done, words=words
    )


def edit_tab(matches: MatchRepository, index: MatchIndex, who: str) -> None:
    back = element("a", gettext("Back to the page"), href=tab_address("person", ""), class_="link")
    html_block(element("p", back), key="back")
    left, right = surface.columns(2)
    with left:
        surface.subheader(gettext("Name"))
        surface.caption(gettext("The new name stands in every play. Earlier names are still found."))
        rename(matches, who)
        surface.subheader(gettext("Picture"))
        surface.caption(gettext("It stands in place of the letter, wherever the person is named."))
        _picture(matches, who)
        surface.subheader(gettext("Accounts"))
        surface.caption(gettext("Imports from another app find the person by the account."))
        link(matches, who)
    with right:
        surface.subheader(gettext("Same person"))
        surface.caption(gettext("All plays of the other become plays of this person. You can split them again."))
        merge(matches, index, who)
        split(matches, who)
    with surface.expander(gettext("Forget this person"), icon=":material/person_remove:", key=f"forgetting-{who}"):
        forget(matches, index, who)


def _picture(matches: MatchRepository, who: str) -> None:
    has_picture = matches.portraits.portraits().of_person(matches.people(), who) is not None
    picture_form(f"api/people/{quote(who)}/picture", has_picture=has_picture)
