#!/usr/bin/env python3
"""Trains a small BERT on raw text by guessing masked pieces (Devlin et al. 2019), and writes it as model hubs do.

    mlm.py TEXT.gz FOLDER [STEPS] [LAYERS] [WIDTH]

FOLDER has a vocabulary, as wordpiece.py makes it; config.json and model.safetensors are added. The file state.pt in it
allows to go on after an interruption. It needs torch (Debian: python3-torch, libopenblas0-pthread)."""
import gzip, json, math, os, sys, time
import torch
import torch.nn.functional as F
from pieces import WordPiece, write_safetensors

LENGTH, BATCH, RATE, WARM_UP, DROPOUT = 128, 16, 1e-3, 500, 0.0


class Layer(torch.nn.Module):
    def __init__(self, wide, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.dense = (torch.nn.Linear(wide, wide) for _ in range(4))
        self.norm, self.last = torch.nn.LayerNorm(wide, 1e-12), torch.nn.LayerNorm(wide, 1e-12)
        self.up, self.down = torch.nn.Linear(wide, 4 * wide), torch.nn.Linear(4 * wide, wide)

    def forward(self, x):
        rows, n, wide = x.shape
        q, k, v = (f(x).view(rows, n, self.heads, -1).transpose(1, 2) for f in (self.query, self.key, self.value))
        seen = torch.softmax(q @ k.transpose(2, 3) / math.sqrt(wide // self.heads), -1) @ v
        x = self.norm(x + F.dropout(self.dense(seen.transpose(1, 2).reshape(rows, n, wide)), DROPOUT, self.training))
        return self.last(x + F.dropout(self.down(F.gelu(self.up(x))), DROPOUT, self.training))


class Bert(torch.nn.Module):
    def __init__(self, vocabulary, layers, wide):
        super().__init__()
        self.words, self.places = torch.nn.Embedding(vocabulary, wide), torch.nn.Embedding(512, wide)
        self.norm = torch.nn.LayerNorm(wide, 1e-12)
        self.layers = torch.nn.ModuleList(Layer(wide, wide // 64) for _ in range(layers))
        self.transform, self.after = torch.nn.Linear(wide, wide), torch.nn.LayerNorm(wide, 1e-12)
        self.bias = torch.nn.Parameter(torch.zeros(vocabulary))
        for p in self.parameters():
            if p.dim() > 1:
                torch.nn.init.normal_(p, std=0.02)

    def forward(self, ids, at):
        x = F.dropout(self.norm(self.words(ids) + self.places.weight[: ids.shape[1]]), DROPOUT, self.training)
        for layer in self.layers:
            x = layer(x)
        x = x.reshape(-1, x.shape[-1])[at]
        return self.after(F.gelu(self.transform(x)).float()) @ self.words.weight.t() + self.bias

    def tensors(self):
        e = "bert.embeddings."
        yield e + "word_embeddings.weight", self.words.weight
        yield e + "position_embeddings.weight", self.places.weight
        yield e + "token_type_embeddings.weight", torch.zeros(2, self.words.weight.shape[1])
        yield from ((e + "LayerNorm." + n, p) for n, p in self.norm.named_parameters())
        for i, layer in enumerate(self.layers):
            names = {"query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
                     "dense": "attention.output.dense", "norm": "attention.output.LayerNorm",
                     "up": "intermediate.dense", "down": "output.dense", "last": "output.LayerNorm"}
            for own, name in names.items():
                for n, p in getattr(layer, own).named_parameters():
                    yield f"bert.encoder.layer.{i}.{name}.{n}", p


def blocks(text, cut):
    """Rows of LENGTH pieces: whole lines between [CLS] and [SEP] as long as they fit, long lines in parts."""
    rows, row = [], []
    for line in gzip.open(text, "rt", encoding="utf-8"):
        ids = cut(line)
        for start in range(0, len(ids), LENGTH - 2):
            part = ids[start : start + LENGTH - 2]
            if len(row) + len(part) + 2 > LENGTH:
                rows.append(row + [0] * (LENGTH - len(row)))
                row = []
            row += [2] + part + [3]
    return torch.tensor(rows, dtype=torch.int16)


def main():
    text, folder = sys.argv[1:3]
    steps, layers, wide = [int(x) for x in sys.argv[3:]] + [12000, 4, 256][len(sys.argv) - 3 :]
    torch.manual_seed(1)
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    pieces = WordPiece(folder)
    kept = os.path.join(folder, "rows.pt")
    if not os.path.exists(kept):
        torch.save(blocks(text, pieces.cut), kept)
    rows = torch.load(kept)
    train, held = rows[:-200], rows[-200:].long()
    model = Bert(len(pieces.ids), layers, wide)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda t: min(1, (t + 1) / WARM_UP) * max(0.01, 1 - t / steps))
    step, order, state = 0, torch.randperm(len(train)), os.path.join(folder, "state.pt")
    if os.path.exists(state):
        s = torch.load(state)
        model.load_state_dict(s["model"]), optimizer.load_state_dict(s["optimizer"]), schedule.load_state_dict(s["schedule"])
        step = s["step"]
        torch.manual_seed(step)

    def mask(ids):
        chosen = (torch.rand(ids.shape) < 0.15) & (ids > 4)
        at = chosen.view(-1).nonzero().squeeze(1)
        gold, shown, chance = ids.reshape(-1)[at], ids.clone(), torch.rand(len(at))
        shown.view(-1)[at[chance < 0.8]] = 4
        other = at[chance >= 0.9]
        shown.view(-1)[other] = torch.randint(5, len(pieces.ids), other.shape)
        return shown, at, gold

    def save():
        tensors = {n: p.detach().float().contiguous().numpy() for n, p in model.tensors()}
        write_safetensors(os.path.join(folder, "model.safetensors"), tensors)
        with open(os.path.join(folder, "config.json"), "w") as f:
            json.dump({"model_type": "bert", "vocab_size": len(pieces.ids), "hidden_size": wide, "num_hidden_layers": layers,
                       "num_attention_heads": wide // 64, "intermediate_size": 4 * wide, "hidden_act": "gelu",
                       "layer_norm_eps": 1e-12, "max_position_embeddings": 512, "type_vocab_size": 2, "pad_token_id": 0}, f, indent=1)
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict(), "step": step}, state + ".new")
        os.replace(state + ".new", state)

    start, first, total, seen = time.time(), step, 0.0, 0
    while step < steps:
        if step * BATCH % len(train) < BATCH:
            order = torch.randperm(len(train))
        at = torch.arange(step * BATCH, (step + 1) * BATCH) % len(train)
        ids, places, gold = mask(train[order[at]].long())
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.cross_entropy(model(ids, places).float(), gold)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step(), schedule.step()
        step, total, seen = step + 1, total + loss.item(), seen + 1
        if step % 100 == 0 or step == steps:
            print(f"{step} loss {total / seen:.3f} {(step - first) * BATCH * LENGTH / (time.time() - start):.0f} pieces/s", flush=True)
            total, seen = 0.0, 0
        if step % 500 == 0 or step == steps:
            with torch.no_grad(), torch.random.fork_rng():
                torch.manual_seed(7)
                model.eval()
                ids, places, gold = mask(held)
                scores = model(ids, places)
                print(f"{step} held out: loss {F.cross_entropy(scores, gold):.3f}, right {(scores.argmax(1) == gold).float().mean():.3f}", flush=True)
                model.train()
            save()


main()
