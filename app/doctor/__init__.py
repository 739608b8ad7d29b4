"""What works on this machine, what does not, and the one thing to do about it."""
