"""The user's settings: frozen values, read from TOML key by key, saved atomically.

A key that is unknown, of the wrong type or out of range costs that key only: it is named in a
``SettingsProblem`` and its default is used.
"""

from __future__ import annotations

import dataclasses
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import tomlkit
from tomlkit.exceptions import TOMLKitError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

T = TypeVar("T")


def one_of(default: str, *others: str) -> Any:
    """A text setting with a closed set of values."""
    return field(default=default, metadata={"choices": (default, *others)})


def between(default: float, low: float, high: float) -> Any:
    """A number with inclusive bounds; whole where the default is."""
    return field(default=default, metadata={"range": (low, high)})


@dataclass(frozen=True, slots=True)
class AudioSettings:
    """The microphone.

    Attributes:
        device: ALSA pcm name.
        keep_ready: keep the microphone open between utterances, so that the 500 ms before
            the key are heard too.
    """

    device: str = "default"
    keep_ready: bool = False


@dataclass(frozen=True, slots=True)
class RecognitionSettings:
    """The recogniser.

    Attributes:
        engine: engine id.
        language: what is spoken; ``auto`` decides for each segment.
        script: how Chinese is written.
        punctuator: model that sets marks where the engine writes none: ``auto`` takes an installed
            one, ``off`` none; else its id or folder.
        trailing_silence_s: silence that ends a segment.
        max_segment_s: a segment is cut at its quietest point before this length.
        second_pass_limit_s: how long a final may wait for the second pass of a pair of engines.
    """

    engine: str = "whisper-base"
    language: str = one_of("auto", "zh", "en", "yue", "ja", "ko")
    script: str = one_of("simplified", "traditional", "as-is")
    punctuator: str = "auto"
    trailing_silence_s: float = between(0.6, 0.2, 5.0)
    max_segment_s: float = between(20.0, 5.0, 28.0)
    second_pass_limit_s: float = between(1.5, 0.2, 10.0)


@dataclass(frozen=True, slots=True)
class TextSettings:
    """How recogniser text becomes written text.

    Attributes:
        numbers: number words become digits, dates, money and so on (itn).
        punctuation: spoken marks, line breaks and editing commands are carried out (punct).
        words: the user's own words, from ``hotwords.txt`` beside the settings.
        layout: spaces beside Chinese and the width of marks (spacing).
        spacing: which spaces: ``none``, ``latin`` or ``pangu``.
        capitals: English sentences, days and months begin with a capital (case).
        rules: the user's own replacements, from ``rules.toml`` beside the settings.
    """

    numbers: bool = True
    punctuation: bool = True
    words: bool = True
    layout: bool = True
    spacing: str = one_of("latin", "none", "pangu")
    capitals: bool = True
    rules: bool = True

    def stages(self) -> frozenset[str]:
        """The stages that are on, by the names ``normalize --stages`` takes; script always is."""
        switches = {
            "itn": self.numbers,
            "punct": self.punctuation,
            "words": self.words,
            "spacing": self.layout,
            "case": self.capitals,
            "rules": self.rules,
        }
        return frozenset({"script"} | {name for name, is_on in switches.items() if is_on})


@dataclass(frozen=True, slots=True)
class HotkeySettings:
    """The dictation key.

    Attributes:
        enabled: the key is asked for at all.
        chord: the combination, such as ``Ctrl+Alt+space`` or ``F9``.
        evdev: on Wayland without a portal, read the keyboard's device (group ``input``).
        tap_ms: a press shorter than this toggles; a longer one talks while it is held.
        maximum_s: a dictation ends by itself after this.
    """

    enabled: bool = True
    chord: str = "Ctrl+Alt+space"
    evdev: bool = False
    tap_ms: float = between(300.0, 100.0, 1000.0)
    maximum_s: float = between(300.0, 10.0, 3600.0)


@dataclass(frozen=True, slots=True)
class OutputSettings:
    """What becomes of text dictated by key.

    Attributes:
        deliver: put it into the focused program; else it is in the window alone.
        method: the way to deliver, by doctor's id; ``auto`` suits the desktop.
        overlay: show level and text beside the other programs while dictating.
        sounds: a short sound when listening starts and stops.
    """

    deliver: bool = True
    method: str = one_of("auto", "ibus", "clipboard", "at-spi", "wtype", "copy")
    overlay: bool = True
    sounds: bool = False


