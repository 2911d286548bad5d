"""The pocket: Partie without a server, on a phone that has opened its page once.

- `build`, `sources`: the static folder, and what of Partie is in it.
- `host`: what a server's host gives, given by the phone; it runs in the browser's Python.
- `shell`: the first page, the service worker, and the worker that owns the store.
"""
