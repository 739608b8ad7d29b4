from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.output.sink import Reason
from app.ui.delivery_message import DeliveryWords


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence_and_a_way_out(qapp: QApplication, reason: Reason) -> None:
    del qapp
    what, where = DeliveryWords().word(reason, is_on_clipboard=True)
    assert what.endswith(".")
    assert "clipboard" in where
    assert "window" in DeliveryWords().word(reason, is_on_clipboard=False)[1]
