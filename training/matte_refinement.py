"""Trains the network of the role matte/refine and writes its .onnx.

The network sees a square look at a photograph and the coarse mask that MediaPipe's person network
(Apache-2.0) gives of it, and answers a better mask. It learns on masked street photographs: whole,
cropped to the upper body and the head, and pasted onto landscapes, alone and in pairs; and on
portraits whose mask is the product's own matte, so that it leaves alone what is right already.

The coarse masks come from the shipped network in the shipped browser code (`coarse-masks.spec.ts`).

    nice python3 training/matte_refinement.py --minutes 40           # prepares, trains, resumes
    python3 training/matte_refinement.py --minutes 2 --work /tmp/mr  # the short form
"""
import argparse
import math
import os
import random
import subprocess
import time

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn

SEED = 20261122
SIDE = 256
BATCH = 8
PEAK_RATE = 2e-3
EMA = 0.998
"""Every so many'th street photograph is kept back to measure on."""
HELD_OUT = 12


class MatteNet(nn.Module):
    """Photo and coarse mask [n, 4, 256, 256] in 0..1 -> mask [n, 1, 256, 256] in 0..1."""

    def __init__(self):
        super().__init__()
        widths = [4, 16, 28, 44, 64]
        self.down = nn.ModuleList(
            nn.Sequential(
                nn.Conv2d(before, after, 3, stride=2, padding=1), nn.ReLU(),
                nn.Conv2d(after, after, 3, padding=1), nn.ReLU(),
            )
            for before, after in zip(widths, widths[1:])
        )
        self.whole = nn.Sequential(nn.Conv2d(64, 64, 3, padding=2, dilation=2), nn.ReLU())
        self.up = nn.ModuleList(
            nn.Sequential(nn.Conv2d(deep + skip, skip, 3, padding=1), nn.ReLU())
            for deep, skip in ((64, 44), (44, 28), (28, 16))
        )
        self.edge = nn.Sequential(
            nn.Conv2d(16 + 4, 12, 3, padding=1), nn.ReLU(), nn.Conv2d(12, 1, 3, padding=1)
        )
        nn.init.zeros_(self.edge[2].weight)
        nn.init.zeros_(self.edge[2].bias)

    def forward(self, x):
        features, skips = x, []
        for stage in self.down:
            features = stage(features)
            skips.append(features)
        features = self.whole(features)
        for stage, skip in zip(self.up, reversed(skips[:-1])):
            larger = F.interpolate(features, scale_factor=2.0, mode="bilinear", align_corners=False)
            features = stage(torch.cat([larger, skip], 1))
        features = F.interpolate(features, scale_factor=2.0, mode="bilinear", align_corners=False)
        coarse = x[:, 3:].clamp(0.02, 0.98)
        change = self.edge(torch.cat([features, x], 1))
        return torch.sigmoid(torch.log(coarse / (1 - coarse)) + 4 * change)


def street(folder):
    """Photographs with their masks."""
    place = os.path.join(folder, "portrait/train")
    for name in sorted(os.listdir(os.path.join(place, "image"))):
        photo = Image.open(os.path.join(place, "image", name)).convert("RGB")
        mask = Image.open(os.path.join(place, "mask", name[:-4] + ".png")).convert("L")
        yield photo, mask.point(lambda value: 255 if value > 0 else 0)


def cropped(photo, mask, box):
    """A box, which may reach over the sides, at the network's size."""
    box = tuple(round(value) for value in box)
    left, top = max(0, box[0]), max(0, box[1])
    right, bottom = min(photo.width, box[2]), min(photo.height, box[3])
    size = (SIDE, SIDE)
    box = (left, top, max(left + 16, right), max(top + 16, bottom))
    return photo.crop(box).resize(size, Image.BICUBIC), mask.crop(box).resize(size, Image.BOX)


