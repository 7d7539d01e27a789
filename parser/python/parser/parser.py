"""Load a model, and parse by it."""

from __future__ import annotations

import json
import os
import threading
import weakref
from collections import deque
from concurrent.futures import Future
from contextlib import closing
from typing import Any, Callable, Deque, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple, Union

from .document import Document
from .errors import ParseError, ProcessError
from .process import Process, find
from .stream import Feeder

# A document as Parser.pipe takes it: text, CoNLL-U, or lists of tokens.
Given = Union[str, Sequence[Sequence[str]]]

# The name that stands for the models of the languages of a text.
_AUTO = "auto"
_BY_LANGUAGE = (_AUTO, "multi")  # the language of raw text decides what parses it

_INPUTS = ("text", "conllu", "tokens")

# Fields of a request to parse that are no keywords.
_OWN = {"model", "input", "output", "data", "offsets", "pictures", "width"}


def load(
    model: Optional[str] = None,
    *,
    lexicons: Iterable[str] = (),
    threads: Optional[int] = None,
    max_words: int = 1 << 30,
    max_bytes: int = 1 << 23,
    seconds: int = 600,
) -> Parser:
    """Start the program with a model: its name, a language, or a file (with a slash, or that ends in .npz), as all flags
    of the program take it. Without one each document is parsed by the choice of "parser model use", or else by the model
    that was trained last, if it reads the document, or else by the English one of the program, "english". With "auto" raw
    text is parsed by the models of the languages that it is in, which are those of the codes of languages; with "multi" by
    the model of many languages, and with "multi:da" by that one as Danish.

    lexicons:  files that say what words can be, as "parser parse --lexicon" reads them; lexicon="names" asks for names.tsv, and
               "mine=names.tsv" gives it another name
    threads:   how many documents are parsed at the same time; all processors by default
    max_words: in a sentence, as many as there are by default; one that is found in text ends there, any other is an
               error
    max_bytes: of a document, as JSON; a longer one is an error
    seconds:   in which a document must be parsed
    """
    arguments = ["serve", "--pipe", "--quiet", *_models(model)]
    arguments += ["--max-words", str(max_words), "--max-body", str(max_bytes), "--deadline", f"{seconds}s"]
    for lexicon in lexicons:
        arguments += ["--lexicon", os.fspath(lexicon)]
    if threads is not None:
        arguments += ["--threads", str(threads)]
    return Parser(arguments, model)


def _models(model: Optional[str]) -> List[str]:
    """Return the flags for the models that the program is to load."""
    if model is None:
        return ["--default"]
    return [] if model in _BY_LANGUAGE else ["--model", model]


