from __future__ import annotations

import pytest

from app.cli import press, remote_command, status
from app.desktop.bus_call import BusCallError

NOT_RUNNING = BusCallError("org.freedesktop.DBus.Error.ServiceUnknown", "nobody")


def test_status_of_a_program_that_does_not_run_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ask(_member: str) -> tuple[str, ...]:
        raise NOT_RUNNING

    monkeypatch.setattr(remote_command, "ask", ask)
    assert status.run(None) == 0
    assert capsys.readouterr().out == "not running\n"


@pytest.mark.parametrize("command", [press, status])
def test_without_a_bus_one_sentence_says_what_to_do(
    command: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    assert command.run(None) == 1  # type: ignore[attr-defined]  # a command module
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err == "cosyscribe: there is no session bus: run this in a desktop session.\n"


def test_program_that_does_not_answer_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ask(_member: str) -> tuple[str, ...]:
        raise BusCallError("org.freedesktop.DBus.Error.NoReply", "late")

    monkeypatch.setattr(remote_command, "ask", ask)
    assert status.run(None) == 1
    assert "NoReply" in capsys.readouterr().err
