"""Documents: the same as those of the command, and what is wrong with others. PARSER_BINARY names the program."""

import json
import os
import pickle
import subprocess
import sys
import tempfile
import types
import unittest
from typing import Optional
from unittest import mock

import parser
from parser import process

from . import EnglishTest

TEXT = "The dog barked. I don't know \U0001f600 why!\n\nIt's late – “too late”, said Zoë.\n"
WORDS = "# sent_id = a\n1\tDogs\t_\t_\t_\t_\t_\t_\t_\t_\n2\tbark\t_\t_\t_\t_\t_\t_\t_\tX=1|Y\n\n"
TAGGED = "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t_\t_\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t_\t_\t_\t_\n\n"
MALFORMED = "# sent_id = a\n1\tDogs\n\n"


def command(*arguments: str, given: Optional[str]) -> str:
    """Return what the command prints about some input, if it takes any."""
    line = [process.find(), *arguments] + (["--quiet", "-"] if given is not None else [])
    done = subprocess.run(
        line, input=(given or "").encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
    )
    return done.stdout.decode()


class DocumentTest(EnglishTest):
    def test_text(self) -> None:
        arguments = ["parse", "--lang", "english", "--text", "--offsets", "characters"]
        document = self.nlp(TEXT)
        self.assertEqual(document.to_conllu(), command(*arguments, given=TEXT))
        self.assertEqual([s.text for s in document.sentences][:2], ["The dog barked.", "I don't know \U0001f600 why!"])
        self.assertEqual(self.nlp(TEXT, lines=True).to_conllu(), command(*arguments, "--lines", given=TEXT))
        html = "<p>It is <b>la</b>te.</p><script>x</script>"
        self.assertEqual([w.form for w in self.nlp(html, markup="html").words], ["It", "is", "late", "."])
        hyphenated = [w.form for w in self.nlp("It is be-\ncause of it.", dehyphenate=True).words]
        self.assertIn("because", hyphenated)

    def test_words(self) -> None:
        first, second, third = self.nlp(TEXT).sentences
        dog = first.words[1]
        self.assertEqual((dog.id, dog.form, dog.lemma, dog.upos, dog.xpos), (2, "dog", "dog", "NOUN", "NN"))
        self.assertEqual((dog.feats, dog.head, dog.deprel), ({"Number": "Sing"}, 3, "nsubj"))
        self.assertEqual(dog.deps, [("3", "nsubj")])
        self.assertEqual(first.words[2].misc["SpaceAfter"], "No")
        self.assertEqual((first.words[2].head, first.words[2].deprel), (0, "root"))
        (token,) = second.tokens
        self.assertEqual((token.first, token.last, token.form), (2, 3, "don't"))
        self.assertEqual([w.form for w in second.words[1:3]], ["do", "n't"])
        for one in [*self.nlp(TEXT).words, token, *third.tokens]:
            if one.start is not None:
                self.assertEqual(TEXT[one.start : one.end], one.form)
        self.assertTrue(all(w.start is not None for w in first.words))

    def test_dict(self) -> None:
        document = self.nlp("Late.")
        said = json.loads(json.dumps(document.to_dict()))
        self.assertEqual(said["text"], "Late.")
        self.assertEqual(said["sentences"][0]["text"], "Late.")
        self.assertEqual([w["form"] for w in said["sentences"][0]["words"]], ["Late", "."])
        self.assertEqual(pickle.loads(pickle.dumps(document)).to_dict(), document.to_dict())
        self.assertEqual((self.nlp("").sentences, self.nlp("").to_conllu()), ([], ""))

    def test_tokens(self) -> None:
        document = self.nlp.tokens([["The", "dog", "barked"], ["I", "don't", "live", "in", "New York"]])
        given = "The\ndog\nbarked\n\nI\ndon't\nlive\nin\nNew York\n\n"
        arguments = ["parse", "--lang", "english", "--format", "vertical", "--offsets", "characters"]
        self.assertEqual(document.to_conllu(), command(*arguments, given=given))
        self.assertEqual([w.form for w in document.sentences[1].words], ["I", "do", "n't", "live", "in", "New York"])
        for bad in ([["a", ""]], [["a\nb"]], [["a\u2028b"]], [[]], ["abc"], [["a", None]], [["a\tb"]], None, "a", [3]):
            with self.assertRaises(parser.ParseError, msg=repr(bad)):
                self.nlp.tokens(bad)

    def test_conllu(self) -> None:
        document = self.nlp.conllu(WORDS)
        self.assertEqual(document.to_conllu(), command("parse", "--lang", "english", given=WORDS))
        (sentence,) = document.sentences
        self.assertEqual((sentence.id, sentence.words[1].misc), ("a", {"X": "1", "Y": ""}))
        empty = parser.Document(WORDS[:-1] + "2.1\t_\t_\t_\t_\t_\t_\t_\t0:root|2:conj:and\t_\n\n").sentences[0].empty
        deps = [("0", "root"), ("2", "conj:and")]
        self.assertEqual([(e.id, e.form, e.head, e.lemma, e.deps) for e in empty], [("2.1", "_", None, "_", deps)])
        for odd in (WORDS.replace("\n", "\r\n"), "\ufeff" + WORDS, "\n \n" + WORDS + " \n\n", WORDS[:-1], WORDS[:-2]):
            document = self.nlp.conllu(odd)
            self.assertEqual([w.form for w in document.words], ["Dogs", "bark"], repr(odd))
            self.assertEqual(document.sentences[0].words[1].misc, {"X": "1", "Y": ""}, repr(odd))
        two = self.nlp.conllu(WORDS[:-1] + " \n" + WORDS).sentences
        self.assertEqual([(s.id, len(s.words)) for s in two], [("a", 2), ("a", 2)])
        short = self.nlp.conllu("1\tDogs\t_\tN\tNNS\t_\n\n").sentences[0].words[0]
        self.assertEqual((short.upos, short.head), ("N", 0))

    def test_errors(self) -> None:
        with self.assertRaises(parser.ParseError) as caught:
            self.nlp.conllu(MALFORMED, file="a.conllu")
        e = caught.exception
        self.assertEqual((e.file, e.line, e.column, e.status), ("a.conllu", 2, 7, 400))
        self.assertEqual(str(e), "a.conllu:2:7: [a] wrong number of columns: 2, want 10")
        copy = pickle.loads(pickle.dumps(e))
        self.assertEqual((str(copy), copy.line), (str(e), 2))
        with self.assertRaisesRegex(parser.ParseError, "no text but bytes"):
            self.nlp(b"Late.")
        with self.assertRaisesRegex(parser.ParseError, "surrogate"):
            self.nlp("Late \ud83d.")
        with self.assertRaisesRegex(parser.ParseError, "the markup can be html or markdown, not \"x\""):
            self.nlp("Late.", markup="x")
        with self.assertRaisesRegex(parser.ParseError, "there is nothing here"):
            self.nlp.request("/none")
        with self.assertRaisesRegex(parser.ParseError, "/process: Unsupported payload"):
            self.nlp.request("/process", {"data": "Late."})
        self.assertEqual(len(self.nlp("Late.").sentences), 1)

    def test_limits(self) -> None:
        with parser.load("english", max_words=5, max_bytes=1000, seconds=60, threads=1) as nlp:
            with self.assertRaisesRegex(parser.ParseError, "the request has more than 1,000 bytes") as caught:
                nlp("x" * 1000)
            self.assertEqual(caught.exception.status, 413)
            with self.assertRaises(parser.ParseError):
                nlp.tokens([["a"] * 6])
            self.assertTrue(all(len(s.words) <= 5 for s in nlp("a " * 20).sentences))

    def test_request(self) -> None:
        asked = {"data": "I saw the man with the telescope.", "nbest": 2, "output": "json"}
        self.assertEqual(len(self.nlp.request("/v1/parse", asked)["sentences"]), 2)
        self.assertEqual(self.nlp.request("/healthz"), "ok\n")
        self.assertEqual(self.nlp.model["language"], "en")

    def test_spacy(self) -> None:
        seen = {}
        fake = types.ModuleType("spacy.tokens")
        fake.Doc = lambda vocab, **columns: seen.update(columns, vocab=vocab) or "doc"
        with mock.patch.dict(sys.modules, {"spacy": types.ModuleType("spacy"), "spacy.tokens": fake}):
            self.assertEqual(self.nlp("The dog barked. I don't know.").to_spacy("vocab"), "doc")
        self.assertEqual(seen["words"], ["The", "dog", "barked", ".", "I", "do", "n't", "know", "."])
        self.assertEqual(seen["spaces"][:8], [True, True, False, True, True, False, True, False])
        self.assertEqual(seen["heads"], [1, 2, 2, 2, 7, 7, 7, 7, 7])
        self.assertEqual((seen["pos"][1], seen["tags"][1], seen["lemmas"][2]), ("NOUN", "NN", "bark"))
        self.assertEqual((seen["morphs"][1], seen["deps"][2]), ("Number=Sing", "root"))
        with mock.patch.dict(sys.modules, {"spacy": None, "spacy.tokens": None}):
            with self.assertRaisesRegex(ImportError, "to_spacy needs spaCy"):
                self.nlp("Late.").to_spacy(None)
        try:
            import spacy
        except ImportError:
            self.skipTest("spaCy itself is not installed")
        doc = self.nlp(TEXT).to_spacy(spacy.blank("en").vocab)
        self.assertEqual([t.text for t in doc], [w.form for w in self.nlp(TEXT).words])
        self.assertEqual([len(s) for s in doc.sents], [len(s.words) for s in self.nlp(TEXT).sentences])

    def test_conllu_lib(self) -> None:
        fake = types.ModuleType("conllu")
        fake.parse = lambda text: ["parsed", text]
        with mock.patch.dict(sys.modules, {"conllu": fake}):
            document = self.nlp("Late.")
            self.assertEqual(document.to_conllu_lib(), ["parsed", document.to_conllu()])
        with mock.patch.dict(sys.modules, {"conllu": None}):
            with self.assertRaisesRegex(ImportError, "needs the package conllu"):
                self.nlp("Late.").to_conllu_lib()
        try:
            import conllu
        except ImportError:
            self.skipTest("the package conllu itself is not installed")
        self.assertIsInstance(self.nlp(TEXT).to_conllu_lib()[0], conllu.TokenList)


