#!/usr/bin/env python3
"""Average tables that were trained from one start (Wortsman et al.: Model soups, 2022).

usage: average.py OUT TRAINED …
"""
import os
import sys

import numpy as np

os.makedirs(sys.argv[1], exist_ok=True)
for part in ("table.npy", "scales.npy"):
    np.save(os.path.join(sys.argv[1], part), np.mean([np.load(os.path.join(folder, part)) for folder in sys.argv[2:]], 0))
