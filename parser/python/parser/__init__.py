"""Parses text into Universal Dependencies by the program ``parser``, which is kept open by pipes.

    import parser

    nlp = parser.load("english")
    document = nlp("The dog barked. It's late!")
    for word in document.sentences[0].words:
        print(word.id, word.form, word.upos, word.head, word.deprel)
    for document in nlp.pipe(texts):
        print(document.to_conllu())

README.md explains everything else.
"""

from importlib import import_module
from typing import Any

from .document import Document, Sentence, Token, Word
from .errors import ParseError, ParserError, ProcessError
from .parser import Parser, load

__all__ = ["Document", "ParseError", "Parser", "ParserError", "ProcessError", "Sentence", "Token", "Word", "load"]


def __getattr__(name: str) -> Any:  # so that "import parser" needs no spaCy, and parser.spacy no other import
    if name == "spacy":
        return import_module(".spacy", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
