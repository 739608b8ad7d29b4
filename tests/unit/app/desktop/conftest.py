from tests.helpers.desktop.fixtures import ibus_desktop, plain_desktop, session_bus

__all__ = ["ibus_desktop", "plain_desktop", "session_bus"]
