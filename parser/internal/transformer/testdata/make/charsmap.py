"""The normaliser of sentencepiece, as tokenizer.json carries it: rules in a trie as a double array (Kudo & Richardson
2018; darts-clone), then the texts that are put in, each with a zero behind it; all of it in base64."""
import base64, struct, unicodedata

REMOVED = [*range(1, 9), 11, *range(14, 32), 127, 0x8F, 0x9F]
BLANKS = [9, 10, 12, 13, 0x1680, *range(0x200B, 0x2010), 0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD]


def rules():
    """Rules close to sentencepiece's nmt_nfkc: NFKC of characters and of decomposed ones, no controls, plain blanks."""
    found = {}
    for code in [*range(0x80, 0xAC00), *range(0xF900, 0xFFF0), *range(0x1D400, 0x1D7FF), *range(0x1F100, 0x1F250)]:
        c = chr(code)
        whole, apart = unicodedata.normalize("NFKC", c), unicodedata.normalize("NFD", c)
        if whole != c and c != "\uff5e":
            found[c] = whole
        if apart != c and len(apart) == 2:
            found[apart] = whole
    return found | {chr(c): "" for c in REMOVED} | {chr(c): " " for c in BLANKS}


def charsmap(rules):
    texts, values = b"", {}
    for key, text in sorted(rules.items()):
        values[key.encode()] = len(texts)
        texts += text.encode() + b"\0"
    root = {}
    for key, value in values.items():
        node = root
        for b in key:
            node = node.setdefault(b, {})
        node[0] = value
    units, used, bases, low = {0: 0}, {0}, set(), 1
    todo = [(root, 0)]
    while todo:
        node, at = todo.pop(0)
        while low in used:
            low += 1
        base = next(b for b in range(low & ~255, 1 << 21) if b not in bases and not any(b ^ c in used for c in node))
        bases.add(base)
        used.update(base ^ c for c in node)
        units[at] |= (at ^ base) << 10 | (256 if 0 in node else 0)
        for c, child in node.items():
            units[base ^ c] = child | 1 << 31 if c == 0 else c
            if c:
                todo.append((child, base ^ c))
    size = max(units) + 256 & ~255
    array = struct.pack(f"<{size}I", *(units.get(i, 0) for i in range(size)))
    return base64.b64encode(struct.pack("<I", len(array)) + array + texts).decode()
