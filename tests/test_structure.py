"""The tree's rules that no linter knows: every module is tested, and who may import what."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(
    path.relative_to(ROOT)
    for package in ("app", "engine")
    for path in (ROOT / package).rglob("*.py")
    if path.name != "__init__.py"
)
NATIVE_PARTS = ("capture", "textnorm")

ONLY_IN = {
    "ctranslate2": ("engine/asr/backends",),
    "sherpa_onnx": ("engine/asr/backends",),
    "tokenizers": ("engine/asr/backends",),
    "native._capture": ("engine/audio/microphone.py", "engine/audio/alsa_source.py"),
    "native._textnorm": ("engine/text/normalize.py",),
    "alsaaudio": ("engine/audio",),
    "soxr": ("engine/audio",),
    "PySide6": ("app",),
}
"""Package -> the only places that may import it; each has one door."""


UNTESTED = {
    "engine/models/http_source.py",
}
"""Modules older than the rule; the list only shrinks."""


def has_behaviour(path: Path) -> bool:
    """Whether there is anything to test: more than values, protocols and error fields."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name != "__init__":
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            if any(not _is_ellipsis(statement) for statement in body):
                return True
    return False


def _is_ellipsis(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and statement.value.value is Ellipsis
    )


def imported_by(path: Path) -> Iterator[str]:
    """Every module that a file imports, with the names taken from it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_every_module_has_its_test(module: Path) -> None:
    if module.as_posix() in UNTESTED or not has_behaviour(ROOT / module):
        return
    mirrored = Path("tests/unit") / module.parent / f"test_{module.stem.strip('_')}.py"
    assert (ROOT / mirrored).is_file(), f"{module} has no {mirrored}"


def test_no_test_outlives_its_module() -> None:
    known = {Path("tests/unit") / m.parent / f"test_{m.stem.strip('_')}.py" for m in MODULES}
    written = {path.relative_to(ROOT) for path in (ROOT / "tests/unit").rglob("test_*.py")}
    assert written <= known, f"tests without a module: {sorted(map(str, written - known))}"


@pytest.mark.parametrize("part", NATIVE_PARTS)
def test_every_native_file_has_its_test(part: str) -> None:
    sources = {path.stem for path in (ROOT / "native" / part).glob("*.cpp")}
    tests = {path.stem for path in (ROOT / "tests" / "native" / part).glob("*_test.cpp")}
    assert sources <= {name.removesuffix("_test") for name in tests}


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_each_package_comes_in_by_its_door(module: Path) -> None:
    for name in imported_by(ROOT / module):
        for package, places in ONLY_IN.items():
            if f"{name}.".startswith(f"{package}."):
                assert module.as_posix().startswith(places), f"{module} imports {package}"
