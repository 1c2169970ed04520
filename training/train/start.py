#!/usr/bin/env python3
"""Make the table that training starts from: the words' vectors by one or more teachers, reduced to the table's dimensions.

usage: start.py VOCABULARY OUT.npy DIMS WORDS.npy …     WORDS are the teachers' vectors of the words' forms (not of pairs), in order

Each teacher's vectors are centred and scaled to length one, then put side by side; principal components are kept. A word's row is as long as
its idf; pairs of words start at zero: they say what their words don't.
"""
import sys

import numpy as np

import data

vocabulary, out, dims = sys.argv[1], sys.argv[2], int(sys.argv[3])
terms, times, _ = data.vocabulary(vocabulary)
single = np.array([" " not in t for t in terms])
parts = []
for path in sys.argv[4:]:
    v = np.load(path).astype(np.float32)
    known = np.abs(v).sum(1) > 0  # a teacher may lack words
    v[known] -= v[known].mean(0)
    parts.append(v / (np.linalg.norm(v, axis=1, keepdims=True) + 1e-9))
vectors = np.concatenate(parts, 1)
weight = np.minimum(times[single], 2000).astype(np.float32) ** 0.5
covariance = (vectors * weight[:, None]).T @ vectors / weight.sum()
values, axes = np.linalg.eigh(covariance)
kept = np.argsort(-values)[:dims]
print("variance kept", values[kept].sum() / values.sum())
small = vectors @ axes[:, kept]
small /= np.linalg.norm(small, axis=1, keepdims=True) + 1e-9
idf = np.log(times.max() * 2 / times[single]) / 5
table = np.zeros((len(terms), dims), dtype=np.float32)
table[single] = small * idf[:, None]
np.save(out, table)
