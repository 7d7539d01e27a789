#!/usr/bin/env python3
"""Makes small random encoders of all architectures, with the hidden states that they have by an implementation of its
own, written from the papers.

    reference.py FOLDER [SENTENCES LONGEST]

Each encoder is a folder as model hubs have it, and expected.safetensors in it has the subwords ("ids0" …) and, a row
for each layer from the embeddings on, the states ("states0" …). It needs torch."""
import json, math, os, sys
import numpy, torch
import torch.nn.functional as F
from pieces import write_safetensors

WORDS = "the a dog cat bark ##s ##ed run ##ning house green we see . , ! ##ly old ##er".split()
BASE = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48, "hidden_act": "gelu",
        "layer_norm_eps": 1e-12, "type_vocab_size": 2, "vocab_size": 60, "pad_token_id": 0}
CONFIGS = {
    "bert": BASE | {"model_type": "bert", "hidden_act": "gelu_new"},
    "roberta": BASE | {"model_type": "roberta", "layer_norm_eps": 1e-5, "type_vocab_size": 1, "pad_token_id": 1},
    "xlm-roberta": BASE | {"model_type": "xlm-roberta", "layer_norm_eps": 1e-5, "type_vocab_size": 1, "pad_token_id": 1},
    "electra": BASE | {"model_type": "electra", "embedding_size": 16},
    "distilbert": {"model_type": "distilbert", "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 48, "activation": "gelu",
                   "vocab_size": 60, "pad_token_id": 0, "sinusoidal_pos_embds": False},
    "modernbert": {"model_type": "modernbert", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48,
                   "hidden_activation": "gelu", "norm_eps": 1e-5, "vocab_size": 60, "pad_token_id": 0, "cls_token_id": 2, "sep_token_id": 3,
                   "global_attn_every_n_layers": 2, "local_attention": 8, "global_rope_theta": 160000.0, "local_rope_theta": 10000.0},
    "deberta-v2": BASE | {"model_type": "deberta-v2", "layer_norm_eps": 1e-7, "type_vocab_size": 0, "relative_attention": True,
                          "position_biased_input": False, "share_att_key": True, "pos_att_type": "p2c|c2p", "norm_rel_ebd": "layer_norm",
                          "position_buckets": 8, "max_relative_positions": -1},
}
PREFIX = {"bert": "bert.", "roberta": "roberta.", "xlm-roberta": "roberta.", "electra": "electra.", "distilbert": "distilbert.",
          "modernbert": "model.", "deberta-v2": "deberta."}
USUAL = ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
         "attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm"]
DISTIL = ["attention.q_lin", "attention.k_lin", "attention.v_lin", "attention.out_lin", "sa_layer_norm", "ffn.lin1", "ffn.lin2", "output_layer_norm"]


def modern_tensors(c, draw):
    wide, inner, norm = c["hidden_size"], c["intermediate_size"], lambda: 1 + 0.2 * draw(wide)
    t = {"embeddings.tok_embeddings.weight": draw(c["vocab_size"], wide), "embeddings.norm.weight": norm()}
    for i in range(c["num_hidden_layers"]):
        at = f"layers.{i}."
        if i:
            t[at + "attn_norm.weight"] = norm()
        t[at + "attn.Wqkv.weight"], t[at + "attn.Wo.weight"] = draw(3 * wide, wide) * 0.2, draw(wide, wide) * 0.2
        t[at + "mlp_norm.weight"] = norm()
        t[at + "mlp.Wi.weight"], t[at + "mlp.Wo.weight"] = draw(2 * inner, wide) * 0.2, draw(wide, inner) * 0.2
    return t | {"final_norm.weight": norm()}


