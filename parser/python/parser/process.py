"""The program, kept open by pipes: a line for each request, and one for each answer, in the same order."""

from __future__ import annotations

import collections
import os
import shutil
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future
from typing import Deque, List, Optional

from .errors import ProcessError


def find() -> str:
    """Return the program: what PARSER_BINARY names, else the one in this package, else the one in PATH."""
    name = "parser.exe" if sys.platform == "win32" else "parser"
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", name)
    found = os.environ.get("PARSER_BINARY") or (inside if os.path.exists(inside) else shutil.which("parser"))
    if not found:
        raise ProcessError("there is no program parser in this package or in PATH, and PARSER_BINARY names none")
    return found


# Ctrl-C in a terminal is for all processes in its foreground; what it ends is up to the Python program.
_APART = {"start_new_session": True}
if sys.platform == "win32":
    _APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}


class Process:
    """A running program. It is safe for concurrent use. When its standard input is closed, by close or since this
    process ended, it ends."""

    def __init__(self, command: List[str]) -> None:
        try:
            self._child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, **_APART
            )
        except OSError as e:
            raise ProcessError(f"the parser cannot be started: {e}") from e
        self._lock = threading.RLock()  # a collection of garbage may call close at any time
        self._waiting: Deque[Future] = collections.deque()
        self._messages: Deque[str] = collections.deque(maxlen=20)
        self._is_closed = False
        self.ended: Optional[str] = None  # how, once it has
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._child.pid

    def ask(self, line: bytes) -> Future:
        """Send a request, and return a future of the line that answers it."""
        answer: Future = Future()
        with self._lock:
            if self.ended:
                raise ProcessError(self.ended)
            self._waiting.append(answer)
            rest = memoryview(line)
            try:
                while rest:
                    rest = rest[self._child.stdin.write(rest) :]
            except OSError:
                pass  # it ended, and the reader says how
            except BaseException:  # half a request was sent
                self._child.kill()
                raise
        return answer

    def close(self) -> None:
        """End the program. Those who wait for answers get a ProcessError."""
        self._is_closed = True
        if self._waiting:
            self._child.kill()
        with self._lock:
            self._child.stdin.close()
        if threading.current_thread() is not self._reader:
            self._reader.join()

    def abandon(self) -> None:
        """Forget the program, which belongs to the process that this one was forked from."""
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            pipe.close()
        self._child.returncode = 0  # it is no child of this process, which nothing must wait for

    def _read(self) -> None:
        begun: List[bytes] = []
        while True:
            part = self._child.stdout.read(1 << 16)
            if not part:
                break
            first, *others = part.split(b"\n")
            begun.append(first)
            for start in others:
                self._waiting.popleft().set_result(b"".join(begun))
                begun = [start]
        self._listener.join()
        status = self._child.wait()
        with self._lock:
            self._child.stdin.close()
            self._child.stdout.close()
            self._child.stderr.close()
            self.ended = "the parser is closed" if self._is_closed else _what_happened(status, self._messages)
            for answer in self._waiting:
                answer.set_exception(ProcessError(self.ended))
            self._waiting.clear()

    def _listen(self) -> None:
        begun = b""
        while True:
            part = self._child.stderr.read(1 << 12)
            if not part:
                break
            *lines, begun = (begun + part)[-(1 << 16) :].split(b"\n")
            self._messages.extend(line.decode("utf-8", "replace") for line in lines)


def _what_happened(status: int, messages: Deque[str]) -> str:
    said = f"the parser ended with status {status}"
    if status < 0:
        names = {s.value: f" ({s.name})" for s in signal.Signals}
        said = f"the parser was killed by signal {-status}{names.get(-status, '')}"
    return "\n".join([said, *messages])
