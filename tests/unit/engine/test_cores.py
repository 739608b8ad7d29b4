from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from engine import cores
from engine.cores import Cpu, DecoderPlan


def even(count: int, siblings: int = 1) -> list[Cpu]:
    return [Cpu(n, (0, n // siblings), 4_000_000) for n in range(count)]


def test_one_core_decodes_one_thing_at_a_time() -> None:
    assert cores.plan(even(1)) == DecoderPlan(None, threads=1, workers=1)


def test_plan_is_told_in_a_few_words() -> None:
    assert "any processor" in cores.plan(even(2)).summary()
    assert cores.plan(even(4)).summary().endswith("on processors 1,2,3")


def test_two_cores_are_left_to_the_kernel() -> None:
    assert cores.plan(even(2)) == DecoderPlan(None, threads=1, workers=2)


def test_four_cores_leave_the_first_to_capture() -> None:
    assert cores.plan(even(4)) == DecoderPlan(frozenset({1, 2, 3}), threads=1, workers=2)


def test_siblings_share_a_physical_core() -> None:
    plan = cores.plan(even(8, siblings=2))
    assert plan == DecoderPlan(frozenset(range(2, 8)), threads=1, workers=2)
    assert cores.plan(even(2, siblings=2)).workers == 1


def test_sixty_four_cores_use_no_more_threads_than_help() -> None:
    plan = cores.plan(even(64))
    assert (plan.threads, plan.workers) == (4, 2)
    assert plan.cpus == frozenset(range(1, 64))


def test_hybrid_processors_decode_on_performance_cores() -> None:
    fast = [Cpu(n, (0, n // 2), 5_000_000 + 100_000 * (n < 4)) for n in range(12)]
    slow = [Cpu(12 + n, (0, 20 + n), 3_800_000) for n in range(8)]
    plan = cores.plan(fast + slow)
    assert plan.cpus == frozenset(range(2, 12))
    assert plan.threads * plan.workers <= 5


def test_two_fast_cores_among_slow_ones_are_left_to_the_kernel() -> None:
    fast = [Cpu(n, (0, n), 1024) for n in range(2)]
    slow = [Cpu(2 + n, (0, 2 + n), 446) for n in range(6)]
    assert cores.plan(fast + slow) == DecoderPlan(None, threads=1, workers=2)


def test_one_fastest_arm64_core_does_not_keep_a_partial_and_a_final_apart() -> None:
    prime = [Cpu(0, (0, 0), 1024)]
    big = [Cpu(n, (0, n), 800) for n in range(1, 4)]
    little = [Cpu(n, (0, n), 300) for n in range(4, 8)]
    assert cores.plan(prime + big + little) == DecoderPlan(None, threads=1, workers=2)


def test_arm64_with_four_big_cores_decodes_on_them() -> None:
    little = [Cpu(n, (0, n), 445) for n in range(4)]
    big = [Cpu(4 + n, (0, 4 + n), 1024) for n in range(4)]
    assert cores.plan(little + big) == DecoderPlan(frozenset({5, 6, 7}), threads=1, workers=2)


def test_unknown_speeds_count_as_equal() -> None:
    assert cores.plan([Cpu(n, (0, n)) for n in range(4)]).cpus == frozenset({1, 2, 3})


@pytest.mark.parametrize("count", range(1, 130))
def test_threads_never_exceed_physical_cores(count: int) -> None:
    plan = cores.plan(even(count))
    assert 1 <= plan.threads * plan.workers <= count


def test_reads_the_kernels_description(tmp_path: Path) -> None:
    for number, core in ((0, 0), (1, 0), (2, 1)):
        topology = tmp_path / f"cpu{number}" / "topology"
        topology.mkdir(parents=True)
        (topology / "core_id").write_text(f"{core}\n")
        (topology / "physical_package_id").write_text("0\n")
    (tmp_path / "cpu2" / "cpufreq").mkdir()
    (tmp_path / "cpu2" / "cpufreq" / "cpuinfo_max_freq").write_text("4200000\n")
    assert cores.read_cpus(tmp_path, frozenset({0, 2, 9})) == [
        Cpu(0, (0, 0), 0),
        Cpu(2, (0, 1), 4_200_000),
        Cpu(9, (0, 9), 0),
    ]


def test_this_machine_can_be_planned() -> None:
    plan = cores.current_plan()
    assert plan.cpus is None or plan.cpus <= os.sched_getaffinity(0)


def test_threads_started_meanwhile_inherit_place_and_name() -> None:
    seen: list[tuple[set[int], str]] = []

    def look() -> None:
        comm = Path("/proc/thread-self/comm").read_text().strip()
        seen.append((os.sched_getaffinity(0), comm))

    one = frozenset({min(os.sched_getaffinity(0))})
    look()
    before = seen.pop()
    with cores.starting_decoders(one, "decoder"):
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    look()
    inherited, after = seen
    assert inherited[0] == one
    # From Python 3.14 on a thread that Python starts has its own name.
    assert inherited[1] in ("decoder", thread.name[:15])
    assert after == before
