#!/usr/bin/env python3
"""Learns a Unigram vocabulary from raw text by EM (Kudo 2018, "Subword Regularization", section 3.2), as XLM-R has it.

    unigram.py TEXT SIZE FOLDER [--seen]

writes FOLDER/tokenizer_config.json and FOLDER/tokenizer.json; with --seen, the charsmap has only what occurs in the
text."""
import collections, math, os, sys, unicodedata
from charsmap import charsmap, rules
from pieces import added, lines, template, write_json

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]
LONGEST, KEPT, ROUNDS = 12, 0.75, 2


def expect(counts, scores):
    """The expected count of each piece in all ways to cut the words (forward-backward)."""
    expected = collections.Counter()
    for word, often in counts.items():
        n = len(word)
        edges = [[(j, scores[word[i:j]]) for j in range(i + 1, min(n, i + LONGEST) + 1) if word[i:j] in scores]
                 for i in range(n)]
        before, after = [-math.inf] * (n + 1), [-math.inf] * (n + 1)
        before[0] = after[n] = 0.0
        add = lambda a, b: max(a, b) + math.log1p(math.exp(-abs(a - b))) if min(a, b) > -math.inf else max(a, b)
        for i in range(n):
            for j, s in edges[i]:
                before[j] = add(before[j], before[i] + s)
        for i in reversed(range(n)):
            for j, s in edges[i]:
                after[i] = add(after[i], s + after[j])
        for i in range(n):
            for j, s in edges[i]:
                expected[word[i:j]] += often * math.exp(before[i] + s + after[j] - before[n])
    return expected


def main():
    text, size, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    counts, seeds, letters = collections.Counter(), collections.Counter(), collections.Counter()
    for line in lines(text):
        for w in unicodedata.normalize("NFKC", line).split():
            counts.update(["▁" + w[:LONGEST], *(w[i : i + LONGEST] for i in range(LONGEST, len(w), LONGEST))])
    for w, n in counts.items():
        for i in range(len(w)):
            letters[w[i]] += n
            for j in range(i + 2, len(w) + 1):
                seeds[w[i:j]] += n
    known = {c for c, n in letters.items() if n >= 5}
    counts = {w: n for w, n in sorted(counts.items()) if all(c in known for c in w)}
    wanted = size - len(SPECIAL) - 1
    order = sorted((-n * len(p), p) for p, n in seeds.items() if n >= 3 and all(c in known for c in p))
    scores = dict.fromkeys([*sorted(known), *(p for _, p in order[: 6 * wanted])], -10.0)
    while True:
        for _ in range(ROUNDS):
            expected = expect(counts, scores)
            total = math.log(sum(expected.values()))
            scores = {p: math.log(max(expected[p], 1e-3)) - total for p in scores if p in known or expected[p] > 0.5}
        if len(scores) <= wanted:
            break
        order = sorted(scores, key=lambda p: (p not in known, -scores[p], p))
        scores = {p: scores[p] for p in order[: max(wanted, int(KEPT * len(scores)))]}
    pieces = sorted(scores, key=lambda p: (-scores[p], p))
    vocabulary = [[t, 0.0] for t in SPECIAL] + [[p, round(scores[p], 6)] for p in pieces] + [["<mask>", 0.0]]
    mask = len(vocabulary) - 1
    os.makedirs(folder, exist_ok=True)
    write_json(folder, "tokenizer_config.json", {
        "tokenizer_class": "XLMRobertaTokenizer", "bos_token": "<s>", "eos_token": "</s>", "cls_token": "<s>",
        "sep_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>",
        "mask_token": {"__type": "AddedToken", "content": "<mask>", "lstrip": True, "normalized": True}})
    seen = set("".join(lines(text))) if "--seen" in sys.argv else None
    kept = {key: put for key, put in rules().items() if seen is None or seen.issuperset(key) or key < "\u0180"}
    write_json(folder, "tokenizer.json", {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [added(i, t) for i, t in enumerate(SPECIAL)] + [added(mask, "<mask>", lstrip=True)],
        "normalizer": {"type": "Precompiled", "precompiled_charsmap": charsmap(kept)},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "WhitespaceSplit"},
            {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}]},
        "post_processor": template("<s>", 0, "</s>", 2),
        "decoder": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        "model": {"type": "Unigram", "unk_id": 3, "vocab": vocabulary, "byte_fallback": False}})


main()
