"""Trains the networks of the roles super-resolution/x2 and /x4 (tier instant), writes their .onnx.

A plain chain of 3x3 convolutions on luma, trained with re-parameterised blocks (Zhang et al.,
"Edge-oriented convolution block for real-time super resolution on mobile devices", 2021): each
block's branches are folded into one 3x3 kernel at every step, so training costs what inference
costs, and the exported network holds plain convolutions only.

    nice python3 training/super_resolution.py --minutes 90           # resumes from its checkpoint
    nice python3 training/super_resolution.py --scale 4 --from-scale 2 --minutes 40
    python3 training/super_resolution.py --export-only
    python3 training/super_resolution.py --minutes 2 --work /tmp/sr  # the short form
"""
import argparse
import math
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn

SEED = 20261120
CHANNELS = 24
BLOCKS = 7
PATCH = 48
BATCH = 16
PEAK_RATE = 1.5e-3
EMA = 0.999
BUDGET = 40_000


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


class InstantNet(nn.Module):
    """Luma [n, 1, h, w] in 0..1 -> [n, 1, s h, s w]; the residual over nearest neighbour."""

    def __init__(self, scale):
        super().__init__()
        self.scale = scale
        self.head = nn.Conv2d(1, CHANNELS, 3, padding=1)
        self.head_slope = nn.Parameter(torch.full((CHANNELS,), 0.25))
        self.body = nn.ModuleList(EdgeBlock(CHANNELS) for _ in range(BLOCKS))
        self.tail = nn.Conv2d(CHANNELS, scale * scale, 3, padding=1)

    def forward(self, x):
        features = F.prelu(self.head(x), self.head_slope)
        for block in self.body:
            features = block(features)
        return F.pixel_shuffle(self.tail(features) + x, self.scale)


class PlainNet(nn.Module):
    """The folded network: what is exported and counted."""

    def __init__(self, trained):
        super().__init__()
        self.scale = trained.scale
        layers = [nn.Conv2d(1, CHANNELS, 3, padding=1), nn.PReLU(CHANNELS)]
        layers[0].load_state_dict(trained.head.state_dict())
        layers[1].weight.data = trained.head_slope.data.clone()
        for block in trained.body:
            convolution = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1)
            convolution.weight.data = block.kernel().detach().clone()
            convolution.bias.data = block.plain.bias.data.clone()
            activation = nn.PReLU(CHANNELS)
            activation.weight.data = block.slope.data.clone()
            layers += [convolution, activation]
        tail = nn.Conv2d(CHANNELS, self.scale * self.scale, 3, padding=1)
        tail.load_state_dict(trained.tail.state_dict())
        self.body = nn.Sequential(*layers, tail)

    def forward(self, x):
        return F.pixel_shuffle(self.body(x) + x, self.scale)


def luma(picture):
    """BT.601 luma in 0..1, full range."""
    return np.asarray(picture.convert("RGB"), np.float32) @ np.float32([0.299, 0.587, 0.114]) / 255


def crop_to_scale(picture, scale):
    width, height = picture.size
    return picture.crop((0, 0, width - width % scale, height - height % scale))


