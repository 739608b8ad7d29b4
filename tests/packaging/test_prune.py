from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import elf
import prune
import pytest

COMPILER = shutil.which("cc") or "c++"


class Builder:
    """Makes small shared libraries that load one another."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def library(self, name: str, *needs: str, runpath: str = "$ORIGIN") -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        command = [COMPILER, "-shared", "-x", "c", "/dev/null", "-x", "none", "-o", str(path)]
        command += ["-Wl,--no-as-needed", f"-Wl,-soname,{path.name}", f"-Wl,-rpath,{runpath}"]
        subprocess.run([*command, *(str(self.root / name) for name in needs)], check=True)
        return path


@pytest.fixture
def build(tmp_path: Path) -> Builder:
    return Builder(tmp_path)


@pytest.fixture
def qt(build: Builder) -> Path:
    """A wheel of Qt with every part that is kept, and some that are not."""
    lib, plugins = "PySide6/Qt/lib", "PySide6/Qt/plugins"
    build.library(f"{lib}/libQt6Core.so.6")
    build.library(f"{lib}/libQt6Gui.so.6", f"{lib}/libQt6Core.so.6")
    build.library(f"{lib}/libQt6Quick.so.6", f"{lib}/libQt6Gui.so.6")
    for module in (*prune.QT_MODULES, "QtQuick"):
        loads = "libQt6Quick.so.6" if module == "QtQuick" else "libQt6Gui.so.6"
        build.library(f"PySide6/{module}.abi3.so", f"{lib}/{loads}", runpath="$ORIGIN/Qt/lib")
    for plugin in (*prune.QT_PLUGINS, "platformthemes/libqgtk3.so"):
        gui = f"{lib}/libQt6Gui.so.6"
        build.library(f"{plugins}/{plugin}", gui, runpath="$ORIGIN/../../lib")
    for name in prune.QT_PYTHON:
        write(build.root / "PySide6" / name)
    for name in prune.QT_TRANSLATIONS:
        write(build.root / "PySide6/Qt/translations" / name)
    return build.root


def write(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_what_kept_parts_of_qt_load_is_kept(qt: Path) -> None:
    prune.prune(qt)
    assert (qt / "PySide6/Qt/lib/libQt6Core.so.6").is_file()
    assert (qt / "PySide6/Qt/lib/libQt6Gui.so.6").is_file()
    assert not list(prune.unresolved(qt))


def test_other_parts_of_qt_are_dropped(qt: Path) -> None:
    prune.prune(qt)
    assert not (qt / "PySide6/QtQuick.abi3.so").exists()
    assert not (qt / "PySide6/Qt/lib/libQt6Quick.so.6").exists()
    assert not (qt / "PySide6/Qt/plugins/platformthemes/libqgtk3.so").exists()


def test_a_wheel_without_a_part_that_is_kept_is_refused(qt: Path) -> None:
    (qt / "PySide6/Qt/plugins/platforms/libqxcb.so").unlink()
    with pytest.raises(SystemExit, match=r"libqxcb\.so"):
        prune.prune(qt)


def test_tests_headers_and_stubs_are_dropped(qt: Path) -> None:
    unused = ("numpy/tests/test_a.py", "numpy/a.h", "soxr/a.pyi", "a/__pycache__/a.pyc")
    for name in unused:
        write(qt / name)
    kept = write(qt / "numpy/core.py")
    prune.prune(qt)
    assert kept.is_file()
    assert not [name for name in unused if (qt / name).exists()]
    assert not (qt / "a").exists()


def test_modules_lose_their_shebang_and_keep_their_lines(qt: Path) -> None:
    module = write(qt / "pypinyin/core.py", "#!/usr/bin/env python\nvalue = 1\n")
    module.chmod(0o755)
    prune.prune(qt)
    assert module.read_text().splitlines() == ["#", "value = 1"]
    assert not module.stat().st_mode & 0o111


def test_licence_texts_move_to_a_folder_a_package(tmp_path: Path) -> None:
    info = tmp_path / "wheels/numpy-2.4.6.dist-info"
    write(info / "licenses/LICENSE.txt", "BSD")
    write(info / "licenses/numpy/fft/LICENSE.md", "also BSD")
    write(info / "METADATA")
    write(tmp_path / "wheels/licensing/license_notes.md", "LGPL")
    prune.collect_licences(tmp_path / "wheels", tmp_path / "licences")
    assert (tmp_path / "licences/numpy/LICENSE.txt").read_text() == "BSD"
    assert (tmp_path / "licences/numpy/numpy-fft-LICENSE.md").read_text() == "also BSD"
    assert (tmp_path / "licences/soundfile/license_notes.md").read_text() == "LGPL"
    assert (info / "METADATA").is_file()


def test_a_library_too_new_for_the_oldest_release_is_named(tmp_path: Path) -> None:
    source = write(tmp_path / "new.c", "#include <stdlib.h>\nvoid *f(void) { return malloc(1); }\n")
    library = tmp_path / "new.so"
    subprocess.run([COMPILER, "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
    needed = elf.read(library).symbol_versions["GLIBC"]
    named = f"new.so needs GLIBC_{'.'.join(map(str, needed))}"
    assert list(prune.too_new(tmp_path, {"GLIBC": (2,)})) == [named]
    assert not list(prune.too_new(tmp_path, {"GLIBC": needed}))


def test_a_library_that_is_not_where_it_is_looked_for_is_named(build: Builder) -> None:
    build.library("parts/libpart.so")
    build.library("whole.so", "parts/libpart.so")
    assert list(prune.unresolved(build.root)) == ["whole.so does not find libpart.so"]


def test_a_library_of_the_wheel_that_is_gone_is_named(build: Builder) -> None:
    gone = build.library("libgomp-e985bcbb.so.1")
    build.library("whole.so", gone.name)
    gone.unlink()
    assert list(prune.unresolved(build.root)) == [f"whole.so needs {gone.name}, which is gone"]
