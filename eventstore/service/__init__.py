"""The record service: the HTTP API of a store.

- `app`: the service as one ASGI app; the only module that other packages need.
- `address_routes`: routes for the addresses of `eventstore.answers`; `routes`: those that only a server has.
- `context`: the principal of a request; `errors`: error responses.
- `middleware`, `observability`: protection against harmful requests; log and metrics.
"""
