"""What can go wrong."""

from __future__ import annotations

import re
from typing import Optional


class ParserError(Exception):
    """All errors of this package."""


class ProcessError(ParserError):
    """The program cannot be found or started, or it ended; the message says how, with the program's last messages."""


class ParseError(ParserError):
    """A document, or another request, cannot be parsed. All others can.

    status: as in HTTP, 400 for malformed data and 413 for a document that is too large, for example
    file:   the name of the document
    line, column: where the document is malformed, from 1, the column in bytes; None if it is no matter of a place
    """

    def __init__(self, message: str, file: str, status: int) -> None:
        place = re.match(r"data:(\d+):(?:(\d+):)? (.*)", message, re.DOTALL)
        self.file, self.status = file, status
        self.line: Optional[int] = None
        self.column: Optional[int] = None
        if place:
            self.line, self.column = int(place[1]), int(place[2]) if place[2] else None
            message = message.removeprefix("data:")
        super().__init__(f"{file}:{'' if place else ' '}{message}")

    def __reduce__(self):  # exceptions are copied by their message otherwise
        return _copy, (self.args[0], self.__dict__)


def _copy(message: str, attributes: dict) -> ParseError:
    copy = ParseError.__new__(ParseError, message)
    copy.__dict__.update(attributes)
    return copy
