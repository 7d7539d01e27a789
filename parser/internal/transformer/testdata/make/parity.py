#!/usr/bin/env python3
"""Compares the states that reference.py has computed with those of the library transformers, in double precision.

    parity.py FOLDER

It prints the largest difference for each architecture, and needs torch, transformers and safetensors."""
import os, sys
import torch, transformers
from safetensors.torch import load_file


def main():
    for name in sorted(os.listdir(sys.argv[1])):
        own = os.path.join(sys.argv[1], name)
        model = transformers.AutoModel.from_pretrained(own, attn_implementation="eager").double().eval()
        layers, worst, n = [], 0.0, 0
        blocks = next(m for m in model.modules() if isinstance(m, torch.nn.ModuleList) and len(m) == model.config.num_hidden_layers)
        for block in blocks:
            block.register_forward_hook(lambda _, given, got: layers.append((given[0], got[0] if isinstance(got, tuple) else got)))
        expected = load_file(os.path.join(own, "expected.safetensors"))
        while f"ids{n}" in expected:
            layers.clear()
            ids = expected[f"ids{n}"][None]
            given = {"attention_mask": torch.ones_like(ids)}
            if "roberta" in name:  # which takes positions from where there is no padding, an id that random ones have
                given["position_ids"] = torch.arange(ids.shape[1])[None] + model.config.pad_token_id + 1
            with torch.no_grad():
                last = model(ids, **given).last_hidden_state
            states = torch.cat([layers[0][0]] + [out for _, out in layers] + ([last] if name == "modernbert" else []))
            worst, n = max(worst, (states - expected[f"states{n}"]).abs().max().item()), n + 1
        print(f"{name}: {n} inputs, largest difference {worst:.2g}")


main()
