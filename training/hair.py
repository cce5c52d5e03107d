"""The network that sees where on a head its hair is, and what is worn on it.

`npm run build:assets`, `npx tsx training/head-crops.ts`, then `python3 training/hair.py SECONDS`: writes training/work/hair.onnx
and what it needs to go on, training/work/hair.pt. With a graphics processor ten minutes are enough.
Labels are in hair.json: polygons of what is hair (`add`), then of what is none (`cut`) and of headwear (`worn`; null where
nobody looked for any) in pixels of the square of 144, drawn by `hand` or found by the tool or an earlier network and seen
to be right. Who is not there is not learnt from. Larger networks learn beside the small one, which learns from their mean, too.
"""
import copy
import glob
import hashlib
import json
import math
import multiprocessing
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
from filled_channels import fill_channels
from head_pictures import varied
from PIL import Image, ImageDraw

HERE = os.path.dirname(os.path.abspath(__file__))
CROP, ROOM, SIDE = 144, 1.3, 64
WIDTHS = (18, 27, 36, 54)
TEACHERS, TEACHER_WIDTHS = 2, (28, 42, 56, 84)
BATCH, RATE = 64, 2e-3
HAND, WORN = 3, 1.5
"""How much more often a head is shown that was labelled by hand, or that wears something."""
POOL, DRAWERS, SENT = 4096, 5, 32
"""So many pictures are held, of which each is shown several times; processes that draw them, and how many each sends at once."""
KEPT = 0.9995
"""Of the mean of weights that is shipped, how much stays in a step."""
MISTAKEN = 3
TAUGHT = {"from": 0.1, "share": 0.5}


def block(given, made, stride=1):
    return nn.Sequential(
        nn.Conv2d(given, made, 3, stride, 1, bias=False), nn.BatchNorm2d(made), nn.ReLU(),
        nn.Conv2d(made, made, 3, 1, 1, bias=False), nn.BatchNorm2d(made), nn.ReLU(),
    )


class HairNetwork(nn.Module):
    """Red, green, blue, person, face oval, 0..1, at 64 x 64 to the chances of hair and of headwear at 32 x 32."""

    def __init__(self, widths=WIDTHS):
        super().__init__()
        a, b, c, d = widths
        self.first = nn.Sequential(nn.Conv2d(5, a, 3, 2, 1, bias=False), nn.BatchNorm2d(a), nn.ReLU())
        self.down = nn.ModuleList([block(a, a), block(a, b, 2), block(b, c, 2), block(c, d, 2)])
        self.up = nn.ModuleList([block(d + c, c), block(c + b, b), block(b + a, a)])
        self.last = nn.Conv2d(a, 2, 1)

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
    """Hair and headwear as bytes of 255 and 0, [2, CROP, CROP]."""
    planes = []
    for kinds in ((("add", 255), ("cut", 0), ("worn", 0)), (("worn", 255),)):
        picture = Image.new("L", (CROP, CROP))
        draw = ImageDraw.Draw(picture)
        for kind, value in kinds:
            for points in polygons.get(kind) or []:
                draw.polygon([tuple(map(int, point.split(","))) for point in points.split()], fill=value)
        planes.append(np.asarray(picture))
    return np.stack(planes)


def is_held(name):
    """A fifth of the photographs, by their names."""
    photo = name.rsplit(":", 1)[0]
    return int(hashlib.sha1(photo.encode()).hexdigest(), 16) % 5 == 0


class LabelledHead:
    """Its planes [7, CROP, CROP] in bytes, whether a hand drew its hair, and whether somebody looked for headwear."""

    def __init__(self, name, polygons):
        self.name = name
        seen = np.fromfile(f"{HERE}/work/heads/{name}.planes", np.uint8).reshape(-1, CROP, CROP)[:5]
        self.planes = np.concatenate([seen, drawn(polygons)])
        self.by_hand = polygons.get("hand", False)
        self.is_known = polygons.get("worn", []) is not None
        self.is_worn = bool(polygons.get("worn"))


