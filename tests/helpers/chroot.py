"""Clean Debian systems in a folder, for proofs of what installs and runs there. Needs root."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

USER = "user"
_NOT_THE_SYSTEM = (
    *("/dev", "/home", "/proc", "/run", "/sys", "/tmp", "/var/tmp", "/repo"),
    *("/var/cache/apt", "/var/cache/debconf", "/var/lib/apt", "/var/lib/dpkg", "/var/log"),
)


def base_system(release: str, folder: Path) -> Path:
    """A minimal system of a release, made once and kept in ``folder``."""
    base = folder / f"{release}.base"
    if not (base / "etc/debian_version").exists() or (base / "debootstrap").exists():
        shutil.rmtree(base, ignore_errors=True)
        command = ["debootstrap", "--variant=minbase", release, str(base)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return base


class Chroot:
    """A copy of a base system that programs run in; unmounted and removed at the end.

    Commands get a bare environment: what the outer system has set must not help them.
    """

    def __init__(self, base: Path, name: str) -> None:
        self.root = base.with_name(f"{base.stem}.{name}")
        if self.root.exists():
            self._unmount()
            shutil.rmtree(self.root)
        subprocess.run(["cp", "-a", "--reflink=auto", str(base), str(self.root)], check=True)
        for name_service in ("resolv.conf", "hosts"):
            shutil.copy(Path("/etc", name_service), self.root / "etc")
        policy = self.root / "usr/sbin/policy-rc.d"  # no service may start in here
        policy.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
        policy.chmod(0o755)

    def __enter__(self) -> Chroot:
        for kind in ("proc", "sysfs"):
            place = self.root / {"proc": "proc", "sysfs": "sys"}[kind]
            subprocess.run(["mount", "-t", kind, kind, str(place)], check=True)
        subprocess.run(["mount", "--rbind", "/dev", str(self.root / "dev")], check=True)
        subprocess.run(["mount", "--make-rslave", str(self.root / "dev")], check=True)
        self.run("apt-get", "-qq", "update")
        self.run("useradd", "--create-home", "--shell", "/bin/bash", USER)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._unmount()
        if kind is None:
            shutil.rmtree(self.root)

    def _unmount(self) -> None:
        for place in ("dev", "sys", "proc"):
            if os.path.ismount(self.root / place):
                # Lazy: a program that was told to end may still be ending.
                subprocess.run(
                    ["umount", "--recursive", "--lazy", str(self.root / place)], check=True
                )

    def command(self, *words: str, env: Mapping[str, str] | None = None) -> list[str]:
        """The command line that runs ``words`` in here as root."""
        variables = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
        } | dict(env or {})
        pairs = [f"{name}={value}" for name, value in variables.items()]
        return ["chroot", str(self.root), "env", "-i", *pairs, *words]

    def user_command(self, *words: str, env: Mapping[str, str] | None = None) -> list[str]:
        """The same as an ordinary user, in the user's home."""
        variables = {"HOME": f"/home/{USER}", "USER": USER, "PATH": "/usr/bin:/bin"} | dict(
            env or {}
        )
        ids = ["--reuid", USER, "--regid", USER, "--init-groups"]
        inner = ["setpriv", *ids, "env", f"--chdir=/home/{USER}", *words]
        return self.command(*inner, env=variables)

    def run(self, *words: str, env: Mapping[str, str] | None = None) -> str:
        """Runs a command as root and returns what it printed.

        Raises:
            subprocess.CalledProcessError: it failed; its output is in the error.
        """
        return _output(self.command(*words, env=env), check=True)

    def run_as_user(
        self, *words: str, env: Mapping[str, str] | None = None, check: bool = True
    ) -> str:
        """Runs a command as the user; what it printed on both streams."""
        return _output(self.user_command(*words, env=env), check=check)

    def install(self, *packages: str, recommends: bool = False) -> list[str]:
        """Installs packages with apt; returns the names of all that came."""
        before = self.packages()
        option = f"APT::Install-Recommends={'true' if recommends else 'false'}"
        self.run("apt-get", "-y", "-qq", "-o", option, "install", *packages)
        return sorted(self.packages() - before)

    def packages(self) -> set[str]:
        """Names of the installed packages."""
        listed = self.run("dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Package}\n")
        return {line[3:].strip() for line in listed.splitlines() if line.startswith("ii")}

    def files(self) -> set[str]:
        """Every path of the system; not the user's, the kernel's, the package manager's."""
        pruned = [word for place in _NOT_THE_SYSTEM for word in ("-path", place, "-o")][:-1]
        found = self.run("find", "/", "-xdev", "(", *pruned, ")", "-prune", "-o", "-print")
        return set(found.splitlines())

    def user_files(self) -> set[str]:
        """Every file that belongs to the user, wherever it is."""
        places = ("/home", "/tmp", "/var", "/usr", "/etc", "/opt")
        return set(self.run("find", *places, "-xdev", "-user", USER, "-type", "f").splitlines())


def _output(command: list[str], *, check: bool) -> str:
    done = subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if check and done.returncode:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout)
    return done.stdout
