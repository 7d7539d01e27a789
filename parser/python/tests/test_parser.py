"""Documents: the same as those of the command, and what is wrong with others. PARSER_BINARY names the program."""

import csv
import io
import json
import os
import pickle
import subprocess
import sys
import tempfile
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

    def test_asked(self) -> None:
        arguments = ["parse", "--lang", "english", "--text", "--offsets", "characters"]
        for asked, flags in [
            ({"valid": True}, ["--valid"]),
            ({"nbest": 2, "confidence": True}, ["--nbest", "2", "--confidence"]),
            ({"beam": 3}, ["--beam", "3"]),
            ({"only": "words"}, ["--only", "words"]),
            ({"only": "trees", "paragraphs": True}, ["--only", "trees", "--paragraphs"]),
        ]:
            self.assertEqual(self.nlp(TEXT, **asked).to_conllu(), command(*arguments, *flags, given=TEXT), asked)
        (document,) = self.nlp.pipe([TEXT], only="tags")
        self.assertEqual([w.head for w in document.words[:2]], [None, None])
        partial = TAGGED.replace("NNS\tNumber=Plur\t_\t_", "NNS\tNumber=Plur\t0\troot")
        flags = ["parse", "--lang", "english", "--keep-heads"]
        self.assertEqual(self.nlp.conllu(partial, keep_heads=True).to_conllu(), command(*flags, given=partial))
        self.assertEqual(self.nlp.conllu(partial, keep_heads=True).words[0].head, 0)
        self.assertIsNone(self.nlp.tokens([["Dogs", "bark"]], only="words").words[0].upos)
        with self.assertRaisesRegex(TypeError, "there is no keyword nbset .have beam, confidence, .*keep_heads.*"):
            self.nlp(TEXT, nbset=2)
        with self.assertRaisesRegex(TypeError, "there is no keyword model "):
            self.nlp.conllu(TAGGED, model="english")
        with self.assertRaisesRegex(parser.ParseError, "beam is from 0 to 40, not 50"):
            self.nlp(TEXT, beam=50)
        self.assertEqual(self.nlp(TEXT, treebank="gum").to_conllu(), command(*arguments, "--treebank", "gum", given=TEXT))
        with self.assertRaisesRegex(parser.ParseError, "treebank.*pud"):
            self.nlp(TEXT, treebank="pud")

    def test_lexicon(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            names, terms = os.path.join(folder, "names.tsv"), os.path.join(folder, "terms.tsv")
            with open(names, "w") as f:
                f.write("zorbs\tzorbir\tVERB\tZZ\n")
            with open(terms, "w") as f:
                f.write("zorbs\tzorb\tNOUN\tYY\n")
            with parser.load("english", lexicons=[names, "ours=" + terms]) as nlp:
                for asked, want in [("names", ("zorbir", "VERB", "ZZ")), ("ours, names", ("zorb", "NOUN", "YY"))]:
                    word = nlp("She zorbs the cake.", lexicon=asked).words[1]
                    self.assertEqual((word.lemma, word.upos, word.xpos), want)
                self.assertNotEqual(nlp("She zorbs the cake.").words[1].xpos, "ZZ")
                with self.assertRaisesRegex(parser.ParseError, 'there is no lexicon "none", but: names, ours'):
                    nlp("Late.", lexicon="none")
            with open(names, "w") as f:
                f.write("zorbs\n")
            with self.assertRaisesRegex(parser.ProcessError, "names.tsv:1"):
                parser.load("english", lexicons=[names])

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

    def test_sequences(self) -> None:
        """Documents and sentences are sequences of words, which know their heads and children."""
        document = self.nlp(TEXT)
        first = document.sentences[0]
        self.assertIsInstance(document.words, list)
        self.assertEqual((len(document), list(document), document[1]), (len(document.words), document.words, first[1]))
        self.assertEqual((len(first), list(first), first[-1]), (4, first.words, first.words[3]))
        self.assertEqual(first.root, first[2])
        self.assertEqual([w.form for w in first.root.children], ["dog", "."])
        self.assertEqual((first[0].head_word, first.root.head_word, first[0].children), (first[1], None, []))
        copy = pickle.loads(pickle.dumps(document))
        for sentence in [*document.sentences, *copy.sentences]:
            for word in sentence:
                self.assertTrue(all(child.head_word is word for child in word.children))
                self.assertTrue(word.head == 0 or any(child is word for child in word.head_word.children))
        self.assertNotIn("_sentence", repr(first[0]))
        empty = parser.Document("")
        self.assertEqual((len(empty), empty.words, empty.to_rows()), (0, [], []))
        rootless = parser.Document(WORDS).sentences[0]
        self.assertEqual((rootless.root, rootless[0].head_word, rootless[0].children), (None, None, []))
        alone = parser.Word(1, "a", None, None, None, {}, 2, None, [], {}, None, None)
        self.assertEqual((alone.head_word, alone.children), (None, []))

    def test_rows(self) -> None:
        """Rows are those of the table that the command writes, and the places of words in the text."""
        document = self.nlp(TEXT + 'He said "NA".')
        with tempfile.NamedTemporaryFile("w", suffix=".conllu", encoding="utf-8") as file:
            file.write(document.to_conllu())
            file.flush()
            table = command("convert", "--to", "tsv", file.name, given=None)
        written = list(csv.DictReader(io.StringIO(table), delimiter="\t"))
        rows = document.to_rows()
        self.assertEqual([*rows[0]], [*written[0], "start", "end"])
        for row, word in zip(rows, document):
            self.assertEqual((row.pop("start"), row.pop("end")), (word.start, word.end))
        as_text = [{name: "" if x is None else str(x) for name, x in row.items()} for row in rows]
        self.assertEqual(as_text, written)

    def test_picture(self) -> None:
        document = self.nlp("Dogs bark & bite. " * 22)
        with tempfile.NamedTemporaryFile("w", suffix=".conllu", encoding="utf-8") as file:
            file.write(document.to_conllu())
            file.flush()
            self.assertEqual(document.to_svg(), command("draw", file.name, given=None))
            first = command("draw", "--sentence", "1-20", file.name, given=None)
        self.assertEqual(document._repr_html_(), first + "<p>and 2 more sentences</p>")
        self.assertEqual(parser.Document("")._repr_html_(), "&lt;Document with 0 sentences&gt;")
        with self.assertRaisesRegex(parser.ParserError, "nothing to draw: there is no sentence"):
            parser.Document("").to_svg()

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

    def test_pairs(self) -> None:
        """Streams of pairs, as in spaCy: what stands beside a document stays beside it."""
        given = (("Late." if i % 3 else None, {"number": i}) for i in range(700))
        got = self.nlp.pipe(given, as_tuples=True, batch_size=50, errors="yield")
        for i, (document, other) in enumerate(got):
            self.assertEqual((type(document), other["number"]), (parser.Document if i % 3 else parser.ParseError, i))
        self.assertEqual(i, 699)
        with self.assertRaises(parser.ParseError):
            list(self.nlp.pipe([("Late.", 1), (3, 2)], as_tuples=True))
        with self.assertRaises(ValueError):
            list(self.nlp.pipe(["Late."], as_tuples=True))

    def test_repr(self) -> None:
        self.assertEqual(repr(self.nlp), "<Parser with the model english (en)>")
        document = self.nlp("Late. Late.")
        self.assertEqual((repr(document), document.language), ("<Document with 2 sentences>", "en"))

    def test_request(self) -> None:
        asked = {"data": "I saw the man with the telescope.", "nbest": 2, "output": "json"}
        self.assertEqual(len(self.nlp.request("/v1/parse", asked)["sentences"]), 2)
        self.assertEqual(self.nlp.request("/healthz"), "ok\n")
        self.assertEqual(self.nlp.model["language"], "en")

    def test_search(self) -> None:
        found = self.nlp.search("{upos:VERB}=v >nsubj {}=s", "The old dog barks. It sleeps.")
        self.assertEqual([m["context"] for m in found], ["The old [dog]s [barks]v .", "[It]s [sleeps]v ."])
        self.assertEqual(found[0]["nodes"][1], {"name": "s", "words": "3", "text": "dog"})
        found = self.nlp.search("NP=n < DT", "(S (NP (DT The) (NN dog)) (VP (VBZ barks)))", input="brackets")
        self.assertEqual(found[0]["nodes"], [{"name": "n", "words": "1-2", "text": "The dog", "label": "NP"}])
        with self.assertRaisesRegex(parser.ParseError, "column 1: a node"):
            self.nlp.search("dog", "It is late.")

    def test_rewrite(self) -> None:
        edits = "relabelNamedEdge -edge e -reln nsubj:x"
        changed = self.nlp.rewrite("{upos:VERB} >nsubj=e {}", edits, "The old dog barks.")
        self.assertIn("\tnsubj:x\t", changed)
        self.assertEqual(changed, self.nlp.rewrite("{lemma:cat} >nsubj=e {}", edits, changed, input="conllu"))
        with self.assertRaises(parser.ParseError):
            self.nlp.rewrite("{} >nsubj=e {}", "paint -edge e", "It is late.")

    def test_extract(self) -> None:
        text = "The letter was written by a young poet. Dogs bark."
        (letter, dogs) = self.nlp.extract(text, "triples")
        self.assertEqual(letter["notes"], {"passive": "yes"})
        parts = {role: text[part["start"] : part["end"]] for role, part in letter["parts"].items()}
        self.assertEqual(parts, {"verb": "was written", "subject": "a young poet", "object": "The letter"})
        self.assertEqual((dogs["sentence"], dogs["parts"]["subject"]["words"]), (2, [1]))
        again = self.nlp.extract(self.nlp(text).to_conllu(), "triples", input="conllu")
        self.assertEqual([item["parts"] for item in again], [letter["parts"], dogs["parts"]])
        self.assertEqual(len(self.nlp.extract(text, "v: {upos:VERB}=v")), 2)
        with self.assertRaises(parser.ParseError):
            self.nlp.extract(text, "nothing")

    def test_identify(self) -> None:
        text = "It is late, and the old dog sleeps.\n\nDet er sent, og den gamle hund sover ude i haven."
        found = self.nlp.identify(text)
        self.assertEqual([(f["line"], f["language"]) for f in found], [(1, "en"), (2, "unknown"), (3, "da")])
        self.assertEqual([f["language"] for f in self.nlp.identify(text, by="paragraph", among=["nb", "en"])], ["en", "nb"])
        with self.assertRaises(parser.ParseError):
            self.nlp.identify(text, by="word")

    def test_auto(self) -> None:
        with parser.load("auto") as nlp:
            document = nlp("It is late, and the old dog sleeps.\n\n1984")
            self.assertEqual([s.model for s in document.sentences], ["english", "english"])
            self.assertEqual(document.language, "en")
            plain = "".join(line for line in document.to_conllu().splitlines(True) if not line.startswith("# model"))
            self.assertEqual(plain, self.nlp(document.text).to_conllu())
            with self.assertRaisesRegex(parser.ParseError, r"no model for the language of the text \(ru\)") as caught:
                nlp("It is late, and the old dog sleeps.\nУже поздно, и старая собака спит в саду.")
            self.assertEqual(caught.exception.line, 2)
            with self.assertRaises(parser.ParseError):
                nlp.tokens([["It", "is", "late"]])

    def test_multi(self) -> None:
        with parser.load("multi") as nlp:
            with self.assertRaisesRegex(parser.ParseError, 'no model "multi"'):  # which no folder of models has here
                nlp("Det er sent, og den gamle hund sover ude i haven.")


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
