"""The network that sees where on a head its hair is.

`npm run build:assets`, `npx tsx training/head-crops.ts`, then `python3 training/hair.py`: writes training/work/hair.onnx.
Labels are in hair.json: polygons of what is hair (`add`) and then of what is none (`cut`) in pixels of the square of
144, drawn by `hand` or found by the tool or an earlier network and seen to be right. Who is not there is not learnt from.
"""
import glob
import hashlib
import json
import math
import os
import random
import sys
import time
import urllib.parse

import lighting
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from colour_export import halve_weights
from headwear import drawn_on
from PIL import Image, ImageDraw

HERE = os.path.dirname(os.path.abspath(__file__))
CROP, ROOM, SIDE = 144, 1.3, 64
WIDTHS = (16, 24, 32, 48)
BATCH, RATE = 16, 2e-3
HAND = 4
"""How much more often a head labelled by hand is shown."""


def block(given, made, stride=1):
    return nn.Sequential(
        nn.Conv2d(given, made, 3, stride, 1, bias=False), nn.BatchNorm2d(made), nn.ReLU(),
        nn.Conv2d(made, made, 3, 1, 1, bias=False), nn.BatchNorm2d(made), nn.ReLU(),
    )


class HairNetwork(nn.Module):
    """Red, green, blue, person, face oval, 0..1, at 64 x 64 to the chance of hair at 32 x 32."""

    def __init__(self):
        super().__init__()
        a, b, c, d = WIDTHS
        self.first = nn.Sequential(nn.Conv2d(5, a, 3, 2, 1, bias=False), nn.BatchNorm2d(a), nn.ReLU())
        self.down = nn.ModuleList([block(a, a), block(a, b, 2), block(b, c, 2), block(c, d, 2)])
        self.up = nn.ModuleList([block(d + c, c), block(c + b, b), block(b + a, a)])
        self.last = nn.Conv2d(a, 1, 1)

    def forward(self, seen):
        value = self.first(seen - 0.5)
        kept = []
        for layer in self.down:
            value = layer(value)
            kept.append(value)
        for layer, before in zip(self.up, kept[-2::-1]):
            value = F.interpolate(value, scale_factor=2.0, mode="nearest")
            value = layer(torch.cat([value, before], 1))
        return self.last(value)


def labels():
    with open(f"{HERE}/hair.json") as file:
        return json.load(file)


def drawn(polygons):
    """Hair as bytes of 255 and 0, [CROP, CROP]."""
    picture = Image.new("L", (CROP, CROP))
    draw = ImageDraw.Draw(picture)
    for kind, value in (("add", 255), ("cut", 0)):
        for points in polygons.get(kind, []):
            draw.polygon([tuple(map(int, point.split(","))) for point in points.split()], fill=value)
    return np.asarray(picture)


def is_held(name):
    """A fifth of the photographs, by their names."""
    photo = name.rsplit(":", 1)[0]
    return int(hashlib.sha1(photo.encode()).hexdigest(), 16) % 5 == 0


def heads():
    """Of each head with a label its name, planes [5, 144, 144] and hair [144, 144] in bytes, and whether a hand drew it."""
    for name, polygons in labels().items():
        path = f"{HERE}/work/heads/{name}.planes"
        yield name, np.fromfile(path, np.uint8).reshape(-1, CROP, CROP)[:5], drawn(polygons), polygons.get("hand", False)


def backgrounds(count=400):
    """Squares of photographs in which nobody is."""
    rng = random.Random(1)
    found = {urllib.parse.unquote(os.path.basename(p)).rsplit(":", 1)[0] for p in glob.glob(f"{HERE}/work/heads/*")}
    paths = [p for p in sorted(glob.glob(f"{HERE}/../../shared/data/open/sr-train/cid22/*"))
             if os.path.splitext(os.path.basename(p))[0] not in found]
    made = []
    for _ in range(count):
        picture = Image.open(rng.choice(paths)).convert("RGB")
        side = int(min(picture.size) * rng.uniform(0.25, 0.9))
        x, y = (rng.randint(0, n - side) for n in picture.size)
        made.append(np.asarray(picture.crop((x, y, x + side, y + side)).resize((CROP, CROP), Image.BILINEAR)))
    return torch.from_numpy(np.stack(made)).permute(0, 3, 1, 2).float() / 255


def matrices(count, varied):
    """Of the square that the network is shown within the crop."""
    rows = []
    for _ in range(count):
        turn, right, down, grow = (random.uniform(-a, a) if varied else 0 for a in (0.18, 0.07, 0.07, 0.13))
        scale = math.exp(grow) / ROOM
        flip = -1 if varied and random.random() < 0.5 else 1
        cos, sin = math.cos(turn) * scale, math.sin(turn) * scale
        rows.append([[cos * flip, -sin, right], [sin * flip, cos, down]])
    return torch.tensor(rows)


