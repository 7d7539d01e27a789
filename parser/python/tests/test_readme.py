"""The sessions in README.md print what it shows. PARSER_BINARY names the program."""

import doctest
import os
import re
import unittest

README = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "README.md")


class ReadmeTest(unittest.TestCase):
    def test_sessions(self) -> None:
        with open(README, encoding="utf-8") as f:
            sessions = re.findall(r"```pycon\n(.*?)```\n", f.read(), re.DOTALL)
        self.assertEqual(len(sessions), 2)
        test = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, "README.md", README, 0)
        said: "list[str]" = []
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
        runner.run(test, out=said.append, clear_globs=False)
        test.globs["nlp"].close()
        self.assertEqual("".join(said), "")
        self.assertGreater(runner.tries, 8)


if __name__ == "__main__":
    unittest.main()
