"""The packaging's lists agree with what they are lists of."""

from __future__ import annotations

import configparser
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from app import VERSION

ROOT = Path(__file__).parents[2]
DEBIAN = ROOT / "packaging/debian"
APP_ID = "org.cosyscribe.CosyScribe"
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def pinned(lock: Path) -> dict[str, str]:
    """Name to version."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", lock.read_text(), re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_copyright_lists_every_bundled_package(lock: Path) -> None:
    listed = re.findall(r"wheelhouse/py3\.\*/([a-z0-9_]+)-\*", read("packaging/debian/copyright"))
    only_for_building = {"shtab"}
    bundled = {name.replace("-", "_") for name in set(pinned(lock)) - only_for_building}
    assert bundled <= set(listed)


def test_copyright_lists_every_packaged_model() -> None:
    for install in DEBIAN.glob("*.install"):
        for model in re.findall(r"wheelhouse/models/([a-z-]+)", install.read_text()):
            assert f"wheelhouse/models/{model}/*" in read("packaging/debian/copyright")


def test_the_package_is_built_with_the_pybind11_of_a_checkout() -> None:
    version = pinned(ROOT / "requirements/deb.lock")["pybind11"]
    assert f"pybind11=={version}\n" in read("requirements/build.txt")


def test_changelog_and_metainfo_have_the_version_of_the_program() -> None:
    assert read("packaging/debian/changelog").startswith(f"cosyscribe ({VERSION}) ")
    metainfo = ET.parse(ROOT / f"resources/share/metainfo/{APP_ID}.metainfo.xml")
    newest = metainfo.find("releases/release")
    assert newest is not None
    assert newest.get("version") == VERSION


def test_desktop_entry_names_what_the_package_installs() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(read(f"resources/share/applications/{APP_ID}.desktop"))
    entry = parser["Desktop Entry"]
    icons = ROOT / "resources/icons/hicolor"
    assert (DEBIAN / "bin" / entry["Exec"]).is_file()
    assert (icons / "scalable/apps" / f"{entry['Icon']}.svg").is_file()
    assert (icons / "symbolic/apps" / f"{entry['Icon']}-symbolic.svg").is_file()
    assert entry["StartupWMClass"] == APP_ID


def test_system_libraries_of_a_checkout_are_build_dependencies() -> None:
    """Dpkg-shlibdeps refuses a library whose package is not installed where it builds."""
    control = read("packaging/debian/control")
    for names in re.findall(
        r"^(?:run|build) +(lib\S+)", read("scripts/packages.txt"), re.MULTILINE
    ):
        alternatives = names.split("|")
        # The headers' package brings the library's.
        alternatives += ["libasound2-dev"] if "libasound2" in alternatives else []
        assert any(f" {name}" in control for name in alternatives), names


def test_floor_of_python_is_that_of_the_project() -> None:
    floor = re.search(r'requires-python = ">=([0-9.]+)"', read("pyproject.toml"))
    assert floor is not None
    assert f"python3-dev (>= {floor[1]})" in read("packaging/debian/control")


def test_program_can_be_started_by_its_bus_name() -> None:
    service = configparser.ConfigParser()
    service.optionxform = str  # type: ignore[assignment,method-assign]  # D-Bus minds the case
    service.read_string(read(f"resources/share/dbus-1/services/{APP_ID}.service"))
    assert dict(service["D-BUS Service"]) == {
        "Name": APP_ID,
        "Exec": "/usr/bin/cosyscribe --background",
    }
