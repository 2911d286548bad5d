"""The viewer's own routes, beside the addresses of `viewer.answers`: imports, and pages without Streamlit.

They are routes of the service's app, with its access rules, error responses and limits.

- `app`: all routes as one ASGI app, in the language of each request; the only module that other packages need.
- `imports`: files of any format.
- `pairing`: the page that gives a device access.
- `handover`: the pages that hand a match over by one code.
- `live_page`, `live_files`: the live page, its files and service worker.
- `icons`: the icon of every page, and the manifests.
- `pocket`: the files of Partie for a phone without a server.
- `rules`: the texts of the rules, to which their ids lead.
- `html_page`: the frame of a page without Streamlit, and errors as pages.
"""
