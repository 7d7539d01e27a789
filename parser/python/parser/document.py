"""Documents: sentences of words, as CoNLL-U has them."""

from __future__ import annotations

import dataclasses
import subprocess
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

from .errors import ParserError
from .process import find

# How many sentences a notebook shows.
_SHOWN = 20

# The names in to_rows.
_COLUMNS = (
    *("sentence", "sent_id", "id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc"),
    *("token_id", "token", "start", "end"),
)


@dataclass
class Word:
    """A syntactic word, or an empty node of an enhanced graph, which has no head. What CoNLL-U has as _ is None, or an
    empty dictionary or list."""

    __slots__ = (
        *("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc", "start", "end"),
        "_sentence",  # no field, so that a word is compared, printed and made a dictionary of without it
    )
    id: Union[int, str]  # from 1; of an empty node a string such as "8.1"
    form: str
    lemma: Optional[str]
    upos: Optional[str]
    xpos: Optional[str]
    feats: Dict[str, str]
    head: Optional[int]  # the id of a word, or 0 for the root
    deprel: Optional[str]
    deps: List[Tuple[str, str]]  # enhanced dependencies: ids of heads, and relations
    misc: Dict[str, str]
    start: Optional[int]  # the word is text[start:end] of its document; None for a part that its token does not spell
    end: Optional[int]

    @property
    def head_word(self) -> Optional[Word]:
        """The word that is the head; None for a root, and for a word of no sentence."""
        sentence = getattr(self, "_sentence", None)
        return sentence.words[self.head - 1] if sentence and self.head else None

    @property
    def children(self) -> List[Word]:
        """The words whose head this word is, in their order."""
        return [word for word in getattr(self, "_sentence", None) or () if word.head == self.id]


@dataclass(slots=True)
class Token:
    """A token that consists of several words."""

    first: int  # the ids of its words
    last: int
    form: str
    misc: Dict[str, str]
    start: Optional[int]
    end: Optional[int]


@dataclass(slots=True)
class Sentence:
    """A sentence: words[i] has the id i + 1. It is also a sequence of its words."""

    comments: List[str]  # without #
    words: List[Word]
    tokens: List[Token]  # those of several words
    empty: List[Word]

    @property
    def text(self) -> Optional[str]:
        """The text of the sentence, if a comment says it."""
        return self._comment("text")

    @property
    def id(self) -> Optional[str]:
        """The name of the sentence, if a comment says it."""
        return self._comment("sent_id")

    @property
    def model(self) -> Optional[str]:
        """The name of the model that parsed the sentence, if a comment says it, as it does after parser.load("auto")."""
        return self._comment("model")

    @property
    def root(self) -> Optional[Word]:
        """The word without a head, the first of several; None if there is no such word."""
        return next((word for word in self.words if word.head == 0), None)

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[Word]:
        return iter(self.words)

    def __getitem__(self, i: Any) -> Any:
        return self.words[i]

    def _comment(self, name: str) -> Optional[str]:
        for comment in self.comments:
            key, is_said, value = comment.partition("=")
            if is_said and key.strip() == name:
                return value.strip()
        return None


