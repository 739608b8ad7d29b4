#!/usr/bin/python3
"""Leaves of the unpacked wheels what the program uses, and checks what is left.

Usage: prune.py FOLDER LICENCES
  FOLDER    where pip unpacked them
  LICENCES  folder that their licence texts are moved to

Of Qt the parts to keep are named, so that a new wheel cannot bring along more; of the other
packages, which change little, the parts to drop. Everything that a kept library loads is kept.
"""

from __future__ import annotations

import platform
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import elf

QT_MODULES = ("QtCore", "QtDBus", "QtGui", "QtNetwork", "QtSvg", "QtWidgets")
QT_PYTHON = ("__init__.py", "_config.py", "_git_pyside_version.py", "support/__init__.py")
QT_PLUGINS = (
    "iconengines/libqsvgicon.so",
    "imageformats/libqsvg.so",
    "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
    "platforminputcontexts/libibusplatforminputcontextplugin.so",
    "platforms/libqoffscreen.so",
    "platforms/libqwayland.so",
    "platforms/libqxcb.so",
    "platformthemes/libqxdgdesktopportal.so",  # libqgtk3.so would bring in all of GTK
    "tls/libqcertonlybackend.so",
    "tls/libqopensslbackend.so",
    "wayland-decoration-client/libadwaita.so",
    "wayland-decoration-client/libbradient.so",
    "wayland-graphics-integration-client/libqt-plugin-wayland-egl.so",
    "wayland-shell-integration/libxdg-shell.so",
    "xcbglintegrations/libqxcb-egl-integration.so",
    "xcbglintegrations/libqxcb-glx-integration.so",
)
QT_TRANSLATIONS = ("qtbase_zh_CN.qm", "qtbase_zh_TW.qm")  # English needs none

_LICENCE = re.compile(r"^(LICEN[CS]E|COPYING|AUTHORS|NOTICE)|_LICENSE$|cyclonedx", re.IGNORECASE)
# Wheels that keep their texts elsewhere than in their .dist-info folder: package to files.
_LICENCES_ELSEWHERE = {
    "soundfile": ("licensing/license_notes.md",),
}

# Below the folder that the wheels were unpacked into; ** crosses folders.
UNUSED = (
    "bin",
    "include",
    "licensing",
    "share",
    "**/__pycache__",
    "**/tests",
    "**/*.pyi",
    "**/*.pxd",
    "**/*.pyx",
    "**/*.c",
    "**/*.h",
    "**/*.a",
    "**/*.lib",
    "*.dist-info/RECORD",  # no longer true
    "*.dist-info/REQUESTED",
    "*.dist-info/INSTALLER",
    "*.dist-info/direct_url.json",
    "*.dist-info/sboms",
    "ctranslate2/converters",  # these two make models and need torch
    "ctranslate2/specs",
    "numpy/_core/*_tests.*.so",
    "numpy/_core/_simd.*.so",  # numpy's own tests use it
    "numpy/_core/lib",
    "numpy/_pyinstaller",
    "numpy/distutils",
    "numpy/f2py",
    "numpy/random/_examples",
    "numpy/random/lib",
    "opencc/clib/bin",
    "opencc/clib/include",
    "opencc/clib/lib64",
    "sherpa_onnx/include",
    "sherpa_onnx/lib/libsherpa-onnx-*-api.so",  # its faces for C and C++
    "shiboken6/include",
    "shiboken6/lib",
)


FLOORS = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 30)}  # Ubuntu 22.04
ARM64_FLOORS = FLOORS | {"GLIBC": (2, 39)}  # Qt publishes nothing older for it


def prune(root: Path) -> None:
    """Removes what the program does not use."""
    _prune_qt(root / "PySide6")
    for pattern in UNUSED:
        for path in sorted(root.glob(pattern)):
            _remove(path)
    _remove_empty_folders(root)
    _remove_shebangs(root)


