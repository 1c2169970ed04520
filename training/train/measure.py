#!/usr/bin/env python3
"""Score a trained table on a retrieval benchmark, vectors alone: what the ranking builds on.

usage: measure.py TRAINED VOCABULARY PAIRS FEATURES BENCHMARK TREES WORK     PAIRS and FEATURES are the built commands
"""
import json
import os
import subprocess
import sys

import numpy as np

import data

trained, vocabulary, pairs, features, benchmark, trees, work = sys.argv[1:]
sys.path.insert(0, os.path.join(benchmark, ".." if os.path.exists(os.path.join(benchmark, "..", "score.py")) else ""))
import score  # noqa: E402

table, scales = np.load(trained + "/table.npy"), np.load(trained + "/scales.npy")
buckets = len(table) - len(data.vocabulary(vocabulary)[0])
os.makedirs(work, exist_ok=True)


def rows_of(lines, name):
    path = os.path.join(work, name)
    with open(path + ".jsonl", "w", encoding="utf-8") as f:
        f.write("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    with open(path + ".jsonl") as i, open(path + ".rows", "wb") as o:
        subprocess.run([features, "rows", vocabulary, str(buckets)], stdin=i, stdout=o, check=True)
    return data.Texts(path + ".rows")


def embed(texts, which, side):
    out = np.zeros((len(texts), table.shape[1]), dtype=np.float32)
    for i in range(len(texts)):
        part = texts.rows[texts.start[2 * i + which]:texts.start[2 * i + which + 1]]
        row = part & 0xFFFFFF
        out[i] = (np.exp(scales[side][row]) * (1 + np.log(part >> 24))) @ table[row]
    return out / (np.linalg.norm(out, axis=1, keepdims=True) + 1e-9)


rules = {"places": [], "files": [], "zh": []}
by_kind = {}
for spec in json.load(open(os.path.join(benchmark, "repos.json"), encoding="utf-8")):
    name = spec["name"]
    cached = os.path.join(work, name + ".chunks.jsonl")
    if not os.path.exists(cached):
        with open(cached, "w") as f:
            subprocess.run([pairs, "-chunks", os.path.join(trees, name)], stdout=f, check=True)
    chunks = list(data.lines(cached))
    documents = embed(rows_of(chunks, "chunks"), 1, 1)
    items = json.load(open(os.path.join(benchmark, "annotations", name + ".json"), encoding="utf-8"))
    asked = rows_of([{"query": i["query"], "code": i.get("zh", "")} for i in items], "questions")
    scores = {"places": [], "files": [], "zh": []}
    for side, field in ((0, "query"), (1, "zh")):
        questions = embed(asked, side, 0)
        for item, q in zip(items, questions):
            if field not in item:
                continue
            similarity = documents @ q
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
