"""The laws of games and boards, for our own and for those of packages: `suite` tries them all.

Each law has a toy that breaks it (`broken_games`, `broken_boards`), so that every law is known to be able to fail.
"""
