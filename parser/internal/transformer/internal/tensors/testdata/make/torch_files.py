"""Writes the tensors of whole/model.safetensors as torch.save does, today and before version 1.6: python3 make/torch_files.py, in
testdata, after tensors.py. It needs torch; the files were made by version 1.13.

Beside them are views of them: a matrix transposed, some rows of one, one that is two names' at once, and one that learns."""
import collections, json, os, struct
import numpy as np
import torch

KINDS = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "I64": torch.int64,
         "I32": torch.int32, "I16": torch.int16, "I8": torch.int8, "U8": torch.uint8, "BOOL": torch.bool}

with open("whole/model.safetensors", "rb") as f:
    header = json.loads(f.read(struct.unpack("<Q", f.read(8))[0]))
    data = f.read()
state = collections.OrderedDict()
for name, entry in header.items():
    if name != "__metadata__":
        begin, end = entry["data_offsets"]
        flat = torch.frombuffer(bytearray(data[begin:end]), dtype=KINDS[entry["dtype"]]) if end > begin else torch.empty(0)
        state[name] = flat.reshape(entry["shape"])
state["turned"] = state["single"].t()
state["rows"] = state["single"][1:3]
state["again"] = state["single"]
state["learns"] = torch.nn.Parameter(state["brain"].float())
state._metadata = collections.OrderedDict([("", {"version": 1}), ("encoder", {"version": 2})])
for folder in ("torch", "torch-old", "torch-parts"):
    os.makedirs(folder, exist_ok=True)
torch.save(state, "torch/pytorch_model.bin")
torch.save(dict(state), "torch-old/pytorch_model.bin", _use_new_zipfile_serialization=False)
half = len(state) // 2
names, places = list(state), {}
for part in (0, 1):
    file = f"pytorch_model-0000{part + 1}-of-00002.bin"
    own = names[part * half : (part + 1) * half if part == 0 else None]
    torch.save({name: state[name] for name in own}, "torch-parts/" + file)
    places |= {name: file for name in own}
with open("torch-parts/pytorch_model.bin.index.json", "w") as f:
    json.dump({"metadata": {}, "weight_map": places}, f, indent=2)
    f.write("\n")
