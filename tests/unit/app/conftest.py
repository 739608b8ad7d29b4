from tests.helpers.desktop.fixtures import session_bus

__all__ = ["session_bus"]
