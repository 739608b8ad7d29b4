from tests.helpers.desktop.fixtures import ibus_desktop, plain_desktop, session_bus
from tests.helpers.virtual_mic import virtual_mic

__all__ = ["ibus_desktop", "plain_desktop", "session_bus", "virtual_mic"]
