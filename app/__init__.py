"""The desktop program and its command line."""

VERSION = "0.1.0"
"""Kept equal to ``pyproject.toml`` by a test: reading package metadata costs 30 ms a start."""
