"""One call on the session bus over a plain socket.

For commands that a desktop runs at each press of a key: importing asyncio and dbus-fast would
cost more time than all of this. It speaks as much of the D-Bus protocol as text arguments need:
https://dbus.freedesktop.org/doc/dbus-specification.html
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Iterator, Mapping
from types import TracebackType
from urllib.parse import unquote_to_bytes

_BUS = "org.freedesktop.DBus"
_BUS_PATH = "/org/freedesktop/DBus"
_CALL, _REPLY, _ERROR, _SIGNAL = 1, 2, 3, 4
_NO_AUTO_START = 2
_PATH, _INTERFACE, _MEMBER, _ERROR_NAME, _REPLY_SERIAL = 1, 2, 3, 4, 5
_DESTINATION, _SENDER, _SIGNATURE = 6, 7, 8
_MAX_MESSAGE_BYTES = 1 << 20


class BusCallError(Exception):
    """The call failed; ``name`` is the D-Bus error name, empty where there was no bus."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"{name}: {detail}" if name else detail)
        self.name = name

    @property
    def is_not_running(self) -> bool:
        """Nobody owns the name, and the bus cannot start its owner."""
        return self.name in (
            f"{_BUS}.Error.ServiceUnknown",
            f"{_BUS}.Error.NameHasNoOwner",
            f"{_BUS}.Error.Spawn.ServiceNotFound",
        )