def shown(planes, hair, varied):
    grid = F.affine_grid(matrices(len(planes), varied), (len(planes), 1, SIDE, SIDE), align_corners=False)
    seen = F.grid_sample(torch.cat([planes, hair], 1), grid, align_corners=False)
    return seen[:, :5], F.avg_pool2d(seen[:, 5:], 2)


def blurred(plane, by):
    return F.avg_pool2d(F.pad(plane, (by, by, by, by), mode="replicate"), 2 * by + 1, 1)


HAIRS = [(0.9, 0.75, 0.5), (0.85, 0.65, 0.45), (0.6, 0.42, 0.25), (0.35, 0.22, 0.14), (0.12, 0.09, 0.08),
         (0.75, 0.73, 0.72), (0.55, 0.25, 0.12), (0.2, 0.14, 0.1)]


def recoloured(colours, where, tone):
    """Colours of one tone where `where` is, with the light and shade that they have."""
    weight = where.sum((1, 2), keepdim=True).clamp(min=1)
    light = colours.mean(0, keepdim=True)
    mean = (light * where).sum((1, 2), keepdim=True) / weight
    made = (tone * (1 + (light - mean) / mean.clamp(min=0.15) * random.uniform(0.4, 1))).clamp(0, 1)
    return colours * (1 - where) + made * where


def barred(picture):
    """A background with dark bars, as lintels and frames are."""
    picture = picture.expand(3, CROP, CROP).clone()
    for _ in range(random.choice([1, 1, 2])):
        start, thick = random.randint(0, CROP), random.randint(8, 50)
        tone = torch.empty(3, 1, 1).uniform_(0.02, 0.15)
        if random.random() < 0.5:
            picture[:, start : start + thick] = tone
        else:
            picture[:, :, start : start + thick] = tone
    return picture


def lacking(hair, oval):
    """A piece of hair that the mask of people lacks, as it does before dark walls."""
    places = torch.nonzero(hair[0] > 0.5)
    if len(places) == 0:
        return torch.zeros_like(hair)
    y, x = (float(v) for v in random.choice(places))
    down, across = torch.meshgrid(torch.arange(CROP) - y, torch.arange(CROP) - x, indexing="ij")
    near = (torch.hypot(down, across) < random.uniform(10, 50)).float()[None]
    return blurred(near, random.choice([1, 3])) * (1 - oval)


def varied_colours(planes, hair, behind):
    """Heads before other backgrounds, with hair and clothes of other colours, in other light."""
    planes, hair = planes.clone(), hair.clone()
    below = (torch.arange(CROP) > 100).float()[None, :, None]
    for k in range(len(planes)):
        colours, person, oval = planes[k, :3], planes[k, 3:4], planes[k, 4:5]
        own = hair[k] if random.random() < 0.5 else blurred(hair[k], 1)
        skin_tone = (colours * oval).sum((1, 2)) / oval.sum().clamp(min=1)
        if random.random() < 0.35:
            tone = torch.tensor(random.choice(HAIRS)) * random.uniform(0.7, 1.1)
            if random.random() < 0.25:
                tone = skin_tone * torch.empty(3).uniform_(0.85, 1.1)
            colours = recoloured(colours, own, tone[:, None, None])
        if random.random() < 0.2:
            tone = torch.empty(3, 1, 1).uniform_(0.05, 0.2)
            if random.random() < 0.3:
                tone = ((colours * hair[k]).sum((1, 2)) / hair[k].sum().clamp(min=1))[:, None, None]
            colours = recoloured(colours, person * below * (1 - own) * (1 - oval), tone)
        if random.random() < 0.35:
            other = random.choice(behind)
            if random.random() < 0.3:
                other = torch.empty(3, 1, 1).uniform_(0, 1) + 0.3 * (other - other.mean())
            elif random.random() < 0.15:
                other = torch.empty(3, 1, 1).uniform_(0.02, 0.12) + 0.1 * (other - other.mean())
            if random.random() < 0.3:
                other = barred(other)
            colours = colours * person + other.clamp(0, 1) * (1 - person)
        if random.random() < 0.12:
            colours, person, hair[k] = drawn_on(colours, person, oval, hair[k], behind)
            planes[k, 3:4] = person
        planes[k, :3] = colours
        if random.random() < 0.25:
            # As at the sides of a photograph.
            left, top, right, bottom = (int(CROP * random.uniform(0.13, 0.4)) if random.random() < 0.5 else 0 for _ in range(4))
            inside = torch.zeros(1, CROP, CROP)
            inside[:, top : CROP - bottom, left : CROP - right] = 1
            planes[k, :4] *= inside
            hair[k] *= inside
        chance = random.random()
        if chance < 0.15:
            planes[k, 3:4] = blurred(person, random.choice([2, 4, 7]))
        elif chance < 0.22:
            planes[k, 3:4] = 1
        elif chance < 0.42:
            planes[k, 3:4] *= 1 - lacking(hair[k], oval)
    return planes, hair


