"""What spaCy, conllu and pandas get. They are no stand-ins: without one of them its tests are skipped."""

import importlib
import importlib.util
import os
import pickle
import subprocess
import sys
import tempfile
import unittest
from typing import Iterator
from unittest import mock

import parser

from . import EnglishTest
from .test_parser import TEXT, WORDS

SPACED = "  The dog\tdidn't  bark.\n\nIt's late! \u200bNow.\n"

# "zum" is no "zu" and "dem" in the text, "can't" is "ca" and "n't" there.
GERMAN = (
    "1-2\tZum\t_\t_\t_\t_\t_\t_\t_\tTokenRange=0:3\n"
    "1\tZu\tzu\tADP\tAPPR\t_\t3\tcase\t_\t_\n"
    "2\tdem\tder\tDET\tART\tCase=Dat\t3\tdet\t_\t_\n"
    "3\tHaus\tHaus\tNOUN\tNN\t_\t0\troot\t_\tSpaceAfter=No|TokenRange=5:9\n"
    "4\t.\t.\tSATZ\t$.\t_\t3\tpunct\t_\tTokenRange=9:10\n\n"
)


def needs(library: str) -> "unittest.case._SkipDecorator":
    return unittest.skipUnless(importlib.util.find_spec(library), f"{library} is not installed")


class MissingTest(unittest.TestCase):
    def test_missing(self) -> None:
        """Without a library its method says so, and all others work."""
        hidden = {name: None for name in ("spacy", "pandas", "conllu")}
        document = parser.Document(WORDS)
        with mock.patch.dict(sys.modules, hidden):
            sys.modules.pop("parser.spacy", None)
            for convert, name in ((document.to_spacy, "spaCy"), (document.to_pandas, "pandas"), (document.to_conllu_lib, "conllu")):
                with self.assertRaisesRegex(ImportError, f"needs .*{name}, which is not installed"):
                    convert()
            with self.assertRaises(ImportError):
                importlib.import_module("parser.spacy")
        with self.assertRaisesRegex(AttributeError, "module 'parser' has no attribute 'spacey'"):
            parser.spacey


class TableTest(EnglishTest):
    @needs("pandas")
    def test_pandas(self) -> None:
        document = self.nlp("It's late. " + TEXT)
        frame = document.to_pandas()
        self.assertEqual(frame.astype(object).where(frame.notna(), None).to_dict("records"), document.to_rows())
        self.assertEqual(frame[frame["upos"] == "NOUN"]["head"].tolist(), [3])
        empty = parser.Document("").to_pandas()
        self.assertEqual((list(empty.columns), list(empty.dtypes[["head"]])), (list(frame.columns), [frame.dtypes["head"]]))

    @needs("conllu")
    def test_conllu_lib(self) -> None:
        import conllu

        document = self.nlp(TEXT)
        sentences = document.to_conllu_lib()
        self.assertIsInstance(sentences[0], conllu.TokenList)
        words = [token["form"] for sentence in sentences for token in sentence if isinstance(token["id"], int)]
        self.assertEqual(words, [word.form for word in document])
        self.assertEqual(sentences[0].to_tree().token["form"], document.sentences[0].root.form)
        self.assertEqual("".join(sentence.serialize() for sentence in sentences), document.to_conllu())


