"""The network that sees where a sheet of paper lies in a picture.

`python3 training/sheet_photographs.py`, then `python3 training/sheet.py SECONDS`: trains on scenes that are made as it goes
(sheet_scenes.py), on a graphics processor if there is one, and writes training/work/sheet.pt;
`python3 training/sheet.py export` writes training/work/sheet.onnx. It goes on from training/work/sheet-before.pt if it lies there.
"""
import copy
import math
import multiprocessing
import os
import queue
import sys
import time

import cv2
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sheet_photographs import HELD_OUT
from sheet_scenes import SIDE, Scenes

HERE = os.path.dirname(os.path.abspath(__file__))
WORK = os.environ.get("SHEET_WORK", f"{HERE}/work")
WIDTHS = (12, 20, 32, 40, 48, 40)
RATE = 2.5e-3
MAKERS = 5
WEIGHTS = (1.0, 1.5, 1.0)
MET = (1.0, 3.0, 6.0)
"""How much more what is there counts than what is not: of a sheet, its sides, its corners."""


def convolution(given, made, stride=1):
    return nn.Sequential(nn.Conv2d(given, made, 3, stride, 1, bias=False), nn.BatchNorm2d(made), nn.ReLU())


class SheetNetwork(nn.Module):
    """Red, green, blue, 0..1, at 256 x 256 to the chances of sheet, side and corner at 128 x 128, as logits."""

    def __init__(self):
        super().__init__()
        self.first = convolution(3, WIDTHS[0], 2)
        self.down = nn.ModuleList(
            nn.Sequential(convolution(given, made, 1 if at == 0 else 2), convolution(made, made))
            for at, (given, made) in enumerate(zip(WIDTHS[:1] + WIDTHS, WIDTHS))
        )
        self.up = nn.ModuleList()
        for at, (below, own) in enumerate(zip(WIDTHS[:0:-1], WIDTHS[-2::-1])):
            more = [convolution(own, own)] if at > 1 else []
            self.up.append(nn.Sequential(convolution(below + own, own), *more))
        self.last = nn.Conv2d(WIDTHS[0], 3, 1)

    def forward(self, picture):
        value = self.first(picture - 0.5)
        kept = []
        for layer in self.down:
            value = layer(value)
            kept.append(value)
        for layer, before in zip(self.up, kept[-2::-1]):
            value = layer(torch.cat([F.interpolate(value, scale_factor=2.0, mode="nearest"), before], 1))
        return self.last(value)


class Chances(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, picture):
        return torch.sigmoid(self.network(picture))


def photographs():
    """Those to learn from and those held out."""
    packed = np.load(f"{WORK}/sheet-photographs.npz")
    read, heads = [
        [cv2.imdecode(packed[f"{name}{at:04d}"], cv2.IMREAD_COLOR)[..., ::-1] for at in range(count)]
        for name, count in (("", len(packed["names"])), ("head-", int(packed["heads"])))
    ]
    return heads + [p for at, p in enumerate(read) if at % HELD_OUT], read[::HELD_OUT]


def make(photos, seed, made):
    cv2.setNumThreads(1)
    scenes = Scenes(photos, seed)
    while True:
        pictures, wanted = zip(*(scenes.scene() for _ in range(8)))
        made.put((np.stack(pictures), np.stack(wanted)))


