#!/usr/bin/env python3
"""Makes a wheel of this package with the program inside, without network: wheel.py VERSION OS/ARCH FOLDER DIR

OS and ARCH are named as Go names them. FOLDER has the program and its licences, as .ci/release puts them there. The
same files give the same wheel, byte for byte, with the same zlib.
"""

import base64
import hashlib
import os
import re
import sys
import zipfile

# The program is linked statically, so that any Linux will do. Go 1.26 needs macOS 12.
PLATFORMS = {
    "linux/amd64": "manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}

METADATA = """\
Metadata-Version: 2.1
Name: parser
Version: {version}
Summary: Parses text into Universal Dependencies
License: Apache-2.0
Requires-Python: >=3.10
Description-Content-Type: text/markdown

{readme}"""

WHEEL = """\
Wheel-Version: 1.0
Generator: parser
Root-Is-Purelib: false
{tags}"""

# Where spaCy finds the component of a pipeline.
ENTRY_POINTS = """\
[spacy_factories]
ud_parser = parser.spacy:create
"""


def make(version: str, platform: str, source: str, folder: str) -> str:
    """Write a wheel into a folder, and return its name."""
    here = os.path.dirname(os.path.abspath(__file__))
    # Python has 1.2.0rc1 for 1.2.0-rc.1.
    version = re.sub(r"-(a|b|rc)\.?(\d+)$", r"\1\2", version)
    if not re.fullmatch(r"\d+(\.\d+)*((a|b|rc)\d+)?", version):
        raise SystemExit(f"wheel.py: {version} is no version of a Python package")
    if platform not in PLATFORMS:
        raise SystemExit(f"wheel.py: the platform is one of {', '.join(PLATFORMS)}, not {platform}")
    info = f"parser-{version}.dist-info"
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in PLATFORMS[platform].split("."))
    program = "parser.exe" if platform.startswith("windows/") else "parser"
    inside = f"parser/bin/{program}"
    files = {inside: read(source, program)}
    for name in sorted(os.listdir(os.path.join(here, "parser"))):
        if name.endswith(".py") or name == "py.typed":
            files[f"parser/{name}"] = read(here, "parser", name)
    files[f"{info}/METADATA"] = METADATA.format(version=version, readme=read(here, "README.md").decode()).encode()
    files[f"{info}/WHEEL"] = WHEEL.format(tags=tags).encode()
    files[f"{info}/entry_points.txt"] = ENTRY_POINTS.encode()
    for name in sorted(os.listdir(source)):
        if name.startswith(("LICENSE", "NOTICE")):
            files[f"{info}/licenses/{name}"] = read(source, name)
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()

    name = f"parser-{version}-py3-none-{PLATFORMS[platform]}.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path)  # of 1980, whenever it is made
            entry.create_system = 3  # Unix, wherever it is made
            entry.external_attr = (0o100755 if path == inside else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def read(*path: str) -> bytes:
    with open(os.path.join(*path), "rb") as f:
        return f.read()


def digest(data: bytes) -> str:
    """Return a hash as RECORD has it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    if len(sys.argv) != 5:
        print("usage: wheel.py VERSION OS/ARCH FOLDER DIR", file=sys.stderr)
        sys.exit(64)
    print(make(*sys.argv[1:]))
