"""A match to take away: a page, pictures, points, words and a link, each made from the match alone."""
