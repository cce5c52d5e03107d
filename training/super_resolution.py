"""Trains the networks of the roles super-resolution/x2 and /x4, writes their .onnx.

A plain chain of 3x3 convolutions on luma, trained with re-parameterised blocks (Zhang et al.,
"Edge-oriented convolution block for real-time super resolution on mobile devices", 2021): each
block's branches are folded into one 3x3 kernel at every step, so training costs what inference
costs, and the exported network holds plain convolutions only. A network can grow out of a smaller
one: `--start` reads any exported .onnx, which is what the larger network computes at first.

    nice python3 training/super_resolution.py --minutes 90           # resumes from its checkpoint
    nice python3 training/super_resolution.py --scale 4 --start models/super-resolution-x2/model.onnx
    python3 training/super_resolution.py --device cuda --batch 32 --rate 1e-3 --minutes 16 --start models/super-resolution-x2/model.onnx
    python3 training/super_resolution.py --export-only
    python3 training/super_resolution.py --steps 60 --work /tmp/sr   # the short form
"""
import argparse
import copy
import math
import os
import random
import time
from typing import NamedTuple

import numpy as np
import onnx
import onnx.numpy_helper
import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn

from checkpoints import resume, save
from compressed_photos import as_jpeg
from resident_pictures import ResidentPictures
from training_steps import Schedule, Steps

SEED = 20261120
SQUARED_FROM = 0.7
NOISY_SHARE = 0.12
SHRUNK_BY = (1, 1.4, 2)
SHOW_EVERY_S = 150


class Size(NamedTuple):
    channels: int
    blocks: int
    budget: int
    patch: int


SIZE = Size(24, 7, 40_000, 48)


class EdgeBlock(nn.Module):
    """3x3 + (1x1 -> 3x3) + (1x1 -> Sobel, Laplacian) + identity, folded into one 3x3 kernel."""

    def __init__(self, channels):
        super().__init__()
        self.plain = nn.Conv2d(channels, channels, 3)
        self.expand = nn.Parameter(torch.randn(2 * channels, channels) / math.sqrt(channels))
        self.reduce = nn.Parameter(torch.randn(channels, 2 * channels, 3, 3) * 0.02)
        sobel = torch.tensor([[1.0, 0, -1], [2, 0, -2], [1, 0, -1]])
        laplace = torch.tensor([[0.0, 1, 0], [1, -4, 1], [0, 1, 0]])
        self.register_buffer("edges", torch.stack([sobel, sobel.t(), laplace]))
        self.mix = nn.Parameter(torch.randn(3, channels, channels) * 0.05)
        self.gain = nn.Parameter(torch.full((3, channels), 0.1))
        self.slope = nn.Parameter(torch.full((channels,), 0.25))
        identity = torch.zeros(channels, channels, 3, 3)
        for channel in range(channels):
            identity[channel, channel, 1, 1] = 1.0
        self.register_buffer("identity", identity)

    def kernel(self):
        squeezed = torch.einsum("omhw,mi->oihw", self.reduce, self.expand)
        edges = torch.einsum("eo,eoi,ehw->oihw", self.gain, self.mix, self.edges)
        return self.plain.weight + squeezed + edges + self.identity

    def forward(self, x):
        return F.prelu(F.conv2d(x, self.kernel(), self.plain.bias, padding=1), self.slope)


class EdgeNet(nn.Module):
    """Luma [n, 1, h, w] in 0..1 -> [n, 1, s h, s w]; the residual over nearest neighbour."""

    def __init__(self, scale, size):
        super().__init__()
        self.scale, self.size = scale, size
        self.head = nn.Conv2d(1, size.channels, 3, padding=1)
        self.head_slope = nn.Parameter(torch.full((size.channels,), 0.25))
        self.body = nn.ModuleList(EdgeBlock(size.channels) for _ in range(size.blocks))
        self.tail = nn.Conv2d(size.channels, scale * scale, 3, padding=1)

    def forward(self, x):
        features = F.prelu(self.head(x), self.head_slope)
        for block in self.body:
            features = block(features)
        return F.pixel_shuffle(self.tail(features) + x, self.scale)


def folded(trained):
    """Head, blocks and tail as plain convolutions and activations."""
    channels = trained.head.out_channels
    slope = nn.PReLU(channels)
    slope.weight.data = trained.head_slope.data.clone()
    layers = [copy.deepcopy(trained.head), slope]
    for block in trained.body:
        convolution, activation = nn.Conv2d(channels, channels, 3, padding=1), nn.PReLU(channels)
        convolution.weight.data = block.kernel().detach().clone()
        convolution.bias.data = block.plain.bias.data.clone()
        activation.weight.data = block.slope.data.clone()
        layers += [convolution, activation]
    return nn.Sequential(*layers, copy.deepcopy(trained.tail))


