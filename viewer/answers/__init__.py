"""The answers that need boards, texts and languages, beside those of the record service.

- `dispatch`: the answer to any request, of the service or of the viewer; the only module that other packages need.
- `live`: the table of the live record, previews of moves, entries that need the board or the notation.
- `replay`: a match to step through, moves tried out in it, a line of them kept as a fork.
- `review`: the review of a match, and its moments to try again.
- `edits`: one value of a play, changed in place.
"""
