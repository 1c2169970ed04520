#!/usr/bin/env python3
"""Read a model file back to a table that contrast.py can train further: the opposite of export.py.

usage: thaw.py MODEL OUT     OUT gets table.npy, scales.npy and vocabulary.tsv, in which a term is "=" and its key
"""
import os
import struct
import sys

import numpy as np

model, out = sys.argv[1:]
with open(model, "rb") as f:
    raw = f.read()
dims, words, buckets = struct.unpack_from("<III", raw, 9)
at = 9 + 12 + 16
keys = np.frombuffer(raw, "<u4", words, at)
documents, queries = np.frombuffer(raw, "<f4", 2 * (words + buckets), at + 4 * words).reshape(-1, 2).T + 1e-30
rows = np.frombuffer(raw, np.uint8, dims * (words + buckets), at + 4 * words + 8 * (words + buckets)).reshape(-1, dims).astype(np.float32) - 128
both = np.sqrt(documents * queries)
table = rows * both[:, None]
os.makedirs(out, exist_ok=True)
np.save(out + "/table.npy", table / np.median(np.linalg.norm(table, axis=1)))
np.save(out + "/scales.npy", np.log(np.stack([queries, documents]) / both))
with open(out + "/vocabulary.tsv", "w") as f:
    f.write("".join(f"={k}\t1\t={k}\n" for k in keys))
