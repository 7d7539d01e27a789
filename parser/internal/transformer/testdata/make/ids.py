#!/usr/bin/env python3
"""Cuts texts by the Rust library tokenizers, which defines tokenizer.json, for the test TestOwnFolders of ../../internal/subword.

    ids.py texts TREEBANKS FILE                        10,000 sentences of ten languages, of files TREEBANKS/da/train.conllu.gz …
    ids.py modern TEXT FOLDER SIZE                     a byte-level vocabulary in the form of ModernBERT, learned from a text
    ids.py gemma TEXT FOLDER SIZE                      a vocabulary of characters and bytes in the form of Gemma's and mmBERT's
    ids.py deberta TOKENIZER.json FOLDER               a Unigram vocabulary in the form of DeBERTa's second and third versions
    ids.py expected TOKENIZER.json TEXT FOLDER         FOLDER with tokenizer.json, and with the ids as expected.json

Every sentence is there three times: as it is, simplified (without capitals and marks) and decomposed (NFD). It needs
tokenizers."""
import gzip, json, os, shutil, sys, unicodedata
from tokenizers import Tokenizer

LANGUAGES = "ar bg da en ja nl pt sl sv zh".split()


def texts(treebanks, path):
    with open(path, "w") as out:
        for lang in LANGUAGES:
            with gzip.open(os.path.join(treebanks, lang, "train.conllu.gz"), "rt") as f:
                sentences = [line[9:].strip() for line in f if line.startswith("# text = ")]
            step = len(sentences) // 1000
            for text in sentences[:: step][:1000]:
                apart = unicodedata.normalize("NFD", text)
                plain = "".join(c for c in apart if not unicodedata.combining(c)).lower()
                for form in (text, plain, apart):
                    print(form, file=out)


def modern(text, folder, size):
    from tokenizers import AddedToken, decoders, models, normalizers, pre_tokenizers, trainers
    t = Tokenizer(models.BPE())
    t.normalizer, t.pre_tokenizer = normalizers.NFC(), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    t.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    t.train([text], trainers.BpeTrainer(vocab_size=size, initial_alphabet=alphabet, special_tokens=["|||IP_ADDRESS|||", "<|padding|>"]))
    t.add_tokens([AddedToken(" " * n, normalized=True) for n in range(24, 1, -1)])
    t.add_tokens([AddedToken("|||EMAIL_ADDRESS|||", normalized=True)])
    t.add_special_tokens(["<|endoftext|>", "[UNK]", "[CLS]", "[SEP]", "[PAD]", AddedToken("[MASK]", lstrip=True, normalized=False)])
    finish(t, folder)


def deberta(path, folder):
    with open(path) as f:
        file = json.load(f)
    charsmap = [n for n in file["normalizer"].get("normalizers", [file["normalizer"]]) if n["type"] == "Precompiled"]
    spaces = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
    strip = {"type": "Strip", "strip_left": True, "strip_right": True}
    file["normalizer"] = {"type": "Sequence", "normalizers": [strip] + charsmap + [spaces]}
    metaspace = {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True}
    file["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [metaspace]}
    t = Tokenizer.from_str(json.dumps(file))
    t.add_special_tokens(["[CLS]", "[SEP]", "[MASK]"])
    finish(t, folder)


def gemma(text, folder, size):
    """BPE of characters as Gemma has it: ▁ for blanks, nothing before a text, and bytes for characters that are no pieces."""
    from tokenizers import models, pre_tokenizers, trainers
    learned = Tokenizer(models.BPE())
    learned.pre_tokenizer = pre_tokenizers.Metaspace(replacement="\u2581", prepend_scheme="never")
    special = ["<pad>", "<eos>", "<bos>", "<unk>", "<mask>"]
    learned.train([text], trainers.BpeTrainer(vocab_size=size - 256, special_tokens=special, limit_alphabet=60))
    file = json.loads(learned.to_str())
    known = file["model"]["vocab"]
    order = special + [f"<0x{b:02X}>" for b in range(256)] + sorted(set(known) - set(special), key=known.get)
    file["model"] |= {"vocab": {t: i for i, t in enumerate(order)}, "unk_token": "<unk>", "fuse_unk": True, "byte_fallback": True}
    file["normalizer"] = {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}
    file["pre_tokenizer"] = {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False}
    finish(Tokenizer.from_str(json.dumps(file)), folder, "<bos>", "<eos>")


def finish(t, folder, first="[CLS]", last="[SEP]"):
    from tokenizers import processors
    ends = [(name, t.token_to_id(name)) for name in (first, last)]
    t.post_processor = processors.TemplateProcessing(single=f"{first} $A {last}", special_tokens=ends)
    os.makedirs(folder, exist_ok=True)
    t.save(os.path.join(folder, "tokenizer.json"))


def expected(path, text, folder):
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(os.path.join(folder, "tokenizer.json")):
        shutil.copy(path, os.path.join(folder, "tokenizer.json"))
    with open(path) as f:
        file = json.load(f)
    file["truncation"] = file["padding"] = None
    whole = Tokenizer.from_str(json.dumps(file))
    pre, blank = file["pre_tokenizer"] or {"type": None}, ""
    if file["normalizer"] == {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}:
        blank = " "
    for p in [pre] + pre.get("pretokenizers", []):
        if p["type"] == "ByteLevel":  # words stand within sentences, after blanks
            p["add_prefix_space"] = True
    within = Tokenizer.from_str(json.dumps(file))
    ids = lambda t, part: t.encode(part, add_special_tokens=False).ids
    with open(text) as f, open(os.path.join(folder, "expected.json"), "w") as out:
        lines = json.load(f) if text.endswith(".json") else [line.rstrip("\n") for line in f]
        found = [json.dumps({"text": line, "ids": ids(whole, line), "words": [ids(within, blank + w) for w in line.split()]}) for line in lines]
        out.write("[\n" + ",\n".join(found) + "\n]\n")


def main():
    command, *rest = sys.argv[1:]
    if command in ("modern", "gemma"):
        rest[2] = int(rest[2])
    {"texts": texts, "modern": modern, "gemma": gemma, "deberta": deberta, "expected": expected}[command](*rest)


main()
