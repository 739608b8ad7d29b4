from tests.helpers.virtual_mic import virtual_mic

__all__ = ["virtual_mic"]
