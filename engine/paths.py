"""Where things are kept: XDG directories, and the files shipped with the program."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import PlatformDirs

_dirs = PlatformDirs("cosyscribe", appauthor=False)


def settings_file() -> Path:
    """``$XDG_CONFIG_HOME/cosyscribe/settings.toml``."""
    return Path(_dirs.user_config_dir) / "settings.toml"


def models_dir() -> Path:
    """``$XDG_DATA_HOME/cosyscribe/models``: where models are installed."""
    return Path(_dirs.user_data_dir) / "models"


def cache_dir() -> Path:
    """``$XDG_CACHE_HOME/cosyscribe``: what can be made again."""
    return Path(_dirs.user_cache_dir)


def model_search_path() -> tuple[Path, ...]:
    """Folders that may hold models: the user's first, then the read-only ones.

    ``COSYSCRIBE_MODELS`` adds folders, separated as ``PATH`` is.
    """
    added = [Path(p) for p in os.environ.get("COSYSCRIBE_MODELS", "").split(os.pathsep) if p]
    return (models_dir(), *added, Path("/usr/share/cosyscribe/models"))


def state_dir() -> Path:
    """``$XDG_STATE_HOME/cosyscribe``: the window's place and size, reports."""
    return Path(_dirs.user_state_dir)


def runtime_dir() -> Path:
    """``$XDG_RUNTIME_DIR/cosyscribe``: gone after the session; private, and in memory."""
    return Path(_dirs.user_runtime_dir)


def resources_dir() -> Path:
    """Data files of the program; beside the packages, in a checkout and when installed."""
    return Path(__file__).resolve().parent.parent / "resources"
