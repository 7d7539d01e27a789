#!/usr/bin/env python3
"""Learns a WordPiece vocabulary from raw text: merges the most frequent pair of adjacent pieces, again and again
(Sennrich, Haddow & Birch 2016), with the marks of BERT (Devlin et al. 2019).

    wordpiece.py TEXT.gz SIZE FOLDER [--lower]

writes FOLDER/vocab.txt and FOLDER/tokenizer_config.json."""
import collections, gzip, heapq, json, os, sys
from pieces import words

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def merges(counts, size, alphabet):
    """Returns the pieces of a vocabulary of a size."""
    vocabulary = list(alphabet)
    known = set(vocabulary)
    spelled = [[w[0]] + ["##" + c for c in w[1:]] for w in counts]
    often = list(counts.values())
    pairs, where = collections.Counter(), collections.defaultdict(set)
    for i, pieces in enumerate(spelled):
        for pair in zip(pieces, pieces[1:]):
            pairs[pair] += often[i]
            where[pair].add(i)
    queue = [(-n, pair) for pair, n in pairs.items()]
    heapq.heapify(queue)
    while len(vocabulary) < size and queue:
        n, pair = heapq.heappop(queue)
        if pairs[pair] != -n:
            if pairs[pair] > 0:
                heapq.heappush(queue, (-pairs[pair], pair))
            continue
        left, right = pair
        new = left + right.removeprefix("##")
        if new not in known:
            known.add(new)
            vocabulary.append(new)
        changed = set()
        for i in where.pop(pair):
            pieces = spelled[i]
            for old in zip(pieces, pieces[1:]):
                pairs[old] -= often[i]
                changed.add(old)
            joined, at = [], 0
            while at < len(pieces):
                if at + 1 < len(pieces) and (pieces[at], pieces[at + 1]) == pair:
                    joined.append(new)
                    at += 2
                else:
                    joined.append(pieces[at])
                    at += 1
            spelled[i] = joined
            for fresh in zip(joined, joined[1:]):
                pairs[fresh] += often[i]
                where[fresh].add(i)
                changed.add(fresh)
        for p in changed:
            if pairs[p] > 0:
                heapq.heappush(queue, (-pairs[p], p))
        pairs[pair] = 0
    return vocabulary


def main():
    text, size, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    lower = "--lower" in sys.argv
    counts, letters = collections.Counter(), collections.Counter()
    for line in gzip.open(text, "rt", encoding="utf-8"):
        for w in words(line, lower):
            counts[w] += 1
    for w, n in counts.items():
        for i, c in enumerate(w):
            letters["##" + c if i else c] += n
    alphabet = sorted(c for c, n in letters.items() if n >= 5)
    allowed = set(alphabet)
    counts = {w: n for w, n in sorted(counts.items()) if all(("##" + c if i else c) in allowed for i, c in enumerate(w))}
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "vocab.txt"), "w", encoding="utf-8") as f:
        f.write("\n".join(SPECIAL + merges(counts, size - len(SPECIAL), alphabet)) + "\n")
    with open(os.path.join(folder, "tokenizer_config.json"), "w", encoding="utf-8") as f:
        json.dump({"do_lower_case": lower, "tokenize_chinese_chars": True, "strip_accents": None}, f)


main()
