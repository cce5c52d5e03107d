"""The layer that tells hair over the lip, on the chin and on the cheeks from what the network of face points has seen.

`npm run build:assets`, `npx tsx training/face-crops.ts`, then `python3 training/beards.py`: writes
models/face-points/beards.f16, weights [3, 128, 3, 6] and three biases; the card's sizes and hash follow from the
network that is built of it. Labels are in beards.json: who is in none of its lists has no beard.
"""
import glob
import json
import math
import os
import random
import urllib.parse

import lighting
import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper

HERE = os.path.dirname(__file__)
NETWORK = f"{HERE}/../public/generated/models/face-points.onnx"
LAST = "tensor113"
CROP, SEEN = 240, 192
LOWER = slice(6, 12)
LOOKS = 8
PENALTY = 0.03
"""All bearded faces together weigh so much of all others."""
BEARDED = 0.3
KINDS = ("moustache", "chin", "cheeks")


class Trunk:
    """The network's layers up to one of its tensors."""

    def __init__(self, path, last):
        graph = onnx.load(path).graph
        self.last = last
        self.constants = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}
        needed, nodes = {last}, []
        for node in reversed(graph.node):
            if node.output[0] in needed:
                needed |= set(node.input)
                options = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
                nodes.append((node.op_type, list(node.input), node.output[0], options))
        self.nodes = nodes[::-1]
        for kind, inputs, output, _ in self.nodes:
            if kind == "Cast" and inputs[0] in self.constants:
                self.constants[output] = self.constants[inputs[0]].float()

    def __call__(self, pictures):
        values = dict(self.constants, image=pictures)
        for kind, inputs, output, options in self.nodes:
            if kind != "Cast":
                values[output] = self.step(kind, [values[name] for name in inputs], options)
        return values[self.last]

    def step(self, kind, given, options):
        first = given[0]
        if kind == "Identity":
            return first
        if kind == "Add":
            return first + given[1]
        if kind == "PRelu":
            return torch.where(first > 0, first, first * given[1])
        if kind == "MaxPool":
            return F.max_pool2d(first, tuple(options["kernel_shape"]), tuple(options["strides"]))
        if kind == "Pad":
            ends = given[1].tolist()
            axes = len(ends) // 2
            return F.pad(first, [ends[d + side * axes] for d in reversed(range(axes)) for side in (0, 1)])
        if kind == "Conv":
            strides = tuple(options.get("strides", (1, 1)))
            if options.get("auto_pad") == b"SAME_UPPER":
                room = []
                for axis in (1, 0):
                    size, by, wide = first.shape[2 + axis], strides[axis], given[1].shape[2 + axis]
                    more = max(0, (-(-size // by) - 1) * by + wide - size)
                    room += [more // 2, more - more // 2]
                first = F.pad(first, room)
            return F.conv2d(first, given[1], given[2], stride=strides, groups=options.get("group", 1))
        raise ValueError(kind)


def look(picture, varied):
    """The square as the network sees it; varied, in other light, from a little aside, blurred, with noise."""
    turn, right, down, grow = (random.uniform(-a, a) if varied else 0 for a in (0.06, 0.04, 0.04, 0.06))
    scale = SEEN / CROP * math.exp(grow)
    cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
    grid = F.affine_grid(torch.tensor([[[cos, -sin, right], [sin, cos, down]]]), (1, 3, SEEN, SEEN), align_corners=False)
    seen = F.grid_sample(picture, grid, align_corners=False)
    if not varied:
        return seen
    if random.random() < 0.4:
        side = random.choice([96, 64, 48])
        seen = F.interpolate(F.interpolate(seen, (side, side), mode="area"), (SEEN, SEEN), mode="bilinear", align_corners=False)
    lamp = 1 + torch.empty(1, 3, 1, 1).uniform_(-0.08, 0.08)
    seen = seen.clamp(0, 1) ** math.exp(random.uniform(-0.45, 0.45)) * math.exp(random.uniform(-0.3, 0.2)) * lamp
    if random.random() < 0.3:
        grey = seen.mean(1, keepdim=True)
        seen = grey + (seen - grey) * random.uniform(0, 1.2)
    if random.random() < 0.4:
        seen = lighting.from_aside(seen)
    return (seen + torch.randn_like(seen) * random.choice([0, 0.01, 0.03])).clamp(0, 1)


def features(trunk, path, half=LOWER):
    """One half of it, averaged by fours and with its mirror image: [LOOKS, 128 * 3 * 3]."""
    crop = np.fromfile(path, np.uint8).reshape(CROP, CROP, 4)[:, :, :3].copy()
    picture = torch.from_numpy(crop).permute(2, 0, 1)[None].float() / 255
    seen = F.avg_pool2d(trunk(torch.cat([look(picture, n > 0) for n in range(LOOKS)]))[:, :, half], 2)
    return ((seen + seen.flip(3)) / 2)[:, :, :, :3].reshape(LOOKS, -1).numpy()


def fitted(seen, bearded, share=BEARDED):
    """Logistic regression with a penalty on its weights, by Newton's method; those wanted weigh `share` of all others."""
    rows = seen.reshape(-1, seen.shape[2])
    wanted = np.repeat(bearded, LOOKS)
    mean, spread = rows.mean(0), rows.std(0) + 0.05
    width = math.sqrt(rows.shape[1])
    rows = np.c_[np.clip((rows - mean) / spread, -6, 6) / width, np.ones(len(rows))]
    weigh = np.where(wanted > 0, share * (len(wanted) - wanted.sum()) / wanted.sum(), 1.0) / LOOKS
    weights = np.zeros(rows.shape[1])
    for _ in range(12):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (weigh * (chance - wanted)) + PENALTY * np.r_[weights[:-1], 0]
        bend = (rows * np.maximum(1e-5, weigh * chance * (1 - chance))[:, None]).T @ rows
        bend += np.diag(np.r_[np.full(len(weights) - 1, PENALTY), 1e-6])
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-4:
            break
    own = weights[:-1] / width / spread
    return own, weights[-1] - (own * mean).sum()


def mirrored(weights):
    """Weights of the left half of the places, and of their mirror image."""
    half = weights.reshape(128, 3, 3) / 2
    return np.concatenate([half, half[:, :, ::-1]], 2)


def main():
    torch.manual_seed(0)
    random.seed(0)
    with open(f"{HERE}/beards.json") as file:
        labels = json.load(file)
    trunk = Trunk(NETWORK, LAST)
    names, seen = [], []
    with torch.no_grad():
        for path in sorted(glob.glob(f"{HERE}/work/faces/*.rgba")):
            name = urllib.parse.unquote(os.path.basename(path)[:-5])
            if name not in labels["faceless"] + labels["unsure"]:
                names.append(name)
                seen.append(features(trunk, path))
    seen = np.stack(seen)
    kernels, biases = [], []
    for kind in KINDS:
        known = np.array([kind != "cheeks" or name not in labels["stubble"] for name in names])
        bearded = np.array([float(name in labels[kind]) for name in names])
        weights, bias = fitted(seen[known], bearded[known])
        kernels.append(mirrored(weights))
        biases.append(bias)
        print(kind, int(bearded.sum()), "of", int(known.sum()))
    np.concatenate([np.stack(kernels).ravel(), biases]).astype("<f2").tofile(f"{HERE}/../models/face-points/beards.f16")


if __name__ == "__main__":
    main()
