"""Delivery by a virtual keyboard on wlroots compositors, with the program wtype."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil

from app.output.sink import Delivery, DeliveryState, Reason, SinkId

_log = logging.getLogger("output")

_PROGRAM = "wtype"
_TIMEOUT_S = 10.0
_FIRST_KEY_MS = 100
"""Before the first key: where the seat has no keyboard yet, programs must take note of this one, or
they miss what is typed first. On sway a fifth of the texts lost characters without a pause, 1 of
248 with half of this one."""


class WtypeSink:
    """Types the text with a keymap made for it, so that Han characters arrive.

    Nothing comes back from the target, so what is sent is UNCONFIRMED. Where the compositor has
    no virtual keyboard wtype says so before it types anything.
    """

    sink_id = SinkId.WTYPE

    async def begin(self) -> Reason | None:
        """Whether wtype is installed and there is a Wayland compositor."""
        has_both = shutil.which(_PROGRAM) and os.environ.get("WAYLAND_DISPLAY")
        return None if has_both else Reason.UNAVAILABLE

    async def preview(self, text: str) -> None:
        """Nothing: text that may change is never typed."""

    async def commit(self, text: str) -> Delivery:
        """Types it."""
        try:
            process = await asyncio.create_subprocess_exec(
                _PROGRAM,
                "-s",
                str(_FIRST_KEY_MS),
                "-",  # the text comes from standard input, not the process list
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            _log.info("wtype: %s", error)
            return Delivery.failed(self.sink_id, text, Reason.UNAVAILABLE)
        try:
            sent = text.encode("utf-8", "surrogatepass")
            _output, errors = await asyncio.wait_for(process.communicate(sent), _TIMEOUT_S)
        except asyncio.TimeoutError:
            process.kill()
            await process.wait()
            return Delivery(DeliveryState.UNCONFIRMED, self.sink_id, text)  # some may be typed
        if process.returncode:
            _log.info("wtype: %s", errors.decode(errors="replace").strip())
            return Delivery.failed(self.sink_id, text, Reason.UNAVAILABLE)
        return Delivery(DeliveryState.UNCONFIRMED, self.sink_id, text)

    async def cancel(self) -> None:
        """Nothing was taken."""
