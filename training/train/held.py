#!/usr/bin/env python3
"""Make a benchmark for measure.py of written questions: of sources that a run of contrast.py leaves out (--held).

usage: held.py QUESTIONS OUT SOURCE …     QUESTIONS is questions.tsv; OUT gets repos.json and annotations; the trees are the sources'
"""
import json
import os
import sys

questions, out, *sources = sys.argv[1:]
asked = {source: [] for source in sources}
with open(questions, encoding="utf-8") as f:
    for line in f:
        source, path, first, last, _, question = line.rstrip("\n").split("\t")
        if source in asked:
            asked[source].append({"query": question, "category": "held", "relevant": [{"path": path, "start_line": int(first), "end_line": int(last)}]})
os.makedirs(os.path.join(out, "annotations"), exist_ok=True)
for source, items in asked.items():
    with open(os.path.join(out, "annotations", source + ".json"), "w", encoding="utf-8") as f:
        json.dump(items, f)
with open(os.path.join(out, "repos.json"), "w", encoding="utf-8") as f:
    json.dump([{"name": source} for source in sources], f)