def heads():
    return [LabelledHead(*entry) for entry in labels().items()]


def backgrounds(count=250):
    """Squares of photographs in which nobody is, [3, CROP, CROP], 0..1."""
    packed = f"{HERE}/work/backgrounds.npz"
    if os.path.exists(packed):
        return list(np.load(packed)["squares"].astype(np.float32) / 255)
    rng = random.Random(1)
    found = {urllib.parse.unquote(os.path.basename(p)).rsplit(":", 1)[0] for p in glob.glob(f"{HERE}/work/heads/*")}
    paths = [p for name in ("cid22", "wallpapers") for p in sorted(glob.glob(f"{HERE}/../../shared/data/open/sr-train/{name}/*"))
             if os.path.splitext(os.path.basename(p))[0] not in found]
    made = []
    for _ in range(count):
        picture = Image.open(rng.choice(paths)).convert("RGB")
        side = int(min(picture.size) * rng.uniform(0.25, 0.9))
        x, y = (rng.randint(0, n - side) for n in picture.size)
        square = picture.crop((x, y, x + side, y + side)).resize((CROP, CROP), Image.BILINEAR)
        made.append(np.asarray(square).transpose(2, 0, 1).astype(np.float32) / 255)
    return made


def draw_pictures(seed, learnt, behind, queue):
    """Sends one lot of pictures after the other, and of each whether headwear is known."""
    import cv2

    cv2.setNumThreads(1)
    random.seed(seed)
    np.random.seed(seed)
    often = [(HAND if head.by_hand else 1) * (WORN if head.is_worn else 1) for head in learnt]
    donors = [head.planes for head in learnt if head.is_worn]
    bare = [head.planes for head in learnt if head.is_known and not head.is_worn]
    while True:
        chosen = random.choices(learnt, often, k=SENT)
        queue.put((np.stack([varied(head.planes, donors, bare, behind) for head in chosen]), np.array([head.is_known for head in chosen])))


def matrices(count, is_varied, device):
    """Of the square that the network is shown within the crop."""
    between = lambda by: (torch.rand(count, device=device) * 2 - 1) * (by if is_varied else 0)
    turn, right, down, scale = between(0.18), between(0.07), between(0.07), torch.exp(between(0.13)) / ROOM
    flip = torch.where(between(1) < 0, -1.0, 1.0)
    cos, sin = torch.cos(turn) * scale, torch.sin(turn) * scale
    return torch.stack([torch.stack([cos * flip, -sin, right], 1), torch.stack([sin * flip, cos, down], 1)], 1)


def shown(planes, is_varied):
    """What the network sees of planes [n, 7, CROP, CROP], 0..1, and what it should answer."""
    grid = F.affine_grid(matrices(len(planes), is_varied, planes.device), (len(planes), 1, SIDE, SIDE), align_corners=False)
    seen = F.grid_sample(planes, grid, align_corners=False)
    return seen[:, :5], F.avg_pool2d(seen[:, 5:], 2)


def in_other_light(seen):
    """Light, colour, blur and noise of small photographs, each picture in its own."""
    count, device = len(seen), seen.device
    number = lambda low, high, width=1: torch.rand(count, width, 1, 1, device=device) * (high - low) + low
    some = lambda chance: (torch.rand(count, 1, 1, 1, device=device) < chance).float()
    colours = seen[:, :3].clamp(1e-4, 1) ** torch.exp(number(-0.5, 0.5)) * torch.exp(number(-0.35, 0.25)) * (1 + number(-0.12, 0.12, 3))
    grey = colours.mean(1, keepdim=True)
    faded = grey + (colours - grey) * number(0, 1.3) * some(0.6)
    is_faded = some(0.35)
    colours = colours * (1 - is_faded) + faded * is_faded
    is_lit = some(0.35)
    colours = colours * (1 - is_lit) + lighting.from_aside(colours) * is_lit
    for side, chance in ((48, 0.15), (36, 0.15), (24, 0.06)):
        is_small = some(chance)
        small = F.interpolate(F.interpolate(colours, (side, side), mode="area"), (SIDE, SIDE), mode="bilinear", align_corners=False)
        colours = colours * (1 - is_small) + small * is_small
    colours = colours + torch.randn_like(colours) * number(0, 0.03) * some(0.6)
    return torch.cat([colours.clamp(0, 1), seen[:, 3:]], 1)


