"""Writes the small folders of tensors that the tests read: python3 make/tensors.py, in testdata.

Number i of each tensor is i/8 - 3, which all types of floating-point numbers have exactly, or i for integers."""
import json, os, struct
import numpy as np


def encoded(kind, n):
    x = np.arange(n, dtype="<f4") / 8 - 3
    if kind == "BF16":
        return (x.view("<u4") >> 16).astype("<u2").tobytes()
    floats = {"F64": "<f8", "F32": "<f4", "F16": "<f2"}
    integers = {"I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U8": "u1", "BOOL": "u1"}
    if kind in floats:
        return x.astype(floats[kind]).tobytes()
    return (np.arange(n) % (2 if kind == "BOOL" else 128)).astype(integers[kind]).tobytes()


def write(path, tensors):
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name in sorted(tensors):
        kind, shape = tensors[name]
        more = encoded(kind, int(np.prod(shape)))
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [len(data), len(data) + len(more)]}
        data += more
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + data)


floats = {"double": ("F64", [5]), "single": ("F32", [4, 3]), "half": ("F16", [2, 3, 4]), "brain": ("BF16", [7, 2])}
integers = {"i64": ("I64", [1, 3]), "i32": ("I32", [3]), "i16": ("I16", [3]), "i8": ("I8", [3]), "u8": ("U8", [3]),
            "bool": ("BOOL", [3])}
small = {"number": ("F32", []), "nothing": ("F32", [0, 4])}
for folder in ("whole", "parts"):
    os.makedirs(folder, exist_ok=True)
write("whole/model.safetensors", {**floats, **integers, **small})
parts = {"model-00001-of-00002.safetensors": floats, "model-00002-of-00002.safetensors": {**integers, **small}}
for name in parts:
    write("parts/" + name, parts[name])
with open("parts/model.safetensors.index.json", "w") as f:
    places = {tensor: name for name in parts for tensor in parts[name]}
    size = sum(len(encoded(kind, int(np.prod(shape)))) for part in parts.values() for kind, shape in part.values())
    json.dump({"metadata": {"total_size": size}, "weight_map": places}, f, indent=2)
    f.write("\n")
