#!/usr/bin/env python3
"""Write the encoder that reads questions (internal/embed/reader.go says how): the lower layers of a BERT, its weights rounded to eight bits.

usage: reader.py MODEL.safetensors VOCABULARY.txt LAYERS OUT [READ.json]

READ.json gets what the encoder reads in some texts, computed with the weights as they are, for the test. Of the vocabulary the tokens of ASCII are kept.
"""
import json
import math
import struct
import sys

import numpy as np

HEADS, POSITIONS = 12, 32
TEXTS = ["how does the scheduler pick the next task", "a request must not get out of the folder that everything is confined to",
         "what survives a power loss", "removing repeated list items, keeping each first occurrence and still working on endless input", "parse headers"]


def safetensors(path):
    with open(path, "rb") as f:
        header = json.loads(f.read(struct.unpack("<Q", f.read(8))[0]))
        raw = f.read()
    return {k: np.frombuffer(raw[slice(*v["data_offsets"])], "<f4").reshape(v["shape"]) for k, v in header.items() if v.get("dtype") == "F32"}


def main():
    path, vocabulary, layers, out = sys.argv[1:5]
    w, layers = safetensors(path), int(layers)
    with open(vocabulary, encoding="utf-8") as f:
        tokens = [line.rstrip("\n") for line in f]
    kept = [i for i, t in enumerate(tokens) if t.isascii() and t.isprintable() and not t.startswith("[unused")]
    words = "\n".join(tokens[i] for i in kept).encode()
    table = w["embeddings.word_embeddings.weight"][kept]
    positions = w["embeddings.position_embeddings.weight"][:POSITIONS] + w["embeddings.token_type_embeddings.weight"][0]
    width = table.shape[1]
    floats, rows = [], []

    def quantised(m):
        """-> scale of each row, bytes"""
        scale = np.abs(m).max(1) / 127 + 1e-12
        return scale, np.rint(m / scale[:, None]).astype(np.int32)

    def matrix(m, bias):
        scale, q = quantised(m)
        floats.extend([scale.astype("<f4"), bias.astype("<f4"), q.sum(1).astype("<i4")])
        rows.append(q)

    def norm(name):
        floats.extend([w[name + ".LayerNorm.weight"].astype("<f4"), w[name + ".LayerNorm.bias"].astype("<f4")])

    scale, q = quantised(table)
    floats.extend([scale.astype("<f4"), positions.astype("<f4")])
    rows.append(q)
    norm("embeddings")
    for n in range(layers):
        at = f"encoder.layer.{n}."
        part = lambda kind, name: w[f"{at}{name}.{kind}"]  # noqa: E731
        shrink = np.repeat([math.sqrt(HEADS / width), 1, 1], width)  # queries are divided by the root of a head's width
        names = ["attention.self." + s for s in ("query", "key", "value")]
        matrix(np.concatenate([part("weight", s) for s in names]) * shrink[:, None], np.concatenate([part("bias", s) for s in names]) * shrink)
        for s in ("attention.output.dense", "intermediate.dense", "output.dense"):
            matrix(part("weight", s), part("bias", s))
        norm(at + "attention.output"), norm(at + "output")
    inner = w["encoder.layer.0.intermediate.dense.bias"].shape[0]
    with open(out, "wb") as f:
        f.write(b"sibylread1" + struct.pack("<7I", len(kept), width, HEADS, inner, layers, POSITIONS, len(words)) + words)
        for part in floats:
            f.write(part.tobytes())
        for part in rows:
            f.write((part + 128).astype(np.uint8).tobytes())
        print(out, len(kept), "tokens", f"{f.tell() / 1e6:.1f} MB")
    if len(sys.argv) > 5:
        index = {tokens[i]: i for i in kept}
        with open(sys.argv[5], "w", encoding="utf-8") as f:
            json.dump([{"text": t, "read": [round(float(x), 4) for x in read(w, layers, [index[p] for p in pieces(index, t)])]} for t in TEXTS], f, indent=0)


def pieces(index, text):
    """-> the tokens of a text of lower-case words and commas"""
    out = ["[CLS]"]
    for word in text.replace(",", " , ").split():
        start = 0
        while start < len(word):
            end = next(e for e in range(len(word), start, -1) if ("##" if start else "") + word[start:e] in index)
            out.append(("##" if start else "") + word[start:end])
            start = end
    return out + ["[SEP]"]


def read(w, layers, ids):
    """-> the mean of the tokens behind the last layer"""
    def norm(x, name):
        x = x - x.mean(1, keepdims=True)
        return x / np.sqrt((x * x).mean(1, keepdims=True) + 1e-12) * w[name + ".LayerNorm.weight"] + w[name + ".LayerNorm.bias"]

    def dense(x, name):
        return x @ w[name + ".weight"].T + w[name + ".bias"]

    x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][:len(ids)] + w["embeddings.token_type_embeddings.weight"][0]
    x = norm(x, "embeddings")
    for n in range(layers):
        at = f"encoder.layer.{n}."
        q, k, v = (dense(x, at + "attention.self." + s).reshape(len(ids), HEADS, -1).transpose(1, 0, 2) for s in ("query", "key", "value"))
        fit = np.exp(q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[2]))
        mixed = (fit / fit.sum(2, keepdims=True) @ v).transpose(1, 0, 2).reshape(x.shape)
        x = norm(dense(mixed, at + "attention.output.dense") + x, at + "attention.output")
        y = dense(x, at + "intermediate.dense")
        y = y * 0.5 * (1 + np.vectorize(math.erf)(y / math.sqrt(2)))
        x = norm(dense(y, at + "output.dense") + x, at + "output")
    return x.mean(0)


main()