class Kept:
    """The last scenes made, on the device."""

    def __init__(self, made, count, device):
        self.made, self.count, self.filled, self.seen = made, count, 0, 0
        self.pictures = torch.zeros((count, SIDE, SIDE, 3), dtype=torch.uint8, device=device)
        self.wanted = torch.zeros((count, SIDE // 2, SIDE // 2, 3), dtype=torch.uint8, device=device)

    def take(self):
        try:
            pictures, wanted = self.made.get_nowait()
        except queue.Empty:
            return False
        at = self.seen % self.count
        self.pictures[at : at + len(pictures)] = torch.from_numpy(pictures).to(self.pictures.device)
        self.wanted[at : at + len(wanted)] = torch.from_numpy(wanted).to(self.wanted.device)
        self.seen += len(pictures)
        self.filled = min(self.count, self.seen)
        return True

    def batch(self, count):
        at = torch.randint(0, self.filled, (count,), device=self.pictures.device)
        return planes(self.pictures[at]), planes(self.wanted[at])


def planes(pictures):
    return pictures.permute(0, 3, 1, 2).float() / 255


def varied(pictures, wanted):
    """Turned, mirrored, a part of it, in other colours and noisier: a scene is shown more than once."""
    count, device = len(pictures), pictures.device
    if np.random.rand() < 0.5:
        pictures, wanted = pictures.transpose(2, 3), wanted.transpose(2, 3)
    flips = (torch.randint(0, 2, (count, 2), device=device) * 2 - 1).float()
    grow = 1 - 0.3 * torch.rand(count, 2, device=device) * (torch.rand(count, 1, device=device) < 0.6)
    shift = (torch.rand(count, 2, device=device) * 2 - 1) * (1 - grow)
    lean = torch.randn(count, 2, device=device) * 0.03 * (grow < 0.9)
    rows = torch.zeros(count, 2, 3, device=device)
    rows[:, 0, 0], rows[:, 1, 1] = grow[:, 0] * flips[:, 0], grow[:, 1] * flips[:, 1]
    rows[:, 0, 1], rows[:, 1, 0] = lean[:, 0], lean[:, 1]
    rows[:, :, 2] = shift
    def moved(values):
        grid = F.affine_grid(rows, list(values.shape), align_corners=False)
        return F.grid_sample(values, grid, padding_mode="reflection", align_corners=False)
    pictures, wanted = moved(pictures), moved(wanted)
    shape = (count, 1, 1, 1)
    gamma = torch.exp(torch.randn(shape, device=device) * 0.2)
    cast = 1 + torch.randn(count, 3, 1, 1, device=device) * 0.06
    grey = pictures.mean(1, keepdim=True)
    colour = torch.rand(shape, device=device) * 0.5 + 0.6
    pictures = (grey + (pictures - grey) * colour).clamp(0.001, 1) ** gamma * cast
    noise = torch.randn_like(pictures) * torch.rand(shape, device=device) * 0.02
    return (pictures + noise).clamp(0, 1), wanted


def loss_of(network, pictures, wanted):
    met = torch.tensor(MET, device=pictures.device).view(3, 1, 1)
    weights = torch.tensor(WEIGHTS, device=pictures.device).view(3, 1, 1)
    logits = network(pictures).float()
    each = F.binary_cross_entropy_with_logits(logits, wanted, pos_weight=met, reduction="none")
    chance = torch.sigmoid(logits[:, 0])
    both = (chance * wanted[:, 0]).sum((1, 2))
    either = (chance + wanted[:, 0]).sum((1, 2))
    # In a picture without a sheet few surely wrong places weigh as much as a sheet's.
    apart = 1 - (2 * both + 60) / (either + 60)
    return (each * weights).mean() + 0.3 * apart.mean()


@torch.no_grad()
def figures(network, pictures, wanted):
    """Mean intersection over union where there is a sheet, and the share of pictures without one that get some."""
    network.eval()
    seen = torch.cat([torch.sigmoid(network(part)) for part in pictures.split(50)])[:, 0] > 0.5
    true = wanted[:, 0] > 0.5
    both, either = (seen & true).sum((1, 2)).float(), (seen | true).sum((1, 2)).float()
    has = true.any(2).any(1)
    none = seen[~has].float().mean((1, 2)) > 0.03
    overlap = both[has] / either[has]
    return f"overlap {overlap.mean():.4f}, above 0.9 {(overlap > 0.9).float().mean():.3f}, where there is none {none.float().mean():.3f}"


def measured_scenes(photos, count, device):
    scenes = Scenes(photos, 7)
    pictures, wanted = zip(*(scenes.scene() for _ in range(count)))
    return planes(torch.from_numpy(np.stack(pictures)).to(device)), planes(torch.from_numpy(np.stack(wanted)).to(device))


def averaged(mean, network, step):
    """A running mean of the weights is steadier than the last of them."""
    keep = min(0.998, (1 + step) / (10 + step))
    with torch.no_grad():
        for one, other in zip(mean.state_dict().values(), network.state_dict().values()):
            if one.dtype.is_floating_point:
                one.lerp_(other, 1 - keep)


def train(seconds, begun):
    learnt, held = photographs()
    made = multiprocessing.Queue(40)
    makers = [multiprocessing.Process(target=make, args=(learnt, time.time_ns() % 10**9 + n, made), daemon=True) for n in range(MAKERS)]
    for maker in makers:
        maker.start()
    is_fast = torch.cuda.is_available()
    device = "cuda" if is_fast else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(0)
    held_scenes = measured_scenes(held, 400 if is_fast else 50, device)
    kept = Kept(made, 32_000 if is_fast else 800, device)
    network = SheetNetwork().to(device)
    if os.path.exists(f"{WORK}/sheet-before.pt"):
        network.load_state_dict(torch.load(f"{WORK}/sheet-before.pt", map_location=device))
    mean = copy.deepcopy(network)
    print(sum(p.numel() for p in network.parameters()), "parameters,", len(learnt), "photographs, on", device, flush=True)
    optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-3)
    batch = 64 if is_fast else 16
    while kept.filled < (1500 if is_fast else 64):
        kept.take() or time.sleep(0.05)
    start, step, shown, told, saved = time.time(), 0, 0.0, time.time(), time.time()
    end = begun + seconds - 25
    while time.time() < end:
        share = (time.time() - start) / (end - start)
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 200) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))
        for _ in range(4):
            kept.take()
        network.train()
        loss = loss_of(network, *varied(*kept.batch(batch)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        averaged(mean, network, step)
        if step % 20 == 0:
            shown = loss.item() if shown == 0 else 0.95 * shown + 0.05 * loss.item()
        if time.time() - told > 30:
            told = time.time()
            print(f"{step} {share:.2f} scenes {kept.seen} loss {shown:.4f} {figures(mean, *held_scenes)}", flush=True)
        if time.time() - saved > 110:
            saved = time.time()
            torch.save(mean.state_dict(), f"{WORK}/sheet.pt")
    torch.save(mean.state_dict(), f"{WORK}/sheet.pt")
    print(f"{step} scenes {kept.seen} {figures(mean, *held_scenes)}", flush=True)
    for maker in makers:
        maker.kill()


def export():
    from colour_export import halve_weights

    network = SheetNetwork()
    network.load_state_dict(torch.load(f"{WORK}/sheet.pt", map_location="cpu"))
    path = f"{WORK}/sheet.onnx"
    torch.onnx.export(Chances(network.eval()), torch.zeros(1, 3, SIDE, SIDE), path, opset_version=13,
                      input_names=["picture"], output_names=["sheet"])
    halve_weights(path)


if __name__ == "__main__":
    if sys.argv[1] == "export":
        export()
    else:
        train(float(sys.argv[1]), time.time())