class LoadTest(unittest.TestCase):
    def test_model(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "en.npz")
            with self.assertRaisesRegex(parser.ProcessError, "status 3\n(.|\n)*en.npz"):
                parser.load(name)
            with self.assertRaisesRegex(parser.ProcessError, "parser train --lang xx"):
                parser.load("xx")

    def test_which_model(self) -> None:
        """Without a name it depends on what was trained and chosen, and each document says which model it was."""
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"PARSER_MODELS": folder}):
            with parser.load() as nlp:
                self.assertEqual((nlp("Late.").model, nlp.conllu(WORDS).model), ("english", "english"))
            command("train", "--lang", "en", "--scorer", "linear", "--epochs", "1", given=None)
            with parser.load() as nlp:
                self.assertEqual((nlp("Late.").model, nlp.conllu(TAGGED).model), ("english", "en"))
                self.assertEqual(nlp.tokens([["Late", "."]]).model, "english")
                self.assertEqual([d.model for d in nlp.pipe(["Late."])], ["english"])
                self.assertEqual((nlp("Late.").to_dict()["model"], nlp.model["name"]), ("english", "english"))
                self.assertEqual(pickle.loads(pickle.dumps(nlp("Late."))).model, "english")
            with parser.load("en") as nlp:
                self.assertEqual((nlp.conllu(TAGGED).model, nlp.model["name"]), ("en", "en"))
                with self.assertRaisesRegex(parser.ParseError, r'model en cannot read raw text, .*load\("english"\)'):
                    nlp("Late.")
                with self.assertRaisesRegex(parser.ParseError, r'model en cannot read tokens without tags, .*"english"'):
                    nlp.tokens([["Late", "."]])
            command("model", "use", "english", given=None)
            with parser.load() as nlp:
                self.assertEqual((nlp("Late.").model, nlp.conllu(WORDS).model), ("english", "english"))
            for name in ("English", "ENGLISH", "eng"):
                with parser.load(name) as nlp:
                    self.assertEqual(nlp.conllu(TAGGED).model, "en" if name == "eng" else "english")

    def test_program(self) -> None:
        with mock.patch.dict(os.environ, {"PARSER_BINARY": os.path.join(os.sep, "none", "parser")}):
            with self.assertRaisesRegex(parser.ProcessError, "cannot be started: .*none"):
                parser.load()
        nowhere = mock.patch("os.path.exists", lambda _: False)
        with nowhere, mock.patch.dict(os.environ, {"PARSER_BINARY": "", "PATH": ""}):
            with self.assertRaisesRegex(parser.ProcessError, "there is no program parser"):
                parser.load()


if __name__ == "__main__":
    unittest.main()
