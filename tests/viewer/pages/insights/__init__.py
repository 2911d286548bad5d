"""Tests of the page of questions."""
