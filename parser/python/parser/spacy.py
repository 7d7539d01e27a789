"""The parser as a pipeline of spaCy, which has to be installed: ``nlp = parser.spacy.load("en")``.

The pipeline has one component, "ud_parser" (since "parser" is one of spaCy's own), which the factory of that name makes.
README.md says what its documents have.
"""

from __future__ import annotations

from collections import deque
from functools import cached_property
from itertools import chain
from typing import Any, Callable, Deque, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple

import spacy
from spacy.language import Language
from spacy.parts_of_speech import IDS as _UPOS
from spacy.tokens import Doc
from spacy.util import raise_error
from spacy.vocab import Vocab

from .document import Document, Sentence, _is_spaced
from .errors import ParseError
from .parser import _BY_LANGUAGE, Parser
from .parser import load as _load

# What waits for a document, or raises a ParseError.
Waiting = Callable[[], Document]

# An error handler of spaCy.
Handler = Callable[[str, Any, List[Doc], Exception], Any]

# What is under way of a stream: at most so many characters, beside the documents of a batch.
_CHARACTERS = 1 << 23

# All of spaCy's languages have this tokenizer. Those of some, such as Japanese, need other packages.
_TOKENIZER = {"nlp": {"tokenizer": {"@tokenizers": "spacy.Tokenizer.v1"}}}


def load(model: str, *, lexicons: Iterable[str] = (), threads: Optional[int] = None, **asked: Any) -> Language:
    """Return a pipeline of spaCy with a model, by a name that parser.load takes: the blank language of the model, or "xx"
    if spaCy does not know that or the text decides, with the component "ud_parser". asked is what can be asked of each
    parse, as in valid=True."""
    config = {"model": model, "lexicons": list(lexicons), "threads": threads, "asked": asked}
    parser = _load(model, lexicons=config["lexicons"], threads=threads)
    parser._fields(asked)  # or there is no such keyword
    nlp = blank(None if model in _BY_LANGUAGE else parser.model.get("language"))
    nlp.add_pipe("ud_parser", config=config).parser = parser
    return nlp


def blank(language: Optional[str]) -> Language:
    """Return the blank pipeline of a language, or that of "xx" if spaCy does not know the language."""
    try:
        return spacy.blank(language or "xx", config=_TOKENIZER)
    except ImportError:
        return spacy.blank("xx", config=_TOKENIZER)


@Language.factory(
    "ud_parser",
    assigns=[
        *("token.pos", "token.tag", "token.morph", "token.lemma", "token.head", "token.dep", "token.is_sent_start"),
        "doc.sents",
    ],
    retokenizes=True,
    default_config={"model": None, "lexicons": [], "threads": None, "asked": {}},
)
def create(
    nlp: Language, name: str, model: Optional[str], lexicons: List[str], threads: Optional[int], asked: Dict[str, Any]
) -> Component:
    """Make the component that the factory "ud_parser" stands for. Without a model it has that of the pipeline's language."""
    return Component(nlp.vocab, name, model or nlp.lang, lexicons, threads, asked)


class Component:
    """A component that parses the text of each Doc and returns another Doc, with the words of the model instead of the
    tokens of the pipeline's tokenizer. It has to be the first one. The program starts when it is first needed, so that
    with n_process each process has one of its own, and the first process has none."""

    def __init__(
        self,
        vocab: Vocab,
        name: str,
        model: str,
        lexicons: Iterable[str],
        threads: Optional[int],
        asked: Dict[str, Any],
    ) -> None:
        self._vocab, self._name, self._asked = vocab, name, asked
        self._load: Tuple[str, List[str], Optional[int]] = (model, list(lexicons), threads)
        self._handler: Handler = raise_error

    @cached_property
    def parser(self) -> Parser:
        """What parses."""
        model, lexicons, threads = self._load
        return _load(model, lexicons=lexicons, threads=threads)

    def __call__(self, doc: Doc) -> Doc:
        return self._made(doc, self._begun(doc, "data"))

    def pipe(self, docs: Iterable[Doc], batch_size: int = 256) -> Iterator[Doc]:
        """Parse a stream of documents, and yield others in order. The program has up to batch_size of them at a time, and
        parses several at once. What cannot be parsed is for the pipeline's error handler."""
        sent: Deque[Tuple[Doc, Waiting]] = deque()
        characters = 0
        for i, doc in enumerate(docs):
            sent.append((doc, self._begun(doc, f"documents[{i}]")))
            characters += len(doc.text)
            while len(sent) >= batch_size or characters >= _CHARACTERS:
                characters -= len(sent[0][0].text)
                yield from self._handled(*sent.popleft())
        while sent:
            yield from self._handled(*sent.popleft())

    def set_error_handler(self, handler: Handler) -> None:
        """Set what gets the name, this component, a list of one Doc, and the ParseError of a stream."""
        self._handler = handler

    def get_error_handler(self) -> Handler:
        """Return what was set; at first what raises the error."""
        return self._handler

    def _begun(self, doc: Doc, name: str) -> Waiting:
        for what, there in (("entities", doc.ents), ("spans", doc.spans), ("categories", doc.cats)):
            if there:
                raise ValueError(f"{self._name} makes another Doc, without the {what} of this one; it has to come first")
        return self.parser._begin(doc.text, name, self._asked)

    def _made(self, doc: Doc, document: Waiting) -> Doc:
        made = to_doc(document(), self._vocab)
        made.user_data, made._context = doc.user_data, doc._context
        return made

    def _handled(self, doc: Doc, document: Waiting) -> Iterator[Doc]:
        try:
            yield self._made(doc, document)
        except ParseError as e:
            self._handler(self._name, self, [doc], e)


