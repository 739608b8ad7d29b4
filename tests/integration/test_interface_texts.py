"""The interface's texts and their translations stay together."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from engine.paths import resources_dir

ROOT = Path(__file__).resolve().parents[2]
CHINESE = resources_dir() / "i18n" / "cosyscribe_zh_CN.ts"


def messages() -> list[tuple[str, str, str]]:
    """Context, source and translation of every text."""
    root = ET.parse(CHINESE).getroot()
    return [
        (
            context.findtext("name", ""),
            message.findtext("source", ""),
            message.findtext("translation", ""),
        )
        for context in root.iter("context")
        for message in context.iter("message")
    ]


@pytest.mark.skipif(
    not (ROOT / ".venv" / "bin" / "pyside6-lupdate").exists(),
    reason="lupdate is looked for in the checkout's own .venv",
)
def test_every_text_of_the_source_is_translated() -> None:
    checked = subprocess.run(
        [str(ROOT / "scripts" / "translations"), "check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(("context", "source", "translation"), messages())
def test_placeholders_survive_translation(context: str, source: str, translation: str) -> None:
    def names(text: str) -> set[str]:
        return set(re.findall(r"{(\w*)}", text))

    assert names(translation) == names(source)


@pytest.mark.parametrize(("context", "source", "translation"), messages())
def test_chinese_is_set_as_chinese(context: str, source: str, translation: str) -> None:
    han = "[\u4e00-\u9fff]"
    assert not re.search(f"{han}[,.;:?!]", translation), "half-width mark after Han"
    assert not re.search(rf"{han}\(|\){han}", translation) or "(CSV)" in translation
    assert source.count("\n") == translation.count("\n")


def test_compiled_translation_is_found(qapp: QCoreApplication, tmp_path: Path) -> None:
    compiled = tmp_path / "cosyscribe_zh_CN.qm"
    lrelease = shutil.which("pyside6-lrelease", path=str(Path(sys.executable).parent))
    assert lrelease
    subprocess.run([lrelease, "-silent", str(CHINESE), "-qm", str(compiled)], check=True)
    translator = QTranslator()
    assert translator.load(compiled.stem, str(tmp_path))
    assert translator.translate("RecordButton", "Start dictation") == "开始听写"
