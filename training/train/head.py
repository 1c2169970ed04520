#!/usr/bin/env python3
"""Fit the reader's head to a trained table: what the encoder reads in a question, taken into the table's space and added to the sum of the question's rows.

usage: head.py texts PAIRS > read.jsonl        the texts to read, with the numbers of their pairs
       features read < read.jsonl > read.f32
       head.py fit PAIRS ROWS TRAINED MODEL read.jsonl read.f32 OUT     ROWS are the rows of PAIRS (features rows); MODEL is TRAINED's file (export.py)

The table stays as it is. The loss is that of contrast.py from texts to codes alone, among the codes of their repository. Of the rows of a question
two fifths are left out, at random each time: the table has seen these texts, and the head would else learn how little is left to say about them.
"""
import json
import struct
import sys

import numpy as np

import data

TEXTS, LONGEST = 8_000, 140  # besides questions; characters
KINDS = {"doc": 1, "comment": 0.6, "further": 1, "section": 1, "test": 0.15, "message": 0.3, "commit": 0.3}
STEPS, RATE, TEMPERATURE, SHARE = 450, 1e-3, 0.05, 0.4
HEADS = 4  # whose mean is taken: they start alike and see other batches
RUNS, RUN, OTHERS, FEW = 4, 32, 512, 0.3  # repositories in a batch, texts of each, other codes of it; share of batches from repositories of few texts


def texts(pairs):
    rng = np.random.default_rng(1)
    questions, others, weights, seen = [], [], [], set()
    for i, p in enumerate(data.lines(pairs)):
        line = (i, p["query"])
        if p["kind"] == "question":
            questions.append(line)
        elif p["kind"] in KINDS and len(p["query"]) < LONGEST and len(p["query"].split()) > 2 and p["query"] not in seen:
            seen.add(p["query"])
            others.append(line)
            weights.append(KINDS[p["kind"]])
    weights = np.array(weights) / np.sum(weights)
    picked = rng.choice(len(others), min(TEXTS, len(others)), replace=False, p=weights)
    for i, query in questions + [others[k] for k in picked]:
        print(json.dumps({"line": i, "query": query}, ensure_ascii=False))


def unit(v):
    return v / (np.linalg.norm(v, axis=-1, keepdims=True) + 1e-9)


class Sums:
    """Sums of rows, by the kernels of contrast.py."""

    def __init__(self, rows, trained):
        self.texts, self.lib = data.Texts(rows), data.kernels()
        self.table = np.ascontiguousarray(np.load(trained + "/table.npy"), dtype=np.float32)
        self.weights = [np.ascontiguousarray(np.exp(s), dtype=np.float32) for s in np.load(trained + "/scales.npy")]

    def of(self, lines, side, start=None, rows=None):
        ids = np.ascontiguousarray(2 * lines + side)
        out = np.empty((len(lines), self.table.shape[1]), dtype=np.float32)
        start, rows = (self.texts.start, self.texts.rows) if start is None else (start, rows)
        self.lib.pool(len(ids), self.table.shape[1], data.pointer(ids), data.pointer(start), data.pointer(rows),
                      data.pointer(self.weights[side]), data.pointer(self.table), data.pointer(out))
        return unit(out)

    def partly(self, lines, rng):
        """The same of questions with rows left out."""
        parts = [self.texts.rows[self.texts.start[2 * i]:self.texts.start[2 * i + 1]] for i in lines]
        parts = [p[rng.random(len(p)) >= SHARE] for p in parts]
        start = np.zeros(2 * len(parts) + 1, dtype=np.int64)  # the codes are empty
        start[1::2] = start[2::2] = np.cumsum([len(p) for p in parts])
        return self.of(np.arange(len(parts)), 0, start, np.ascontiguousarray(np.concatenate(parts)))