def loss_of(answer, wanted, known):
    """Of headwear only where somebody looked for any; hair that is taken for it costs more."""
    weigh = torch.stack([torch.ones_like(known), known], 1)[:, :, None, None]
    dear = torch.cat([torch.ones_like(wanted[:, :1]), 1 + (MISTAKEN - 1) * wanted[:, :1]], 1)
    plain = (F.binary_cross_entropy_with_logits(answer, wanted, reduction="none") * weigh * dear).mean()
    chance = torch.sigmoid(answer)
    common = (chance * wanted).sum((2, 3))
    dice = 1 - (2 * common + 20) / (chance.sum((2, 3)) + wanted.sum((2, 3)) + 20)
    return 2 * plain + 0.3 * (dice * weigh[:, :, 0, 0]).mean(0).sum()


def overlap(one, other):
    both = (one & other).sum()
    either = (one | other).sum()
    return 1.0 if either < 20 else float(both) / float(either)


def answers(network, head, device="cpu"):
    """Hair and headwear as they are seen and as they are, [2, 32, 32] each."""
    planes = torch.from_numpy(head.planes).to(device)[None].float() / 255
    grid = F.affine_grid(torch.tensor([[[1 / ROOM, 0, 0], [0, 1 / ROOM, 0]]], device=device), (1, 1, SIDE, SIDE), align_corners=False)
    seen = F.grid_sample(planes, grid, align_corners=False)
    with torch.no_grad():
        answer = network(seen[:, :5]) > 0
    person = F.avg_pool2d(seen[:, 3:4], 2) > 0.5
    return (answer & person)[0].cpu(), (F.avg_pool2d(seen[:, 5:], 2) > 0.5)[0].cpu()


def figures(network, held, device="cpu"):
    """Mean IoU of hair with heads that a hand has drawn and with others, of headwear where it is worn, and how many others have some."""
    network.eval()
    rows = {"by hand": [], "others": [], "worn": [], "falsely worn": []}
    for head in held:
        answer, truth = answers(network, head, device)
        rows["by hand" if head.by_hand else "others"].append(overlap(answer[0], truth[0]))
        if head.is_worn:
            rows["worn"].append(overlap(answer[1], truth[1]))
        elif head.is_known:
            rows["falsely worn"].append(float(answer[1].sum() > 15))
    network.train()
    return {key: (len(value), round(float(np.mean(value)), 3)) for key, value in rows.items() if value}


def export(network, path):
    """Batch norms are within the convolutions."""
    network.eval()
    whole = nn.Sequential(network, nn.Sigmoid())
    torch.onnx.export(whole, torch.zeros(1, 5, SIDE, SIDE), path, input_names=["head"], output_names=["hair"], opset_version=13, **OLD_EXPORT)
    network.train()
    halve_weights(path)
    fill_channels(path)


OLD_EXPORT = {"dynamo": False} if int(torch.__version__.split(".")[1]) > 5 and torch.__version__.startswith("2") else {}


class Pool:
    """Pictures that were drawn, the newest ones, in the memory of the device."""

    def __init__(self, learnt, device):
        self.queue = multiprocessing.Queue(4)
        self.drawers = [
            multiprocessing.Process(target=draw_pictures, args=(seed, learnt, backgrounds(), self.queue), daemon=True)
            for seed in range(DRAWERS)
        ]
        for drawer in self.drawers:
            drawer.start()
        self.planes = torch.zeros(POOL, 7, CROP, CROP, dtype=torch.uint8, device=device)
        self.known = torch.zeros(POOL, device=device)
        self.drawn = 0

    def take(self, waits=False):
        """Takes a lot of what was drawn."""
        if waits or not self.queue.empty():
            planes, known = self.queue.get()
            places = (self.drawn + torch.arange(SENT)) % POOL
            self.planes[places] = torch.from_numpy(planes).to(self.planes.device)
            self.known[places] = torch.from_numpy(known).float().to(self.known.device)
            self.drawn += SENT

    def some(self):
        chosen = torch.randint(0, min(POOL, self.drawn), (BATCH,), device=self.planes.device)
        return self.planes[chosen].float() / 255, self.known[chosen]

    def close(self):
        for drawer in self.drawers:
            drawer.terminate()


