"""A stream of documents on their way: a thread reads and sends them, so that no answer waits for what comes after it."""

from __future__ import annotations

import collections
import os
import threading
from concurrent.futures import Future
from typing import Any, Callable, Deque, Iterable, NamedTuple, Optional, Union

from .errors import ParseError, ProcessError

# How much is under way: documents, and characters in them.
_DOCUMENTS, _CHARACTERS = 256, 1 << 23


class Sent(NamedTuple):
    """A document that was sent, or that cannot be."""

    given: Any
    name: str
    answer: Union[Future, ParseError]

    @property
    def size(self) -> int:
        return len(self.given) if isinstance(self.given, str) else 0


class Feeder:
    """Reads documents in a thread of its own, and sends them, while there is room for more. send returns a function
    that sends a document by its name, or None if nothing needs that any more."""

    def __init__(self, documents: Iterable[Any], send: Callable[[], Optional[Callable[[Any, str], Future]]]) -> None:
        self._changed = threading.Condition()  # a collection of garbage may call stop at any time
        self._waiting: Deque[Sent] = collections.deque()
        self._documents = self._characters = 0  # from being sent until they are released
        self._stopped = self._ended = False
        self._error: Optional[BaseException] = None
        self._pid = os.getpid()
        threading.Thread(target=self._run, args=(documents, send), name="parser.pipe", daemon=True).start()

    def take(self) -> Optional[Sent]:
        """Return the next document, None after the last one. An error of reading comes after those before it."""
        if os.getpid() != self._pid:
            raise ProcessError("the stream belongs to the process that this one was forked from")
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ended)
            if self._waiting:
                return self._waiting.popleft()
            error, self._error = self._error, None
        if error:
            raise error
        return None

    def release(self, sent: Sent) -> None:
        """Make room for others."""
        with self._changed:
            self._documents -= 1
            self._characters -= sent.size
            self._changed.notify_all()

    def stop(self) -> None:
        """Send nothing more. A document that is being read is lost."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _goes_on(self) -> bool:
        """Wait until there is room, and return False if there need not be any."""

        def has_room() -> bool:
            return self._documents < _DOCUMENTS and self._characters < _CHARACTERS

        with self._changed:
            self._changed.wait_for(lambda: self._stopped or has_room())
            return not self._stopped

    def _run(self, documents: Iterable[Any], send: Callable[[], Optional[Callable[[Any, str], Future]]]) -> None:
        try:
            read = enumerate(documents)
            while self._goes_on():
                try:
                    i, given = next(read)
                except StopIteration:
                    break
                way = send()
                if self._stopped or way is None:
                    break
                name = f"documents[{i}]"
                try:
                    sent = Sent(given, name, way(given, name))
                except ParseError as e:
                    sent = Sent(given, name, e)
                del given, way  # while the next one is waited for
                with self._changed:
                    self._waiting.append(sent)
                    self._documents += 1
                    self._characters += sent.size
                    self._changed.notify_all()
                del sent
        except BaseException as e:  # which whoever reads the stream gets
            self._error = e
        with self._changed:
            self._ended = True
            self._changed.notify_all()
