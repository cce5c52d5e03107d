"""Trains the network of the role rescue/hole: what belongs in a hole, roughly.

    python3 training/hole_pictures.py work            # packs the photographs
    python3 training/hole_guess.py work out SECONDS   # goes on from work/hole-guess.pt where there is one

L1 and steps of neighbours at three sizes, in the hole above all, and a small critic of patches from a third on.
"""
import inspect
import io
import os
import sys
import time
from multiprocessing import Pool

import numpy as np
import torch
import torch.nn.functional as F
from hole_network import Critic, HoleGuess
from hole_pictures import MASK, SILHOUETTE, WINDOW, brushed_masks
from PIL import Image

BATCH, RATE, EMA, CRITIC_SHARE, CRITIC_FROM = 64, 1.2e-3, 0.998, 0.03, 0.3
PROCESSES, MASKS = 5, 1200
HELD = 24


def load(folder, device):
    """Photographs [n, 3, side, side] of bytes, in the corner of squares, their sides, and silhouettes."""
    kept = np.load(f"{folder}/pictures.npz")
    ends, data = kept["ends"], kept["bytes"].tobytes()
    photos = [np.array(Image.open(io.BytesIO(data[start:end]))) for start, end in zip([0, *ends[:-1]], ends)]
    side = max(max(photo.shape) for photo in photos)
    bank = torch.zeros(len(photos), 3, side, side, dtype=torch.uint8)
    for at, photo in enumerate(photos):
        bank[at, :, : photo.shape[0], : photo.shape[1]] = torch.from_numpy(photo).permute(2, 0, 1)
    sides = torch.tensor([photo.shape[:2] for photo in photos]).float()
    shapes = np.unpackbits(kept["silhouettes"]).reshape(-1, SILHOUETTE, SILHOUETTE)
    alphas = torch.from_numpy(np.unpackbits(kept["masks"]).reshape(-1, MASK, MASK))
    people = (torch.from_numpy(kept["people"]).to(device), alphas.to(device))
    return bank.to(device), sides.to(device), shapes, people


def recoloured(seen, random):
    """In other light, of other strength and tint."""
    batch = len(seen)
    seen = seen.clamp(1e-4, 1) ** torch.exp(0.5 * (random(batch, 1, 1, 1) - 0.5))
    grey = seen.mean(1, keepdim=True)
    seen = grey + (seen - grey) * (0.2 + 1.1 * random(batch, 1, 1, 1).sqrt())
    return (seen * (0.8 + 0.4 * random(batch, 1, 1, 1)) * (0.92 + 0.16 * random(batch, 3, 1, 1))).clamp(0, 1)


