#!/usr/bin/env python3
"""Vectors of texts by teachers: sentence encoders in ONNX, mean of the tokens or the first token.

usage: teach.py MODEL.onnx TOKENIZER.json mean|first OUT.npy < texts     one text a line
"""
import sys

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

LONGEST = 96  # tokens


class Teacher:
    def __init__(self, model, tokenizer, pooling):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model, options)
        self.inputs = {i.name for i in self.session.get_inputs()}
        self.tokenizer = Tokenizer.from_file(tokenizer)
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(LONGEST)
        self.pooling = pooling

    def vectors(self, texts, most=4096):
        """Texts of one length are a batch: nothing is padded."""
        encoded = [e.ids for e in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(texts)), key=lambda i: len(encoded[i]))
        out, at = None, 0
        while at < len(order):
            length = len(encoded[order[at]])
            n = 1
            while at + n < len(order) and len(encoded[order[at + n]]) == length and (n + 1) * length <= most:
                n += 1
            ids = np.array([encoded[i] for i in order[at:at + n]], dtype=np.int64)
            feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            tokens = self.session.run(None, {k: v for k, v in feeds.items() if k in self.inputs})[0]
            if tokens.ndim == 3:
                tokens = tokens.mean(1) if self.pooling == "mean" else tokens[:, 0]
            if out is None:
                out = np.zeros((len(texts), tokens.shape[1]), dtype=np.float32)
            out[order[at:at + n]] = tokens / np.linalg.norm(tokens, axis=1, keepdims=True)
            at += n
        return out


if __name__ == "__main__":
    np.save(sys.argv[4], Teacher(*sys.argv[1:4]).vectors([line.rstrip("\n") for line in sys.stdin]))