class Document:
    """A parsed document, a sequence of its words. text is what was parsed, if it was raw text, model the name of the
    model that parsed it, and language that of the model. A notebook shows it as a picture."""

    def __init__(
        self, conllu: str, text: Optional[str] = None, model: Optional[str] = None, language: Optional[str] = None
    ) -> None:
        self._conllu, self.text, self.model, self.language = conllu, text, model, language

    @cached_property
    def sentences(self) -> List[Sentence]:
        return list(_sentences(self._conllu.removeprefix("\ufeff")))

    @cached_property
    def words(self) -> List[Word]:
        """The words of all sentences."""
        return [word for sentence in self.sentences for word in sentence.words]

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[Word]:
        return iter(self.words)

    def __getitem__(self, i: Any) -> Any:
        return self.words[i]

    def __repr__(self) -> str:
        n = len(self.sentences)
        return f"<Document with {n} sentence{'s' * (n != 1)}>"

    def to_conllu(self) -> str:
        """Return the document as CoNLL-U."""
        return self._conllu

    def to_dict(self) -> Dict[str, Any]:
        """Return the document as dictionaries and lists, with the names of attributes, which JSON can write."""
        return {
            "model": self.model,
            "text": self.text,
            "sentences": [{"id": s.id, "text": s.text, **dataclasses.asdict(s)} for s in self.sentences],
        }

    def to_svg(self) -> str:
        """Return a picture of all sentences, below each other, as "parser draw" makes it."""
        return self._drawn()

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the picture, of a long document that of its first sentences."""
        n = len(self.sentences)
        if not n:
            return escape(repr(self))
        if n <= _SHOWN:
            return self._drawn()
        return self._drawn("--sentence", f"1-{_SHOWN}") + f"<p>and {n - _SHOWN} more sentences</p>"

    def _drawn(self, *flags: str) -> str:
        done = subprocess.run([find(), "draw", *flags], input=self._conllu.encode(), capture_output=True)
        if done.returncode:
            raise ParserError(done.stderr.decode("utf-8", "replace").strip())
        return done.stdout.decode()

    def to_rows(self) -> List[Dict[str, Any]]:
        """Return a dictionary for each word, for pandas.DataFrame(rows): the columns of the table that the command writes
        as tsv, with None for what is empty, and start and end."""
        rows: List[Dict[str, Any]] = []
        for number, sentence in enumerate(self.sentences, 1):
            of = {id: token for token in sentence.tokens for id in range(token.first, token.last + 1)}
            for word in sentence:
                token = of.get(word.id)
                rows.append(
                    {
                        "sentence": number,
                        "sent_id": sentence.id,
                        **{name: getattr(word, name) for name in ("id", "form", "lemma", "upos", "xpos")},
                        "feats": _joined(word.feats),
                        "head": word.head,
                        "deprel": word.deprel,
                        "deps": "|".join(f"{head}:{relation}" for head, relation in word.deps) or None,
                        "misc": _joined(word.misc),
                        "token_id": f"{token.first}-{token.last}" if token else str(word.id),
                        "token": token.form if token else word.form,
                        "start": word.start,
                        "end": word.end,
                    }
                )
        return rows

    def to_pandas(self) -> Any:
        """Return the rows of to_rows as a DataFrame of pandas, which has to be installed."""
        try:
            import pandas
        except ImportError as e:
            raise ImportError("to_pandas needs pandas, which is not installed") from e
        frame = pandas.DataFrame(self.to_rows(), columns=_COLUMNS)
        return frame.astype({name: "Int64" for name in ("sentence", "id", "head", "start", "end")})  # which can be missing

    def to_spacy(self, vocab: Any = None) -> Any:
        """Return the document as a Doc of spaCy, which has to be installed: see parser.spacy.to_doc. Without a vocabulary it
        has that of spacy.blank(language), or of spacy.blank("xx") if spaCy does not know the language."""
        try:
            from .spacy import blank, to_doc
        except ImportError as e:
            raise ImportError("to_spacy needs spaCy, which is not installed") from e
        return to_doc(self, blank(self.language).vocab if vocab is None else vocab)

    def to_conllu_lib(self) -> Any:
        """Return the document as a SentenceList of TokenList of the package conllu, which it needs."""
        try:
            import conllu
        except ImportError as e:
            raise ImportError("to_conllu_lib needs the package conllu, which is not installed") from e
        return conllu.parse(self._conllu)


def _joined(fields: Dict[str, str]) -> Optional[str]:
    return "|".join(f"{name}={value}" if value else name for name, value in fields.items()) or None


def _is_spaced(misc: Dict[str, str]) -> bool:
    return misc.get("SpaceAfter") != "No"


def _sentences(conllu: str) -> Iterator[Sentence]:
    sentence = Sentence([], [], [], [])
    for line in [*conllu.split("\n"), ""]:
        if not line.strip():
            if sentence.words:
                yield sentence
                sentence = Sentence([], [], [], [])
        elif line.startswith("#"):
            sentence.comments.append(line[1:].strip())
        else:
            id, form, lemma, upos, xpos, feats, head, deprel, deps, misc = line.rstrip("\r").split("\t")
            fields = _pairs(misc)
            start, end = _range(fields)
            if "-" in id:
                first, last = id.split("-")
                sentence.tokens.append(Token(int(first), int(last), form, fields, start, end))
                continue
            word = Word(
                id if "." in id else int(id),
                form,
                form if lemma == form else _filled(lemma),  # _ is the lemma of _
                _filled(upos),
                _filled(xpos),
                _pairs(feats),
                int(head) if head != "_" else None,
                _filled(deprel),
                [] if deps == "_" else [_dependency(dep) for dep in deps.split("|")],
                fields,
                start,
                end,
            )
            word._sentence = sentence
            (sentence.empty if "." in id else sentence.words).append(word)


def _filled(column: str) -> Optional[str]:
    return None if column == "_" else column


def _pairs(column: str) -> Dict[str, str]:
    """Return fields such as Number=Sing, and those without a value with ""."""
    if column == "_":
        return {}
    return {name: value for name, _, value in (field.partition("=") for field in column.split("|"))}


def _dependency(dep: str) -> Tuple[str, str]:
    head, _, relation = dep.partition(":")
    return head, relation


def _range(misc: Dict[str, str]) -> Tuple[Optional[int], Optional[int]]:
    start, _, end = misc.get("TokenRange", "").partition(":")
    return (int(start), int(end)) if start.isdigit() and end.isdigit() else (None, None)