@needs("spacy")
class DocTest(EnglishTest):
    """Documents as those of spaCy."""

    def test_words(self) -> None:
        document = self.nlp(SPACED)
        doc = document.to_spacy()
        self.assertEqual((doc.text, doc.vocab.lang), (SPACED, "en"))
        tokens = [token for token in doc if token.pos_ != "SPACE"]
        self.assertEqual([(token.text, token.idx) for token in tokens], [(word.form, word.start) for word in document])
        for token, word in zip(tokens, document):
            self.assertEqual((token.lemma_, token.pos_, token.tag_), (word.lemma, word.upos, word.xpos))
            self.assertEqual(token.morph.to_dict(), word.feats)
            self.assertEqual(token.head, tokens[document.words.index(word.head_word)] if word.head else token)
            self.assertEqual(token.dep_, word.deprel if word.head else "ROOT")
        spaces = [(token.text, token.tag_, token.dep_, token.head.text) for token in doc if token.pos_ == "SPACE"]
        want = [(" ", "The"), ("\t", "dog"), (" ", "n't"), ("\n\n", "."), ("\u200b", "!"), ("\n", ".")]
        self.assertEqual(spaces, [(space, "_SP", "dep", head) for space, head in want])
        sentences = [[token.text for token in sentence if token.pos_ != "SPACE"] for sentence in doc.sents]
        self.assertEqual(sentences, [[word.form for word in sentence] for sentence in document.sentences])

    def test_text(self) -> None:
        """The text stays, whatever is between words; where markup was, and without a text, the words say it."""
        for text in (TEXT, "", " ", "\n \n", "Late", " Late\n\t", "a\u00a0b", "Late.\r\nNow.\r\n", "\u2028Late  \u2029", SPACED):
            self.assertEqual(self.nlp(text).to_spacy().text, text, repr(text))
        html = self.nlp("<p>It is <b>la</b>te.</p><script>x</script><p>Now.</p>", markup="html")
        self.assertEqual(html.to_spacy().text, "It is late. Now.")
        self.assertEqual(self.nlp("It is be-\ncause.", dehyphenate=True).to_spacy().text, "It is because.")
        self.assertEqual(self.nlp.tokens([["I", "don't"], ["New York", "."]]).to_spacy().text, "I don't New York .")

    def test_contractions(self) -> None:
        doc = parser.Document(GERMAN, "Zum  Haus.", "de", "de").to_spacy()
        self.assertEqual([token.text for token in doc], ["Zu", "dem", " ", "Haus", "."])
        self.assertEqual((doc.text, doc.vocab.lang), ("Zu dem  Haus.", "de"))
        self.assertEqual([token.head.i for token in doc], [3, 3, 1, 3, 3])
        self.assertEqual([token.pos_ for token in doc], ["ADP", "DET", "SPACE", "NOUN", "X"])

    def test_trees(self) -> None:
        """Without trees there are sentences all the same, and without tags words."""
        document = self.nlp("  " + TEXT, only="tags")
        doc = document.to_spacy()
        self.assertFalse(doc.has_annotation("DEP"))
        self.assertEqual(len(list(doc.sents)), len(document.sentences))
        self.assertEqual([token.tag_ for token in self.nlp("Late.", only="words").to_spacy()], ["", ""])
        self.assertEqual([token.pos_ for token in parser.Document(WORDS).to_spacy()], ["", ""])

    def test_vocab(self) -> None:
        import spacy

        vocab = spacy.blank("en").vocab
        self.assertIs(self.nlp("Late.").to_spacy(vocab).vocab, vocab)
        for language, lang in (("ja", "ja"), ("wo", "xx"), (None, "xx")):  # Japanese has no tokenizer here, Wolof nothing
            self.assertEqual(parser.Document(WORDS, language=language).to_spacy().vocab.lang, lang)


