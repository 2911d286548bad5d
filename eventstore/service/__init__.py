"""The record service: the HTTP API of a store.

- `application`: the service as one ASGI app; the only module that other packages need.
- `visit`: the principal of a request and its rights.
- `writing`, `notes`, `people`, `reading`, `exports`, `spectating`: the routes, by purpose.
- `wishes`, `answers`: request and response bodies; `problems`: error responses.
- `limits`, `watch`: protection against harmful requests; log and metrics.
"""
