from tests.helpers.desktop.fixtures import ibus_desktop, plain_desktop

__all__ = ["ibus_desktop", "plain_desktop"]