class PlainNet(nn.Module):
    """The folded network: what is exported and counted."""

    def __init__(self, trained):
        super().__init__()
        self.scale = trained.scale
        self.body = folded(trained)

    def forward(self, x):
        return F.pixel_shuffle(self.body(x) + x, self.scale)


def grow(network, path):
    """Makes the network compute what an exported, smaller or equal one does.

    Its channels come first in each layer; new channels read everything but nobody listens to them
    yet, new blocks pass everything on. The last layer is taken over if the scale is the same.
    """
    weights = {w.name: torch.from_numpy(onnx.numpy_helper.to_array(w).copy()) for w in onnx.load(path).graph.initializer}
    kernels = [weight for weight in weights.values() if weight.dim() == 4]
    biases = [weight for weight in weights.values() if weight.dim() == 1]
    slopes = [weight.flatten() for weight in weights.values() if weight.dim() == 3]
    with torch.no_grad():
        known = len(kernels[0])
        network.head.weight[:known], network.head.bias[:known] = kernels[0], biases[0]
        network.head_slope[:known] = slopes[0]
        for index, block in enumerate(network.body):
            given = index + 1 < len(kernels) - 1
            wanted = kernels[index + 1] if given else block.identity[:known, :known]
            rest = block.kernel() - block.plain.weight
            after, before = wanted.shape[:2]
            block.plain.weight[:after] = -rest[:after]
            block.plain.weight[:after, :before] += wanted
            block.plain.bias[:after] = biases[index + 1] if given else 0
            block.slope[:after] = slopes[index + 1] if given else 1
            known = after
        network.tail.weight[:, known:] = 0
        if len(kernels[-1]) == len(network.tail.weight):
            network.tail.weight[:, :known], network.tail.bias[:] = kernels[-1], biases[-1]


def luma(picture):
    """BT.601 luma in 0..1, full range."""
    return np.asarray(picture.convert("RGB"), np.float32) @ np.float32([0.299, 0.587, 0.114]) / 255


def crop_to_scale(picture, scale):
    width, height = picture.size
    return picture.crop((0, 0, width - width % scale, height - height % scale))


def shrink(picture, factor):
    width, height = picture.size
    return picture.resize((round(width / factor), round(height / factor)), Image.BICUBIC)


def load_pairs(folder, scale, patch, most=None):
    """The luma of each sharp picture with small copies of it, one in eight as a JPEG."""
    rng = random.Random(SEED)
    pairs = []
    for large in sharp_pictures(folder, scale, patch, most):
        small = shrink(large, scale)
        stored = as_jpeg(small, rng.randrange(80, 97))
        pairs.append((luma(large)[..., None], [luma(copy)[..., None] for copy in [small] * 7 + [stored]]))
    return pairs


def sharp_pictures(folder, scale, patch, most=None):
    """The photographs to learn from (of each place at most so many), and each made smaller, which hides its JPEG."""
    for place in ("sr-train/cid22", "sr-train/wallpapers"):
        for name in sorted(os.listdir(os.path.join(folder, place)))[:most]:
            original = Image.open(os.path.join(folder, place, name)).convert("RGB")
            for factor in SHRUNK_BY:
                picture = crop_to_scale(original if factor == 1 else shrink(original, factor), scale)
                if min(picture.size) >= patch * scale:
                    yield picture


def noisy(small):
    """Some of a batch with a little noise, as phones have it."""
    count = len(small)
    sigma = (0.5 + 2.5 * torch.rand(count, 1, 1, 1, device=small.device)) / 255
    chosen = torch.rand(count, 1, 1, 1, device=small.device) < NOISY_SHARE
    return small + torch.randn_like(small) * sigma * chosen


def studio_luma(picture):
    """BT.601 luma with head room (16..235), as the literature measures."""
    rgb = np.asarray(picture.convert("RGB"), np.float64)
    return 16 + rgb @ np.array([65.481, 128.553, 24.966]) / 255


def psnr(result, wanted, border):
    """Of two planes of luma, in dB, without their borders."""
    inner = (slice(border, -border), slice(border, -border))
    return 10 * math.log10(255**2 / np.mean((result[inner] - wanted[inner]) ** 2))


def measure(network, folder, name):
    """Mean PSNR-Y over one open set, by the protocol of the data's README."""
    network.eval()
    scale = network.scale
    results = []
    for file in sorted(os.listdir(os.path.join(folder, "sr-test", name))):
        original = Image.open(os.path.join(folder, "sr-test", name, file)).convert("RGB")
        large = crop_to_scale(original, scale)
        small = studio_luma(shrink(large, scale))
        with torch.no_grad():
            x = torch.from_numpy(((small - 16) / 219).astype(np.float32))[None, None]
            y = network(x.to(next(network.parameters()).device))[0, 0].clamp(0, 1).cpu().numpy() * 219 + 16
        results.append(psnr(np.round(y), studio_luma(large), scale))
    network.train()
    return sum(results) / len(results)