def in_other_light(seen):
    """Light, colour, blur and noise of small photographs."""
    seen = seen.clone()
    for k in range(len(seen)):
        part = seen[k, :3]
        lamp = 1 + torch.empty(3, 1, 1).uniform_(-0.12, 0.12)
        part = part.clamp(0, 1) ** math.exp(random.uniform(-0.5, 0.5)) * math.exp(random.uniform(-0.35, 0.25)) * lamp
        if random.random() < 0.3:
            grey = part.mean(0, keepdim=True)
            part = grey + (part - grey) * random.choice([0, random.uniform(0, 1.3)])
        if random.random() < 0.35:
            part = lighting.from_aside(part)
        if random.random() < 0.35:
            side = random.choice([64, 48, 36])
            part = F.interpolate(F.interpolate(part[None], (side, side), mode="area"), (SIDE, SIDE), mode="bilinear", align_corners=False)[0]
        seen[k, :3] = (part + torch.randn_like(part) * random.choice([0, 0.01, 0.03])).clamp(0, 1)
    return seen


def loss_of(answer, wanted):
    plain = F.binary_cross_entropy_with_logits(answer, wanted)
    chance = torch.sigmoid(answer)
    common = (chance * wanted).sum((1, 2, 3))
    dice = 1 - (2 * common + 20) / (chance.sum((1, 2, 3)) + wanted.sum((1, 2, 3)) + 20)
    return plain + 0.3 * dice.mean()


def overlap(one, other):
    both = (one & other).sum()
    either = (one | other).sum()
    return 1.0 if either < 20 else float(both) / float(either)


def figures(network, held):
    """How many heads a hand has drawn and others there are, and the mean IoU of hair with each."""
    network.eval()
    rows = {True: [], False: []}
    with torch.no_grad():
        for _, planes, hair, by_hand in held:
            as_planes = lambda values: torch.from_numpy(values.copy()).reshape(1, -1, CROP, CROP).float() / 255
            seen, truth = shown(as_planes(planes), as_planes(hair), False)
            answer = network(seen) > 0
            person = F.avg_pool2d(seen[:, 3:4], 2) > 0.5
            rows[by_hand].append(overlap(answer & person, truth > 0.5))
    network.train()
    return {("by hand" if key else "others"): (len(value), round(float(np.mean(value)), 3)) for key, value in rows.items() if value}


def export(network, path):
    """Batch norms are within the convolutions."""
    network.eval()
    whole = nn.Sequential(network, nn.Sigmoid())
    torch.onnx.export(whole, torch.zeros(1, 5, SIDE, SIDE), path, input_names=["head"], output_names=["hair"], opset_version=13)
    network.train()
    halve_weights(path)


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 15
    torch.manual_seed(0)
    random.seed(0)
    torch.set_num_threads(1)
    known = list(heads())
    held = [head for head in known if is_held(head[0])]
    learnt = [head for head in known if not is_held(head[0])]
    print(len(learnt), "to learn from,", sum(h[3] for h in learnt), "by hand;", len(held), "held out,", sum(h[3] for h in held), "by hand")
    planes = torch.from_numpy(np.stack([h[1] for h in learnt])).float() / 255
    hairs = torch.from_numpy(np.stack([h[2] for h in learnt]))[:, None].float() / 255
    often = [HAND if h[3] else 1 for h in learnt]
    behind = backgrounds()
    network = HairNetwork()
    print(sum(p.numel() for p in network.parameters()), "parameters")
    path = f"{HERE}/work/hair.pt"
    if os.path.exists(path):
        network.load_state_dict(torch.load(path))
    optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-3)
    begun, step, mean = time.time(), 0, 0
    while True:
        share = (time.time() - begun) / 60 / minutes
        if share >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        chosen = random.choices(range(len(learnt)), often, k=BATCH)
        seen, wanted = shown(*varied_colours(planes[chosen], hairs[chosen], behind), True)
        loss = loss_of(network(in_other_light(seen)), wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        mean = 0.98 * mean + 0.02 * loss.item()
        step += 1
        if step % 200 == 0:
            torch.save(network.state_dict(), path)
            print(step, f"{share:.2f} {mean:.4f}", figures(network, held), flush=True)
    torch.save(network.state_dict(), path)
    export(network, f"{HERE}/work/hair.onnx")
    print(step, figures(network, held))


if __name__ == "__main__":
    main()
