"""Trains the network of the role enhance/colour and writes its .onnx.

The network sees a 256-pixel copy of a photograph and answers three monotone tone curves and a
colour matrix, which the product folds into tables of 256 colours, and a tone curve for the light
around each place, by which shadows come up and skies come down. It learns by mending: good
photographs are spoiled (colour_faults.py), a part of them not at all, so that it learns to leave
good ones alone and to give a small fault a small cure.

    nice python3 training/colour_enhancement.py --minutes 40           # resumes
    nice python3 training/colour_enhancement.py --export-only          # of the checkpoint
    nice python3 training/colour_enhancement.py --start models/colour-enhancement/model.onnx
    python3 training/colour_enhancement.py --steps 200 --work /tmp/ce  # the short form
"""
import argparse
import math
import os
import random
import time

import numpy as np
import onnx.numpy_helper
import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn

from checkpoints import resume, save
from colour_faults import as_various, interpolated, spoiled_at_random

SEED = 20261121
SIDE = 256
"""The network first makes its picture eight times smaller: training begins with that."""
SHRINK = 8
SMALL = SIDE // SHRINK
STORED_SIDE = 128
BATCH = 24
KNOTS = 17
PEAK_RATE = 8e-4
EMA = 0.998
LIGHT_STEPS = 8
"""Variance of luma that is still texture, and the reach of what is around, of 32 pixels: as in
core/kernels/surroundings.ts."""
TEXTURE = 0.012
REACH = 2
HELD_OUT_EVERY = 12
SAVED_EVERY = 500
"""Below this mean squared error a picture counts as mended: 40 dB."""
MENDED = 1e-4


class ColourNet(nn.Module):
    """sRGB [n, 3, 256, 256] in 0..1 -> curves [n, 3, 17], matrix [n, 3, 3] and light [n, 1, 9]."""

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
            nn.Linear(48 + 48 + 64 + 18 + 64, 192), nn.ReLU(),
            nn.Linear(192, 3 * KNOTS + 9 + LIGHT_STEPS),
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
        return self.answer(F.avg_pool2d(x, SHRINK))

    def answer(self, x):
        """The same for a picture of 32 pixels."""
        colours = self.histogram(x)
        scene = self.scene(x - 0.5)
        seen = [colours.mean((2, 3)), colours.amax((2, 3)), scene.mean((2, 3))]
        seen += [self.light_guesses(x), scene.amax((2, 3))]
        answer = self.decide(torch.cat(seen, 1))
        raw = answer[:, : 3 * KNOTS].view(-1, 3, KNOTS)
        # The first knot is the black point, each further one a positive step: monotone by form.
        first = 0.4 * torch.tanh(raw[:, :, :1])
        steps = torch.exp(2 * torch.tanh(raw[:, :, 1:])) / (KNOTS - 1)
        curves = torch.cat([first, first + torch.cumsum(steps, 2)], 2)
        matrix = self.eye + 0.6 * torch.tanh(answer[:, 3 * KNOTS : 3 * KNOTS + 9].view(-1, 3, 3))
        # Black stays black and white white: what is between them comes nearer to either.
        rise = torch.cumsum(torch.exp(1.3 * torch.tanh(answer[:, 3 * KNOTS + 9 :])), 1)
        light = F.pad(rise / rise[:, -1:], (1, 0))[:, None]
        # Rows that sum to one keep grey grey: the curves alone set the white balance.
        return curves, matrix / matrix.sum(2, keepdim=True), light

    def mended(self, x):
        """A picture of 32 pixels as the product would give it, neither rounded nor clamped."""
        return apply(*self.answer(x), x)


