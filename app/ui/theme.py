"""Colours, fonts and icons of the window, following the desktop's light or dark scheme."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from string import Template

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QIcon, QImage, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication


@dataclass(frozen=True, slots=True)
class Colors:
    """One scheme's colours as ``#rrggbb``.

    Text on its ground keeps at least 4.5:1, icons and marks 3:1 (WCAG 2.1, 1.4.3 and 1.4.11);
    the unit test computes it.
    """

    window: str
    page: str
    text: str
    muted: str
    border: str
    hover: str
    pressed: str
    accent: str
    on_accent: str
    recording: str
    on_recording: str
    meter_track: str
    meter_good: str
    meter_high: str
    meter_over: str
    error_ground: str
    error_mark: str
    info_ground: str
    info_mark: str


LIGHT = Colors(
    window="#f5f6f6",
    page="#ffffff",
    text="#1a1f21",
    muted="#59646a",
    border="#d6dbdd",
    hover="#e8ecec",
    pressed="#dbe1e1",
    accent="#0b7a78",
    on_accent="#ffffff",
    recording="#c62f2b",
    on_recording="#ffffff",
    meter_track="#dde2e3",
    meter_good="#15857f",
    meter_high="#b06a00",
    meter_over="#c62f2b",
    error_ground="#fdeeed",
    error_mark="#b3261e",
    info_ground="#e6f3f2",
    info_mark="#0b6f6d",
)

DARK = Colors(
    window="#1d2123",
    page="#16191b",
    text="#e9ecec",
    muted="#a2adb2",
    border="#363d41",
    hover="#2a3033",
    pressed="#343b3f",
    accent="#3fbfb4",
    on_accent="#06211f",
    recording="#e4574e",
    on_recording="#ffffff",
    meter_track="#32393c",
    meter_good="#3fbfb4",
    meter_high="#e0a33a",
    meter_over="#ff7468",
    error_ground="#3a2322",
    error_mark="#ff9a90",
    info_ground="#1b3233",
    info_mark="#6fd3ca",
)

ICON = 16
"""Edge of an ordinary icon, logical pixels."""

# Without these, fontconfig may draw simplified characters in a Japanese face under an English
# locale. Each is used only where it is installed and the interface's own font has no glyph.
HAN_FAMILIES = ("Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei")


def with_high_contrast(colors: Colors) -> Colors:
    """The same scheme for users who ask the desktop for more contrast."""
    return dataclasses.replace(colors, muted=colors.text, border=colors.text)


class Theme(QObject):
    """Applies the scheme to the application and hands out what widgets paint with.

    Attributes:
        colors: the colours in use.

    Signals:
        changed: the scheme changed; icons and painted widgets must be drawn anew.
    """

    changed = Signal()

    def __init__(self, app: QApplication, resources: Path) -> None:
        super().__init__(app)
        self._app = app
        self._resources = resources
        self._sheet = Template((resources / "qss" / "cosyscribe.qss").read_text(encoding="utf-8"))
        self._preferred = Qt.ColorScheme.Unknown
        self.colors = LIGHT
        app.setStyle("Fusion")
        app.setFont(_with_han_fallback(app.font()))
        hints = app.styleHints()
        hints.colorSchemeChanged.connect(self._on_scheme_changed)
        hints.accessibility().contrastPreferenceChanged.connect(self._on_scheme_changed)
        self._apply()

    def prefer(self, scheme: Qt.ColorScheme) -> None:
        """Takes the desktop's own word for the scheme; Unknown leaves it to Qt."""
        if scheme is not self._preferred:
            self._preferred = scheme
            self._on_scheme_changed()

    def icon(self, name: str, color: str, *, gap: int = 0) -> QIcon:
        """A one-colour icon, ``ICON`` pixels high; greyed by the style where disabled.

        Args:
            name: file name without suffix under ``resources/icons/ui``.
            color: ``#rrggbb``.
            gap: empty pixels to the right, for a button that has text there.
        """
        icon = QIcon()
        for ratio in (1, 2, 3):
            icon.addPixmap(self.pixmap(name, color, ICON, ratio, gap=gap))
        return icon

    def pixmap(self, name: str, color: str, size: int, ratio: float, *, gap: int = 0) -> QPixmap:
        """One icon, ``size`` logical pixels high, drawn for a screen's pixel ratio."""
        source = (self._resources / "icons" / "ui" / f"{name}.svg").read_text(encoding="utf-8")
        renderer = QSvgRenderer(source.replace("currentColor", color).encode())
        edge = round(size * ratio)
        image = QImage(
            QSize(edge + round(gap * ratio), edge), QImage.Format.Format_ARGB32_Premultiplied
        )
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter, QRectF(0, 0, edge, edge))
        painter.end()
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    def font(self, scale: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The desktop's own font, ``scale`` times as large."""
        font = QFont(self._app.font())
        font.setPointSizeF(font.pointSizeF() * scale)
        font.setWeight(weight)
        return font

    def _on_scheme_changed(self) -> None:
        self._apply()
        self.changed.emit()

    def _apply(self) -> None:
        hints = self._app.styleHints()
        known = self._preferred is not Qt.ColorScheme.Unknown
        scheme = self._preferred if known else hints.colorScheme()
        is_dark = scheme is Qt.ColorScheme.Dark
        colors = DARK if is_dark else LIGHT
        if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
            colors = with_high_contrast(colors)
        self.colors = colors
        self._app.setPalette(_palette(colors))
        values = dataclasses.asdict(colors)
        values["icons"] = (self._resources / "icons" / "ui").as_posix()
        values["scheme"] = "dark" if is_dark else "light"
        self._app.setStyleSheet(self._sheet.substitute(values))


def _with_han_fallback(font: QFont) -> QFont:
    # The desktop may name an alias such as "Sans", which in a list loses to a real family.
    own = QFontInfo(font).family()
    font = QFont(font)
    font.setFamilies([own, *(family for family in HAN_FAMILIES if family != own)])
    return font


def _palette(colors: Colors) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for color_role, value in {
        role.Window: colors.window,
        role.WindowText: colors.text,
        role.Base: colors.page,
        role.AlternateBase: colors.window,
        role.Text: colors.text,
        role.PlaceholderText: colors.muted,
        role.Button: colors.window,
        role.ButtonText: colors.text,
        role.ToolTipBase: colors.page,
        role.ToolTipText: colors.text,
        role.Highlight: colors.accent,
        role.HighlightedText: colors.on_accent,
        role.Accent: colors.accent,
        role.Link: colors.accent,
        role.Mid: colors.border,
        role.Midlight: colors.hover,
        role.Light: colors.page,
        role.Dark: colors.border,
        role.Shadow: colors.border,
        role.BrightText: colors.on_accent,
    }.items():
        palette.setColor(color_role, QColor(value))
    disabled = QPalette.ColorGroup.Disabled
    for color_role in (role.WindowText, role.Text, role.ButtonText):
        faint = QColor(colors.muted)
        faint.setAlphaF(0.55)
        palette.setColor(disabled, color_role, faint)
    return palette
