#!/usr/bin/env python3
"""authors.py FOLDER OUT: a folder as DeBERTa's authors hand them out, with the weights of another one: config.json and
pytorch_model.bin, in which names have the prefix deberta. It needs torch; spm.py makes spm.model."""
import collections, json, os, shutil, struct, sys
import torch

folder, out = sys.argv[1:]
os.makedirs(out, exist_ok=True)
shutil.copy(os.path.join(folder, "config.json"), out)
with open(os.path.join(folder, "model.safetensors"), "rb") as f:
    header = json.loads(f.read(struct.unpack("<Q", f.read(8))[0]))
    data = f.read()
state = collections.OrderedDict()
for name, entry in header.items():
    if name != "__metadata__":
        begin, end = entry["data_offsets"]
        assert entry["dtype"] == "F32"
        numbers = torch.frombuffer(bytearray(data[begin:end]), dtype=torch.float32).reshape(entry["shape"])
        state[name if name.startswith("deberta.") else "deberta." + name] = numbers
torch.save(state, os.path.join(out, "pytorch_model.bin"))
