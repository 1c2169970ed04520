#!/usr/bin/env python3
"""Train the table of token vectors on pairs: symmetric InfoNCE with the batch's others as negatives.

usage: contrast.py ROWS PAIRS VOCABULARY OUT [--init table.npy] …

ROWS are the rows of PAIRS (features rows). OUT gets table.npy and the scales of queries and codes.
"""
import argparse
import time
import zlib

import numpy as np

import data

ap = argparse.ArgumentParser()
ap.add_argument("rows"), ap.add_argument("pairs"), ap.add_argument("vocabulary"), ap.add_argument("out")
ap.add_argument("--buckets", type=int, default=16384)
ap.add_argument("--dims", type=int, default=256)
ap.add_argument("--init", help="table to start from, one row a term; rows after it start as noise")
ap.add_argument("--further", help="folder of a trained table that is trained further")
ap.add_argument("--epochs", type=float, default=3)
ap.add_argument("--batch", type=int, default=1024)
ap.add_argument("--run", type=int, default=64, help="pairs of one repository in a row: hard negatives")
ap.add_argument("--near", type=float, default=0.03, help="how far, as a share of its source, a pair is moved from its neighbours by path, which are the hardest negatives")
ap.add_argument("--far", type=float, default=1, help="share of pairs that may stand anywhere in their source")
ap.add_argument("--held", default="", help="sources that are left out, to be measured on")
ap.add_argument("--temperature", type=float, default=0.05)
ap.add_argument("--rate", type=float, default=0.05)
ap.add_argument("--seed", type=int, default=1, help="of the order of pairs")
ap.add_argument("--weights", default="", help="how often a pair of each kind is used in an epoch: name=0.4,question=3")
args = ap.parse_args()

rng = np.random.default_rng(args.seed)
noise = np.random.default_rng(1)  # the same for every seed: tables from one start can be averaged
lib = data.kernels()
texts = data.Texts(args.rows)
terms, times, _ = data.vocabulary(args.vocabulary)
size = len(terms) + args.buckets

# which pairs, and how often: no query in more than two, both sides say something
share = dict((k, float(v)) for k, v in (p.split("=") for p in args.weights.split(",") if p))
held = set(args.held.split(","))
repos, paths, codes, queries, keep = [], [], [], {}, []
for i, p in enumerate(data.lines(args.pairs)):
    # Several pairs may be of one query, or about one place: none is wrong for another.
    q, c = zlib.crc32(p["query"].lower().encode()), zlib.crc32((p["repo"] + "\n" + p["at"] if "at" in p else p["code"]).encode())
    repos.append(zlib.crc32(p["repo"].encode())), paths.append(p.get("at", p["code"]).partition("\n")[0]), codes.append((q, c))
    if p["repo"] in held:
        continue
    queries[q] = queries.get(q, 0) + 1
    ok = queries[q] <= 2 and texts.length(2 * i) > 0 and texts.length(2 * i + 1) > 2
    if ok:
        keep += [i] * int(share.get(p["kind"], 1) + rng.random())
repos, paths, codes, keep = np.array(repos), np.unique(paths, return_inverse=True)[1], np.array(codes, dtype=np.int64), np.array(keep)
print(len(repos), "pairs,", len(keep), "kept,", size, "rows", flush=True)

# start: idf times noise, or the given rows
documents = np.zeros(size, dtype=np.int64)
np.add.at(documents, texts.rows & 0xFFFFFF, 1)
idf = np.log((2 * len(repos) + 1) / (documents + 1)).astype(np.float32)
table = (noise.standard_normal((size, args.dims)) / np.sqrt(args.dims)).astype(np.float32) * (idf / 5)[:, None]
if args.init:
    start = np.load(args.init).astype(np.float32)
    known = np.abs(start).sum(1) > 0
    table[:len(start)][known] = start[known]
    table[:len(terms)][[" " in t for t in terms]] *= 0.3  # their words say most
if args.further:
    table = np.load(args.further + "/table.npy").astype(np.float32)
table = np.ascontiguousarray(table)
squares = np.full_like(table, 1e-8)
grad = np.zeros_like(table)
scales = [np.zeros(size, dtype=np.float32) for _ in range(2)]  # logarithms, of queries and of codes
if args.further:
    scales = list(np.load(args.further + "/scales.npy").astype(np.float32))
