"""The project as it lies there: its root, and every file that belongs to it."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def project_files() -> list[Path]:
    """Every file of the project: tracked, or new and not ignored."""
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.fail(f"The tidy tests need git, and a git checkout: {error}")
    names = sorted({name for name in listing.split("\0") if name})
    return [path for name in names if (path := ROOT / name).is_file()]