@dataclass(frozen=True, slots=True)
class ModelsSettings:
    """Where models come from.

    Attributes:
        mirror: address of a folder on the web that has the models' archives, asked first.
    """

    mirror: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the user may set, one TOML table an attribute."""

    audio: AudioSettings = field(default_factory=AudioSettings)
    recognition: RecognitionSettings = field(default_factory=RecognitionSettings)
    text: TextSettings = field(default_factory=TextSettings)
    hotkey: HotkeySettings = field(default_factory=HotkeySettings)
    output: OutputSettings = field(default_factory=OutputSettings)
    models: ModelsSettings = field(default_factory=ModelsSettings)


@dataclass(frozen=True, slots=True)
class SettingsProblem:
    """A setting that was not taken.

    Attributes:
        key: dotted name, or empty where the whole file could not be read.
        detail: what is wrong with it.
    """

    key: str
    detail: str


def load(path: Path) -> tuple[Settings, tuple[SettingsProblem, ...]]:
    """Reads settings; what is missing or wrong takes its default."""
    try:
        document = tomllib.loads(path.read_bytes().decode("utf-8"))
    except FileNotFoundError:
        return Settings(), ()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return Settings(), (SettingsProblem("", str(error)),)
    problems: list[SettingsProblem] = []
    settings = _read_table(Settings, document, "", problems)
    return settings, tuple(problems)


def save(settings: Settings, path: Path) -> None:
    """Writes what differs from the defaults, keeping the file's comments and unknown keys.

    Raises:
        OSError: the file could not be written; the old one is untouched.
    """
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, TOMLKitError):
        document = tomlkit.document()
    for table_field in dataclasses.fields(Settings):
        _write_table(document, table_field.name, getattr(settings, table_field.name))
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".settings-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(tomlkit.dumps(document))
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _read_table(
    kind: type[T], table: Mapping[str, Any], prefix: str, problems: list[SettingsProblem]
) -> T:
    known = {f.name: f for f in dataclasses.fields(kind)}  # type: ignore[arg-type]  # a dataclass
    values: dict[str, Any] = {}
    default = kind()
    for name, value in table.items():
        key = prefix + name
        if name not in known:
            problems.append(SettingsProblem(key, "unknown setting"))
            continue
        standard = getattr(default, name)
        if dataclasses.is_dataclass(standard):
            if isinstance(value, Mapping):
                values[name] = _read_table(type(standard), value, key + ".", problems)
            else:
                problems.append(SettingsProblem(key, "should be a table"))
            continue
        problem = _check(value, standard, known[name].metadata)
        if problem:
            problems.append(SettingsProblem(key, problem))
        else:
            values[name] = type(standard)(value)
    return kind(**values)


def _check(value: Any, standard: Any, metadata: Mapping[str, Any]) -> str:
    """What is wrong with a value, or nothing."""
    if isinstance(standard, float):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return "should be a number"
    elif type(value) is not type(standard):
        words = {bool: "true or false", int: "a whole number", str: "text in quotes"}
        return f"should be {words[type(standard)]}"
    if "choices" in metadata and value not in metadata["choices"]:
        return "should be one of " + ", ".join(metadata["choices"])
    if "range" in metadata:
        low, high = metadata["range"]
        if not low <= value <= high:
            return f"should be between {low} and {high}"
    return ""


def _write_table(document: tomlkit.TOMLDocument, name: str, values: Any) -> None:
    default = type(values)()
    old = document.get(name)
    table = old if isinstance(old, Mapping) else tomlkit.table()
    for setting in dataclasses.fields(values):
        value = getattr(values, setting.name)
        if value != getattr(default, setting.name):
            table[setting.name] = value  # type: ignore[index]  # tomlkit's table, typed as Mapping
        elif setting.name in table:
            del table[setting.name]  # type: ignore[attr-defined]
    if table and table is not old:
        document[name] = table
