"""Every Python's wheel set is to be had, by the hashes in its lock file."""

from __future__ import annotations

import os
import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def load_lock_script() -> ModuleType:
    loader = SourceFileLoader("lock_script", str(ROOT / "scripts/lock"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


LOCK_SCRIPT = load_lock_script()


def locked(python: str) -> str:
    return (ROOT / f"requirements/py{python}.lock").read_text(encoding="utf-8")


@pytest.mark.parametrize("python", LOCK_SCRIPT.PYTHONS)
def test_lock_holds_what_is_required_of_that_python(python: str) -> None:
    pinned = re.findall(r"^([a-z0-9-]+)==", locked(python), re.MULTILINE)
    required = [re.split("[<>=]", name)[0] for name in LOCK_SCRIPT.requirements_for(python)]
    assert sorted(pinned) == sorted(name.strip().lower() for name in required)


@pytest.mark.skipif(
    "COSYSCRIBE_TEST_DESKTOP" not in os.environ,
    reason="asks the package index: scripts/test --desktop",
)
@pytest.mark.parametrize("python", LOCK_SCRIPT.PYTHONS)
def test_wheels_of_that_python_resolve_from_its_lock(python: str) -> None:
    pins = re.findall(r"^\S+==\S+", locked(python), re.MULTILINE)
    found = LOCK_SCRIPT.resolve(pins, python, "x86_64")
    assert len(found) == len(pins)
    for name, (version, digest) in found.items():
        assert f"{name}=={version}" in pins
        assert f"sha256:{digest}" in locked(python)