def name_of(arguments):
    return f"super-resolution-x{arguments.scale}"


def train(arguments, network, average, pictures):
    checkpoint = os.path.join(arguments.work, name_of(arguments) + ".pt")

    def loss(squared):
        small, large = pictures.draw()
        # Absolute errors find the way fast; squared ones are what PSNR counts in the end.
        error = network(noisy(small)) - large
        return 20 * error.square().mean() if squared else error.abs().mean()

    steps = Steps(network, average, loss)
    spent, step = resume(checkpoint, network, average, steps.optimiser)
    schedule, shown = Schedule(arguments, spent), 0.0
    while (done := schedule.done(step)) < 1:
        value = steps.take(step, schedule.rate(step), done > SQUARED_FROM)
        step += 1
        if time.time() - shown > SHOW_EVERY_S:
            shown = time.time()
            save(checkpoint, network, average, steps.optimiser, schedule.spent(), step)
            figures = [f"{name} {measure(average, arguments.photographs, name):.2f}" for name in ("set5", "set14")]
            print(f"{schedule.spent() / 60:.1f} min, step {step}, loss {value.item():.5f}, {', '.join(figures)}", flush=True)
    save(checkpoint, network, average, steps.optimiser, schedule.spent(), step)
    print(f"end, step {step}", flush=True)


def within_budget(plain, pictures, size):
    """Drops channels of the last features until the network keeps its budget.

    The one whose mean alone, moved into the last layer's bias, changes training patches least goes
    first. x4's last layer is larger than x2's, by 360 parameters too many.
    """
    small = torch.cat([pictures.draw()[0] for _ in range(4)])
    while sum(parameter.numel() for parameter in plain.parameters()) > size.budget:
        convolution, activation, tail = plain.body[-3], plain.body[-2], plain.body[-1]
        with torch.no_grad():
            features = plain.body[:-1](small)
            means = features.mean((0, 2, 3))
            changes = [
                F.conv2d(features[:, c : c + 1] - means[c], tail.weight[:, c : c + 1], padding=1).pow(2).mean().item()
                for c in range(len(means))
            ]
            gone = int(np.argmin(changes))
            kept = [c for c in range(len(means)) if c != gone]
            tail.bias += tail.weight[:, gone].sum((1, 2)) * means[gone]
        for layer, name in ((convolution, "weight"), (convolution, "bias"), (activation, "weight")):
            setattr(layer, name, nn.Parameter(getattr(layer, name).data[kept].clone()))
        tail.weight = nn.Parameter(tail.weight.data[:, kept].clone())
        print(f"dropped channel {gone} of the last features")
    return plain


def export(network, path, pictures):
    plain = within_budget(PlainNet(network).eval(), pictures, network.size)
    write(plain, 1, path)
    return plain


def write(plain, channels, path):
    """Writes a network of pictures with so many channels, of any size, as .onnx."""
    plain = plain.cpu()
    print(f"{sum(parameter.numel() for parameter in plain.parameters())} parameters")
    axes = {"input": {2: "height", 3: "width"}, "output": {2: "height2", 3: "width2"}}
    torch.onnx.export(
        plain, torch.zeros(1, channels, 64, 64), path, opset_version=13,
        input_names=["input"], output_names=["output"], dynamic_axes=axes,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", default="../shared/data/open")
    parser.add_argument("--work", default="training/work")
    parser.add_argument("--scale", type=int, choices=(2, 4), default=2)
    parser.add_argument("--start", help="an exported .onnx to grow from")
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--device", default="cpu", help="cuda trains a hundred times as much in a minute")
    parser.add_argument("--steps", type=int, help="so many steps on a few photographs, however long they take; then the smallest set alone is measured")
    parser.add_argument("--export-only", action="store_true")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    torch.manual_seed(SEED)
    network, average = (EdgeNet(arguments.scale, SIZE) for _ in range(2))
    if arguments.start:
        grow(network, arguments.start)
    average.load_state_dict(network.state_dict())
    network, average = network.to(arguments.device), average.to(arguments.device)
    pairs = load_pairs(arguments.photographs, arguments.scale, SIZE.patch, 12 if arguments.steps else None)
    pictures = ResidentPictures(pairs, arguments.scale, SIZE.patch, arguments.batch, arguments.device)
    if arguments.export_only:
        resume(os.path.join(arguments.work, name_of(arguments) + ".pt"), network, average)
    else:
        train(arguments, network, average, pictures)
    path = os.path.join(arguments.work, name_of(arguments) + ".onnx")
    plain = export(average, path, pictures)
    for name in ("set5",) if arguments.steps else ("set5", "set14", "bsd100"):
        print(f"{name}: {measure(plain, arguments.photographs, name):.2f} dB")


if __name__ == "__main__":
    main()
