"""Trains the network of the role enhance/colour and writes its .onnx.

The network sees a 256-pixel copy of a photograph and answers three monotone tone curves and a
colour matrix; the product folds both into tables of 256 colours and applies them at any size. It learns by
mending: good photographs are spoiled as phones, light and age spoil them (exposure, white balance,
contrast, haze, fade), a part of them not at all, so that it learns to leave good ones alone.

    nice python3 training/colour_enhancement.py --minutes 40           # resumes
    nice python3 training/colour_enhancement.py --export-only          # of the checkpoint
    python3 training/colour_enhancement.py --steps 200 --work /tmp/ce  # the short form
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
"""The network first makes its picture four times smaller: training begins with that."""
SMALL = SIDE // 4
STORED_SIDE = 128
BATCH = 24
KNOTS = 17
PEAK_RATE = 1.5e-3
EMA = 0.998
UNTOUCHED_SHARE = 0.3
"""Below this mean squared error a picture counts as mended: 40 dB."""
MENDED = 1e-4


class ColourNet(nn.Module):
    """sRGB [n, 3, 256, 256] in 0..1 -> curves [n, 3, 17] in 0..1 and matrix [n, 3, 3]."""

    def __init__(self):
        super().__init__()
        # Pointwise layers with a mean behind them are a learned colour histogram, with a maximum
        # they find the lightest, darkest, most vivid there is.
        self.histogram = nn.Sequential(
            nn.Conv2d(3, 48, 1), nn.ReLU(), nn.Conv2d(48, 48, 1), nn.ReLU()
        )
        widths = [3, 16, 32, 48, 64]
        layers = []
        for before, after in zip(widths, widths[1:]):
            layers += [nn.Conv2d(before, after, 3, stride=2, padding=1), nn.ReLU()]
        self.scene = nn.Sequential(*layers)
        self.decide = nn.Sequential(
            nn.Linear(48 + 48 + 64 + 18, 160), nn.ReLU(), nn.Linear(160, 3 * KNOTS + 9)
        )
        nn.init.zeros_(self.decide[-1].weight)
        nn.init.zeros_(self.decide[-1].bias)
        self.register_buffer("eye", torch.eye(3))

    def light_guesses(self, x):
        """What the classics take for the light's colour: grey world, shades of grey, grey edge, and
        the darkest there is (Finlayson & Trezzi 2004, van de Weijer 2007). [n, 18]"""
        mean = x.mean((2, 3))
        light = x.pow(6).mean((2, 3)).clamp(min=1e-8).pow(1 / 6)
        dark = 1 - (1 - x).pow(12).mean((2, 3)).clamp(min=1e-8).pow(1 / 12)
        across, down = x[..., 1:] - x[..., :-1], x[..., 1:, :] - x[..., :-1, :]
        edge = across.pow(2).mean((2, 3)) + down.pow(2).mean((2, 3))
        edge = edge.clamp(min=1e-6).sqrt()
        logs = [torch.log(guess.clamp(min=1e-3)) for guess in (mean, light, edge)]
        ratios = [guess - guess.mean(1, keepdim=True) for guess in logs]
        return torch.cat([mean, light, dark, *(4 * ratio for ratio in ratios)], 1)

    def forward(self, x):
        return self.answer(F.avg_pool2d(x, 4))

    def answer(self, x):
        """The same for a picture of 64 pixels."""
        colours = self.histogram(F.avg_pool2d(x, 2))
        scene = self.scene(x - 0.5).mean((2, 3))
        seen = [colours.mean((2, 3)), colours.amax((2, 3)), scene, self.light_guesses(x)]
        answer = self.decide(torch.cat(seen, 1))
        raw = answer[:, : 3 * KNOTS].view(-1, 3, KNOTS)
        # The first knot is the black point, each further one a positive step: monotone by form.
        first = 0.4 * torch.tanh(raw[:, :, :1])
        steps = torch.exp(2 * torch.tanh(raw[:, :, 1:])) / (KNOTS - 1)
        curves = torch.cat([first, first + torch.cumsum(steps, 2)], 2)
        matrix = self.eye + 0.6 * torch.tanh(answer[:, 3 * KNOTS :].view(-1, 3, 3))
        # Rows that sum to one keep grey grey: the curves alone set the white balance.
        return curves, matrix / matrix.sum(2, keepdim=True)


class OneAnswer(nn.Module):
    """As exported: curves red first, then the matrix row by row, in one tensor [n, 60, 1, 1]."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        curves, matrix = self.network(x)
        return torch.cat([curves.flatten(1), matrix.flatten(1)], 1)[:, :, None, None]


def apply(curves, matrix, x):
    """Curves by linear interpolation, then the matrix; x [n, 3, h, w] in 0..1."""
    at = x.clamp(0, 1) * (KNOTS - 1)
    low = at.floor().clamp(max=KNOTS - 2)
    n = x.shape[0]
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


