"""Tests of the package: python3 -m unittest, with the program in PARSER_BINARY."""

import unittest

import parser


class EnglishTest(unittest.TestCase):
    """A test by the English model."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.nlp = parser.load("english")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.nlp.close()
