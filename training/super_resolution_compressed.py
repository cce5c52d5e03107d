"""Trains the network of the role super-resolution/x2-compressed, writes its .onnx.

It doubles photographs that were shrunk and stored as JPEG by a chat program. It begins as the
network for photographs that were not, and has its layers; RGB in and out, for JPEG leaves blotches
of colour too. Blocks are folded as those of super_resolution.py.

    OMP_NUM_THREADS=1 nice python3 training/super_resolution_compressed.py --minutes 70
    python3 training/super_resolution_compressed.py --export-only
    python3 training/super_resolution_compressed.py --steps 60 --work /tmp/sr   # the short form
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
    SEED, SIZE, EdgeNet, crop_to_scale, detailed_place, folded, grow, psnr, sharp_pictures, shrink,
    studio_luma, turned_alike, write,
)

SCALE = 2
WARM_UP = 100
EMA = 0.997
# Of the photograph's own detail, put back at export, or skin becomes wax. What little error it adds
# grows with the square of the share: 0.05 dB.
RESTRAINT = 0.2
COPIES = 2
RENEW_EVERY = 4
LUMA = torch.tensor([0.299, 0.587, 0.114]).view(1, 3, 1, 1)


class ColourNet(nn.Module):
    """RGB [n, 3, h, w] in 0..1 -> [n, 3, 2 h, 2 w]; begins as a plain network of luma.

    What it adds to begins as nearest neighbour in luma, as there, and as bicubic in colour.
    """

    def __init__(self, start):
        super().__init__()
        plain = EdgeNet(SCALE, SIZE)
        grow(plain, start)
        self.head = nn.Conv2d(3, SIZE.channels, 3, padding=1)
        self.head_slope, self.body = plain.head_slope, plain.body
        self.tail = nn.Conv2d(SIZE.channels, 3 * SCALE**2, 3, padding=1)
        self.base = nn.Conv2d(3, 3 * SCALE**2, 5, padding=2, bias=False)
        with torch.no_grad():
            self.head.weight.copy_(plain.head.weight * LUMA)
            self.head.bias.copy_(plain.head.bias)
            self.tail.weight.copy_(plain.tail.weight.repeat(3, 1, 1, 1))
            self.tail.bias.copy_(plain.tail.bias.repeat(3))
            self.base.weight.copy_(first_base())

    def forward(self, x):
        features = F.prelu(self.head(x), self.head_slope)
        for block in self.body:
            features = block(features)
        return F.pixel_shuffle(self.tail(features) + self.base(x), SCALE)


def first_base(luma_is_nearest=True):
    """[12, 3, 5, 5]: a bicubic enlargement, its luma that of the nearest pixel."""
    def cubic(distance, a=-0.5):
        d = abs(distance)
        if d < 1:
            return ((a + 2) * d - (a + 3)) * d * d + 1
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a if d < 2 else 0.0

    line = torch.tensor([[cubic(k - 2 - shift) for k in range(5)] for shift in (-0.25, 0.25)])
    bicubic = torch.einsum("yk,xl->yxkl", line, line).reshape(4, 5, 5)
    nearest = torch.zeros(4, 5, 5)
    nearest[:, 2, 2] = 1
    kernels = torch.zeros(3, 4, 3, 5, 5)
    for into in range(3):
        for of in range(3):
            share = LUMA[0, of, 0, 0]
            luma = nearest if luma_is_nearest else bicubic
            kernels[into, :, of] = share * luma + (float(into == of) - share) * bicubic
    return kernels.reshape(12, 3, 5, 5)


class PlainColourNet(nn.Module):
    """The folded network: what is exported and counted."""

    def __init__(self, trained):
        super().__init__()
        self.body = folded(trained)
        self.base = copy.deepcopy(trained.base)

    def forward(self, x):
        return F.pixel_shuffle(self.body(x) + self.base(x), SCALE)


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
    while (done := step / arguments.steps if arguments.steps else (time.time() - began) / total) < 1:
        rate = arguments.rate * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (step + 1) / WARM_UP)
        if step % RENEW_EVERY == 0:
            photographs.renew(rng)
        small, large = photographs.batch(rng, arguments.patch, arguments.batch)
        loss = loss_of(network(small), large, done > 0.75)
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
    plain = PlainColourNet(network).eval()
    with torch.no_grad():
        tail = plain.body[-1]
        for weights in (tail.weight, tail.bias, plain.base.weight):
            weights *= 1 - RESTRAINT
        plain.base.weight += RESTRAINT * first_base(luma_is_nearest=False)
    write(plain, 3, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", default="../shared/data/open")
    parser.add_argument("--work", default="training/work")
    parser.add_argument("--name", default="super-resolution-x2-compressed")
    parser.add_argument("--start", default="models/super-resolution-x2/model.onnx", help="the network that it begins as")
    parser.add_argument("--patch", type=int, default=64)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=8e-4)
    parser.add_argument("--minutes", type=float, default=70)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--export-only", action="store_true")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    torch.manual_seed(SEED)
    network, average = (ColourNet(arguments.start) for _ in range(2))
    average.load_state_dict(network.state_dict())
    if arguments.export_only:
        average.load_state_dict(torch.load(os.path.join(arguments.work, arguments.name + ".pt"))["average"])
    else:
        train(arguments, network, average)
    export(average, os.path.join(arguments.work, arguments.name + ".onnx"))


if __name__ == "__main__":
    main()