def spoil(x, stops, warm, green, veil, contrast, fade, vivid):
    """What a hurried photograph of the scene looks like; each amount is a number or [n, 1, 1, 1].

    Light first (exposure in stops, white balance, haze), then the picture (contrast, a faded
    print's lifted black, saturation). tests/quality/spoil.ts does the same.
    """
    light = to_linear(x) * torch.exp2(stops)
    light = light * torch.exp(torch.cat([warm, green, -warm], 1))
    light = light * (1 - veil) + 0.75 * veil
    y = to_srgb(light)
    y = (y - 0.5) * contrast + 0.5
    y = y * (1 - fade) + 0.85 * fade
    grey = y.mean(1, keepdim=True)
    y = (grey + (y - grey) * vivid).clamp(0, 1)
    return torch.round(y * 255) / 255


"""stops, warm, green, veil, contrast, fade, vivid: the faults of tests/quality/spoil.ts."""
FAULTS = {
    "dark": (-1.5, 0, 0, 0, 1, 0, 1),
    "bright": (0.9, 0, 0, 0, 1, 0, 1),
    "lamp light": (-0.3, 0.55, 0.06, 0, 1, 0, 1),
    "shade": (-0.3, -0.45, 0, 0, 1, 0, 1),
    "fluorescent": (0, 0.1, 0.4, 0, 1, 0, 1),
    "flat": (0, 0, 0, 0, 0.6, 0, 0.8),
    "haze": (0, 0, 0, 0.35, 1, 0, 1),
    "faded print": (0, 0.08, 0, 0, 0.9, 0.3, 0.7),
    "dark and warm": (-1.2, 0.4, 0, 0, 0.9, 0, 0.85),
    "hazy and cold": (-0.4, -0.3, 0, 0.2, 0.9, 0, 0.8),
}


def faulty(x, fault):
    return spoil(x, *(torch.full((len(x), 1, 1, 1), float(a)) for a in fault))


def spoiled_at_random(x):
    """One to three faults of visible strength; a share is left as it is."""
    n = len(x)

    def sometimes(chance, low, high, nothing=0.0):
        drawn = low + (high - low) * torch.rand(n, 1, 1, 1)
        return torch.where(torch.rand(n, 1, 1, 1) < chance, drawn, torch.full_like(drawn, nothing))

    dark = torch.rand(n, 1, 1, 1) < 0.62
    stops = torch.where(dark, sometimes(0.6, -2.2, 0.0), sometimes(0.6, 0.0, 1.2))
    warm = sometimes(0.55, -0.6, 0.7)
    green = sometimes(0.35, -0.2, 0.5)
    veil = sometimes(0.2, 0.05, 0.45)
    contrast = sometimes(0.4, 0.5, 1.15, 1.0)
    fade = sometimes(0.2, 0.05, 0.4)
    vivid = sometimes(0.4, 0.5, 1.15, 1.0)
    y = spoil(x, stops, warm, green, veil, contrast, fade, vivid)
    y = (y + torch.randn_like(y) * 0.004).clamp(0, 1)
    untouched = torch.rand(n, 1, 1, 1) < UNTOUCHED_SHARE
    return torch.where(untouched, x, y), untouched


def load(folder, places, side):
    pictures = []
    for place in places:
        for name in sorted(os.listdir(os.path.join(folder, place))):
            picture = Image.open(os.path.join(folder, place, name)).convert("RGB")
            picture = picture.resize((side, side), Image.BOX)
            pictures.append(torch.from_numpy(np.array(picture)).permute(2, 0, 1))
    return torch.stack(pictures)


def batch_of(pictures, rng):
    """Crops of different sizes at 64 pixels: a crop has another histogram than its whole."""
    crops = []
    for index in rng.sample(range(len(pictures)), BATCH):
        side = rng.randrange(SMALL, STORED_SIDE + 1)
        x, y = rng.randrange(STORED_SIDE - side + 1), rng.randrange(STORED_SIDE - side + 1)
        crop = pictures[index][:, y : y + side, x : x + side].float() / 255
        crop = F.interpolate(crop[None], (SMALL, SMALL), mode="area")[0]
        crops.append(crop.flip(2) if rng.random() < 0.5 else crop)
    return torch.stack(crops)


def skin(x):
    """Skin of any tone by its hue (YCbCr box), 1 or 0: its colour counts twice."""
    r, g, b = x[:, :1], x[:, 1:2], x[:, 2:]
    cb = -0.169 * r - 0.331 * g + 0.5 * b
    cr = 0.5 * r - 0.419 * g - 0.081 * b
    return ((cr > 0.03) & (cr < 0.2) & (cb < -0.01) & (cb > -0.2) & (r > 0.15)).float()


