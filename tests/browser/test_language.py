"""The language of the pages: picked by the reader, kept, and asked for by an address."""

from playwright.sync_api import Browser, expect


def test_the_reader_picks_a_language_and_keeps_it(site: str, browser: Browser) -> None:
    with browser.new_context(locale="ro-RO") as context:
        page = context.new_page()
        page.goto(site)
        html = page.locator("html")
        expect(html).to_have_attribute("lang", "ro")
        expect(page.get_by_role("heading", name="Partide")).to_be_visible()
        page.get_by_role("combobox", name="Limba").select_option("cs")
        expect(page.get_by_role("heading", name="Partie")).to_be_visible()
        expect(html).to_have_attribute("lang", "cs")
        page.goto(f"{site}/replay?match=four&lang=en")
        expect(html).to_have_attribute("lang", "en")
        expect(page.get_by_role("button", name="Watch")).to_be_visible()
        page.get_by_role("link", name="Plays").click()  # The address no longer asks for it, the visit goes on in it.
        expect(page.get_by_role("heading", name="Plays")).to_be_visible()
        page.goto(site)
        expect(page.get_by_role("heading", name="Partie")).to_be_visible()
