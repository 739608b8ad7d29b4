"""The desktop's RealtimeKit, as much of it as capture calls: raises threads on request.

Run as ``python -m tests.helpers.fake_rtkit BUS_ADDRESS``; prints ``ready``, then each request.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys

from dbus_fast import Message, MessageType
from dbus_fast.aio import MessageBus

NAME = "org.freedesktop.RealtimeKit1"


def answer(message: Message) -> Message | None:
    if message.message_type is not MessageType.METHOD_CALL or message.interface != NAME:
        return None
    process_id, thread_id, priority = message.body
    # The real service refuses a process without this limit.
    soft, hard = resource.prlimit(process_id, resource.RLIMIT_RTTIME)
    is_limited = 0 < soft <= hard <= 200_000
    os.sched_setscheduler(thread_id, os.SCHED_RR, os.sched_param(priority))
    say(f"{thread_id} priority {priority} limited {is_limited}")
    return Message.new_method_return(message)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def serve(address: str) -> None:
    bus = await MessageBus(bus_address=address).connect()
    bus.add_message_handler(answer)
    await bus.request_name(NAME)
    say("ready")
    await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
