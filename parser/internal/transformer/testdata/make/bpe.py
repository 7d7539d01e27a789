#!/usr/bin/env python3
"""Learns a byte-level BPE vocabulary from raw text, as GPT-2 and RoBERTa have it (Radford et al. 2019).

    bpe.py TEXT SIZE FOLDER

writes FOLDER/vocab.json, FOLDER/merges.txt, FOLDER/tokenizer_config.json and FOLDER/tokenizer.json. Text is cut at
blanks and between letters, digits and other characters, as by the pattern of GPT-2."""
import collections, itertools, os, sys, unicodedata
from merges import merges
from pieces import added, lines, write_json

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]


def letters():
    """The character that stands for each byte: itself where it is visible, one above U+0100 otherwise."""
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    return {b: chr(b) for b in seen} | {b: chr(256 + n) for n, b in enumerate(b for b in range(256) if b not in seen)}


def kind(c):
    if c.isspace():
        return "blank"
    return unicodedata.category(c)[0] if unicodedata.category(c)[0] in "LN" else "other"


def words(line):
    for word in line.split():
        blank = " "
        for _, run in itertools.groupby(word, kind):
            yield blank + "".join(run)
            blank = ""


def main():
    text, size, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    letter, counts = letters(), collections.Counter()
    for line in lines(text):
        counts.update(words(line))
    spelled = {"".join(letter[b] for b in w.encode()): n for w, n in sorted(counts.items())}
    vocabulary = dict.fromkeys(SPECIAL + sorted(letter.values()))
    done = []
    for pair in merges([list(w) for w in spelled], list(spelled.values()), str.__add__):
        if len(vocabulary) == size - 1:
            break
        vocabulary["".join(pair)] = None
        done.append(pair)
    ids = {p: i for i, p in enumerate([*vocabulary, "<mask>"])}
    os.makedirs(folder, exist_ok=True)
    write_json(folder, "vocab.json", ids)
    with open(os.path.join(folder, "merges.txt"), "w", encoding="utf-8") as f:
        f.write("#version: 0.2\n" + "".join(f"{left} {right}\n" for left, right in done))
    write_json(folder, "tokenizer_config.json", {"tokenizer_class": "RobertaTokenizer", "add_prefix_space": False})
    write_json(folder, "tokenizer.json", {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [added(ids[t], t, normalized=True) for t in SPECIAL] + [added(ids["<mask>"], "<mask>", lstrip=True)],
        "normalizer": None,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
        "post_processor": {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0], "trim_offsets": True,
                           "add_prefix_space": False},
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "",
                  "end_of_word_suffix": "", "fuse_unk": False, "byte_fallback": False, "vocab": ids,
                  "merges": [" ".join(pair) for pair in done]}})


main()
