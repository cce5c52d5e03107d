"""Trains the network of the role enhance/colour and writes its .onnx.

The network sees points of a photograph and answers three monotone tone curves and a colour matrix,
which the product folds into tables of 256 colours, and a tone curve for the light around each place,
by which shadows come up and skies come down. It learns by mending: good photographs are spoiled
(colour_faults.py), a part of them not at all, so that it learns to leave good ones alone and to give
a small fault a small cure. Then it learns on photographs that it has not seen how much of its guesses
to give: what it knows of those it was trained on makes it too sure.

    nice python3 training/colour_enhancement.py --minutes 21           # resumes
    nice python3 training/colour_enhancement.py --export-only          # of the checkpoint
    python3 training/colour_enhancement.py --steps 200 --work /tmp/ce  # the short form
"""
import argparse
import math
import os
import random
import time

import torch
from torch import nn

from checkpoints import resume, save
from colour_network import LIGHT_STEPS, SIDE, ColourNet, OneAnswer, apply
from colour_samples import load, samples_of, taken

SEED = 20261123
BATCH = 64
PEAK_RATE = 2e-3
EMA = 0.998
HELD_OUT_EVERY = 12
HELD_OUT = 5000
MEASURED = 1500
SURE_STEPS, SURE_BATCH, SURE_RATE = 300, 96, 2e-2
SAVED_EVERY = 500
"""Below this mean squared error a picture counts as mended: 40 dB; an untouched one as left alone: 34."""
MENDED, LEFT_ALONE = 1e-4, 4e-4


def to_linear(x):
    return torch.where(x <= 0.04045, x / 12.92, ((x.clamp(min=0) + 0.055) / 1.055) ** 2.4)


def oklab(x):
    """Perceptual colour of sRGB values (Ottosson 2020)."""
    m1 = x.new_tensor([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]])
    m2 = x.new_tensor([[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]])
    lms = torch.einsum("oi,nihw->nohw", m1, to_linear(x.clamp(0, 1)))
    return torch.einsum("oi,nihw->nohw", m2, lms.clamp(min=1e-6) ** (1 / 3))


def skin(x):
    """Skin of any tone by its hue (YCbCr box), 1 or 0: its colour counts twice."""
    r, g, b = x[:, :1], x[:, 1:2], x[:, 2:]
    cb = -0.169 * r - 0.331 * g + 0.5 * b
    cr = 0.5 * r - 0.419 * g - 0.081 * b
    return ((cr > 0.03) & (cr < 0.2) & (cb < -0.01) & (cb > -0.2) & (r > 0.15)).float()


def losses(look, statistics, thumbnail, spoiled, good, untouched):
    """Decibels, since those are what is counted, the colour that is seen, and harm that is done.
    `look` answers what is seen of a picture."""
    curves, matrix, light = look(statistics, thumbnail, spoiled)
    mended = apply(curves, matrix, light, spoiled)
    weight = 1 + skin(good)
    weight = weight / weight.mean((2, 3), keepdim=True)
    squared = lambda x: ((x - good).square() * weight).mean((1, 2, 3))
    floor = torch.where(untouched, LEFT_ALONE, MENDED)
    after, before = (torch.log10(squared(x) + floor) for x in (mended, spoiled))
    decibels = (after + 0.3 * (after - before).clamp(min=0)).mean()
    wanted = oklab(good)
    distance = lambda x: (((oklab(x) - wanted).square().sum(1, keepdim=True) + 1e-8).sqrt() * weight).mean((1, 2, 3))
    seen = distance(mended)
    # What was good already is to be left alone, and no picture is to get worse.
    harm = (seen - distance(spoiled) - 0.004).clamp(min=0)
    seen = seen * (1 + 0.5 * untouched.float()) + 0.3 * harm
    outside = (mended - mended.clamp(0, 1)).abs().mean()
    even = torch.linspace(0, 1, LIGHT_STEPS + 1)
    return 0.4 * decibels + 25 * seen.mean() + outside + 0.3 * (light - even).square().mean()