class OneAnswer(nn.Module):
    """As exported: curves red first, the matrix row by row, the light, in one tensor [n, 69, 1, 1]."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, x):
        parts = [part.flatten(1) for part in self.network(x)]
        return torch.cat(parts, 1)[:, :, None, None]


def around(luma):
    """How light it is around every place, up to its edges: a fast guided filter (He & Sun 2015)."""
    mean = lambda plane: F.avg_pool2d(F.pad(plane, (REACH,) * 4, mode="replicate"), 2 * REACH + 1, 1)
    means = mean(luma)
    variance = (mean(luma * luma) - means * means).clamp(min=0)
    follow = variance / (variance + TEXTURE)
    return (mean(follow) * luma + mean(means * (1 - follow))).clamp(0, 1)


def apply(curves, matrix, light, x):
    """Curves by linear interpolation, the matrix, then the light around; x [n, 3, h, w] in 0..1."""
    toned = torch.einsum("noi,nihw->nohw", matrix, interpolated(curves, x))
    luma = (toned * toned.new_tensor([0.299, 0.587, 0.114]).view(1, 3, 1, 1)).sum(1, keepdim=True)
    place = around(luma.clamp(0, 1)).clamp(min=0.004)
    gain = interpolated(light, place) / place
    # What is lifted must not clip: a channel that is at its most stays there.
    most = toned.amax(1, keepdim=True).clamp(0, 1)
    return toned * gain / (1 + (gain - 1).clamp(min=0) * most)


def grow(network, path):
    """Takes over an exported network, also a smaller one: what is new begins with no say."""
    state = network.state_dict()
    for tensor in onnx.load(path).graph.initializer:
        name = tensor.name.removeprefix("network.")
        if name not in state:
            continue
        values = torch.from_numpy(onnx.numpy_helper.to_array(tensor).copy())
        corner = tuple(slice(size) for size in values.shape)
        if name == "decide.2.weight":
            state[name].zero_()
        elif values.dim() > 1:
            state[name][: len(values)] = 0
        state[name][corner] = values
    network.load_state_dict(state)


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


def load(folder, places, side):
    pictures = []
    for place in places:
        for name in sorted(os.listdir(os.path.join(folder, place))):
            picture = Image.open(os.path.join(folder, place, name)).convert("RGB")
            picture = picture.resize((side, side), Image.BOX)
            pictures.append(torch.from_numpy(np.array(picture)).permute(2, 0, 1))
    return torch.stack(pictures)


def batch_of(pictures, rng):
    """Crops of different sizes at 32 pixels: a crop has another histogram than its whole."""
    crops = []
    for index in rng.sample(range(len(pictures)), BATCH):
        side = rng.randrange(STORED_SIDE // 2, STORED_SIDE + 1)
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
    """Decibels, since those are what is counted, the colour that is seen, and harm that is done."""
    curves, matrix, light = network.answer(spoiled)
    mended = apply(curves, matrix, light, spoiled)
    weight = 1 + skin(good)
    weight = weight / weight.mean((2, 3), keepdim=True)
    squared = lambda x: ((x - good).square() * weight).mean((1, 2, 3))
    floor = torch.where(untouched.flatten(), 4e-4, MENDED)
    after, before = (torch.log10(squared(x) + floor) for x in (mended, spoiled))
    decibels = (after + 0.3 * (after - before).clamp(min=0)).mean()
    wanted = oklab(good)
    distance = lambda x: (((oklab(x) - wanted).square().sum(1, keepdim=True) + 1e-8).sqrt() * weight).mean((1, 2, 3))
    seen = distance(mended)
    # What was good already is to be left alone, and no picture is to get worse.
    harm = (seen - distance(spoiled) - 0.004).clamp(min=0)
    seen = seen * (1 + 0.5 * untouched.flatten().float()) + 0.3 * harm
    outside = (mended - mended.clamp(0, 1)).abs().mean()
    even = torch.linspace(0, 1, LIGHT_STEPS + 1)
    return 0.2 * decibels + 25 * seen.mean() + outside + 0.5 * (light - even).square().mean()


def psnr(a, b):
    return -10 * torch.log10(((a - b) ** 2).mean((1, 2, 3)).clamp(min=1e-8))


def measure(network, good, rounds=3):
    """Over pictures spoiled at random: mean gain in dB, cut of the OKLab difference, share of those
    that are better; and the change of good ones (x100): mean, and what 95 % of them stay under."""
    network.eval()
    state = torch.get_rng_state(), random.getstate()
    torch.manual_seed(SEED)
    random.seed(SEED)
    distance = lambda a, b: (oklab(a) - oklab(b)).norm(dim=1).mean((1, 2))
    gains, befores, afters = [], [], []
    with torch.no_grad():
        for _ in range(rounds):
            spoiled, untouched = spoiled_at_random(good)
            mended = network.mended(spoiled).clamp(0, 1)
            kept = ~untouched.flatten()
            gains.append((psnr(mended, good) - psnr(spoiled, good))[kept])
            befores.append(distance(spoiled, good)[kept])
            afters.append(distance(mended, good)[kept])
        change = 100 * distance(network.mended(good).clamp(0, 1), good)
    torch.set_rng_state(state[0])
    random.setstate(state[1])
    network.train()
    gain, before, after = torch.cat(gains).mean().item(), torch.cat(befores), torch.cat(afters)
    small = before < before.median()
    better = lambda which: 100 * (after < before)[which].float().mean().item()
    return (
        f"gain {round(gain, 2) + 0.0:.2f} dB, difference cut by {100 * (1 - (after.mean() / before.mean()).item()):.0f} %, "
        f"better {better(~small):.0f} % of large and {better(small):.0f} % of small faults, "
        f"change of good ones {change.mean().item():.2f}, 95 % under {change.quantile(0.95).item():.2f}"
    )


def train(arguments, network, average):
    checkpoint = os.path.join(arguments.work, "colour-enhancement.pt")
    optimiser = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=1e-2)
    spent, step = resume(checkpoint, network, average, optimiser)
    rng = random.Random(SEED + step)
    random.seed(SEED + step)
    places = ("sr-train/cid22", "sr-train/wallpapers", "photos-large/clic2025", "portrait/train/image")
    pictures = load(arguments.photographs, places, STORED_SIDE)
    held_out = F.avg_pool2d(pictures[::HELD_OUT_EVERY].float() / 255, STORED_SIDE // SMALL)
    state = torch.get_rng_state()
    torch.manual_seed(SEED)
    held_out = as_various(held_out)
    torch.set_rng_state(state)
    pictures = pictures[torch.arange(len(pictures)) % HELD_OUT_EVERY > 0]
    total = arguments.minutes * 60
    began = time.time() - spent
    print(f"{len(pictures)} pictures, at the start: {measure(average, held_out)}", flush=True)
    while (done := step / arguments.steps if arguments.steps else (time.time() - began) / total) < 1:
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        good = as_various(batch_of(pictures, rng))
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
        if step % SAVED_EVERY == 0:
            spent = time.time() - began
            save(checkpoint, network, average, optimiser, spent, step)
            print(f"{spent / 60:.1f} min, step {step}, loss {loss.item():.4f}, {measure(average, held_out)}", flush=True)
    save(checkpoint, network, average, optimiser, time.time() - began, step)
    print(measure(average, held_out))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", default="../shared/data/open")
    parser.add_argument("--work", default="training/work")
    parser.add_argument("--start", help="an exported .onnx to grow from")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--steps", type=int, help="so many steps, however long they take")
    parser.add_argument("--export-only", action="store_true")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    network, average = ColourNet(), ColourNet()
    if arguments.start:
        grow(network, arguments.start)
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