class Parser:
    """A model that parses. It is safe for concurrent use, and after a fork, when the new process starts a program of
    its own. If the program ends, those who wait for it get a ProcessError, and the next call starts another one."""

    def __init__(self, arguments: Sequence[str], name: Optional[str] = None) -> None:
        self._arguments, self._name = list(arguments), name
        self._lock = threading.Lock()
        self._process: Optional[Process] = None
        self._end: Optional[weakref.finalize] = None
        self._closed = 0  # times
        self._known: Optional[Set[str]] = None  # what can be asked of a parse
        _all.add(self)
        answer = self.request("/v1/models")
        is_default = [m["name"] == answer["default"] for m in answer["models"]]
        self.model: Dict[str, Any] = answer["models"][is_default.index(True)]  # its name, language, inputs and so on
        self._languages = {m["name"]: m.get("language") for m in answer["models"]}

    def __repr__(self) -> str:
        if self._name in (None, *_BY_LANGUAGE):
            return f"<Parser with the models {', '.join(self._languages)}; {self.model['name']} is the usual one>"
        language = self.model.get("language")
        return f"<Parser with the model {self.model['name']}{f' ({language})' if language else ''}>"

    def __call__(
        self, text: str, *, lines: bool = False, markup: str = "", dehyphenate: bool = False, **asked: Any
    ) -> Document:
        """Parse raw text.

        lines:       each line is a sentence
        markup:      "html" or "markdown"
        dehyphenate: join words that are divided at ends of lines
        asked:       what else the program can be asked, with the names of the flags of "parser parse": valid=True,
                     beam=4, nbest=3, confidence=True, treebank="gum", only="words" and so on
        """
        options = {"lines": lines, "markup": markup, "dehyphenate": dehyphenate}
        asked.update((name, value) for name, value in options.items() if value)
        return self._begin(text, "data", asked)()

    def tokens(self, sentences: Sequence[Sequence[str]], **asked: Any) -> Document:
        """Parse sentences that are lists of tokens. Those that the treebank splits become multiword tokens."""
        return self._document(None, self._send(sentences, "tokens", "data", self._fields(asked)), "data")

    def conllu(self, text: str, *, file: str = "data", **asked: Any) -> Document:
        """Parse the words in CoNLL-U; only HEAD, DEPREL and DEPS change, and what is _. file is its name in errors.
        With keep_heads=True heads that are there stay, with retag=True all words get new tags."""
        return self._document(None, self._send(text, "conllu", file, self._fields(asked)), file)

    def pipe(
        self,
        documents: Iterable[Any],
        *,
        input: str = "text",
        errors: str = "raise",
        lines: bool = False,
        markup: str = "",
        dehyphenate: bool = False,
        as_tuples: bool = False,
        batch_size: Optional[int] = None,
        **asked: Any,
    ) -> Iterator[Any]:
        """Parse a stream of documents, and yield them in order. Only some of them are in memory at a time. They are
        read in a thread of its own, some ahead: an answer comes as soon as it is there, also if the next document does
        not come yet.

        input:  "text", "conllu", or "tokens" for lists of lists
        errors: "raise", or "yield" to get a ParseError as the value of a document that cannot be parsed; a ProcessError
                is always raised
        as_tuples: documents are pairs of a document and anything else, and so are those that are yielded, as in spaCy
        batch_size: has no effect; spaCy has it
        The other options are those of a single text.
        """
        if isinstance(documents, str):
            raise TypeError("pipe takes several documents, not one")
        if input not in _INPUTS or errors not in ("raise", "yield"):
            raise ValueError(f"input is one of {', '.join(_INPUTS)}, errors raise or yield, not {input} and {errors}")
        options = {"lines": lines, "markup": markup, "dehyphenate": dehyphenate} if input == "text" else {}
        options.update(self._fields(asked))
        if as_tuples:
            return self._pairs(documents, input, errors, options)
        return self._stream(documents, input, errors, options)

    def request(self, path: str, body: Optional[Dict[str, Any]] = None) -> Any:
        """Send a request of the service, such as ``"/v1/parse", {"data": "Late.", "nbest": 3, "output": "json"}``, and
        return its answer: from JSON or, if it is anything else, a string. Without a body it is a GET."""
        return _answer(self._ask({"path": path} if body is None else {"path": path, "body": body}, path), path)

    def extract(self, text: str, set: str, input: str = "text") -> List[Dict[str, Any]]:
        """Parse a text, or CoNLL-U where input is "conllu", whose trees stay, and find what a set of patterns describes:
        "noun-phrases", "triples" (who does what to whom), "clauses", "quotations", or the lines of another set. Each item
        is a dictionary with its "kind", its "parts" by their roles, each with "text", "start" and "end", and its "notes"."""
        body = {"data": text, "set": set, "input": input, "keep": input == "conllu"}
        return self.request("/v1/extract", body)["items"]

    def identify(self, text: str, by: str = "line", among: Sequence[str] = ()) -> List[Dict[str, Any]]:
        """Tell which language each line of a text is in, each "paragraph" or the whole "document": a dictionary for each,
        with its "language", the "probability" of that, the "line" where it begins, and its "text". The language is
        "unknown" if it is none that is known; among are codes of languages that alone are taken into account."""
        return self.request("/v1/identify", {"data": text, "by": by, "among": list(among)})["languages"]

    def search(self, pattern: str, data: str, input: str = "text", enhanced: bool = False) -> List[Dict[str, Any]]:
        """Find a pattern in a text, which is parsed, or in the trees of input "conllu" or "brackets": of dependencies in the
        language of Semgrex, of constituents in that of Tregex. There is a dictionary for each match, with the number of
        its "sentence", its "text", the "match" and the "nodes" that have names in the pattern, each with its "words", as
        in "3" or "3-5", and their "text", and the "context", in which brackets show what matches."""
        body = {"pattern": pattern, "data": data, "input": input, "enhanced": enhanced, "context": True}
        if input == "text" and self._name is not None:
            body["model"] = self._name
        return self.request("/v1/search", body)["matches"]

    def rewrite(self, pattern: str, edits: str, data: str, input: str = "text", enhanced: bool = False) -> str:
        """Change the trees of a text, which is parsed, or of input "conllu" by edits in the language of Ssurgeon, where a
        pattern of Semgrex fits them, and return all sentences in CoNLL-U."""
        body = {"pattern": pattern, "rewrite": edits, "data": data, "input": input, "enhanced": enhanced}
        if input == "text" and self._name is not None:
            body["model"] = self._name
        return self.request("/v1/search", body)["conllu"]

    def close(self) -> None:
        """End the program. Another call would start it again."""
        with self._lock:
            if self._end:
                self._end()
            self._process = None
            self._closed += 1

    def __reduce__(self) -> Tuple[Any, ...]:  # another process, maybe on another machine, finds a program of its own
        return Parser, (self._arguments, self._name)

    def __enter__(self) -> Parser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _fields(self, asked: Dict[str, Any]) -> Dict[str, Any]:
        """Return keywords as fields of a request, which the program describes."""
        if asked and self._known is None:
            described = self.request("/openapi.json")["components"]["schemas"]["ParseRequest"]["properties"]
            self._known = set(described) - _OWN
        fields = {name.replace("_", "-"): value for name, value in asked.items()}
        for name, field in zip(asked, fields):
            if field not in (self._known or ()):
                have = ", ".join(sorted(known.replace("-", "_") for known in self._known or ()))
                raise TypeError(f"there is no keyword {name} (have {have})")
        return fields

    def _begin(self, text: str, name: str, asked: Dict[str, Any]) -> Callable[[], Document]:
        """Send a text, and return what waits for its document, or raises the ParseError."""
        try:
            sent: Union[Future, ParseError] = self._send(text, "text", name, self._fields(asked))
        except ParseError as e:
            sent = e
        return lambda: self._document(text, sent, name)

    def _pairs(
        self, pairs: Iterable[Tuple[Given, Any]], input: str, errors: str, options: Dict[str, Any]
    ) -> Iterator[Tuple[Union[Document, ParseError], Any]]:
        others: Deque[Any] = deque()  # of the documents on their way

        def documents() -> Iterator[Given]:
            for document, other in pairs:
                others.append(other)
                yield document

        with closing(self._stream(documents(), input, errors, options)) as stream:
            for document in stream:
                yield document, others.popleft()

    def _stream(
        self, documents: Iterable[Given], input: str, errors: str, options: Dict[str, Any]
    ) -> Iterator[Union[Document, ParseError]]:
        method, closed = weakref.WeakMethod(self._send), self._closed

        def send() -> Optional[Callable[[Any, str], Future]]:
            way = method()
            return way and (lambda given, name: way(given, input, name, options, closed))

        feeder = Feeder(documents, send)
        try:
            while True:
                sent = feeder.take()
                if sent is None:
                    return
                answer: Union[Document, ParseError]
                try:
                    answer = self._document(sent.given if input == "text" else None, sent.answer, sent.name)
                except ParseError as e:
                    if errors == "raise":
                        raise
                    answer = e
                feeder.release(sent)
                del sent
                yield answer
        finally:
            feeder.stop()

    def _send(
        self, given: Given, input: str, name: str, options: Dict[str, Any], closed: Optional[int] = None
    ) -> Future:
        body: Dict[str, Any] = {"input": input, "output": "conllu", **options}
        if input == "tokens":
            body.update(input="vertical", data=_vertical(given, name))
        elif isinstance(given, str):
            body["data"] = given
        else:
            raise ParseError(f"this is no text but {type(given).__name__}", name, 400)
        if self._name in _BY_LANGUAGE:
            body["model"] = self._name
        elif self._name is not None and body["input"] not in self.model["inputs"]:
            raise ParseError(self._unread(input), name, 400)
        if input != "conllu":
            body["offsets"] = "characters"
        return self._ask({"path": "/v1/parse", "body": body}, name, closed)

    def _unread(self, input: str) -> str:
        """Say that the model that was loaded does not read an input, and what does."""
        what = {"text": "raw text", "tokens": "tokens without tags"}.get(input, input)
        can = ", ".join(f"nlp.{i}" if i == "conllu" else i for i in self.model["inputs"])
        return (
            f'the model {self.model["name"]} cannot read {what}, but {can}; parser.load("english") is the English model of '
            "the program, and a model that is trained with --pipeline reads text"
        )

    def _ask(self, request: Dict[str, Any], name: str, closed: Optional[int] = None) -> Future:
        """Send a request: where closed is given, only if the program was closed this many times."""
        try:
            line = json.dumps(request, ensure_ascii=False).encode("utf-8") + b"\n"
        except UnicodeEncodeError as e:
            surrogate = f"the text has a surrogate, {e.object[e.start]!a}, which is no character"
            raise ParseError(surrogate, name, 400) from None
        with self._lock:
            if closed is not None and closed != self._closed:
                raise ProcessError("the parser is closed")
            if self._process is None or self._process.ended:
                if self._end:
                    self._end.detach()
                self._process = Process([find(), *self._arguments])
                self._end = weakref.finalize(self, self._process.close)
            process = self._process
        return process.ask(line)

    def _document(self, text: Optional[Given], answer: Union[Future, ParseError], name: str) -> Document:
        body, model = _answered(answer, name)
        return Document(body, text, model, self._languages.get(model))


