from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import elf

PYTHON = Path(sys.executable).resolve()


def test_an_interpreter_needs_the_c_library() -> None:
    library = elf.read(PYTHON)
    assert any(name.startswith("libc.so") for name in library.needed)
    assert library.symbol_versions["GLIBC"] >= (2, 17)


def test_origin_in_the_search_path_is_the_folder_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.so"
    command = [shutil.which("cc") or "c++", "-shared", "-x", "c", "/dev/null", "-o", str(path)]
    subprocess.run([*command, "-Wl,-rpath,$ORIGIN/../lib"], check=True)
    assert elf.read(path).search_path == (tmp_path / ".." / "lib",)


def test_only_elf_files_are_found(tmp_path: Path) -> None:
    (tmp_path / "text.so").write_text("no library")
    (tmp_path / "link.so").symlink_to(PYTHON)
    shutil.copy(PYTHON, tmp_path / "program")
    assert [library.path.name for library in elf.libraries(tmp_path)] == ["program"]
