"""The wheel: complete, reproducible, and it works where it is unpacked. PARSER_BINARY names the program."""

import base64
import csv
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

from parser import process

SCRIPT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "wheel.py")


def make(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True)


class WheelTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.source = os.path.join(self.folder, "source")
        os.mkdir(self.source)
        for name in ("parser", "parser.exe", "LICENSE", "NOTICE.english-model"):
            with open(os.path.join(self.source, name), "w") as f:
                f.write(name)

    def wheel(self, version: str, platform: str, to: str) -> str:
        done = make(version, platform, self.source, to)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return os.path.join(to, done.stdout.strip())

    def test_record(self) -> None:
        for platform, inside in (("linux/arm64", "parser/bin/parser"), ("windows/amd64", "parser/bin/parser.exe")):
            with zipfile.ZipFile(self.wheel("1.2.3", platform, self.folder)) as wheel:
                names = wheel.namelist()
                rows = list(csv.reader(io.StringIO(wheel.read("parser-1.2.3.dist-info/RECORD").decode())))
                self.assertEqual([row[0] for row in rows], names)
                for name, said, size in rows[:-1]:
                    data = wheel.read(name)
                    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                    self.assertEqual((said, size), (f"sha256={digest}", str(len(data))))
                    self.assertEqual(bool(wheel.getinfo(name).external_attr >> 16 & 0o111), name == inside)
                self.assertIn(b"ud_parser = parser.spacy:create\n", wheel.read("parser-1.2.3.dist-info/entry_points.txt"))
                self.assertTrue({inside, "parser/__init__.py", "parser/py.typed"} <= set(names))
                self.assertIn("parser-1.2.3.dist-info/licenses/NOTICE.english-model", names)
                self.assertIn(b"\nVersion: 1.2.3\n", wheel.read("parser-1.2.3.dist-info/METADATA"))

    def test_reproducible(self) -> None:
        first = self.wheel("1.2.3", "darwin/arm64", self.folder)
        with open(first, "rb") as f:
            before = f.read()
        for name in os.listdir(self.source):
            os.utime(os.path.join(self.source, name), (1e9, 1e9))
        with open(self.wheel("1.2.3", "darwin/arm64", self.folder), "rb") as f:
            self.assertEqual(f.read(), before)

    def test_names(self) -> None:
        name = os.path.basename(self.wheel("1.2.0-rc.1", "darwin/arm64", self.folder))
        self.assertEqual(name, "parser-1.2.0rc1-py3-none-macosx_12_0_arm64.whl")
        self.assertIn("x is no version", make("x", "linux/amd64", self.source, self.folder).stderr)
        self.assertIn("the platform is one of", make("1", "plan9/amd64", self.source, self.folder).stderr)
        self.assertEqual(make("1").returncode, 64)

    @unittest.skipIf(sys.platform == "win32", "programs of Windows have another name")
    def test_unpacked(self) -> None:
        shutil.copy(process.find(), os.path.join(self.source, "parser"))
        unpacked = os.path.join(self.folder, "unpacked")
        with zipfile.ZipFile(self.wheel("1.2.3", "linux/amd64", self.folder)) as wheel:
            wheel.extractall(unpacked)
            for entry in wheel.infolist():
                os.chmod(os.path.join(unpacked, entry.filename), entry.external_attr >> 16)
        program = "import parser; print(parser.load('english')('Dogs bark.').sentences[0].words[1].form)"
        environment = {**os.environ, "PYTHONPATH": unpacked, "PATH": ""}
        environment.pop("PARSER_BINARY", None)
        python = [sys.executable, "-c", program]
        done = subprocess.run(python, cwd=self.folder, env=environment, capture_output=True, text=True)
        self.assertEqual((done.stdout, done.stderr), ("bark\n", ""))


if __name__ == "__main__":
    unittest.main()
