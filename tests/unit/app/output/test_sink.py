from __future__ import annotations

import pytest

from app.output.sink import Delivery, DeliveryState, Reason, SinkId


def test_failed_delivery_always_has_a_reason() -> None:
    with pytest.raises(ValueError, match="reason"):
        Delivery(DeliveryState.FAILED, SinkId.IBUS, "x")


def test_reason_is_refused_where_text_was_sent() -> None:
    with pytest.raises(ValueError, match="reason"):
        Delivery(DeliveryState.DELIVERED, SinkId.IBUS, "x", Reason.REFUSED)


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (Reason.NO_TARGET, True),
        (Reason.UNAVAILABLE, True),
        (Reason.CLIPBOARD_HELD, True),
        (Reason.REFUSED, False),
        (Reason.FOCUS_CHANGED, False),
        (Reason.PASSWORD_FIELD, False),
        (Reason.SESSION_LOCKED, False),
    ],
)
def test_another_sink_is_tried_only_where_the_target_is_not_to_blame(
    reason: Reason, expected: bool
) -> None:
    assert Delivery.failed(SinkId.IBUS, "x", reason).another_may_work is expected
