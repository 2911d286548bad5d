"""Positions of one's own matches to train with, and the file that holds some of them."""