def shrink(picture, factor):
    width, height = picture.size
    return picture.resize((width // factor, height // factor), Image.BICUBIC)


def load_pairs(folder, scale):
    """Each photograph at its own size and at a half (which hides its JPEG), with its small copy."""
    pairs = []
    for place in ("sr-train/cid22", "sr-train/wallpapers"):
        for name in sorted(os.listdir(os.path.join(folder, place))):
            original = Image.open(os.path.join(folder, place, name)).convert("RGB")
            for large in (original, shrink(original, 2)):
                large = crop_to_scale(large, scale)
                if min(large.size) >= PATCH * scale:
                    pairs.append((luma(large), luma(shrink(large, scale))))
    return pairs


def batch_of(pairs, weights, rng, scale):
    large = np.empty((BATCH, 1, PATCH * scale, PATCH * scale), np.float32)
    small = np.empty((BATCH, 1, PATCH, PATCH), np.float32)
    for index, (whole, half) in enumerate(rng.choices(pairs, weights, k=BATCH)):
        y = rng.randrange(half.shape[0] - PATCH + 1)
        x = rng.randrange(half.shape[1] - PATCH + 1)
        a = half[y : y + PATCH, x : x + PATCH]
        b = whole[y * scale : (y + PATCH) * scale, x * scale : (x + PATCH) * scale]
        turns, mirror = rng.randrange(4), rng.random() < 0.5
        a, b = np.rot90(a, turns), np.rot90(b, turns)
        if mirror:
            a, b = a[:, ::-1], b[:, ::-1]
        small[index, 0], large[index, 0] = a, b
    if rng.random() < 0.15:
        # Phone photographs are never quite clean: a little sensor noise in some batches.
        small += np.random.default_rng(rng.randrange(1 << 30)).normal(0, 2 / 255, small.shape)
    return torch.from_numpy(small), torch.from_numpy(large)


def studio_luma(picture):
    """BT.601 luma with head room (16..235), as the literature measures."""
    rgb = np.asarray(picture.convert("RGB"), np.float64)
    return 16 + rgb @ np.array([65.481, 128.553, 24.966]) / 255


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
            y = network(x)[0, 0].clamp(0, 1).numpy() * 219 + 16
        inner = (slice(scale, -scale), slice(scale, -scale))
        error = np.mean((np.round(y[inner]) - studio_luma(large)[inner]) ** 2)
        results.append(10 * math.log10(255**2 / error))
    network.train()
    return sum(results) / len(results)


def save(path, state):
    torch.save(state, path + ".part")
    os.replace(path + ".part", path)


def name_of(scale):
    return f"super-resolution-x{scale}-instant"


def warm_start(arguments, network):
    """Everything but the last layer from the network of another scale: features carry over."""
    path = os.path.join(arguments.work, name_of(arguments.from_scale) + ".pt")
    kept = {key: value for key, value in torch.load(path)["average"].items() if not key.startswith("tail")}
    network.load_state_dict(kept, strict=False)


def train(arguments, network, average):
    checkpoint = os.path.join(arguments.work, name_of(arguments.scale) + ".pt")
    optimiser = torch.optim.Adam(network.parameters(), PEAK_RATE)
    spent, step = 0.0, 0
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        spent, step = state["spent"], state["step"]
    rng = random.Random(SEED + step)
    pairs = load_pairs(arguments.photographs, arguments.scale)
    weights = [pair[1].size for pair in pairs]
    total = arguments.minutes * 60
    began, shown = time.time() - spent, 0.0
    while time.time() - began < total:
        done = (time.time() - began) / total
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        small, large = batch_of(pairs, weights, rng, arguments.scale)
        loss = F.l1_loss(network(small), large)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()
        with torch.no_grad():
            for kept, new in zip(average.parameters(), network.parameters()):
                kept.lerp_(new, 1 - EMA)
        step += 1
        if time.time() - shown > 240:
            shown = time.time()
            state = {"network": network.state_dict(), "average": average.state_dict()}
            state |= {"optimiser": optimiser.state_dict(), "spent": shown - began, "step": step}
            save(checkpoint, state)
            figures = [f"{name} {measure(average, arguments.photographs, name):.2f}" for name in ("set5", "set14")]
            print(f"{(shown - began) / 60:.1f} min, step {step}, loss {loss.item():.5f}, {', '.join(figures)}", flush=True)


def within_budget(plain, pairs, scale):
    """Drops channels of the last features until the network keeps its budget.

    The one whose mean alone, moved into the last layer's bias, changes training patches least goes
    first. x4's last layer is larger than x2's, by 360 parameters too many.
    """
    rng = random.Random(SEED)
    small = torch.cat([batch_of(pairs, None, rng, scale)[0] for _ in range(4)])
    while sum(parameter.numel() for parameter in plain.parameters()) > BUDGET:
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


def export(network, path, pairs):
    plain = within_budget(PlainNet(network).eval(), pairs, network.scale)
    print(f"{sum(parameter.numel() for parameter in plain.parameters())} parameters")
    axes = {"input": {2: "height", 3: "width"}, "output": {2: "height2", 3: "width2"}}
    torch.onnx.export(
        plain, torch.zeros(1, 1, 64, 64), path, opset_version=13,
        input_names=["input"], output_names=["output"], dynamic_axes=axes,
    )
    return plain


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", default="../shared/data/open")
    parser.add_argument("--work", default="training/work")
    parser.add_argument("--scale", type=int, choices=(2, 4), default=2)
    parser.add_argument("--from-scale", type=int, choices=(2, 4))
    parser.add_argument("--minutes", type=float, default=90)
    parser.add_argument("--export-only", action="store_true")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    torch.manual_seed(SEED)
    network, average = InstantNet(arguments.scale), InstantNet(arguments.scale)
    if arguments.from_scale:
        warm_start(arguments, network)
    average.load_state_dict(network.state_dict())
    if arguments.export_only:
        average.load_state_dict(torch.load(os.path.join(arguments.work, name_of(arguments.scale) + ".pt"))["average"])
    else:
        train(arguments, network, average)
    path = os.path.join(arguments.work, name_of(arguments.scale) + ".onnx")
    plain = export(average, path, load_pairs(arguments.photographs, arguments.scale))
    for name in ("set5", "set14", "bsd100"):
        print(f"{name}: {measure(plain, arguments.photographs, name):.2f} dB")


if __name__ == "__main__":
    main()
