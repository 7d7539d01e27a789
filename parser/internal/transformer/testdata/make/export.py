#!/usr/bin/env python3
"""Exports a small random BERT to ONNX in the forms that users have.

    export.py FOLDER

FOLDER/bert has the model as a hub hands it out. Beside it each form has a folder of its own, with model.onnx:

    traced    by torch's tracing exporter, which transposes the factors of products and gives them names of its own
    captured  by the exporter of today (dynamo), which keeps names, with weights in another file
    half      traced, in half precision
    signed    traced, then rounded by onnxruntime to signed bytes, with products of whole numbers
    columns   the same with unsigned bytes, and a scale for each column
    pairs     rounded to whole numbers with nodes that undo that before the products (QDQ), biases to 32 bits

It needs torch, transformers, onnx, onnxscript and onnxruntime."""
import os, sys
import numpy, onnx, torch, transformers
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic, quantize_static

WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] the a dog cat bark ##s ##ed run ##ning house green we see . ,".split()


class Encoder(transformers.BertModel):
    def forward(self, input_ids, attention_mask):
        return super().forward(input_ids=input_ids, attention_mask=attention_mask, return_dict=True).last_hidden_state


class Texts(CalibrationDataReader):
    def __init__(self):
        self.left = 3

    def get_next(self):
        self.left -= 1
        return {"input_ids": numpy.arange(4, 13)[None], "attention_mask": numpy.ones((1, 9), numpy.int64)} if self.left >= 0 else None


def bare(path):
    """Takes comments out of a file: where on this machine a node was made."""
    model = onnx.load(path, load_external_data=False)
    parts = [model, model.graph, *model.graph.node, *model.graph.initializer, *model.graph.value_info, *model.graph.input, *model.graph.output]
    for part in parts:
        part.ClearField("doc_string")
        del part.metadata_props[:]
    onnx.save(model, path)


def main():
    folder = sys.argv[1]
    path = lambda form: os.path.join(folder, form, "model.onnx")
    for form in "bert traced captured half signed columns pairs".split():
        os.makedirs(os.path.join(folder, form), exist_ok=True)
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=20, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=24, max_position_embeddings=12,
        attn_implementation="eager")
    model = Encoder(config, add_pooling_layer=False).eval()
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.copy_(torch.randn(p.shape) * 0.3 + ("LayerNorm.weight" in name))
    model.save_pretrained(os.path.join(folder, "bert"))
    with open(os.path.join(folder, "bert", "vocab.txt"), "w") as f:
        f.write("\n".join(WORDS) + "\n")
    ids, mask = torch.arange(4, 11)[None], torch.ones((1, 7), dtype=torch.int64)
    names = {"input_names": ["input_ids", "attention_mask"], "output_names": ["last_hidden_state"], "opset_version": 18}
    axes = {"dynamo": False, "dynamic_axes": {"input_ids": {1: "s"}, "attention_mask": {1: "s"}}}
    torch.onnx.export(model, (ids, mask), path("traced"), **names, **axes)
    some = {1: torch.export.Dim("s", max=12)}
    torch.onnx.export(model, (ids, mask), path("captured"), dynamo=True, external_data=True, dynamic_shapes=(some, some), **names)
    quantize_dynamic(path("traced"), path("signed"), weight_type=QuantType.QInt8)
    quantize_dynamic(path("traced"), path("columns"), weight_type=QuantType.QUInt8, per_channel=True)
    quantize_static(path("traced"), path("pairs"), Texts(), quant_format=QuantFormat.QDQ, per_channel=True)
    torch.onnx.export(model.half(), (ids, mask), path("half"), **names, **axes)
    for form in "traced captured half signed columns pairs".split():
        bare(path(form))


main()
