"""Trains the network of the role super-resolution/x2-compressed, writes its .onnx.

It doubles photographs that were shrunk and stored as JPEG by a chat program; RGB in and out, for JPEG
leaves blotches of colour too. It works at half the photograph's resolution: twice the channels and the
reach for the same time, since what JPEG's blocks hide can only be guessed from afar. Blocks
are folded as those of super_resolution.py.

    OMP_NUM_THREADS=1 python3 training/super_resolution_compressed.py --minutes 80 --bfloat16
    python3 training/super_resolution_compressed.py --export-only
    python3 training/super_resolution_compressed.py --steps 600 --patch 32 --batch 4 --work /tmp/sr   # short
"""
import argparse
import copy
import math
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn

from checkpoints import resume, save
from compressed_photos import as_jpeg, compressed
from super_resolution import (
    SEED, EdgeBlock, crop_to_scale, detailed_place, folded, psnr, sharp_pictures, shrink, studio_luma,
    turned_alike, write,
)

SCALE = 2
CHANNELS, BLOCKS = 48, 7
WARM_UP = 300
EMA = 0.999
# Of the photograph's own detail, put back at export, or skin becomes wax. What little error it adds
# grows with the square of the share.
RESTRAINT = 0.1
SQUARED_FROM = 0.75
COPIES = 2
RENEW_EVERY = 4
LUMA = torch.tensor([0.299, 0.587, 0.114]).view(1, 3, 1, 1)


class HalfNet(nn.Module):
    """RGB [n, 3, h, w] in 0..1, even sides -> [n, 3, 2 h, 2 w]; begins as a bicubic enlargement."""

    def __init__(self):
        super().__init__()
        self.head = nn.Conv2d(12, CHANNELS, 3, padding=1)
        self.head_slope = nn.Parameter(torch.full((CHANNELS,), 0.25))
        self.body = nn.ModuleList(EdgeBlock(CHANNELS) for _ in range(BLOCKS))
        self.tail = nn.Conv2d(CHANNELS, 3 * (2 * SCALE) ** 2, 3, padding=1)
        self.base = nn.Conv2d(3, 3 * SCALE**2, 5, padding=2, bias=False)
        with torch.no_grad():
            self.tail.weight.zero_()
            self.tail.bias.zero_()
            self.base.weight.copy_(bicubic_base())

    def forward(self, x):
        features = F.prelu(self.head(F.pixel_unshuffle(x, 2)), self.head_slope)
        for block in self.body:
            features = block(features)
        base = F.pixel_shuffle(self.base(x), SCALE)
        return base.float() + F.pixel_shuffle(self.tail(features), 2 * SCALE).float()


def bicubic_base():
    """[12, 3, 5, 5]: a bicubic enlargement of each channel."""
    def cubic(distance, a=-0.5):
        d = abs(distance)
        if d < 1:
            return ((a + 2) * d - (a + 3)) * d * d + 1
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a if d < 2 else 0.0

    line = torch.tensor([[cubic(k - 2 - shift) for k in range(5)] for shift in (-0.25, 0.25)])
    bicubic = torch.einsum("yk,xl->yxkl", line, line).reshape(4, 5, 5)
    return torch.einsum("io,pkl->ipokl", torch.eye(3), bicubic).reshape(12, 3, 5, 5)


class PlainHalfNet(nn.Module):
    """The folded network, for pictures of any size: what is exported and counted.

    Odd sides are filled up with their last row or column, and what was made of those is cut away.
    """

    def __init__(self, trained):
        super().__init__()
        self.halved = nn.Conv2d(3, 12, 2, stride=2, bias=False)
        with torch.no_grad():
            self.halved.weight.copy_(torch.eye(12).reshape(12, 3, 2, 2))
        self.body = folded(trained)
        self.base = copy.deepcopy(trained.base)

    def forward(self, x):
        halved = self.halved(F.pad(x, (0, 1, 0, 1), mode="replicate"))
        added = F.pixel_shuffle(self.body(halved), 2 * SCALE)
        base = F.pixel_shuffle(self.base(x), SCALE)
        return base + added[..., : base.shape[2], : base.shape[3]]


class Photographs:
    """Sharp pictures, each with a few spoilt small copies that are renewed all the time."""

    def __init__(self, folder, patch, most=None):
        self.spoil = np.random.default_rng(SEED)
        self.sharp, self.small = [], []
        for picture in sharp_pictures(folder, SCALE, patch, most):
            self.sharp.append(np.asarray(picture))
            self.small.append([self.copy_of(picture) for _ in range(COPIES)])
        self.weights = [picture.shape[0] * picture.shape[1] for picture in self.sharp]

    def copy_of(self, picture):
        return np.asarray(compressed(picture, SCALE, self.spoil))

    def renew(self, rng):
        index = rng.choices(range(len(self.sharp)), self.weights)[0]
        self.small[index][rng.randrange(COPIES)] = self.copy_of(Image.fromarray(self.sharp[index]))

    def batch(self, rng, patch, count):
        large = np.empty((count, patch * SCALE, patch * SCALE, 3), np.uint8)
        small = np.empty((count, patch, patch, 3), np.uint8)
        for n, index in enumerate(rng.choices(range(len(self.sharp)), self.weights, k=count)):
            half = rng.choice(self.small[index])
            y, x = detailed_place(half[..., 1].astype(np.int16), patch, rng)
            a = half[y : y + patch, x : x + patch]
            b = self.sharp[index][y * SCALE : (y + patch) * SCALE, x * SCALE : (x + patch) * SCALE]
            small[n], large[n] = turned_alike(a, b, rng)
        return tensor_of(small), tensor_of(large)


