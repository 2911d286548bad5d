"""Tests of the answers of the viewer."""
