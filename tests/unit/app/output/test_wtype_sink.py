from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.output.sink import Delivery, DeliveryState, Reason
from app.output.wtype_sink import WtypeSink


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wtype that keeps what it is told to type."""
    path = tmp_path / "wtype"
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.chdir(tmp_path)
    path.write_text('#!/bin/sh\n[ "$1 $3" = "-s -" ] && [ "$2" -ge 100 ] && exec cat > typed\n')
    path.chmod(0o755)
    return path


def commit(text: str) -> tuple[Reason | None, Delivery]:
    async def main() -> tuple[Reason | None, Delivery]:
        sink = WtypeSink()
        reason = await sink.begin()
        await sink.preview("never")
        delivery = await sink.commit(text)
        await sink.cancel()
        return reason, delivery

    return asyncio.run(main())


def test_text_is_typed_as_it_is_and_stays_unconfirmed(program: Path) -> None:
    reason, delivery = commit("你好\n-x 😀")
    assert reason is None
    assert delivery.state is DeliveryState.UNCONFIRMED
    assert (program.parent / "typed").read_text() == "你好\n-x 😀"


def test_compositor_without_virtual_keyboard_leaves_it_to_another(program: Path) -> None:
    program.write_text("#!/bin/sh\nexit 1\n")
    assert commit("好")[1].reason is Reason.UNAVAILABLE


def test_missing_program_is_unavailable(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program.unlink()
    monkeypatch.setenv("PATH", str(program.parent))
    reason, delivery = commit("好")
    assert (reason, delivery.reason) == (Reason.UNAVAILABLE, Reason.UNAVAILABLE)
