"""Trains the network of the role enhance/colour and writes its .onnx.

The network sees a 256-pixel copy of a photograph and answers three monotone tone curves and a
colour matrix; the product turns them into a 3D table and applies it at any size. It learns by
mending: good photographs are spoiled as phones, light and age spoil them (exposure, white balance,
contrast, haze, fade), a part of them not at all, so that it learns to leave good ones alone.

    nice python3 training/colour_enhancement.py --minutes 40           # resumes
    python3 training/colour_enhancement.py --minutes 2 --work /tmp/ce  # the short form
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

SEED = 20261121
SIDE = 256
STORED_SIDE = 320
BATCH = 16
KNOTS = 17
PEAK_RATE = 1.5e-3
EMA = 0.998
UNTOUCHED_SHARE = 0.25


class ColourNet(nn.Module):
    """sRGB [n, 3, 256, 256] in 0..1 -> curves [n, 3, 17] in 0..1 and matrix [n, 3, 3]."""

    def __init__(self):
        super().__init__()
        # Pointwise layers with a mean behind them are a learned colour histogram.
        self.histogram = nn.Sequential(
            nn.Conv2d(3, 48, 1), nn.ReLU(), nn.Conv2d(48, 48, 1), nn.ReLU()
        )
        widths = [3, 16, 24, 32, 48, 48]
        layers = []
        for before, after in zip(widths, widths[1:]):
            layers += [nn.Conv2d(before, after, 3, stride=2, padding=1), nn.ReLU()]
        self.scene = nn.Sequential(*layers)
        self.decide = nn.Sequential(nn.Linear(96, 96), nn.ReLU(), nn.Linear(96, 3 * KNOTS + 9))
        nn.init.zeros_(self.decide[2].weight)
        nn.init.zeros_(self.decide[2].bias)
        self.register_buffer("eye", torch.eye(3))

    def forward(self, x):
        colours = self.histogram(F.avg_pool2d(x, 2)).mean((2, 3))
        answer = self.decide(torch.cat([colours, self.scene(x - 0.5).mean((2, 3))], 1))
        raw = answer[:, : 3 * KNOTS].view(-1, 3, KNOTS)
        # The first knot is the black point, each further one a positive step: monotone by form.
        first = 0.25 * torch.tanh(raw[:, :, :1])
        steps = torch.exp(1.6 * torch.tanh(raw[:, :, 1:])) / (KNOTS - 1)
        curves = torch.cat([first, first + torch.cumsum(steps, 2)], 2)
        matrix = self.eye + 0.5 * torch.tanh(answer[:, 3 * KNOTS :].view(-1, 3, 3))
        # Rows that sum to one keep grey grey: the curves alone set the white balance.
        return curves, matrix / matrix.sum(2, keepdim=True)


def apply(curves, matrix, x):
    """Curves by linear interpolation, then the matrix; x [n, 3, h, w] in 0..1."""
    at = x.clamp(0, 1) * (KNOTS - 1)
    low = at.floor().clamp(max=KNOTS - 2)
    n, _, height, width = x.shape
    index = low.long().view(n, 3, -1)
    a = torch.gather(curves, 2, index).view_as(x)
    b = torch.gather(curves, 2, index + 1).view_as(x)
    toned = a + (b - a) * (at - low)
    return torch.einsum("noi,nihw->nohw", matrix, toned)


def to_linear(x):
    return torch.where(x <= 0.04045, x / 12.92, ((x.clamp(min=0) + 0.055) / 1.055) ** 2.4)


def to_srgb(x):
    x = x.clamp(0, 1)
    return torch.where(x <= 0.0031308, x * 12.92, 1.055 * x.clamp(min=1e-8) ** (1 / 2.4) - 0.055)


def oklab(x):
    """Perceptual colour of sRGB values (Ottosson 2020)."""
    m1 = x.new_tensor([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]])
    m2 = x.new_tensor([[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]])
    lms = torch.einsum("oi,nihw->nohw", m1, to_linear(x.clamp(0, 1)))
    return torch.einsum("oi,nihw->nohw", m2, lms.clamp(min=1e-6) ** (1 / 3))


def amount(n, strength):
    """A signed random amount for each picture, in half of them nothing."""
    return torch.randn(n, 1, 1, 1) * strength * (torch.rand(n, 1, 1, 1) < 0.5)


def spoil(x):
    """x [n, 3, h, w] in sRGB 0..1 -> what a hurried photograph of the same scene looks like."""
    n = x.shape[0]
    light = to_linear(x) * torch.exp2(amount(n, 0.9).clamp(-2, 1.2))
    warm, green = amount(n, 0.16).clamp(-0.35, 0.35), amount(n, 0.06).clamp(-0.15, 0.15)
    light = light * torch.exp(torch.cat([warm, green, -warm], 1))
    veil = (0.35 * torch.rand(n, 1, 1, 1)) * (torch.rand(n, 1, 1, 1) < 0.3)
    air = 0.6 + 0.3 * torch.rand(n, 1, 1, 1) + 0.05 * torch.randn(n, 3, 1, 1)
    light = light * (1 - veil) + air.clamp(0, 1) * veil
    y = to_srgb(light)
    contrast = torch.exp(amount(n, 0.25).clamp(-0.6, 0.3))
    y = (y - 0.5) * contrast + 0.5
    fade = (0.2 * torch.rand(n, 1, 1, 1)) * (torch.rand(n, 1, 1, 1) < 0.3)
    y = y * (1 - fade) + 0.9 * fade
    grey = y.mean(1, keepdim=True)
    y = grey + (y - grey) * torch.exp(amount(n, 0.3).clamp(-0.9, 0.3))
    y = (y + torch.randn_like(y) * 0.004).clamp(0, 1)
    y = torch.round(y * 255) / 255
    return torch.where(torch.rand(n, 1, 1, 1) < UNTOUCHED_SHARE, x, y)


def load(folder, places):
    pictures = []
    for place in places:
        for name in sorted(os.listdir(os.path.join(folder, place))):
            picture = Image.open(os.path.join(folder, place, name)).convert("RGB")
            picture = picture.resize((STORED_SIDE, STORED_SIDE), Image.BICUBIC)
            pictures.append(torch.from_numpy(np.array(picture)).permute(2, 0, 1))
    return torch.stack(pictures)


def batch_of(pictures, rng):
    crops = []
    for index in rng.sample(range(len(pictures)), BATCH):
        x, y = rng.randrange(STORED_SIDE - SIDE + 1), rng.randrange(STORED_SIDE - SIDE + 1)
        crop = pictures[index][:, y : y + SIDE, x : x + SIDE]
        crops.append(crop.flip(2) if rng.random() < 0.5 else crop)
    return torch.stack(crops).float() / 255


def losses(network, good, spoiled):
    mended = apply(*network(spoiled), spoiled)
    small = (lambda t: F.avg_pool2d(t, 2))
    perceptual = (oklab(small(mended)) - oklab(small(good))).abs().mean() * 3
    outside = (mended - mended.clamp(0, 1)).abs().mean()
    return F.l1_loss(mended, good) + perceptual + outside


def psnr(a, b):
    return -10 * torch.log10(((a - b) ** 2).mean((1, 2, 3)).clamp(min=1e-8))


def measure(network, pictures):
    """Gain in dB on spoiled measuring photographs, and OKLab change of good ones (x100)."""
    network.eval()
    state = torch.get_rng_state()
    torch.manual_seed(1)
    with torch.no_grad():
        good = F.interpolate(pictures.float() / 255, (SIDE, SIDE), mode="area")
        spoiled = spoil(good)
        touched = (spoiled - good).abs().mean((1, 2, 3)) > 0.012
        mended = apply(*network(spoiled), spoiled).clamp(0, 1)
        gain = (psnr(mended, good) - psnr(spoiled, good))[touched].mean().item()
        kept = apply(*network(good), good).clamp(0, 1)
        change = 100 * (oklab(kept) - oklab(good)).norm(dim=1).mean().item()
    torch.set_rng_state(state)
    network.train()
    return f"gain {gain:.2f} dB on {int(touched.sum())} spoiled, change of good ones {change:.2f}"


def train(arguments, network, average):
    checkpoint = os.path.join(arguments.work, "colour-enhancement.pt")
    optimiser = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=1e-3)
    spent, step = 0.0, 0
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        spent, step = state["spent"], state["step"]
    rng = random.Random(SEED + step)
    pictures = load(arguments.photographs, ("sr-train/cid22", "sr-train/wallpapers", "photos-large/clic2025"))
    held_out = load(arguments.photographs, ("sr-test/kodak", "sr-test/cid22", "sr-test/bsd100"))
    total = arguments.minutes * 60
    began, shown = time.time() - spent, 0.0
    while time.time() - began < total:
        done = (time.time() - began) / total
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        good = batch_of(pictures, rng)
        loss = losses(network, good, spoil(good))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        with torch.no_grad():
            for kept, new in zip(average.parameters(), network.parameters()):
                kept.lerp_(new, 1 - EMA)
        step += 1
        if time.time() - shown > 120:
            shown = time.time()
            state = {"network": network.state_dict(), "average": average.state_dict()}
            state |= {"optimiser": optimiser.state_dict(), "spent": shown - began, "step": step}
            torch.save(state, checkpoint + ".part")
            os.replace(checkpoint + ".part", checkpoint)
            print(f"{(shown - began) / 60:.1f} min, step {step}, loss {loss.item():.4f}, {measure(average, held_out)}", flush=True)
    print(measure(average, held_out))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", default="../shared/data/open")
    parser.add_argument("--work", default="training/work")
    parser.add_argument("--minutes", type=float, default=40)
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    torch.manual_seed(SEED)
    network, average = ColourNet(), ColourNet()
    average.load_state_dict(network.state_dict())
    train(arguments, network, average)
    average.eval()
    print(f"{sum(parameter.numel() for parameter in average.parameters())} parameters")
    torch.onnx.export(
        average, torch.zeros(1, 3, SIDE, SIDE), os.path.join(arguments.work, "colour-enhancement.onnx"),
        opset_version=13, input_names=["input"], output_names=["curves", "matrix"],
    )


if __name__ == "__main__":
    main()
