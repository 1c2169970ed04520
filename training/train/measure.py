#!/usr/bin/env python3
"""Score a trained table on a retrieval benchmark, vectors alone: what the ranking builds on.

usage: measure.py TRAINED VOCABULARY PAIRS FEATURES BENCHMARK TREES WORK     PAIRS and FEATURES are the built commands
"""
import hashlib
import json
import os
import re
import subprocess
import sys

import numpy as np

import data

trained, vocabulary, pairs, features, benchmark, trees, work = sys.argv[1:]
sys.path.insert(0, os.path.join(benchmark, ".." if os.path.exists(os.path.join(benchmark, "..", "score.py")) else ""))
import score  # noqa: E402

lib = data.kernels()
table, scales = np.ascontiguousarray(np.load(trained + "/table.npy"), np.float32), np.load(trained + "/scales.npy").astype(np.float32)
buckets = len(table) - len(data.vocabulary(vocabulary)[0])
os.makedirs(work, exist_ok=True)
with open(vocabulary, "rb") as f:
    suffix = hashlib.sha256(f.read()).hexdigest()[:8]  # rows are made once for a vocabulary


def rows_of(lines, name):
    path = os.path.join(work, name + "." + suffix)
    if os.path.exists(path + ".rows"):
        return data.Texts(path + ".rows")
    with open(path + ".jsonl", "w", encoding="utf-8") as f:
        f.write("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    with open(path + ".jsonl") as i, open(path + ".rows", "wb") as o:
        subprocess.run([features, "rows", vocabulary, str(buckets)], stdin=i, stdout=o, check=True)
    os.remove(path + ".jsonl")
    return data.Texts(path + ".rows")


def embed(texts, which, side):
    ids = np.arange(which, 2 * len(texts), 2, dtype=np.int64)
    weight, out = np.exp(scales[side]), np.empty((len(ids), table.shape[1]), dtype=np.float32)
    lib.pool(len(ids), table.shape[1], *map(data.pointer, (ids, texts.start, texts.rows, weight, table, out)))
    return out / (np.linalg.norm(out, axis=1, keepdims=True) + 1e-9)


TEST = re.compile(r"(^|[/_.-])(tests?|specs?|__tests__)([/_.-]|$)|[a-z]Tests?\.")  # marked down, as the ranking does
rules = {"places": [], "files": [], "zh": []}
by_kind = {}
for spec in json.load(open(os.path.join(benchmark, "repos.json"), encoding="utf-8")):
    name = spec["name"]
    cached = os.path.join(work, name + ".chunks.jsonl")
    if not os.path.exists(cached):
        with open(cached, "w") as f:
            subprocess.run([pairs, "-chunks", os.path.join(trees, name)], stdout=f, check=True)
    chunks = list(data.lines(cached))
    documents = embed(rows_of(chunks, name + ".chunks"), 1, 1)
    marked = np.array([0.7 if TEST.search(c["path"]) else 1 for c in chunks], np.float32)
    items = json.load(open(os.path.join(benchmark, "annotations", name + ".json"), encoding="utf-8"))
    asked = rows_of([{"query": i["query"], "code": i.get("zh", "")} for i in items], name + ".questions")
    scores = {"places": [], "files": [], "zh": []}
    for side, field in ((0, "query"), (1, "zh")):
        questions = embed(asked, side, 0)
        for item, q in zip(items, questions):
            if field not in item:
                continue
            similarity = documents @ q * marked
            best = np.argsort(-similarity)[:300]
            hits = [{"path": chunks[b]["path"], "start": chunks[b]["start"], "end": chunks[b]["end"]} for b in best]
            targets = [score.read_target(t) for k in ("relevant", "secondary") for t in item.get(k, [])]
            place = score.by_chunk(hits[:10], targets, 10)
            if field == "zh":
                scores["zh"].append(place)
                continue
            scores["places"].append(place)
            scores["files"].append(score.by_file(hits[:10], targets, 10, 10))
            by_kind.setdefault(item.get("category") or score.guess_category(item["query"]), []).append(place)
    print(f"{name:<20} {len(chunks):>6} chunks", *(f"{k} {np.mean(v):.3f}" for k, v in scores.items() if v))
    for k, v in scores.items():
        if v:
            rules[k].append(np.mean(v))
for k, v in rules.items():
    if v:
        print(f"{k:<8} {np.mean(v):.4f} ± {np.std(v) / np.sqrt(len(v)):.3f} over {len(v)} repositories")
print("  ".join(f"{k} {np.mean(v):.3f}" for k, v in sorted(by_kind.items())))
