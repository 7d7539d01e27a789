#!/usr/bin/env python3
"""Learns a WordPiece vocabulary from raw text: merges the most frequent pair of adjacent pieces, again and again
(Sennrich, Haddow & Birch 2016), with the marks of BERT (Devlin et al. 2019).

    wordpiece.py TEXT SIZE FOLDER [--lower]

writes FOLDER/vocab.txt, FOLDER/tokenizer_config.json and FOLDER/tokenizer.json."""
import collections, json, os, sys
from merges import merges
from pieces import added, lines, template, words, write_json

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def vocabulary(counts, size, alphabet):
    """Returns the pieces of a vocabulary of a size."""
    found = dict.fromkeys(alphabet)
    join = lambda left, right: left + right.removeprefix("##")
    for left, right in merges([[w[0]] + ["##" + c for c in w[1:]] for w in counts], list(counts.values()), join):
        if len(found) == size:
            break
        found[join(left, right)] = None
    return list(found)


def main():
    text, size, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    lower = "--lower" in sys.argv
    counts, letters = collections.Counter(), collections.Counter()
    for line in lines(text):
        for w in words(line, lower):
            counts[w] += 1
    for w, n in counts.items():
        for i, c in enumerate(w):
            letters["##" + c if i else c] += n
    alphabet = sorted(c for c, n in letters.items() if n >= 5)
    allowed = set(alphabet)
    counts = {w: n for w, n in sorted(counts.items()) if all(("##" + c if i else c) in allowed for i, c in enumerate(w))}
    os.makedirs(folder, exist_ok=True)
    pieces = SPECIAL + vocabulary(counts, size - len(SPECIAL), alphabet)
    with open(os.path.join(folder, "vocab.txt"), "w", encoding="utf-8") as f:
        f.write("\n".join(pieces) + "\n")
    config = {"do_lower_case": lower, "tokenize_chinese_chars": True, "strip_accents": None}
    write_json(folder, "tokenizer_config.json", config | {"tokenizer_class": "BertTokenizer"})
    write_json(folder, "tokenizer.json", {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [added(i, t) for i, t in enumerate(SPECIAL)],
        "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True,
                       "strip_accents": None, "lowercase": lower},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": template("[CLS]", 2, "[SEP]", 3),
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": {p: i for i, p in enumerate(pieces)}}})


main()