@needs("spacy")
class PipelineTest(unittest.TestCase):
    """The pipeline of spaCy."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.nlp = parser.spacy.load("en")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.nlp.get_pipe("ud_parser").parser.close()

    def same(self, doc: object, text: str, **asked: object) -> None:
        want = self.nlp.get_pipe("ud_parser").parser(text, **asked).to_spacy(self.nlp.vocab)
        self.assertEqual((doc.text, doc.to_json()), (text, want.to_json()))

    def test_call(self) -> None:
        self.assertEqual((self.nlp.lang, self.nlp.pipe_names), ("en", ["ud_parser"]))
        for text in (TEXT, SPACED, ""):
            self.same(self.nlp(text), text)
        with self.assertRaisesRegex(TypeError, "there is no keyword nbset"):
            parser.spacy.load("en", nbset=2)
        with self.assertRaisesRegex(parser.ProcessError, 'no model called "none"'):
            parser.spacy.load("none")

    def test_pipe(self) -> None:
        texts = [f"The dog number {i} barked.  It's late." for i in range(40)]
        for i, doc in enumerate(self.nlp.pipe(texts, batch_size=7)):
            self.assertEqual(doc.text, texts[i])
        self.assertEqual(i, 39)
        self.same(doc, texts[39])
        pairs = list(self.nlp.pipe(zip(texts, range(40)), as_tuples=True))
        self.assertEqual([(doc.text, i) for doc, i in pairs], [(text, i) for i, text in enumerate(texts)])
        given = self.nlp.make_doc("Late.")
        given.user_data["place"] = "here"
        self.assertEqual([doc.user_data for doc in self.nlp.pipe([given])], [{"place": "here"}])

    def test_window(self) -> None:
        """A stream waits for no more than a batch."""
        taken = []

        def texts() -> Iterator[str]:
            for i in range(20):
                taken.append(i)
                yield "Late."

        stream = self.nlp.pipe(texts(), batch_size=3)
        next(stream)
        self.assertEqual(len(taken), 3)
        self.assertEqual(len(list(stream)), 19)

    def test_processes(self) -> None:
        texts = [f"The dog number {i} barked." for i in range(6)]
        for i, doc in enumerate(self.nlp.pipe(texts, n_process=2, batch_size=2)):
            self.same(doc, texts[i])
        self.assertEqual(i, 5)

    def test_errors(self) -> None:
        """The pipeline's error handler gets what cannot be parsed; without one the stream ends."""
        english, russian = "It is late, and the old dog sleeps.", "Уже поздно, и старая собака спит в саду."
        nlp = parser.spacy.load("auto")
        self.assertEqual((nlp.lang, nlp(english).text), ("xx", english))
        with self.assertRaisesRegex(parser.ParseError, r"no model for the language of the text \(ru\)"):
            nlp(russian)
        stream = nlp.pipe([english, russian, english])
        self.assertEqual(next(stream).text, english)
        with self.assertRaisesRegex(parser.ParseError, r"documents\[1\]:.*\(ru\)"):
            next(stream)
        bad = []
        nlp.set_error_handler(lambda name, component, docs, e: bad.append((name, docs[0].text, type(e))))
        self.assertEqual([doc.text for doc in nlp.pipe([english, russian, english])], [english, english])
        self.assertEqual(bad, [("ud_parser", russian, parser.ParseError)])
        nlp.get_pipe("ud_parser").parser.close()

    def test_annotated(self) -> None:
        """What another Doc would lose is an error."""
        doc = self.nlp.make_doc("Dogs bark.")
        doc.set_ents([doc.char_span(0, 4, "ANIMAL")])
        with self.assertRaisesRegex(ValueError, "without the entities of this one; it has to come first"):
            self.nlp(doc)

    def test_kept(self) -> None:
        """A pipeline that is written and read has the same model, and what is asked of it."""
        import spacy

        nlp = parser.spacy.load("english", only="tags")
        with tempfile.TemporaryDirectory() as folder:
            nlp.to_disk(folder)
            again = spacy.load(folder)
        copies = [again, pickle.loads(pickle.dumps(nlp)), spacy.blank("en")]
        copies[2].add_pipe("ud_parser", config={"asked": {"only": "tags"}})
        for copy in copies:
            with copy.get_pipe("ud_parser").parser as program:
                self.assertEqual(program.model["name"], "english")
                self.same(copy("Dogs bark."), "Dogs bark.", only="tags")
        self.assertEqual(again.get_pipe_config("ud_parser")["model"], "english")
        nlp.get_pipe("ud_parser").parser.close()

    def test_others(self) -> None:
        """Components that come after it see its words."""
        import spacy

        nlp = spacy.blank("en")
        nlp.add_pipe("ud_parser")
        ruler = nlp.add_pipe("entity_ruler")
        ruler.add_patterns([{"label": "PLACE", "pattern": "the U.S."}, {"label": "VERB", "pattern": [{"POS": "VERB"}]}])
        doc = nlp("The dog in the U.S. didn't bark.")
        self.assertEqual([(ent.text, ent.label_) for ent in doc.ents], [("the U.S.", "PLACE"), ("bark", "VERB")])
        nlp.get_pipe("ud_parser").parser.close()

    def test_entry_point(self) -> None:
        """An installed package gives spaCy the component without an import."""
        from importlib.metadata import entry_points

        if "ud_parser" not in {point.name for point in entry_points(group="spacy_factories")}:
            self.skipTest("this package is not installed")
        program = 'import spacy; nlp = spacy.blank("en"); nlp.add_pipe("ud_parser"); print([t.dep_ for t in nlp("Dogs bark.")])'
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=dict(os.environ))
        self.assertEqual((done.stdout, done.stderr), ("['nsubj', 'ROOT', 'punct']\n", ""))


if __name__ == "__main__":
    unittest.main()
