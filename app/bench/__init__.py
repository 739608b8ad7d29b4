"""Measuring recognition on this machine, beside other programs."""