def fit(pairs, rows, trained, model, listed, vectors, out):
    sums = Sums(rows, trained)
    number, repos, same = {}, [], []
    for p in data.lines(pairs):
        repos.append(number.setdefault(p["repo"], len(number)))
        same.append(hash(p["code"]))
    repos, same = np.array(repos), np.array(same)
    lines = np.array([p["line"] for p in data.lines(listed)])
    read = np.fromfile(vectors, dtype=np.float32).reshape(len(lines), -1)
    usable = np.flatnonzero((np.abs(read).sum(1) > 0) & (sums.texts.length(2 * lines) > 1))
    lines, read = lines[usable], read[usable]
    mean = read.mean(0)
    read = unit(read - mean)

    # start: what the texts' codes and rows are, by least squares
    goal = unit(sums.of(lines, 1) + sums.of(lines, 0))
    head = np.linalg.solve(read.T @ read + 0.03 * len(read) / read.shape[1] * np.eye(read.shape[1]), read.T @ (goal - goal.mean(0)))
    start = (0.4 * head / np.linalg.norm(read @ head, axis=1).mean()).astype(np.float32)

    own = [np.flatnonzero(repos[lines] == r) for r in range(len(number))]
    order = np.argsort(repos, kind="stable")
    codes = np.split(order, np.cumsum(np.bincount(repos, minlength=len(number)))[:-1])  # lines of each repository
    many = [r for r in range(len(number)) if len(own[r]) >= 2 * RUN]
    few = np.concatenate([own[r] for r in range(len(number)) if r not in set(many)] + [np.array([], dtype=int)])
    chance = np.array([len(own[r]) for r in many]) ** 0.75
    print(len(lines), "texts,", len(many), "repositories of many,", len(few), "texts of others", flush=True)

    def train(seed):
        rng, head = np.random.default_rng(seed), start.copy()
        first, second, losses = np.zeros_like(head), np.zeros_like(head), []
        for step in range(1, STEPS + 1):
            gradient = np.zeros_like(head)
            for _ in range(RUNS):
                if len(few) >= RUN and (not many or rng.random() < FEW):
                    texts_, others = rng.choice(few, RUN, replace=False), lines[rng.choice(few, OTHERS)]
                else:
                    r = rng.choice(len(many), p=chance / chance.sum())
                    texts_, others = rng.choice(own[many[r]], RUN, replace=False), rng.choice(codes[many[r]], OTHERS)
                candidates = np.concatenate([lines[texts_], others])
                c, f = sums.of(candidates, 1), read[texts_]
                long = sums.partly(lines[texts_], rng) + f @ head
                length = np.linalg.norm(long, axis=1, keepdims=True) + 1e-9
                q = long / length
                logits = q @ c.T / TEMPERATURE
                alike = same[lines[texts_]][:, None] == same[candidates][None]
                alike[np.arange(RUN), np.arange(RUN)] = False
                logits[alike] = -1e9
                e = np.exp(logits - logits.max(1, keepdims=True))
                e /= e.sum(1, keepdims=True)
                losses.append(-np.log(e[np.arange(RUN), np.arange(RUN)] + 1e-12).mean())
                e[np.arange(RUN), np.arange(RUN)] -= 1
                g = e @ c / TEMPERATURE
                gradient += f.T @ ((g - (g * q).sum(1, keepdims=True) * q) / length) / (RUN * RUNS)
            first, second = 0.9 * first + 0.1 * gradient, 0.99 * second + 0.01 * gradient**2
            rate = RATE * min(1, step / 50) * (1 - 0.95 * step / STEPS)
            head -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
            if step % 50 == 0:
                print(f"{step}/{STEPS} loss {np.mean(losses[-50 * RUNS:]):.3f}", flush=True)
        return head

    head = np.mean([train(seed) for seed in range(1, HEADS + 1)], 0)
    with open(model, "rb") as f:
        identity = f.read(37)[21:]
    with open(out, "wb") as f:
        f.write(b"sibylhead1" + struct.pack("<2I", *head.shape) + identity + mean.astype("<f4").tobytes() + head.astype("<f4").tobytes())


if sys.argv[1] == "texts":
    texts(*sys.argv[2:])
else:
    fit(*sys.argv[2:])
