"""The sessions in README.md print what it shows. PARSER_BINARY names the program."""

import doctest
import os
import re
import unittest

from .test_libraries import needs

README = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "README.md")


class ReadmeTest(unittest.TestCase):
    def run_sessions(self, which: slice) -> dict:
        """Run some of the four sessions, and return their variables."""
        with open(README, encoding="utf-8") as f:
            sessions = re.findall(r"```pycon\n(.*?)```\n", f.read(), re.DOTALL)
        self.assertEqual(len(sessions), 4)
        test = doctest.DocTestParser().get_doctest("\n".join(sessions[which]), {}, "README.md", README, 0)
        said: "list[str]" = []
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
        runner.run(test, out=said.append, clear_globs=False)
        self.assertEqual("".join(said), "")
        self.assertGreater(runner.tries, 5)
        return test.globs

    def test_sessions(self) -> None:
        self.run_sessions(slice(0, 2))["nlp"].close()

    @needs("spacy")
    def test_spacy(self) -> None:
        variables = self.run_sessions(slice(2, 4))
        for pipeline in (variables["nlp"], variables["blank"]):
            pipeline.get_pipe("ud_parser").parser.close()


if __name__ == "__main__":
    unittest.main()