def too_new(root: Path, floors: dict[str, tuple[int, ...]]) -> Iterator[str]:
    """What would not load on the oldest supported release."""
    for library in elf.libraries(root):
        for name, floor in floors.items():
            wanted = library.symbol_versions.get(name, ())
            if wanted > floor:
                yield f"{library.path.relative_to(root)} needs {name}_{_dotted(wanted)}"


def unresolved(root: Path) -> Iterator[str]:
    """Libraries of the wheels that a kept one loads and that are not where it looks.

    A library whose name occurs nowhere in the tree belongs to the system: dpkg-shlibdeps
    answers for those.
    """
    found = list(elf.libraries(root))
    ours = {library.path.name for library in found}
    for library in found:
        for name in library.needed:
            if name in ours and not any((p / name).is_file() for p in library.search_path):
                yield f"{library.path.relative_to(root)} does not find {name}"
            elif name not in ours and _is_mangled(name):
                yield f"{library.path.relative_to(root)} needs {name}, which is gone"


_MANGLED = re.compile(r".+-[0-9a-f]{8}\.so|libQt6|libicu|libpyside|libshiboken")


def _is_mangled(name: str) -> bool:
    """True for names that wheels give to their own copies: libgomp-e985bcbb.so.1.0.0, libQt6X."""
    return _MANGLED.match(name) is not None


def _prune_qt(qt: Path) -> None:
    kept = [qt / name for name in QT_PYTHON]
    kept += [next(qt.glob(f"{module}.*so")) for module in QT_MODULES]
    kept += [qt / "Qt/plugins" / plugin for plugin in QT_PLUGINS]
    kept += [qt / "Qt/translations" / name for name in QT_TRANSLATIONS]
    if missing := [str(path) for path in kept if not path.is_file()]:
        sys.exit(f"prune: the wheel no longer has {', '.join(missing)}")
    wanted = set(kept) | set(_loaded_by((path for path in kept if elf.is_elf(path)), qt))
    for path in qt.rglob("*"):
        if not path.is_dir() and path not in wanted:
            path.unlink()


def _loaded_by(libraries: Iterable[Path], within: Path) -> Iterator[Path]:
    """The libraries below ``within`` that these load, and those load, and so on."""
    queue, seen = list(libraries), set[Path]()
    while queue:
        library = elf.read(queue.pop())
        for name in library.needed:
            for folder in library.search_path:
                path = Path(folder / name).resolve()
                if path.is_file() and path.is_relative_to(within.resolve()) and path not in seen:
                    seen.add(path)
                    queue.append(path)
                    yield within / path.relative_to(within.resolve())


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _remove_empty_folders(root: Path) -> None:
    for path in sorted(root.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def collect_licences(root: Path, target: Path) -> None:
    """Moves the licence texts of the wheels to one folder a package."""
    for info in sorted(root.glob("*.dist-info")):
        package = info.name.split("-")[0]
        for text in sorted(path for path in info.rglob("*") if path.is_file()):
            if _LICENCE.search(text.name):
                within = text.relative_to(info).parts
                name = "-".join(part for part in within if part not in ("licenses", "sboms"))
                _move(text, target / package / name)
    for package, texts in _LICENCES_ELSEWHERE.items():
        for name in texts:
            _move(root / name, target / package / Path(name).name)


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(source, target)


def _remove_shebangs(root: Path) -> None:
    """Modules are not run; what some say at their top names a ``python`` that is not there."""
    for module in root.rglob("*.py"):
        module.chmod(0o644)
        text = module.read_bytes()
        if text.startswith(b"#!"):
            module.write_bytes(b"#\n" + text.partition(b"\n")[2])  # line numbers stay


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(str(part) for part in version)


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: prune.py FOLDER LICENCES")
    root, licences = map(Path, sys.argv[1:])
    collect_licences(root, licences)
    prune(root)
    floors = ARM64_FLOORS if platform.machine() == "aarch64" else FLOORS
    if problems := [*too_new(root, floors), *unresolved(root)]:
        sys.exit("prune: " + "\n       ".join(problems))


if __name__ == "__main__":
    main()
