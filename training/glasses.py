"""The layer that tells glasses, and dark ones among them, from what the network of face points has seen.

`npm run build:assets`, `npx tsx training/face-crops.ts`, then `python3 training/glasses.py`: writes
models/face-points/glasses.f16, weights [2, 128, 3, 6] and two biases; the card's sizes and hash follow from the
network that is built of it. Labels are in glasses.json: who is in none of its lists wears none.
"""
import glob
import json
import os
import random
import urllib.parse

import beards
import numpy as np
import torch

"""All faces with glasses together weigh so much of all others."""
WORN = 0.5
UPPER = slice(0, 6)


def main():
    torch.manual_seed(0)
    random.seed(0)
    with open(f"{beards.HERE}/glasses.json") as file:
        labels = json.load(file)
    trunk = beards.Trunk(beards.NETWORK, beards.LAST)
    paths = sorted(glob.glob(f"{beards.HERE}/work/faces/*.rgba"))
    names = [urllib.parse.unquote(os.path.basename(path)[:-5]) for path in paths]
    with torch.no_grad():
        seen = np.stack([beards.features(trunk, path, UPPER) for path in paths])
    within = lambda *lists: np.array([any(name in labels[each] for each in lists) for name in names])
    known = ~within("faceless", "unsure")
    kinds = {
        "any": (known, within("clear", "tinted", "dark")),
        "dark": (within("clear", "dark"), within("dark")),
    }
    kernels, biases = [], []
    for kind, (of, wanted) in kinds.items():
        weights, bias = beards.fitted(seen[of], wanted[of].astype(float), WORN)
        kernels.append(beards.mirrored(weights))
        biases.append(bias)
        print(kind, int(wanted[of].sum()), "of", int(of.sum()))
    target = f"{beards.HERE}/../models/face-points/glasses.f16"
    np.concatenate([np.stack(kernels).ravel(), biases]).astype("<f2").tofile(target)


if __name__ == "__main__":
    main()
