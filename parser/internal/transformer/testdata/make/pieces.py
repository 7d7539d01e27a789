"""What the other scripts share: lines of text, WordPiece as BERT cuts words, files of tensors and tokenizers."""
import gzip, json, os, struct, unicodedata


def lines(path):
    """Yields the lines of a text, compressed or not, without their ends."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        for line in f:
            yield line.rstrip("\n")


def words(line, lower):
    """Cuts a line as BERT's pre-tokenizer does: at blanks and around punctuation."""
    if lower:
        line = "".join(c for c in unicodedata.normalize("NFD", line.lower()) if unicodedata.category(c) != "Mn")
    word = ""
    for c in line:
        code = ord(c)
        mark = 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126
        if c.isspace():
            if word:
                yield word
            word = ""
        elif mark or unicodedata.category(c)[0] == "P":
            if word:
                yield word
            yield c
            word = ""
        elif unicodedata.category(c)[0] != "C":
            word += c
    if word:
        yield word


class WordPiece:
    """A vocabulary, and the longest pieces of it, from the left (Devlin et al. 2019)."""

    def __init__(self, folder):
        with open(os.path.join(folder, "vocab.txt"), encoding="utf-8") as f:
            self.ids = {line.rstrip("\n"): i for i, line in enumerate(f)}
        with open(os.path.join(folder, "tokenizer_config.json"), encoding="utf-8") as f:
            self.lower = json.load(f)["do_lower_case"]
        self.known = {}

    def word(self, w):
        ids, start = [], 0
        while start < len(w):
            end = len(w)
            while end > start and ("##" if start else "") + w[start:end] not in self.ids:
                end -= 1
            if end == start:
                return [self.ids["[UNK]"]]
            ids.append(self.ids[("##" if start else "") + w[start:end]])
            start = end
        return ids

    def cut(self, line):
        ids = []
        for w in words(line, self.lower):
            if w not in self.known:
                self.known[w] = self.word(w)
            ids += self.known[w]
        return ids


def write_safetensors(path, tensors):
    """Writes arrays of numpy, float32 or float16, in the order of their names."""
    header, at = {}, 0
    for name in sorted(tensors):
        x = tensors[name]
        kind = {"float32": "F32", "float16": "F16", "int64": "I64"}[x.dtype.name]
        header[name] = {"dtype": kind, "shape": list(x.shape), "data_offsets": [at, at + x.nbytes]}
        at += x.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path + ".new", "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text)
        for name in sorted(tensors):
            f.write(tensors[name].tobytes())
    os.replace(path + ".new", path)


def write_json(folder, name, value):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
        json.dump(value, f, ensure_ascii=False)
        f.write("\n")


def added(at, content, **how):
    """An entry of added_tokens in tokenizer.json."""
    return {"id": at, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
            "special": True} | how


def template(first, first_id, last, last_id):
    """The post-processor that puts one token before a sentence and one after it."""
    mark = lambda t, kind=0: {"SpecialToken": {"id": t, "type_id": kind}}
    text = lambda name, kind=0: {"Sequence": {"id": name, "type_id": kind}}
    return {"type": "TemplateProcessing", "single": [mark(first), text("A"), mark(last)],
            "pair": [mark(first), text("A"), mark(last), text("B", 1), mark(last, 1)],
            "special_tokens": {t: {"id": t, "ids": [i], "tokens": [t]} for t, i in ((first, first_id), (last, last_id))}}
