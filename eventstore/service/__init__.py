"""The record service: the HTTP API of a store.

- `app`: the service as one ASGI app; the only module that other packages need.
- `context`: the principal of a request and its rights.
- `routes_*`: the routes, by purpose.
- `requests`, `responses`: request and response bodies; `errors`: error responses.
- `middleware`, `observability`: protection against harmful requests; log and metrics.
"""