def _answer(answer: Union[Future, ParseError], name: str) -> Any:
    return _answered(answer, name)[0]


def _answered(answer: Union[Future, ParseError], name: str) -> Tuple[Any, Optional[str]]:
    """Return the body of an answer, and the name of the model that made it."""
    if isinstance(answer, ParseError):
        raise answer
    said = json.loads(answer.result())
    if said["status"] != 200:
        message = said["body"] if isinstance(said["body"], str) else said["body"]["error"]["message"]
        raise ParseError(message, name, said["status"])
    return said["body"], said.get("model")


def _vertical(sentences: Given, name: str) -> str:
    """Return a token on each line, and a blank line after each sentence."""
    if not isinstance(sentences, (list, tuple)):
        raise ParseError(f"this is no list of sentences but {type(sentences).__name__}", name, 400)
    lines: List[str] = []
    for i, sentence in enumerate(sentences):
        if not isinstance(sentence, (list, tuple)) or not sentence:
            raise ParseError(f"sentence {i} is no list of one token or more", name, 400)
        for token in sentence:
            if not isinstance(token, str) or not token.strip() or (token + ".").splitlines() != [token + "."]:
                raise ParseError(f"sentence {i} has {token!r}, which is no token", name, 400)
        lines += [*sentence, ""]
    return "\n".join(lines) + "\n"


_all: weakref.WeakSet[Parser] = weakref.WeakSet()


def _forked() -> None:
    for parser in list(_all):
        parser._lock = threading.Lock()
        if parser._process:
            parser._end.detach()
            parser._process.abandon()
            parser._process = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
