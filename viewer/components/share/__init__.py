"""Exports of one match: a page, pictures, points, text and a link, each made from the match alone."""
