"""The viewer's own routes, beside those of the record service: what needs boards, and pages without Streamlit.

They are routes of the service's app, with its access rules, error responses and limits.

- `app`: all routes as one ASGI app, in the language of each request; the only module that other packages need.
- `live`: the table of the live record, previews of moves, entries that need the board or the notation.
- `replay`: a match to step through, moves tried out in it, a line of them kept as a fork.
- `pairing`: the page that gives a device access.
- `handover`: the pages that hand a match over by one code.
- `live_page`, `live_files`: the live page, its files and service worker.
- `icons`: the icon of every page, and the manifests.
- `rules`: the texts of the rules, to which their ids lead.
- `html_page`: the frame of a page without Streamlit, and errors as pages.
"""