def modern_states(c, t, ids):
    """Those of ModernBERT (Warner et al. 2024), and after them the last ones normed."""
    n, wide, heads = len(ids), c["hidden_size"], c["num_attention_heads"]
    d = wide // heads
    norm = lambda name, x: F.layer_norm(x, (wide,), t[name + ".weight"], None, c["norm_eps"])
    x = norm("embeddings.norm", t["embeddings.tok_embeddings.weight"][ids])
    all, place = [x], torch.arange(n, dtype=torch.float64)
    for i in range(c["num_hidden_layers"]):
        at, far = f"layers.{i}.", i % c["global_attn_every_n_layers"] == 0
        theta, window = (c["global_rope_theta"], n) if far else (c["local_rope_theta"], c["local_attention"] // 2)
        # pairs of numbers are complex ones, which are turned by multiplication
        turn = torch.polar(torch.ones(n, d // 2, dtype=torch.float64), place[:, None] * theta ** (-torch.arange(0, d, 2, dtype=torch.float64) / d))
        rotated = lambda y: (lambda z: torch.cat((z.real, z.imag), -1))(torch.complex(y[..., : d // 2], y[..., d // 2 :]) * turn)
        qkv = (norm(at + "attn_norm", x) if i else x) @ t[at + "attn.Wqkv.weight"].T
        q, k, v = (y.view(n, heads, d).transpose(0, 1) for y in qkv.split(wide, 1))
        scores = rotated(q) @ rotated(k).transpose(1, 2) / math.sqrt(d)
        scores = scores.masked_fill((place[:, None] - place).abs() > window, -math.inf)
        x = x + (torch.softmax(scores, -1) @ v).transpose(0, 1).reshape(n, wide) @ t[at + "attn.Wo.weight"].T
        u, gate = (norm(at + "mlp_norm", x) @ t[at + "mlp.Wi.weight"].T).chunk(2, 1)
        x = x + (F.gelu(u) * gate) @ t[at + "mlp.Wo.weight"].T
        all.append(x)
    return torch.stack(all + [norm("final_norm", x)])


def bucket(c, distance):
    """The row of a distance among the embeddings of DeBERTa (He et al. 2023)."""
    span, farthest, half = c["position_buckets"], c["max_position_embeddings"], c["position_buckets"] // 2
    if abs(distance) > half:
        size = half + math.ceil(math.log(abs(distance) / half) / math.log((farthest - 1) / half) * (half - 1))
        distance = size if distance > 0 else -size
    return min(max(distance + span, 0), 2 * span - 1)


def tensors(c, draw):
    if c["model_type"] == "modernbert":
        return modern_tensors(c, draw)
    relative = c.get("relative_attention")
    distil = c["model_type"] == "distilbert"
    wide, inner, layers = (c["dim"], c["hidden_dim"], c["n_layers"]) if distil else (c["hidden_size"], c["intermediate_size"], c["num_hidden_layers"])
    narrow, t = c.get("embedding_size", wide), {}

    def product(name, rows, cols):
        t[name + ".weight"], t[name + ".bias"] = draw(rows, cols) * 0.2, draw(rows) * 0.2

    def norm(name, n):
        t[name + ".weight"], t[name + ".bias"] = 1 + 0.2 * draw(n), 0.2 * draw(n)

    t["embeddings.word_embeddings.weight"] = draw(c["vocab_size"], narrow)
    if relative:
        t["encoder.rel_embeddings.weight"] = draw(2 * c["position_buckets"], wide)
        norm("encoder.LayerNorm", wide)
    else:
        t["embeddings.position_embeddings.weight"] = draw(c["max_position_embeddings"], narrow) * 0.5
    if not distil and c["type_vocab_size"]:
        t["embeddings.token_type_embeddings.weight"] = draw(c["type_vocab_size"], narrow) * 0.3
    norm("embeddings.LayerNorm", narrow)
    if narrow != wide:
        product("embeddings_project", wide, narrow)
    names, layer = (DISTIL, "transformer.layer.") if distil else (USUAL, "encoder.layer.")
    for i in range(layers):
        for k, name in enumerate(names):
            name = f"{layer}{i}.{name}" + ("_proj" if relative and k < 3 else "")
            if k in (4, 7):
                norm(name, wide)
            elif k == 5:
                product(name, inner, wide)
            else:
                product(name, wide, inner if k == 6 else wide)
    return t


def states(c, t, ids):
    """The hidden states of subwords, of the embeddings and of each layer, in double precision."""
    if c["model_type"] == "modernbert":
        return modern_states(c, t, ids)
    distil, kind, relative = c["model_type"] == "distilbert", c["model_type"], c.get("relative_attention")
    heads, layers, eps = (c["n_heads"], c["n_layers"], 1e-12) if distil else (c["num_attention_heads"], c["num_hidden_layers"], c["layer_norm_eps"])
    act = F.gelu if c.get("hidden_act", "gelu") == "gelu" else lambda x: 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    product = lambda name, x: x @ t[name + ".weight"].T + t[name + ".bias"]
    norm = lambda name, x: F.layer_norm(x, x.shape[-1:], t[name + ".weight"], t[name + ".bias"], eps)
    first = c["pad_token_id"] + 1 if "roberta" in kind else 0
    x = t["embeddings.word_embeddings.weight"][ids]
    if relative:
        far = norm("encoder.LayerNorm", t["encoder.rel_embeddings.weight"])
        rows = torch.tensor([[bucket(c, i - j) for j in range(len(ids))] for i in range(len(ids))])
    else:
        x = x + t["embeddings.position_embeddings.weight"][first : first + len(ids)]
    if not distil and c["type_vocab_size"]:
        x = x + t["embeddings.token_type_embeddings.weight"][0]
    x = norm("embeddings.LayerNorm", x)
    if kind == "electra":
        x = product("embeddings_project", x)
    all, wide = [x], x.shape[1]
    q, k, v, o, ln1, up, down, ln2 = DISTIL if distil else [n + "_proj" if relative and i < 3 else n for i, n in enumerate(USUAL)]
    for i in range(layers):
        at = ("transformer.layer." if distil else "encoder.layer.") + f"{i}."
        split = lambda y: y.view(len(y), heads, wide // heads).transpose(0, 1)
        queries, keys, terms = split(product(at + q, x)), split(product(at + k, x)), 1
        scores = queries @ keys.transpose(1, 2)
        if relative:  # He et al. 2021, equation 4, a distance at a time
            to_key, to_query, terms = split(product(at + k, far)), split(product(at + q, far)), 3
            scores = scores + (queries[:, :, None] * to_key[:, rows]).sum(-1) + (keys[:, None] * to_query[:, rows]).sum(-1)
        weights = torch.softmax(scores / math.sqrt(terms * wide // heads), -1)
        x = norm(at + ln1, x + product(at + o, (weights @ split(product(at + v, x))).transpose(0, 1).reshape(len(ids), wide)))
        x = norm(at + ln2, x + product(at + down, act(product(at + up, x))))
        all.append(x)
    return torch.stack(all)


def main():
    folder, sentences, longest = sys.argv[1], *([int(x) for x in sys.argv[2:]] or [6, 24])
    generator = torch.Generator().manual_seed(1)
    draw = lambda *shape: torch.randn(*shape, generator=generator, dtype=torch.float64)
    for name, c in CONFIGS.items():
        c["max_position_embeddings"] = longest + (2 if "roberta" in name else 0)
        own = os.path.join(folder, name)
        os.makedirs(own, exist_ok=True)
        rounded = {k: v.float() for k, v in tensors(c, draw).items()}
        expected, double = {}, {k: v.double() for k, v in rounded.items()}
        for s in range(sentences):
            n = 1 + int(torch.randint(longest, (1,), generator=generator)) if s else longest
            ids = torch.randint(c["vocab_size"], (n,), generator=generator)
            expected[f"ids{s}"] = ids.numpy()
            expected[f"states{s}"] = states(c, double, ids).float().numpy()
        write_safetensors(os.path.join(own, "model.safetensors"), {PREFIX[name] + k: v.numpy() for k, v in rounded.items()})
        write_safetensors(os.path.join(own, "expected.safetensors"), expected)
        with open(os.path.join(own, "config.json"), "w") as f:
            json.dump(c, f, indent=1)
            f.write("\n")
        special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
        with open(os.path.join(own, "vocab.txt"), "w") as f:
            f.write("\n".join(special + WORDS) + "\n")
        with open(os.path.join(own, "tokenizer_config.json"), "w") as f:
            json.dump({"do_lower_case": True}, f)
            f.write("\n")


main()
