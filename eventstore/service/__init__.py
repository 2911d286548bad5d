"""The record service over HTTP: what programs, tables and spectators ask of a store, and what they tell it.

- `application`: the whole of it as one ASGI app; the only module others need.
- `visit`: who asks, and what they may see and write.
- `writing`, `notes`, `people`, `reading`, `exports`, `feed`: the addresses, by what they are for.
- `shapes`: what is told and answered; `problems`: what is answered to what cannot be.
- `limits`, `watch`: what keeps it up, and what it tells about itself.
"""
