from __future__ import annotations

import asyncio

import pytest

from app.output.atspi_bus import AtspiConnection, AtspiError


def test_no_session_bus_is_one_kind_of_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")

    async def main() -> None:
        connection = AtspiConnection(lambda _source, _text: None)
        with pytest.raises(AtspiError):
            await connection.open()
        assert not connection.is_open
        connection.close()

    asyncio.run(main())
