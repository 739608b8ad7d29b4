"""What became of a text for another program, as the window and the desktop's notices say it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.output.sink import Reason


class DeliveryWords(QObject):
    """Chooses the words by the reason why a text was not delivered.

    Threads: GUI.
    """

    def word(self, reason: Reason, *, is_on_clipboard: bool) -> tuple[str, str]:
        """What happened, and where the text is now."""
        return self._what(reason), self._where(is_on_clipboard=is_on_clipboard)

    def _what(self, reason: Reason) -> str:
        if reason is Reason.FOCUS_CHANGED:
            return self.tr("Another window has the focus now, so the text was not typed there.")
        if reason is Reason.PASSWORD_FIELD:
            return self.tr("Nothing is typed into password fields.")
        if reason is Reason.SESSION_LOCKED:
            return self.tr("The screen was locked, so the text was not typed.")
        if reason is Reason.NO_TARGET:
            return self.tr("No text field had the focus.")
        if reason is Reason.REFUSED:
            return self.tr("The program did not take the text.")
        return self.tr("The text could not be typed into this program.")

    def _where(self, *, is_on_clipboard: bool) -> str:
        if is_on_clipboard:
            return self.tr("It is on the clipboard: paste it where you want it.")
        return self.tr("It is in CosyScribe's window: copy it there.")
