#!/usr/bin/env python3
"""Makes models of sentencepiece, and cuts texts by the library of that name, as the classes of DeBERTa and XLM-R do.

    spm.py learn TEXT SIZE FOLDER [RULES]     spm.model in the form of DeBERTa
    spm.py learn-xlm TEXT SIZE FOLDER [RULES] sentencepiece.bpe.model in the form of XLM-R
    spm.py expected FOLDER TEXT               FOLDER/expected.json, of the lines of a text, or of a list in JSON

Texts are normalised by the rules nmt_nfkc, or by those of a file: on each line code points, a tab, and what is put in for
them. It needs sentencepiece."""
import io, json, os, re, sys
import sentencepiece

# Texts in which the longest rule counts, or a piece that stands apart, or blanks.
OWN = ["a:-)b :- :-: x..y...", "e\u0301\u0323 e\u0301\u0301 e\u0323 e\u200d\u0301", "a(TM)b (TM)(TM) (T M)", "\t a \u3000\u00a0 b\ufb01 \n",
       "a\u2581b \u2581", "\u4e2d\u6587 \u4e2d", " ", "\u0001"]
DEBERTA, XLM = "spm.model", "sentencepiece.bpe.model"


def learn(name, text, size, folder, rules=None):
    how = {"normalization_rule_tsv": rules} if rules else {"normalization_rule_name": "nmt_nfkc"}
    if name == DEBERTA:
        how |= {"pad_id": 0, "bos_id": 1, "eos_id": 2, "unk_id": 3, "pad_piece": "[PAD]", "bos_piece": "[CLS]", "eos_piece": "[SEP]",
                "unk_piece": "[UNK]", "user_defined_symbols": ["(TM)"]}
    os.makedirs(folder, exist_ok=True)
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=(line.rstrip("\n") for line in open(text)), vocab_size=size,  # no place of a file in the model
        model_writer=model, hard_vocab_limit=False, character_coverage=0.999, num_threads=1,
        minloglevel=2, **how)
    with open(os.path.join(folder, name), "wb") as f:
        f.write(model.getvalue())
    with open(os.path.join(folder, "tokenizer_config.json"), "w") as f:
        kind = {"do_lower_case": False, "vocab_type": "spm"} if name == DEBERTA else {"tokenizer_class": "XLMRobertaTokenizer"}
        json.dump(kind, f)
        f.write("\n")


class Cutter:
    def __init__(self, folder):
        self.deberta = os.path.exists(os.path.join(folder, DEBERTA))
        self.model = sentencepiece.SentencePieceProcessor(model_file=os.path.join(folder, DEBERTA if self.deberta else XLM))
        size = self.model.get_piece_size()
        if self.deberta:
            own = [i for i in range(size) if self.model.is_control(i) or self.model.is_unknown(i)]
            self.special = {self.model.id_to_piece(i): i for i in own} | {"[MASK]": size}
        else:
            self.special = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3, "<mask>": size + 1}
        self.pattern = re.compile("(" + "|".join(map(re.escape, self.special)) + ")")

    def ids(self, text):
        ids = []
        for part in self.pattern.split(text):
            if part in self.special:
                ids.append(self.special[part])
            elif part:
                ids += [i if self.deberta else 3 if i == 0 else i + 1 for i in self.model.encode(part)]
        return ids


def expected(folder, text):
    cut = Cutter(folder)
    with open(text) as f:
        texts = json.load(f) + OWN if text.endswith(".json") else [line.rstrip("\n") for line in f]
    found = [json.dumps({"text": t, "ids": cut.ids(t), "words": [cut.ids(w) for w in t.split()]}) for t in texts]
    with open(os.path.join(folder, "expected.json"), "w") as out:
        out.write("[\n" + ",\n".join(found) + "\n]\n")


def main():
    command, *rest = sys.argv[1:]
    if command == "expected":
        return expected(*rest)
    rest[1] = int(rest[1])
    learn({"learn": DEBERTA, "learn-xlm": XLM}[command], *rest)


main()
