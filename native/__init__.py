"""Typed face of the compiled modules; the C++ lives beside it."""