def tensor_of(pictures):
    return torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))).float() / 255


def loss_of(result, wanted, squared):
    """Luma counts most; differences between neighbours are asked for too, or skin becomes wax."""
    error = result - wanted
    luma = (error * LUMA).sum(1, keepdim=True)
    colour = error - luma
    across, down = luma[..., 1:] - luma[..., :-1], luma[..., 1:, :] - luma[..., :-1, :]
    if squared:
        return 20 * (luma.square().mean() + 0.2 * colour.square().mean())
    return luma.abs().mean() + 0.2 * colour.abs().mean() + 0.1 * (across.abs().mean() + down.abs().mean())


def measure_set(folder):
    """Ten Kodak pictures (not trained on), each at three qualities with fixed noise."""
    spoilt = []
    for place, name in [("sr-test/kodak", n) for n in sorted(os.listdir(os.path.join(folder, "sr-test/kodak")))]:
        large = crop_to_scale(Image.open(os.path.join(folder, place, name)).convert("RGB"), SCALE)
        for quality in (40, 75, 90):
            rng = np.random.default_rng(quality)
            small = np.asarray(shrink(large, SCALE), np.float32)
            small = np.clip(small + rng.normal(0, 3, small.shape), 0, 255)
            small = Image.fromarray(np.round(small).astype(np.uint8))
            small = as_jpeg(small, quality)
            spoilt.append((quality, studio_luma(large), small))
    return spoilt


def measure(network, spoilt):
    network.eval()
    gains = {}
    for quality, large, small in spoilt:
        lanczos = small.resize((large.shape[1], large.shape[0]), Image.LANCZOS)
        with torch.no_grad():
            y = network(tensor_of(np.asarray(small)[None]))[0].clamp(0, 1).numpy().transpose(1, 2, 0)
        ours = Image.fromarray(np.round(y * 255).astype(np.uint8))
        gain = psnr(studio_luma(ours), large, SCALE) - psnr(studio_luma(lanczos), large, SCALE)
        gains.setdefault(quality, []).append(gain)
    network.train()
    return ", ".join(f"q{q} {np.mean(g):+.2f} (least {min(g):+.2f})" for q, g in gains.items())


def train(arguments, network, average):
    checkpoint = os.path.join(arguments.work, arguments.name + ".pt")
    optimiser = torch.optim.Adam(network.parameters(), arguments.rate)
    spent, step = resume(checkpoint, network, average, optimiser)
    rng = random.Random(SEED + step)
    photographs = Photographs(arguments.photographs, arguments.patch, 12 if arguments.steps else None)
    spoilt = measure_set(arguments.photographs)[: 6 if arguments.steps else None]
    print(f"start, step {step}, {measure(average, spoilt)}", flush=True)
    began, shown, running = time.time() - spent, time.time(), 0.0
    total = arguments.minutes * 60
    warm_up = min(WARM_UP, (arguments.steps or math.inf) / 5)
    while (done := step / arguments.steps if arguments.steps else (time.time() - began) / total) < 1:
        rate = arguments.rate * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (step + 1) / warm_up)
        if step % RENEW_EVERY == 0:
            photographs.renew(rng)
        small, large = photographs.batch(rng, arguments.patch, arguments.batch)
        with torch.autocast("cpu", torch.bfloat16, enabled=arguments.bfloat16):
            result = network(small.contiguous(memory_format=torch.channels_last))
        loss = loss_of(result, large, done > SQUARED_FROM)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()
        with torch.no_grad():
            for kept, new in zip(average.parameters(), network.parameters()):
                kept.lerp_(new, 1 - min(EMA, (step + 1) / (step + 10)))
        step += 1
        if time.time() - shown > 150:
            shown = time.time()
            save(checkpoint, network, average, optimiser, shown - began, step)
            print(f"{(shown - began) / 60:.1f} min, step {step}, {measure(average, spoilt)}", flush=True)
    save(checkpoint, network, average, optimiser, time.time() - began, step)
    print(f"end, step {step}, {measure(average, spoilt)}", flush=True)


def export(network, path):
    plain = PlainHalfNet(network).eval()
    with torch.no_grad():
        tail = plain.body[-1]
        for weights in (tail.weight, tail.bias, plain.base.weight):
            weights *= 1 - RESTRAINT
        plain.base.weight += RESTRAINT * bicubic_base()
    write(plain, 3, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", default="../shared/data/open")
    parser.add_argument("--work", default="training/work")
    parser.add_argument("--name", default="super-resolution-x2-compressed")
    parser.add_argument("--patch", type=int, default=64)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--minutes", type=float, default=80)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--bfloat16", action="store_true", help="half the time, on processors that have it")
    parser.add_argument("--export-only", action="store_true")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    torch.manual_seed(SEED)
    network, average = (HalfNet() for _ in range(2))
    average.load_state_dict(network.state_dict())
    if arguments.export_only:
        average.load_state_dict(torch.load(os.path.join(arguments.work, arguments.name + ".pt"))["average"])
    else:
        train(arguments, network, average)
    export(average, os.path.join(arguments.work, arguments.name + ".onnx"))


if __name__ == "__main__":
    main()
