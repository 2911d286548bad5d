"""Exports of apps that log plays."""
