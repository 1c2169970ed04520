#!/usr/bin/env python3
"""Make a list of questions a benchmark in the form of the retrieval one (repos.json, annotations).

usage: benchmark.py held|weights GITDIRS OUT     GITDIRS holds the repositories as <owner>+<name>/repo (bare); OUT gets base/ and trees/

A question is of architecture when its answer is in several files, and of no overlap when it shares no word with the answer, the
comment above that and its path.
"""
import json
import os
import re
import subprocess
import sys

listed, gitdirs, out = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
IDLE = set("""a about again against all an and another any are as at back be because been before between both but by can could did do does done down
 each else even ever every few for from get gets give given go goes had has have how if in instead into is it its just let like made make many may more most
 much must my never no nobody nor not nothing now of off on once one only or other others out over own put rather same shall should so some somebody
 something still such take taken than that the their them then there they this those though thus to too two until up user very was way were what when where
 whether which while who whom whose why will with without would yet""".split())


def rows(name):
    with open(os.path.join(here, name), encoding="utf-8") as f:
        return [line.rstrip("\n").split("\t") for line in f if not line.startswith("#")]


def words(text):
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", text)
    plain = (w.lower() for w in re.findall("[A-Za-z]{2,}", text))
    return {re.sub(r"(?<=...)(?:ings?|i?ed|i?es|ly|s|er|e|y)$", "", w)[:7] for w in plain if w not in IDLE}


def answer(tree, path, first, last):
    """The words of the lines, the comment above them and the path."""
    with open(os.path.join(tree, path), encoding="utf-8", errors="replace") as f:
        lines = f.read().split("\n")
    if not 0 < first <= last <= len(lines):
        sys.exit(f"{tree}/{path} has no lines {first} to {last}")
    top = first - 1
    while top and re.match(r"\s*(//|#|--|/?\*|@|\{-)", lines[top - 1]):
        top -= 1
    return words(path + " " + " ".join(lines[top:last]))


specs, asked = [], {}
for source, path, first, last, _symbol, query, *zh in rows(listed + ".tsv"):
    items = asked.setdefault(source.removeprefix("git-").replace("+", "/"), {})
    item = items.setdefault(query, {"query": query, "relevant": [], "secondary": []})
    item["relevant"].append({"path": path, "start_line": int(first), "end_line": int(last)})
    item.update({"zh": zh[0]} if zh else {})
os.makedirs(os.path.join(out, "base", "annotations"), exist_ok=True)
for _kind, fetch, revision, _licence, language in rows(listed + "-sources.tsv"):
    name = fetch.replace("/", "+")
    tree = os.path.join(out, "trees", name)
    if not os.path.isdir(tree):
        os.makedirs(tree)
        git = os.path.join(gitdirs, fetch.replace("/", "+"), "repo")
        subprocess.run(f"git -C '{git}' archive {revision} | tar -x -C '{tree}'", shell=True, check=True)
    for item in asked[fetch].values():
        said = set().union(*(answer(tree, t["path"], t["start_line"], t["end_line"]) for t in item["relevant"]))
        files = {t["path"] for t in item["relevant"]}
        item["category"] = "architecture" if len(files) > 1 else "semantic" if words(item["query"]) & said else "no-overlap"
    with open(os.path.join(out, "base", "annotations", name + ".json"), "w", encoding="utf-8") as f:
        json.dump(list(asked[fetch].values()), f, ensure_ascii=False, indent=1)
    specs.append({"name": name, "language": language, "fetch": fetch, "revision": revision, "root": ""})
with open(os.path.join(out, "base", "repos.json"), "w", encoding="utf-8") as f:
    json.dump(specs, f, indent=1)
print(len(specs), "repositories,", sum(len(q) for q in asked.values()), "questions")
