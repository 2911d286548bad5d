"""The laws of games and boards, for our own and for those of packages: `suite` tries them all.

Each law has a toy in the tests that breaks it, so that every law is known to be able to fail.
"""