def to_doc(document: Document, vocab: Vocab) -> Doc:
    """Return a document as a Doc, whose tokens are the syntactic words and, as in all of spaCy, what whitespace there is
    beside single blanks. Its text is that of the document, except where words are not spelled as in it: those of a token
    such as French "du", "de le", are between blanks. The label of roots is "ROOT", as spaCy has it."""
    places: List[int] = []  # of the words
    words: List[str] = []
    spaces: List[bool] = []
    for text, is_spaced, is_word in _spelled(document):
        if is_word:
            places.append(len(words))
        words.append(text)
        spaces.append(is_spaced)
    n = len(words)
    pos, tags, morphs, lemmas, deps = ["SPACE"] * n, ["_SP"] * n, [""] * n, list(words), ["dep"] * n
    heads = [max(i - 1, 0) for i in range(n)]  # whitespace depends on what is before it, or else on the first word
    if places:
        heads[0] = places[0]
    starts = [i == 0 for i in range(n)]  # of sentences, for want of trees
    has_trees = True
    begun = 0
    for sentence in document.sentences:
        for word in sentence.words:
            i = places[begun + word.id - 1]
            pos[i] = word.upos if word.upos in _UPOS else "X" if word.upos else ""
            tags[i], lemmas[i] = word.xpos or "", word.lemma or ""
            morphs[i] = "|".join(f"{name}={value}" for name, value in word.feats.items())
            has_trees = has_trees and word.head is not None
            heads[i] = places[begun + (word.head or word.id) - 1]  # roots are heads of themselves
            deps[i] = "ROOT" if word.deprel == "root" else word.deprel or ""
        if begun:
            starts[places[begun]] = True
        begun += len(sentence.words)
    trees = {"heads": heads, "deps": deps} if has_trees and places else {"sent_starts": starts}
    return Doc(vocab, words=words, spaces=spaces, pos=pos, tags=tags, morphs=morphs, lemmas=lemmas, **trees)


class _Piece(NamedTuple):
    """A word, where it begins and ends in the text, if that is known, and whether a blank follows it where it is not."""

    form: str
    start: Optional[int]
    end: Optional[int]
    is_spaced: bool


def _pieces(sentence: Sentence) -> Iterator[_Piece]:
    tokens = {token.first: token for token in sentence.tokens}
    at = 0
    while at < len(sentence.words):
        word = sentence.words[at]
        token = tokens.get(word.id)
        if token is None:
            yield _Piece(word.form, word.start, word.end, _is_spaced(word.misc))
            at += 1
            continue
        words = sentence.words[at : token.last]
        at = token.last
        if "".join(part.form for part in words) == token.form:
            for part in words:
                yield _Piece(part.form, part.start, part.end, part is words[-1] and _is_spaced(token.misc))
            continue
        for part in words:
            start = token.start if part is words[0] else None
            end = token.end if part is words[-1] else None
            yield _Piece(part.form, start, end, part is not words[-1] or _is_spaced(token.misc))


def _spelled(document: Document) -> Iterator[Tuple[str, bool, bool]]:
    """Yield the words and what whitespace is between them, whether a blank follows, and whether it is a word."""
    text = document.text
    at: Optional[int] = 0  # where the last word ends
    before: Optional[_Piece] = None
    nothing = _Piece("", len(text or ""), None, False)
    for piece in chain(chain.from_iterable(map(_pieces, document.sentences)), [nothing]):
        gap = " " if before and before.is_spaced and piece is not nothing else ""
        if text is not None and at is not None and piece.start is not None and _is_blank(text[at : piece.start]):
            gap = text[at : piece.start]
        if before:
            yield before.form, gap.startswith(" "), True
            gap = gap.removeprefix(" ")
        if gap:
            is_spaced = len(gap) > 1 and gap.endswith(" ")
            yield gap[:-1] if is_spaced else gap, is_spaced, False
        before, at = piece, piece.end


def _is_blank(gap: str) -> bool:
    return all(c.isspace() or not c.isprintable() for c in gap)