def follow(mean, network):
    """The mean of weights goes a little towards what they are."""
    with torch.no_grad():
        pairs = zip(mean.state_dict().values(), network.state_dict().values())
        own, new = zip(*(pair for pair in pairs if pair[0].is_floating_point()))
        torch._foreach_mul_(own, KEPT)
        torch._foreach_add_(own, new, alpha=1 - KEPT)


def main():
    begun, seconds = time.time(), float(sys.argv[1]) if len(sys.argv) > 1 else 600
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(0)
    random.seed(0)
    known = heads()
    held = [head for head in known if is_held(head.name)]
    learnt = [head for head in known if not is_held(head.name)]
    print(len(learnt), "to learn from,", sum(h.is_worn for h in learnt), "in headwear;", len(held), "held out,", sum(h.is_worn for h in held), flush=True)
    pool = Pool(learnt, device)
    networks = [HairNetwork().to(device)] + [HairNetwork(TEACHER_WIDTHS).to(device) for _ in range(TEACHERS)]
    print(sum(p.numel() for p in networks[0].parameters()), "parameters", flush=True)
    means = [copy.deepcopy(network) for network in networks]
    path = f"{HERE}/work/hair.pt"
    if os.path.exists(path):
        for network, mean, (own, its) in zip(networks, means, torch.load(path, map_location=device)):
            network.load_state_dict(own)
            mean.load_state_dict(its)
    optimizers = [torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-3) for network in networks]
    while pool.drawn < 512:
        pool.take(waits=True)
    step, said, saved, losses = 0, 0, time.time(), np.zeros(len(networks))

    def save():
        torch.save([(network.state_dict(), mean.state_dict()) for network, mean in zip(networks, means)], path)
        export(copy.deepcopy(means[0]).cpu(), f"{HERE}/work/hair.onnx")

    while True:
        share = (time.time() - begun) / seconds
        if share >= 1:
            break
        pool.take()
        planes, is_known = pool.some()
        seen, wanted = shown(planes, True)
        seen = in_other_light(seen)
        taught = []
        for n in reversed(range(len(networks))):
            for group in optimizers[n].param_groups:
                group["lr"] = RATE * min(1, (step + 1) / 100) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))
            answer = networks[n](seen)
            loss = loss_of(answer, wanted, is_known)
            if n > 0:
                taught.append(torch.sigmoid(answer.detach()))
            elif share > TAUGHT["from"] and taught:
                told = F.binary_cross_entropy_with_logits(answer, sum(taught) / len(taught))
                loss = (1 - TAUGHT["share"]) * loss + TAUGHT["share"] * 3 * told
            optimizers[n].zero_grad()
            loss.backward()
            optimizers[n].step()
            if step < 2000 and step % 100 == 0:
                means[n].load_state_dict(networks[n].state_dict())
            follow(means[n], networks[n])
            if step % 50 == 0:
                losses[n] = loss.item()
        step += 1
        if time.time() - begun > said + 30:
            said = time.time() - begun
            print(step, f"{share:.2f} drawn {pool.drawn}", losses.round(3), figures(means[0], held, device), flush=True)
            if time.time() - saved > 110:
                saved = time.time()
                save()
    save()
    pool.close()
    print(step, figures(means[0], held, device), [figures(mean, held, device) for mean in means[1:]], flush=True)


if __name__ == "__main__":
    main()