def measure(network, samples):
    """Over spoiled pictures: mean gain in dB, cut of the OKLab difference, share of those that are
    better; and the change of good ones (x100): mean, and what 95 % of them stay under."""
    statistics, thumbnail, spoiled, good, untouched = taken(samples, slice(MEASURED))
    with torch.no_grad():
        mended = apply(*network.answer(statistics, thumbnail, spoiled), spoiled).clamp(0, 1)
    psnr = lambda x: -10 * torch.log10(((x - good) ** 2).mean((1, 2, 3)).clamp(min=1e-8))
    distance = lambda x: (oklab(x) - oklab(good)).norm(dim=1).mean((1, 2))
    gain = (psnr(mended) - psnr(spoiled))[~untouched].mean().item()
    change = 100 * distance(mended)[untouched]
    before, after = distance(spoiled)[~untouched], distance(mended)[~untouched]
    small = before < before.median()
    better = lambda which: 100 * (after < before)[which].float().mean().item()
    return (
        f"gain {round(gain, 2) + 0.0:.2f} dB, difference cut by {100 * (1 - (after.mean() / before.mean()).item()):.0f} %, "
        f"better {better(~small):.0f} % of large and {better(small):.0f} % of small faults, "
        f"change of good ones {change.mean().item():.2f}, 95 % under {change.quantile(0.95).item():.2f}"
    )


def learn_sureness(network, held_out, steps):
    """How much of a guess to give, by photographs that the guesses were not learned from."""
    optimiser = torch.optim.Adam(network.sure.parameters(), SURE_RATE)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = SURE_RATE * (1 - step / steps)
        drawn = taken(held_out, torch.randint(len(held_out[0]), (SURE_BATCH,)))
        optimiser.zero_grad()
        losses(network.answer, *drawn).backward()
        optimiser.step()


def train(arguments, network, average):
    checkpoint = os.path.join(arguments.work, "colour-enhancement.pt")
    optimiser = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=0.05)
    spent, step = resume(checkpoint, network, average, optimiser)
    random.seed(SEED)
    pictures = load(arguments.photographs)
    held_out = samples_of(pictures[::HELD_OUT_EVERY], min(HELD_OUT, arguments.samples // 2))
    samples = samples_of(pictures[torch.arange(len(pictures)) % HELD_OUT_EVERY > 0], arguments.samples)
    torch.manual_seed(SEED + step)
    random.seed(SEED + step)
    total = arguments.minutes * 60
    began = time.time() - spent
    print(f"{len(samples[0])} samples, at the start: {measure(average, held_out)}", flush=True)
    while (done := step / arguments.steps if arguments.steps else (time.time() - began) / total) < 1:
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-6
        drawn = taken(samples, torch.randint(len(samples[0]), (BATCH,)))
        if random.random() < 0.5:
            drawn[1:4] = [part.flip(3) for part in drawn[1:4]]
        loss = losses(lambda *what: network.look(network.guess(*what)), *drawn)
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
    print(measure(average, held_out))
    learn_sureness(average, held_out, min(SURE_STEPS, step))
    save(checkpoint, network, average, optimiser, time.time() - began, step)
    print(measure(average, held_out))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", default="../shared/data/open")
    parser.add_argument("--work", default="training/work")
    parser.add_argument("--samples", type=int, help="so many spoiled pictures, else 60000, fewer for few steps")
    parser.add_argument("--minutes", type=float, default=21)
    parser.add_argument("--steps", type=int, help="so many steps, however long they take")
    parser.add_argument("--export-only", action="store_true")
    arguments = parser.parse_args()
    if arguments.samples is None:
        arguments.samples = 10 * arguments.steps if arguments.steps else 60_000
    os.makedirs(arguments.work, exist_ok=True)
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    network, average = ColourNet(), ColourNet().eval()
    average.load_state_dict(network.state_dict())
    if arguments.export_only:
        average.load_state_dict(torch.load(os.path.join(arguments.work, "colour-enhancement.pt"))["average"])
    else:
        train(arguments, network, average)
    print(f"{sum(parameter.numel() for parameter in average.parameters())} parameters")
    torch.onnx.export(
        OneAnswer(average), torch.zeros(1, 3, SIDE, SIDE), os.path.join(arguments.work, "colour-enhancement.onnx"),
        opset_version=13, input_names=["input"], output_names=["output"],
    )


if __name__ == "__main__":
    main()