scale_squares = [np.full(size, 1e-8, dtype=np.float32) for _ in range(2)]
gscale = np.zeros(size, dtype=np.float32)
seen = np.zeros(size, dtype=np.uint8)
touched = np.zeros(size, dtype=np.uint32)


def pool(ids, weight):
    out = np.empty((len(ids), args.dims), dtype=np.float32)
    lib.pool(len(ids), args.dims, data.pointer(ids), data.pointer(texts.start), data.pointer(texts.rows), data.pointer(weight), data.pointer(table), data.pointer(out))
    length = np.sqrt((out * out).sum(1)) + 1e-9
    return out / length[:, None], length


def batches():
    order = keep[np.lexsort((rng.random(len(keep)), paths[keep], repos[keep]))]
    _, first, many = np.unique(repos[order], return_index=True, return_counts=True)
    place = np.arange(len(order)) - np.repeat(first, many)  # within its source, by path
    far = rng.random(len(order)) < args.far
    place = np.where(far, rng.random(len(order)), place / np.repeat(many, many) + args.near * rng.random(len(order)))
    order = order[np.lexsort((place, repos[order]))]
    runs = [order[i:i + args.run] for i in range(0, len(order), args.run)]
    rng.shuffle(runs)
    flat = np.concatenate(runs)
    for i in range(0, len(flat) - args.batch + 1, args.batch):
        yield flat[i:i + args.batch]


total = int(args.epochs * (len(keep) // args.batch))
done, began, losses = 0, time.time(), []
while done < total:
    for ids in batches():
        if done >= total:
            break
        rate = args.rate * (1 - 0.9 * done / total)
        sides = [np.ascontiguousarray(2 * ids), np.ascontiguousarray(2 * ids + 1)]
        weights = [np.exp(s) for s in scales]
        (q, ql), (c, cl) = pool(sides[0], weights[0]), pool(sides[1], weights[1])
        logits = (q @ c.T) / args.temperature
        same = (codes[ids, 0][:, None] == codes[ids, 0][None]) | (codes[ids, 1][:, None] == codes[ids, 1][None])
        np.fill_diagonal(same, False)
        logits[same] = -1e9
        logits -= logits.max()
        e = np.exp(logits)
        across, down = e / (e.sum(1, keepdims=True) + 1e-30), e / (e.sum(0, keepdims=True) + 1e-30)
        diagonal = np.arange(len(ids))
        losses.append(float(-(np.log(across[diagonal, diagonal] + 1e-12) + np.log(down[diagonal, diagonal] + 1e-12)).mean() / 2))
        g = across + down
        g[diagonal, diagonal] -= 2
        g *= 0.5 / args.temperature
        gq, gc = g @ c, g.T @ q
        count = 0
        for side, (vector, length, gv) in enumerate([(q, ql, gq), (c, cl, gc)]):
            gv = (gv - (gv * vector).sum(1, keepdims=True) * vector) / length[:, None]
            gv = np.ascontiguousarray(gv, dtype=np.float32)
            count = lib.spread(len(ids), args.dims, data.pointer(sides[side]), data.pointer(texts.start), data.pointer(texts.rows), data.pointer(weights[side]),
                               data.pointer(table), data.pointer(gv), data.pointer(grad), data.pointer(gscale), data.pointer(seen), data.pointer(touched), count)
            rows = np.flatnonzero(gscale)
            scale_squares[side][rows] += gscale[rows] ** 2
            scales[side][rows] -= rate * 0.3 * gscale[rows] / np.sqrt(scale_squares[side][rows])
            gscale[rows] = 0
        lib.step(count, args.dims, data.pointer(touched), data.pointer(seen), data.ctypes.c_float(rate), data.pointer(table), data.pointer(squares), data.pointer(grad))
        done += 1
        if done % 50 == 0:
            print(f"{done}/{total} loss {np.mean(losses[-50:]):.3f} {time.time() - began:.0f} s", flush=True)
np.save(args.out + "/table.npy", table)
np.save(args.out + "/scales.npy", np.stack(scales))
