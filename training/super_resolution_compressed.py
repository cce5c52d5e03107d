"""Trains the network of the role super-resolution/x2-compressed, writes its .onnx.

It doubles photographs that were shrunk and stored as JPEG by a chat program; RGB in and out, for JPEG
leaves blotches of colour too. It works at half the photograph's resolution: twice the channels and the
reach for the same time, since what JPEG's blocks hide can only be guessed from afar. Blocks
are folded as those of super_resolution.py.

    OMP_NUM_THREADS=1 python3 training/super_resolution_compressed.py --minutes 80 --bfloat16
    python3 training/super_resolution_compressed.py --device cuda --workers 8 --batch 48 --minutes 16
    python3 training/super_resolution_compressed.py --export-only
    python3 training/super_resolution_compressed.py --steps 600 --patch 32 --batch 4 --work /tmp/sr   # short
"""
import argparse
import copy
import multiprocessing
import os
import queue
import time

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import nn

from checkpoints import resume, save
from compressed_photos import as_jpeg, compressed
from resident_pictures import ResidentPictures
from super_resolution import (
    SEED, SHOW_EVERY_S, EdgeBlock, crop_to_scale, folded, psnr, sharp_pictures, shrink, studio_luma, write,
)
from training_steps import Schedule, Steps

SCALE = 2
# Of the photograph's own detail, put back at export, or skin becomes wax. What little error it adds
# grows with the square of the share.
RESTRAINT = 0.05
SQUARED_FROM = 0.75
COPIES = 4
RENEWED_A_STEP = 2


class HalfNet(nn.Module):
    """RGB [n, 3, h, w] in 0..1, even sides -> [n, 3, 2 h, 2 w]; begins as a bicubic enlargement."""

    def __init__(self, channels, blocks):
        super().__init__()
        self.head = nn.Conv2d(12, channels, 3, padding=1)
        self.head_slope = nn.Parameter(torch.full((channels,), 0.25))
        self.body = nn.ModuleList(EdgeBlock(channels) for _ in range(blocks))
        self.tail = nn.Conv2d(channels, 3 * (2 * SCALE) ** 2, 3, padding=1)
        self.base = nn.Conv2d(3, 3 * SCALE**2, 5, padding=2, bias=False)
        with torch.no_grad():
            self.tail.weight.zero_()
            self.tail.bias.zero_()
            self.base.weight.copy_(bicubic_base())

    def forward(self, x):
        features = F.prelu(self.head(F.pixel_unshuffle(x, 2)), self.head_slope)
        for block in self.body:
            features = block(features)
        base = F.pixel_shuffle(self.base(x), SCALE)
        return base.float() + F.pixel_shuffle(self.tail(features), 2 * SCALE).float()


def bicubic_base():
    """[12, 3, 5, 5]: a bicubic enlargement of each channel."""
    def cubic(distance, a=-0.5):
        d = abs(distance)
        if d < 1:
            return ((a + 2) * d - (a + 3)) * d * d + 1
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a if d < 2 else 0.0

    line = torch.tensor([[cubic(k - 2 - shift) for k in range(5)] for shift in (-0.25, 0.25)])
    bicubic = torch.einsum("yk,xl->yxkl", line, line).reshape(4, 5, 5)
    return torch.einsum("io,pkl->ipokl", torch.eye(3), bicubic).reshape(12, 3, 5, 5)


class PlainHalfNet(nn.Module):
    """The folded network, for pictures of any size: what is exported and counted.

    Odd sides are filled up with their last row or column, and what was made of those is cut away.
    """

    def __init__(self, trained):
        super().__init__()
        self.halved = nn.Conv2d(3, 12, 2, stride=2, bias=False)
        with torch.no_grad():
            self.halved.weight.copy_(torch.eye(12).reshape(12, 3, 2, 2))
        self.body = folded(trained)
        self.base = copy.deepcopy(trained.base)

    def forward(self, x):
        halved = self.halved(F.pad(x, (0, 1, 0, 1), mode="replicate"))
        added = F.pixel_shuffle(self.body(halved), 2 * SCALE)
        base = F.pixel_shuffle(self.base(x), SCALE)
        return base + added[..., : base.shape[2], : base.shape[3]]


class SpoiltCopies:
    """Makes new spoilt copies of the pictures all the time, in processes of their own."""

    def __init__(self, sharp, workers):
        self.made = multiprocessing.Queue(4 * workers)
        for seed in range(workers):
            started = (sharp, SEED + 1 + seed, self.made)
            multiprocessing.Process(target=make_copies, args=started, daemon=True).start()

    def take_over(self, pictures, most):
        """Puts what was made since into the pictures."""
        for _ in range(most):
            try:
                pictures.renew(*self.made.get_nowait())
            except queue.Empty:
                return


def make_copies(sharp, seed, made):
    rng = np.random.default_rng(seed)
    weights = np.array([picture.size for picture in sharp], float)
    while True:
        index = rng.choice(len(sharp), p=weights / weights.sum())
        made.put((index, int(rng.integers(COPIES)), spoilt_copy(sharp[index], rng)))


def spoilt_copy(picture, rng):
    return np.asarray(compressed(Image.fromarray(picture), SCALE, rng))


def first_copies(job):
    number, picture = job
    rng = np.random.default_rng(SEED + 1000 + number)
    return [spoilt_copy(picture, rng) for _ in range(COPIES)]


def tensor_of(pictures):
    return torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))).float() / 255


