"""The interface's language, by the user's locale."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

_log = logging.getLogger("ui")

_TRADITIONAL = ("TW", "HK", "MO")


def install(app: QCoreApplication, resources: Path) -> str:
    """Installs our translation and Qt's own for the first language that we speak.

    Returns:
        The translation's name, empty for English.
    """
    name = choose(QLocale.system().uiLanguages())
    if name:
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        _load(app, f"qtbase_{name}", qt_folder)
        _load(app, f"cosyscribe_{name}", str(resources / "i18n"))
    return name


def choose(languages: list[str]) -> str:
    """The translation for a user's languages, best first; empty for English.

    Readers of traditional characters get English rather than simplified characters, unless
    they list simplified Chinese themselves.
    """
    for language in languages:
        parts = language.replace("_", "-").split("-")
        if parts[0] in ("en", "C"):
            return ""
        if parts[0] == "zh" and "Hant" not in parts and not set(parts) & set(_TRADITIONAL):
            return "zh_CN"
    return ""


def _load(app: QCoreApplication, name: str, folder: str) -> None:
    translator = QTranslator(app)
    if translator.load(name, folder):
        app.installTranslator(translator)
    else:
        _log.warning("the translation %s is not in %s", name, folder)
