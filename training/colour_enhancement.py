"""Trains the network of the role enhance/colour and writes its .onnx.

The network sees points of a photograph and answers three monotone tone curves and a colour matrix,
which the product folds into tables of 256 colours, and a tone curve for the light around each place,
by which shadows come up and skies come down. It learns by mending: good photographs are spoiled
(colour_faults.py), a part of them not at all, so that it learns to leave good ones alone and to give
a small fault a small cure. Three small networks guess, each kept from another quarter of the
photographs, and their mean is the answer.

    nice python3 training/colour_enhancement.py                        # goes on with the next guess
    nice python3 training/colour_enhancement.py --export-only          # of the checkpoint
    python3 training/colour_enhancement.py --steps 60 --work /tmp/ce  # the short form
"""
import argparse
import math
import os
import random
import time

import torch
from torch import nn

from colour_export import export
from colour_losses import losses, measure
from colour_network import ColourNet, Guess, look
from colour_samples import load, samples_of, taken

SEED = 20261124
DROP = 0.2
BATCH = 96
PEAK_RATE = 2e-3
DECAY = 0.05
EMA = 0.998
MEASURED = 1500
REPORTED_EVERY = 500


def learn_guess(samples, mine, others, steps):
    """A guess that learns from the samples `mine` and is measured by the `others`."""
    network, average = Guess(DROP), Guess(DROP).eval()
    average.load_state_dict(network.state_dict())
    optimiser = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=DECAY)
    kept = taken(samples, others[:MEASURED])
    told = lambda: measure(look(average(*kept[:3])), *kept[2:])
    began = time.time()
    print(f"{len(mine)} samples, at the start: {told()}", flush=True)
    for step in range(1, steps + 1):
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-6
        drawn = taken(samples, mine[torch.randint(len(mine), (BATCH,))])
        if random.random() < 0.5:
            drawn[1:4] = [part.flip(3) for part in drawn[1:4]]
        loss = losses(look(network(*drawn[:3])), *drawn[2:])
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        with torch.no_grad():
            for old, new in zip(average.parameters(), network.parameters()):
                # The first steps are soon forgotten, or a short form would still show them.
                old.lerp_(new, 1 - min(EMA, (step + 1) / (step + 10)))
        if step % REPORTED_EVERY == 0 or step == steps:
            print(f"{(time.time() - began) / 60:.1f} min, step {step}, loss {loss.item():.4f}, {told()}", flush=True)
    return average


def train(arguments, network, checkpoint):
    random.seed(SEED)
    samples = samples_of(load(arguments.photographs), arguments.samples)
    part, single = samples[5], samples[6]
    which = lambda chosen: torch.nonzero(chosen)[:, 0]
    for turn, guess in enumerate(network.guesses):
        path = f"{checkpoint}.{turn}"
        if not os.path.exists(path):
            torch.manual_seed(SEED + turn)
            random.seed(SEED + turn)
            mine, others = which(part != turn), which((part == turn) & single)
            learned = learn_guess(samples, mine, others, arguments.steps)
            torch.save(learned.state_dict(), path)
        guess.load_state_dict(torch.load(path))
    torch.save(network.state_dict(), checkpoint)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", default="../shared/data/open")
    parser.add_argument("--work", default="training/work")
    parser.add_argument("--samples", type=int, help="so many spoiled pictures, else 12 for each step")
    parser.add_argument("--steps", type=int, default=3300, help="so many steps for each guess")
    parser.add_argument("--export-only", action="store_true")
    arguments = parser.parse_args()
    if arguments.samples is None:
        arguments.samples = 12 * arguments.steps
    os.makedirs(arguments.work, exist_ok=True)
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    network = ColourNet(DROP).eval()
    checkpoint = os.path.join(arguments.work, "colour-enhancement.pt")
    if arguments.export_only:
        network.load_state_dict(torch.load(checkpoint))
    else:
        train(arguments, network, checkpoint)
    print(f"{sum(parameter.numel() for parameter in network.parameters())} parameters")
    export(network, os.path.join(arguments.work, "colour-enhancement.onnx"))


if __name__ == "__main__":
    main()