def loss_of(result, wanted, squared):
    """Luma counts most; differences between neighbours are asked for too, or skin becomes wax."""
    error = result - wanted
    red, green, blue = error.split(1, 1)
    luma = 0.299 * red + 0.587 * green + 0.114 * blue
    colour = error - luma
    across, down = luma[..., 1:] - luma[..., :-1], luma[..., 1:, :] - luma[..., :-1, :]
    if squared:
        return 20 * (luma.square().mean() + 0.2 * colour.square().mean())
    return luma.abs().mean() + 0.2 * colour.abs().mean() + 0.1 * (across.abs().mean() + down.abs().mean())


def measure_set(folder):
    """Ten Kodak pictures (not trained on), each at three qualities with fixed noise."""
    spoilt = []
    for place, name in [("sr-test/kodak", n) for n in sorted(os.listdir(os.path.join(folder, "sr-test/kodak")))]:
        large = crop_to_scale(Image.open(os.path.join(folder, place, name)).convert("RGB"), SCALE)
        for quality in (40, 75, 90):
            rng = np.random.default_rng(quality)
            small = np.asarray(shrink(large, SCALE), np.float32)
            small = np.clip(small + rng.normal(0, 3, small.shape), 0, 255)
            small = Image.fromarray(np.round(small).astype(np.uint8))
            small = as_jpeg(small, quality)
            spoilt.append((quality, studio_luma(large), small))
    return spoilt


def measure(network, spoilt):
    network.eval()
    gains = {}
    for quality, large, small in spoilt:
        lanczos = small.resize((large.shape[1], large.shape[0]), Image.LANCZOS)
        with torch.no_grad():
            x = tensor_of(np.asarray(small)[None]).to(network.base.weight.device)
            y = network(x)[0].clamp(0, 1).cpu().numpy().transpose(1, 2, 0)
        ours = Image.fromarray(np.round(y * 255).astype(np.uint8))
        gain = psnr(studio_luma(ours), large, SCALE) - psnr(studio_luma(lanczos), large, SCALE)
        gains.setdefault(quality, []).append(gain)
    network.train()
    return ", ".join(f"q{q} {np.mean(g):+.2f} (least {min(g):+.2f})" for q, g in gains.items())


def train(arguments, network, average):
    checkpoint = os.path.join(arguments.work, arguments.name + ".pt")
    most = 12 if arguments.steps else None
    sharp = [np.asarray(picture) for picture in sharp_pictures(arguments.photographs, SCALE, arguments.patch, most)]
    # Processes are begun before a graphics processor is touched, which does not survive a fork.
    with multiprocessing.Pool(arguments.workers) as pool:
        copies = pool.map(first_copies, enumerate(sharp))
    renewed = SpoiltCopies(sharp, arguments.workers)
    pictures = ResidentPictures(list(zip(sharp, copies)), SCALE, arguments.patch, arguments.batch, arguments.device)
    network, average = network.to(arguments.device), average.to(arguments.device)

    def loss(squared):
        small, large = pictures.draw()
        with torch.autocast(arguments.device, torch.bfloat16, enabled=arguments.bfloat16):
            result = network(small.contiguous(memory_format=torch.channels_last))
        return loss_of(result, large, squared)

    steps = Steps(network, average, loss)
    spent, step = resume(checkpoint, network, average, steps.optimiser)
    spoilt = measure_set(arguments.photographs)[: 6 if arguments.steps else None]
    schedule, shown = Schedule(arguments, spent), 0.0
    while (done := schedule.done(step)) < 1:
        renewed.take_over(pictures, RENEWED_A_STEP)
        value = steps.take(step, schedule.rate(step), done > SQUARED_FROM)
        step += 1
        if time.time() - shown > SHOW_EVERY_S:
            shown = time.time()
            save(checkpoint, network, average, steps.optimiser, schedule.spent(), step)
            gains = measure(average, spoilt)
            print(f"{schedule.spent() / 60:.1f} min, step {step}, loss {value.item():.5f}, {gains}", flush=True)
    save(checkpoint, network, average, steps.optimiser, schedule.spent(), step)
    print(f"end, step {step}, {measure(average, spoilt)}", flush=True)


def export(network, path):
    plain = PlainHalfNet(network.cpu()).eval()
    with torch.no_grad():
        tail = plain.body[-1]
        for weights in (tail.weight, tail.bias, plain.base.weight):
            weights *= 1 - RESTRAINT
        plain.base.weight += RESTRAINT * bicubic_base()
    write(plain, 3, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photographs", default="../shared/data/open")
    parser.add_argument("--work", default="training/work")
    parser.add_argument("--name", default="super-resolution-x2-compressed")
    parser.add_argument("--patch", type=int, default=64)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--channels", type=int, default=48)
    parser.add_argument("--blocks", type=int, default=7)
    parser.add_argument("--device", default="cpu", help="cuda trains a hundred times as much in a minute")
    parser.add_argument("--workers", type=int, default=1, help="processes that spoil pictures")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--minutes", type=float, default=80)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--bfloat16", action="store_true", help="half the time, on processors that have it")
    parser.add_argument("--export-only", action="store_true")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    torch.manual_seed(SEED)
    network, average = (HalfNet(arguments.channels, arguments.blocks) for _ in range(2))
    average.load_state_dict(network.state_dict())
    if arguments.export_only:
        resume(os.path.join(arguments.work, arguments.name + ".pt"), network, average)
    else:
        train(arguments, network, average)
    export(average, os.path.join(arguments.work, arguments.name + ".onnx"))


if __name__ == "__main__":
    main()
