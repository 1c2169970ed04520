#!/usr/bin/env python3
"""Draw the rows of words together that a thesaurus says belong together (Faruqui et al.: Retrofitting Word Vectors to Semantic Lexicons, 2015).

usage: retrofit.py VOCABULARY START.npy THESAURUS FEATURES OUT.npy     THESAURUS: one group a line, tabs between; FEATURES is the built command

Each row keeps its length: only where it points changes.
"""
import sys

import numpy as np

import data

ROUNDS, PULL = 5, 1.0

vocabulary, start, thesaurus, features, out = sys.argv[1:]
index = {term: i for i, term in enumerate(data.vocabulary(vocabulary)[0])}
table = np.load(start)
length = np.linalg.norm(table, axis=1, keepdims=True)

near = {}
with open(thesaurus, encoding="utf-8") as f:
    groups = [[w for w in line.rstrip("\n").lower().split("\t") if w.isalnum()] for line in f]
stem = iter(data.stems(features, [w for g in groups for w in g]))
for group in groups:
    rows = {index[s] for s in [next(stem) for _ in group] if s in index and length[index[s]] > 0}
    for row in rows:
        near.setdefault(row, set()).update(rows - {row})

first = table / (length + 1e-9)
now = first.copy()
for _ in range(ROUNDS):
    after = now.copy()
    for row, others in near.items():
        if others:
            mean = now[sorted(others)].mean(0)
            moved = first[row] + PULL * mean / (np.linalg.norm(mean) + 1e-9)
            after[row] = moved / (np.linalg.norm(moved) + 1e-9)
    now = after
print(len(near), "words moved")
np.save(out, (now * length).astype(np.float32))