def losses(network, good, spoiled, untouched):
    """Decibels, since those are what is counted, and the colour that is seen."""
    mended = apply(*network.answer(spoiled), spoiled)
    weight = 1 + skin(good)
    weight = weight / weight.mean((2, 3), keepdim=True)
    squared = ((mended - good).square() * weight).mean((1, 2, 3))
    floor = torch.where(untouched.flatten(), torch.full_like(squared, 4e-4), torch.full_like(squared, MENDED))
    decibels = torch.log10(squared + floor).mean()
    seen = ((oklab(mended) - oklab(good)).square().sum(1, keepdim=True) + 1e-8).sqrt()
    # What was good already is to be left alone, first of all.
    weight = weight * (1 + 2 * untouched.float())
    outside = (mended - mended.clamp(0, 1)).abs().mean()
    return 0.4 * decibels + 25 * (seen * weight).mean() + outside


def psnr(a, b):
    return -10 * torch.log10(((a - b) ** 2).mean((1, 2, 3)).clamp(min=1e-8))


def measure(network, good):
    """Mean gain in dB and cut of the OKLab difference over every fault, and change of good ones (x100)."""
    network.eval()
    distance = lambda a, b: (oklab(a) - oklab(b)).norm(dim=1).mean().item()
    gains, cuts = {}, []
    with torch.no_grad():
        for name, fault in FAULTS.items():
            spoiled = faulty(good, fault)
            mended = apply(*network.answer(spoiled), spoiled).clamp(0, 1)
            gains[name] = (psnr(mended, good) - psnr(spoiled, good)).mean().item()
            cuts.append(1 - distance(mended, good) / distance(spoiled, good))
        kept = apply(*network.answer(good), good).clamp(0, 1)
        change = 100 * distance(kept, good)
    network.train()
    each = " ".join(f"{name} {gain:.1f}" for name, gain in gains.items())
    mean = sum(gains.values()) / len(gains)
    return f"gain {mean:.2f} dB, difference cut by {100 * sum(cuts) / len(cuts):.0f} %, change of good ones {change:.2f} ({each})"


def save(path, network, average, optimiser, spent, step):
    state = {"network": network.state_dict(), "average": average.state_dict()}
    state |= {"optimiser": optimiser.state_dict(), "spent": spent, "step": step}
    torch.save(state, path + ".part")
    os.replace(path + ".part", path)


def train(arguments, network, average):
    checkpoint = os.path.join(arguments.work, "colour-enhancement.pt")
    optimiser = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=1e-2)
    spent, step = 0.0, 0
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        spent, step = state["spent"], state["step"]
    rng = random.Random(SEED + step)
    places = ("sr-train/cid22", "sr-train/wallpapers", "photos-large/clic2025", "portrait/train/image")
    pictures = load(arguments.photographs, places, STORED_SIDE)
    held_out = load(arguments.photographs, ("sr-test/kodak", "sr-test/cid22", "sr-test/bsd100"), SMALL).float() / 255
    total = arguments.minutes * 60
    began, shown = time.time() - spent, 0.0
    print(f"{len(pictures)} pictures, at the start: {measure(average, held_out)}", flush=True)
    while (done := step / arguments.steps if arguments.steps else (time.time() - began) / total) < 1:
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        good = batch_of(pictures, rng)
        loss = losses(network, good, *spoiled_at_random(good))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        with torch.no_grad():
            for kept, new in zip(average.parameters(), network.parameters()):
                # The first steps are soon forgotten, or a short form would still show them.
                kept.lerp_(new, 1 - min(EMA, (step + 1) / (step + 10)))
        step += 1
        if time.time() - shown > 60:
            shown = time.time()
            save(checkpoint, network, average, optimiser, shown - began, step)
            print(f"{(shown - began) / 60:.1f} min, step {step}, loss {loss.item():.4f}, {measure(average, held_out)}", flush=True)
    save(checkpoint, network, average, optimiser, time.time() - began, step)
    print(measure(average, held_out))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", default="../shared/data/open")
    parser.add_argument("--work", default="training/work")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--steps", type=int, help="so many steps, however long they take")
    parser.add_argument("--export-only", action="store_true")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    torch.manual_seed(SEED)
    network, average = ColourNet(), ColourNet()
    average.load_state_dict(network.state_dict())
    if arguments.export_only:
        average.load_state_dict(torch.load(os.path.join(arguments.work, "colour-enhancement.pt"))["average"])
    else:
        train(arguments, network, average)
    average.eval()
    print(f"{sum(parameter.numel() for parameter in average.parameters())} parameters")
    torch.onnx.export(
        OneAnswer(average), torch.zeros(1, 3, SIDE, SIDE), os.path.join(arguments.work, "colour-enhancement.onnx"),
        opset_version=13, input_names=["input"], output_names=["output"],
    )


if __name__ == "__main__":
    main()
