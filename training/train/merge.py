#!/usr/bin/env python3
"""Merge tables of one vocabulary that were trained from different starts: their vectors side by side, reduced to what the documents' vectors differ in.

usage: merge.py ROWS OUT DIMS TRAINED …     ROWS are rows of pairs (features rows), for the principal axes
"""
import os
import sys

import numpy as np

import data

SAMPLE = 4000  # documents

texts, out, dims = data.Texts(sys.argv[1]), sys.argv[2], int(sys.argv[3])
parts, ratios = [], []
for folder in sys.argv[4:]:
    table, scales = np.load(folder + "/table.npy"), np.load(folder + "/scales.npy")
    rows = table * np.exp(scales[1])[:, None]  # as documents weigh them
    often = np.log1p(np.bincount(texts.rows & 0xFFFFFF, minlength=len(rows)).astype(np.float32))
    parts.append(rows / np.sqrt((often[:, None] * rows**2).sum() / often.sum()))
    ratios.append(scales[0] - scales[1])
both = np.concatenate(parts, 1)
sums = np.zeros((min(SAMPLE, len(texts)), both.shape[1]), dtype=np.float32)
for i, pick in enumerate(np.random.default_rng(1).permutation(len(texts))[:SAMPLE]):
    packed = texts.rows[texts.start[2 * pick + 1]:texts.start[2 * pick + 2]]
    sums[i] = (1 + np.log(packed >> 24)) @ both[packed & 0xFFFFFF]
sums /= np.linalg.norm(sums, axis=1, keepdims=True) + 1e-9
values, axes = np.linalg.eigh(sums.T @ sums)
kept = np.argsort(-values)[:dims]
print("of the documents' vectors kept:", values[kept].sum() / values.sum())
os.makedirs(out, exist_ok=True)
np.save(out + "/table.npy", (both @ axes[:, kept]).astype(np.float32))
ratio = np.mean(ratios, 0)
np.save(out + "/scales.npy", np.stack([ratio, np.zeros_like(ratio)]))
