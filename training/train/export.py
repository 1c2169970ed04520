#!/usr/bin/env python3
"""Write a model file (internal/embed/model.go says how) from a trained table.

usage: export.py TRAINED VOCABULARY FEATURES OUT     FEATURES is the built command
"""
import hashlib
import struct
import subprocess
import sys

import numpy as np

trained, vocabulary, features, out = sys.argv[1:]
table, scales = np.load(trained + "/table.npy"), np.load(trained + "/scales.npy")
with open(vocabulary, "rb") as f:
    keys = np.array([int(k) for k in subprocess.run([features, "keys"], stdin=f, capture_output=True, check=True).stdout.split()], dtype=np.uint32)
rows, dims = table.shape
largest = np.abs(table).max(1) + 1e-12
quantised = np.clip(np.rint(table / largest[:, None] * 127), -127, 127).astype(np.int16) + 128
by_side = np.exp(scales) * largest / 127  # queries, codes
by_side *= 8 / by_side.max()  # with the largest times, weights stay within the 16 bits that Sibyl sums with
both = np.stack([by_side[1], by_side[0]], 1).astype("<f4")
body = keys.astype("<u4").tobytes() + both.tobytes() + quantised.astype(np.uint8).tobytes()
name = f"sibyl-{hashlib.sha256(body).hexdigest()[:10]}".encode().ljust(16, b"\0")
with open(out, "wb") as f:
    f.write(b"sibylvec1" + struct.pack("<III", dims, len(keys), rows - len(keys)) + name + body)
print(out, name, rows, "rows", dims, "dimensions", f"{(len(body) + 37) / 1e6:.1f} MB")