def looks_at(photo, mask, rng):
    """The looks that the product takes: the whole, the person, the upper body, the head."""
    yield photo.resize((SIDE, SIDE), Image.BICUBIC), mask.resize((SIDE, SIDE), Image.BOX)
    left, top, right, bottom = mask.getbbox()
    tall = bottom - top
    head = mask.crop((0, top, mask.width, top + max(8, tall // 8))).getbbox()
    middle = (head[0] + head[2]) / 2
    for low, high in ((0.95, 1.15), (0.35, 0.7), (0.35, 0.7), (0.18, 0.3)):
        side = tall * rng.uniform(low, high)
        centre = middle + rng.uniform(-0.12, 0.12) * side
        above = top - rng.uniform(0.05, 0.2) * side
        yield cropped(photo, mask, (centre - side / 2, above, centre + side / 2, above + side))


def pasted(people, background, rng):
    """One or two people before another background, in its light."""
    canvas = background.resize((512, 512), Image.BICUBIC)
    truth = Image.new("L", canvas.size)
    count = 2 if rng.random() < 0.4 else 1
    for index, (photo, mask) in enumerate(rng.sample(people, count)):
        box = mask.getbbox()
        scale = rng.uniform(0.7, 2.2) * 512 / (box[3] - box[1])
        size = (round((box[2] - box[0]) * scale), round((box[3] - box[1]) * scale))
        person = photo.crop(box).resize(size, Image.BICUBIC)
        shape = mask.crop(box).resize(size, Image.BICUBIC)
        if rng.random() < 0.5:
            person, shape = person.transpose(Image.FLIP_LEFT_RIGHT), shape.transpose(Image.FLIP_LEFT_RIGHT)
        person = person.point([min(255, round(value * rng_light)) for rng_light in [rng.uniform(0.75, 1.2)] for value in range(256)] * 3)
        place = rng.uniform(0.3, 0.7) if count == 1 else (0.3 if index == 0 else 0.7) + rng.uniform(-0.1, 0.1)
        at = (round(512 * place - size[0] / 2), round(512 * rng.uniform(0.02, 0.3)))
        canvas.paste(person, at, shape)
        truth.paste(255, at, shape)
    return canvas.resize((SIDE, SIDE), Image.BICUBIC), truth.resize((SIDE, SIDE), Image.BOX)


def prepare(arguments, folder):
    """Writes the looks and their true masks; portraits' masks are the product's own mattes."""
    rng = random.Random(SEED)
    os.makedirs(folder, exist_ok=True)
    people = list(street(arguments.photographs))
    if arguments.pictures:
        people = people[: arguments.pictures]
    backgrounds = os.path.join(arguments.photographs, "sr-train/wallpapers")
    names = sorted(os.listdir(backgrounds))
    kept = [pair for index, pair in enumerate(people) if index % HELD_OUT]
    count = 0

    def save(pair, kind):
        nonlocal count
        photo, mask = pair
        photo.save(os.path.join(folder, f"{count:05d}-{kind}.jpg"), quality=95)
        mask.save(os.path.join(folder, f"{count:05d}-{kind}.true.png"))
        count += 1

    for index, (photo, mask) in enumerate(people):
        held = index % HELD_OUT == 0
        for look in looks_at(photo, mask, rng):
            save(look, "held" if held else "look")
        for _ in range(0 if held else 2):
            background = Image.open(os.path.join(backgrounds, rng.choice(names))).convert("RGB")
            save(pasted(kept, background, rng), "paste")
    teacher = os.path.join(arguments.work, "teacher")
    for name in sorted(os.listdir(teacher)) if os.path.isdir(teacher) else ():
        place, file = name[: -len(".png")].split("--")
        photo = Image.open(os.path.join(arguments.photographs, place.replace("+", "/"), file)).convert("RGB")
        mask = Image.open(os.path.join(teacher, name)).convert("L")
        if mask.point(lambda value: 255 if value > 127 else 0).getbbox():
            for look in looks_at(photo, mask, rng):
                save(look, "portrait")


def in_browser(work, step):
    """The shipped networks run where they are shipped to."""
    environment = {**os.environ, "STAMPA_TRAINING_WORK": os.path.abspath(work)}
    command = ["npx", "playwright", "test", "--config", "playwright.training.config.ts", "-g", step]
    subprocess.run(command, check=True, env=environment)


def load(folder):
    """Looks [n, 4, 256, 256] and truths [n, 1, 256, 256] in bytes, and which are held out."""
    looks, truths, held = [], [], []
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".jpg"):
            continue
        stem = os.path.join(folder, name[:-4])
        photo = np.array(Image.open(stem + ".jpg").convert("RGB"))
        coarse = np.array(Image.open(stem + ".coarse.png").convert("L"))[..., None]
        looks.append(np.concatenate([photo, coarse], 2).transpose(2, 0, 1))
        truths.append(np.array(Image.open(stem + ".true.png").convert("L"))[None])
        held.append("-held" in name)
    return torch.from_numpy(np.stack(looks)), torch.from_numpy(np.stack(truths)), np.array(held)


def batch_of(looks, truths, rng, indices):
    chosen = rng.sample(indices, BATCH)
    x, y = looks[chosen].float() / 255, truths[chosen].float() / 255
    mirrored = torch.rand(BATCH) < 0.5
    x[mirrored], y[mirrored] = x[mirrored].flip(3), y[mirrored].flip(3)
    light = torch.exp(0.25 * torch.randn(BATCH, 1, 1, 1))
    tint = torch.exp(0.06 * torch.randn(BATCH, 3, 1, 1))
    x[:, :3] = (x[:, :3] * light * tint).clamp(0, 1)
    return x, y


def band_of(truth):
    """Pixels near the true edge."""
    low = -F.max_pool2d(-truth, 11, stride=1, padding=5)
    return (F.max_pool2d(truth, 11, stride=1, padding=5) - low > 0.5).float()


def loss_of(answer, truth):
    """Cross entropy, the edge five times; overlap; absolute error at the edge."""
    band = band_of(truth)
    weight = 1 + 4 * band
    entropy = F.binary_cross_entropy(answer.clamp(1e-4, 1 - 1e-4), truth, reduction="none")
    overlap = 1 - (2 * (answer * truth).sum((1, 2, 3)) + 50) / ((answer + truth).sum((1, 2, 3)) + 50)
    edge = ((answer - truth).abs() * band).sum() / band.sum().clamp(min=1)
    return (entropy * weight).sum() / weight.sum() + overlap.mean() + edge


def figures(answer, truth):
    a, b = answer > 0.5, truth > 0.5
    iou = (a & b).sum((1, 2, 3)).float() / (a | b).sum((1, 2, 3)).clamp(min=1)
    band = band_of(truth)
    edge = ((answer - truth).abs() * band).sum((1, 2, 3)) / band.sum((1, 2, 3)).clamp(min=1)
    return iou.mean().item(), edge.mean().item()


def measure(network, looks, truths, held):
    network.eval()
    rows = []
    for index in np.flatnonzero(held):
        x, y = looks[index : index + 1].float() / 255, truths[index : index + 1].float() / 255
        with torch.no_grad():
            rows.append(figures(network(x), y) + figures(x[:, 3:], y))
    network.train()
    iou, edge, plain_iou, plain_edge = np.mean(rows, 0)
    return f"IoU {iou:.4f} (coarse {plain_iou:.4f}), edge {edge:.4f} (coarse {plain_edge:.4f})"


def train(arguments, network, average, data):
    checkpoint = os.path.join(arguments.work, "matte-refinement.pt")
    optimiser = torch.optim.AdamW(network.parameters(), PEAK_RATE, weight_decay=1e-3)
    spent, step = 0.0, 0
    if os.path.exists(checkpoint):
        state = torch.load(checkpoint)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        spent, step = state["spent"], state["step"]
    looks, truths, held = data
    indices = [int(index) for index in np.flatnonzero(~held)]
    rng = random.Random(SEED + step)
    total = arguments.minutes * 60
    began, shown = time.time() - spent, 0.0
    print(f"{len(indices)} looks, at the start: {measure(average, *data)}", flush=True)
    while time.time() - began < total:
        done = (time.time() - began) / total
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * (0.5 + 0.5 * math.cos(math.pi * done)) * min(1, (step + 1) / 100) + 1e-6
        x, y = batch_of(looks, truths, rng, indices)
        loss = loss_of(network(x), y)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        with torch.no_grad():
            for kept, new in zip(average.parameters(), network.parameters()):
                kept.lerp_(new, 1 - min(EMA, (step + 1) / (step + 10)))
                if step < 20:
                    kept.copy_(new)
        step += 1
        if time.time() - shown > 150:
            shown = time.time()
            state = {"network": network.state_dict(), "average": average.state_dict()}
            state |= {"optimiser": optimiser.state_dict(), "spent": shown - began, "step": step}
            torch.save(state, checkpoint + ".part")
            os.replace(checkpoint + ".part", checkpoint)
            print(f"{(shown - began) / 60:.1f} min, step {step}, loss {loss.item():.4f}, {measure(average, *data)}", flush=True)
    print(measure(average, *data))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", default="../shared/data/open")
    parser.add_argument("--work", default="training/work")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--pictures", type=int, help="only the first so many street photographs")
    parser.add_argument("--export-only", action="store_true")
    arguments = parser.parse_args()
    torch.manual_seed(SEED)
    folder = os.path.join(arguments.work, "looks")
    network, average = MatteNet(), MatteNet()
    average.load_state_dict(network.state_dict())
    if arguments.export_only:
        average.load_state_dict(torch.load(os.path.join(arguments.work, "matte-refinement.pt"))["average"])
    else:
        if not os.path.isdir(folder):
            in_browser(arguments.work, "teacher")
            prepare(arguments, folder)
        in_browser(arguments.work, "coarse")
        train(arguments, network, average, load(folder))
    average.eval()
    print(f"{sum(parameter.numel() for parameter in average.parameters())} parameters")
    torch.onnx.export(
        average, torch.zeros(1, 4, SIDE, SIDE), os.path.join(arguments.work, "matte-refinement.onnx"),
        opset_version=13, input_names=["input"], output_names=["output"],
    )


if __name__ == "__main__":
    main()
