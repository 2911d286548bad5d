"""The answers of the record service: functions from a request to a response, which know of no server.

- `values`: requests and responses; `parameters`: the arguments of a function, read of a request.
- `addresses`: the table of all addresses of the service; `dispatch`: the answer to a request by such a table.
- `context`: the store, the principal of a request and its rights; `problems`: the answers to errors.
- `bodies`, `content`: what requests and responses hold; `representations`: matches and events as such.
- `matches`, `changes`, `recording`, `notes`, `people`, `photos`: the answers.
"""
