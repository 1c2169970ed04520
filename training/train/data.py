"""Training data as the trainer reads it: rows of texts, vocabulary, kernels."""
import ctypes
import json
import os
import subprocess
import tempfile

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def kernels():
    lib = os.path.join(tempfile.mkdtemp(), "kernels.so")
    subprocess.run(["cc", "-O3", "-march=native", "-ffast-math", "-fopenmp", "-shared", "-fPIC", "-o", lib, os.path.join(HERE, "kernels.c"), "-lm"], check=True)
    return ctypes.CDLL(lib)


def pointer(a):
    return a.ctypes.data_as(ctypes.c_void_p)


class Texts:
    """Rows of texts, two a line: text 2i is the query of line i, 2i+1 its code."""

    def __init__(self, path):
        raw = np.fromfile(path, dtype=np.uint32)
        starts, at = [0], 0
        counts = raw  # walk the lengths
        keep = np.ones(len(raw), dtype=bool)
        n = 0
        while at < len(raw):
            length = int(counts[at])
            keep[at] = False
            n += length
            starts.append(n)
            at += 1 + length
        self.rows = np.ascontiguousarray(raw[keep])
        self.start = np.array(starts, dtype=np.int64)

    def __len__(self):
        return (len(self.start) - 1) // 2

    def length(self, text):
        return self.start[text + 1] - self.start[text]


def vocabulary(path):
    """-> terms, times, forms"""
    terms, times, forms = [], [], []
    with open(path, encoding="utf-8") as f:
        for line in f:
            term, n, form = line.rstrip("\n").split("\t")
            terms.append(term), times.append(int(n)), forms.append(form)
    return terms, np.array(times), forms


def lines(path):
    with open(path, encoding="utf-8") as f:
        for line in f:
            yield json.loads(line)


def stems(features, words):
    """-> the words' stems, by Sibyl's tokenizer"""
    done = subprocess.run([features, "stems"], input="\n".join(words), capture_output=True, check=True, text=True)
    return done.stdout.split("\n")[:len(words)]
