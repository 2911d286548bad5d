"""Tests of the answers of the record service."""