class SessionBus:
    """A connection for a few calls, one after the other."""

    def __init__(self, environ: Mapping[str, str] = os.environ, timeout_s: float = 30.0) -> None:
        self._socket = _connect(environ, timeout_s)
        self._serial = 0
        try:
            self._authenticate()
            self.call(_BUS, _BUS_PATH, _BUS, "Hello")
        except (OSError, BusCallError) as error:
            self._socket.close()
            raise BusCallError("", f"the session bus does not answer: {error}") from error

    def __enter__(self) -> SessionBus:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()

    def call(
        self,
        destination: str,
        path: str,
        interface: str,
        member: str,
        arguments: tuple[str, ...] = (),
    ) -> tuple[str, ...]:
        """Calls a method with text arguments and returns the text values of its answer.

        Never starts a program: see ``start``.

        Raises:
            BusCallError: the answer is an error, or none came in time.
        """
        self._serial += 1
        fields = [
            (_PATH, "o", path),
            (_DESTINATION, "s", destination),
            (_INTERFACE, "s", interface),
            (_MEMBER, "s", member),
        ]
        try:
            self._socket.sendall(_message(self._serial, fields, arguments))
            kind, header, body = self._answer()
        except OSError as error:
            raise BusCallError("", f"no answer from the session bus: {error}") from error
        texts = tuple(_texts(str(header.get(_SIGNATURE, "")), body))
        if kind == _ERROR:
            raise BusCallError(str(header.get(_ERROR_NAME, "")), " ".join(texts[:1]))
        return texts

    def watch_name(self, name: str) -> None:
        """Asks to be told when the name gets an owner: see ``wait_for_name``."""
        rule = f"type='signal',sender='{_BUS}',member='NameOwnerChanged',arg0='{name}'"
        self.call(_BUS, _BUS_PATH, _BUS, "AddMatch", (rule,))

    def wait_for_name(self, name: str) -> None:
        """Waits until the name has an owner; ``watch_name`` comes first.

        Raises:
            BusCallError: it got none in time.
        """
        try:
            self.call(_BUS, _BUS_PATH, _BUS, "GetNameOwner", (name,))
        except BusCallError as error:
            if not error.is_not_running:
                raise
        else:
            return
        try:
            for kind, header, body in self._messages():
                if kind == _SIGNAL and header.get(_MEMBER) == "NameOwnerChanged":
                    changed, _old, new = _texts("sss", body)
                    if changed == name and new:
                        return
        except OSError as error:
            raise BusCallError("", f"{name} did not start: {error}") from error

    def _authenticate(self) -> None:
        identity = str(os.getuid()).encode().hex()
        self._socket.sendall(b"\0AUTH EXTERNAL " + identity.encode() + b"\r\n")
        answer = b""
        while not answer.endswith(b"\r\n"):
            answer += self._receive(1)
        if not answer.startswith(b"OK "):
            raise BusCallError("", "the session bus refuses this user")
        self._socket.sendall(b"BEGIN\r\n")

    def _answer(self) -> tuple[int, dict[int, str | int], bytes]:
        return next(
            message
            for message in self._messages()
            if message[0] in (_REPLY, _ERROR) and message[1].get(_REPLY_SERIAL) == self._serial
        )

    def _messages(self) -> Iterator[tuple[int, dict[int, str | int], bytes]]:
        while True:
            start = self._receive(16)
            order = "<" if start[:1] == b"l" else ">"
            body_size, _serial, fields_size = struct.unpack(order + "III", start[4:])
            padded = (fields_size + 7) & ~7
            if body_size + padded > _MAX_MESSAGE_BYTES:
                raise OSError("the message is too large")
            fields = self._receive(padded)
            yield start[1], _header(order, fields[:fields_size]), self._receive(body_size)

    def _receive(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            part = self._socket.recv(size - len(data))
            if not part:
                raise OSError("the connection was closed")
            data += part
        return bytes(data)


def _connect(environ: Mapping[str, str], timeout_s: float) -> socket.socket:
    addresses = environ.get("DBUS_SESSION_BUS_ADDRESS", "")
    if not addresses and environ.get("XDG_RUNTIME_DIR"):
        addresses = f"unix:path={environ['XDG_RUNTIME_DIR']}/bus"
    for address in addresses.split(";"):
        transport, _, rest = address.partition(":")
        options = dict(part.split("=", 1) for part in rest.split(",") if "=" in part)
        if transport != "unix" or not {"path", "abstract"} & options.keys():
            continue
        if "path" in options:
            place = unquote_to_bytes(options["path"])
        else:
            place = b"\0" + unquote_to_bytes(options["abstract"])
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        connection.settimeout(timeout_s)
        try:
            connection.connect(place)
        except OSError:
            connection.close()
            continue
        return connection
    raise BusCallError("", "there is no session bus")


def _align(data: bytearray, size: int) -> None:
    data.extend(b"\0" * (-len(data) % size))


def _put_text(data: bytearray, text: str) -> None:
    _align(data, 4)
    encoded = text.encode()
    data += struct.pack("<I", len(encoded)) + encoded + b"\0"


def _message(serial: int, fields: list[tuple[int, str, str]], arguments: tuple[str, ...]) -> bytes:
    body = bytearray()
    for argument in arguments:
        _put_text(body, argument)
    header = bytearray()
    if arguments:
        signature = b"s" * len(arguments)
        header += bytes((_SIGNATURE, 1)) + b"g\0" + bytes((len(signature),)) + signature + b"\0"
    for code, kind, value in fields:
        _align(header, 8)
        header += bytes((code, 1)) + kind.encode() + b"\0"
        _put_text(header, value)
    start = struct.pack("<cBBBIII", b"l", _CALL, _NO_AUTO_START, 1, len(body), serial, len(header))
    _align(header, 8)
    return start + bytes(header) + bytes(body)


def _header(order: str, fields: bytes) -> dict[int, str | int]:
    """Header fields by code: each a variant of a text, a signature or a number."""
    found: dict[int, str | int] = {}
    position = 0
    while position < len(fields):
        position += -position % 8
        code, kind = fields[position], fields[position + 2 : position + 3]
        position += 4
        if kind == b"g":
            size = fields[position]
            found[code] = fields[position + 1 : position + 1 + size].decode()
            position += size + 2
        else:
            (number,) = struct.unpack_from(order + "I", fields, position)
            position += 4
            if kind == b"u":
                found[code] = number
            else:
                found[code] = fields[position : position + number].decode()
                position += number + 1
    return found


def _texts(signature: str, body: bytes) -> Iterator[str]:
    """The leading text values of a body; little-endian, as every bus we call is."""
    position = 0
    for kind in signature:
        if kind != "s":
            return
        position += -position % 4
        (size,) = struct.unpack_from("<I", body, position)
        yield body[position + 4 : position + 4 + size].decode()
        position += 5 + size