def with_things(seen, holes, bank, sides, people, random):
    """People of other photographs stand before some windows and are brushed away, closely: none of them is to come back."""
    batch, device = len(seen), seen.device
    which, alphas = people
    chosen = (random(batch) * len(which)).long()
    index, alpha = which[chosen], alphas[chosen][:, None].float()
    size, longer = bank.shape[-1], sides[index].amax(1)
    # Pixels of the window that the photograph's longer side takes up, and where its corner lies.
    scale = WINDOW * (0.5 + 1.1 * random(batch))
    flip = torch.where(random(batch) < 0.5, -1.0, 1.0)
    taken_up = sides[index] / longer[:, None] * scale[:, None]
    centre = (random(batch, 2) * 0.9 + 0.05) * WINDOW
    def placed(picture, unit):
        # From places in the window, -1..1, to places in the square that holds the picture, whose longer side is `unit` of it.
        theta = torch.zeros(batch, 2, 3, device=device)
        for row, axis in ((0, 1), (1, 0)):
            step = WINDOW / scale * unit
            half = taken_up[:, axis] / scale * unit
            way = flip if axis == 1 else torch.ones_like(flip)
            theta[:, row, row] = way * step
            theta[:, row, 2] = half - 1 - way * step * (2 * centre[:, axis] / WINDOW - 1)
        grid = F.affine_grid(theta, (batch, picture.shape[1], WINDOW, WINDOW), align_corners=False)
        return F.grid_sample(picture, grid, mode="bilinear", padding_mode="zeros", align_corners=False)
    alpha = placed(alpha, torch.ones_like(longer))
    thing = recoloured(placed(bank[index].float() / 255, longer / size), random)
    closely = alpha > 0.3
    room = torch.stack([F.max_pool2d(closely.float(), side, 1, side // 2) for side in (3, 7, 13)])
    own = room[(random(batch) * 3).long(), torch.arange(batch, device=device)]
    share = own.mean((1, 2, 3))
    use = ((random(batch) < 0.5) & (share > 0.03) & (share < 0.45)).view(-1, 1, 1, 1)
    soft = F.avg_pool2d(alpha, 3, 1, 1)
    shown = torch.where(use, seen + (thing - seen) * soft, seen)
    return shown, torch.where(use, own, holes)


def drawn(bank, sides, people, masks, batch, some):
    """Windows of photographs, mirrored, in other colours [n, 3, WINDOW, WINDOW], the same as they are shown, and holes [n, 1, WINDOW, WINDOW]."""
    device = bank.device
    random = lambda *shape: torch.rand(*shape, device=device)
    index = some[(random(batch) * len(some)).long()]
    high, wide = sides[index].unbind(1)
    shorter = torch.minimum(high, wide)
    # A window is 0.5 to 1 of the shorter side; a third shows all of the photograph, squeezed a little.
    share = 0.5 + 0.5 * random(batch)
    stretch = torch.exp(0.25 * (random(batch) - 0.5))
    whole = random(batch) < 0.33
    tall = torch.where(whole, torch.minimum(high, shorter * 1.35), shorter * share * stretch.clamp(max=1))
    broad = torch.where(whole, torch.minimum(wide, shorter * 1.35), shorter * share / stretch.clamp(min=1))
    top, left = (high - tall) * random(batch), (wide - broad) * random(batch)
    flip = torch.where(random(batch) < 0.5, -1.0, 1.0)
    size = bank.shape[-1]
    theta = torch.zeros(batch, 2, 3, device=device)
    theta[:, 0, 0], theta[:, 0, 2] = flip * broad / size, (2 * left + broad) / size - 1
    theta[:, 1, 1], theta[:, 1, 2] = tall / size, (2 * top + tall) / size - 1
    grid = F.affine_grid(theta, (batch, 3, WINDOW, WINDOW), align_corners=False)
    seen = F.grid_sample(bank[index].float() / 255, grid, mode="bilinear", padding_mode="border", align_corners=False)
    seen = recoloured(seen, random)
    holes = masks[(random(batch) * len(masks)).long()]
    if torch.rand(()) < 0.5:
        holes = holes.flip(2)
    if torch.rand(()) < 0.3:
        holes = holes.transpose(1, 2)
    return seen, *with_things(seen, holes[:, None].float(), bank, sides, people, random)


def halved(x):
    return F.avg_pool2d(x, 2)


def losses(guess, wanted, hole):
    """L1 in and about the hole, and of steps at three sizes."""
    weight = 0.15 + hole
    weight = weight / weight.mean((2, 3), keepdim=True)
    total = ((guess - wanted).abs() * weight).mean()
    mixed = guess * hole + wanted * (1 - hole)
    for share in (1.0, 1.0, 1.0):
        step = sum(((mixed.diff(dim=way) - wanted.diff(dim=way)).abs()).mean((1, 2, 3)) for way in (2, 3))
        total = total + share * (step / hole.mean((1, 2, 3)).clamp(min=0.02)).mean()
        mixed, wanted, hole = halved(mixed), halved(wanted), halved(hole)
    return total


def masked(seen, hole):
    return torch.cat([seen * (1 - hole), hole], 1)


def export(network, path):
    from colour_export import halve_weights
    network = network.cpu().eval()
    axes = {"input": {2: "h", 3: "w"}, "output": {2: "h2", 3: "w2"}}
    options = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}
    torch.onnx.export(
        network, torch.zeros(1, 4, WINDOW, 160), path, opset_version=13,
        input_names=["input"], output_names=["output"], dynamic_axes=axes, **options,
    )
    halve_weights(path)


def save(path, network, critic):
    half = lambda net: {key: value.half() if value.is_floating_point() else value for key, value in net.state_dict().items()}
    torch.save({"network": half(network), "critic": half(critic)}, path + ".part")
    os.replace(path + ".part", path)


def main(folder, out, limit):
    began = time.time()
    torch.manual_seed(int(began))
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    batch = BATCH if device.type == "cuda" else 4
    torch.backends.cudnn.benchmark = True
    if device.type == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    bank, sides, shapes, people = load(folder, device)
    count = MASKS if device.type == "cuda" else 40
    with Pool(PROCESSES) as pool:
        masks = np.concatenate(pool.starmap(brushed_masks, [(int(began) % 100000 + k, count, shapes) for k in range(PROCESSES)]))
    masks = torch.from_numpy(masks).to(device)
    # Some photographs, chosen by chance but always the same, are kept to see how it fares on new ones.
    order = np.random.RandomState(1).permutation(len(bank))
    held, own = torch.from_numpy(order[:HELD]).to(device), torch.from_numpy(order[HELD:]).to(device)
    network, critic = HoleGuess().to(device), Critic().to(device)
    begun = os.path.exists(f"{folder}/hole-guess.pt")
    if begun:
        state = torch.load(f"{folder}/hole-guess.pt", map_location=device)
        network.load_state_dict({key: value.float() for key, value in state["network"].items()})
        critic.load_state_dict({key: value.float() for key, value in state["critic"].items()})
    average = HoleGuess().to(device).eval()
    average.load_state_dict(network.state_dict())
    makes = torch.optim.AdamW(network.parameters(), RATE, betas=(0.9, 0.98), weight_decay=0.02)
    judges = torch.optim.Adam(critic.parameters(), 4e-4, betas=(0.5, 0.98))
    casting = lambda: torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda")
    with torch.no_grad():
        torch.manual_seed(5)
        tests = [drawn(bank, sides, people, masks, batch, held) for _ in range(6)]
        torch.manual_seed(int(began))
    print(f"{len(own)} photographs, {len(masks)} masks, {sum(p.numel() for p in network.parameters())} numbers, {time.time() - began:.0f} s", flush=True)
    step, told, saved = 0, time.time(), time.time()
    while (spent := time.time() - began) < limit:
        done = spent / limit
        rate = RATE * (0.5 if begun else 1.0) * (0.5 + 0.5 * np.cos(np.pi * done)) * min(1, (step + 1) / 200) + 1e-6
        for group in makes.param_groups:
            group["lr"] = rate
        with torch.no_grad():
            seen, shown, hole = drawn(bank, sides, people, masks, batch, own)
            wanted, small = halved(seen), halved(hole).round()
        critical = begun or done > CRITIC_FROM
        with casting():
            guess = network(masked(shown, hole))
        guess = guess.float()
        mixed = guess * small + wanted * (1 - small)
        loss = losses(guess, wanted, small)
        if critical:
            with casting():
                verdict = critic(mixed, small).float()
            loss = loss - CRITIC_SHARE * verdict.mean()
        makes.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        makes.step()
        if critical:
            with casting():
                real, made = critic(wanted, small).float(), critic(mixed.detach(), small).float()
            doubt = F.relu(1 - real).mean() + F.relu(1 + made).mean()
            judges.zero_grad(set_to_none=True)
            doubt.backward()
            judges.step()
        with torch.no_grad():
            share = 1 - min(EMA, (step + 1) / (step + 10))
            for old, new in zip(average.parameters(), network.parameters()):
                old.lerp_(new, share)
        step += 1
        if time.time() - told > 30:
            told = time.time()
            print(f"{spent:.0f} s, step {step}, loss {loss.item():.4f}, critic {doubt.item() if critical else 0:.3f}, held {measured(average, tests, casting):.4f}", flush=True)
        if time.time() - saved > 120:
            saved = time.time()
            save(f"{out}/hole-guess.pt", average, critic)
    print(f"{step} steps, held {measured(average, tests, casting):.4f}", flush=True)
    save(f"{out}/hole-guess.pt", average, critic)
    export(average, f"{out}/hole-guess.onnx")


@torch.no_grad()
def measured(network, tests, casting):
    """Mean L1 in holes of photographs not learnt from."""
    total = 0.0
    for seen, shown, hole in tests:
        with casting():
            guess = network(masked(shown, hole))
        small = halved(hole).round()
        total += (((guess.float() - halved(seen)).abs() * small).sum() / small.sum() / 3).item()
    return total / len(tests)


if __name__ == "__main__":
    os.makedirs(sys.argv[2], exist_ok=True)
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]))
