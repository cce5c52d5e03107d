"""Caps, hats and headbands drawn on heads, of which a set of photographs has few."""
import random

import torch


def drawn_on(colours, person, oval, hair, behind):
    """A cap, a hat or a band, which is none of the hair. Planes [n, height, width], 0..1; returns colours, person and hair."""
    height, width = oval.shape[1:]
    rows = torch.where(oval[0].amax(1) > 0.5)[0]
    columns = torch.where(oval[0].amax(0) > 0.5)[0]
    if len(rows) == 0 or len(columns) == 0:
        return colours, person, hair
    wide = float(columns[-1] - columns[0])
    middle, top = float(columns[-1] + columns[0]) / 2, float(rows[0])
    x = (torch.arange(width).float()[None, :] - middle - random.uniform(-0.08, 0.08) * wide) / wide
    y = (torch.arange(height).float()[:, None] - top) / wide + random.uniform(-0.25, 0.25) * x
    if random.random() < 0.4:
        return band(colours, person, oval, hair, x, y, behind)
    return hat(colours, person, hair, x, y, behind)


def band(colours, person, oval, hair, x, y, behind):
    bend = random.uniform(0.1, 0.9)
    upper = random.uniform(-0.45, 0.05)
    thick = random.uniform(0.08, 0.35)
    place = y - bend * x**2
    where = ((place > upper - thick) & (place < upper)).float()[None] * (person > 0.5) * (1 - (oval > 0.5).float() * (place > 0.15))
    return worn(colours, where, behind), person, hair * (1 - where)


def hat(colours, person, hair, x, y, behind):
    rim = random.uniform(-0.12, 0.22) + random.uniform(-0.3, 0.5) * x**2
    high, aside = random.uniform(0.45, 0.95), random.uniform(0.56, 0.78)
    power = random.choice([2, 2, 3, 5])
    dome = (x.abs() / aside) ** power + ((rim - y).clamp(min=0) / high) ** power < 1
    above = y < rim
    crown = (dome & above).float()[None]
    brim = torch.zeros_like(crown)
    if random.random() < 0.55:
        broad, flat = random.uniform(0.75, 1.4), random.uniform(0.06, 0.2)
        brim = ((x / broad) ** 2 + ((y - rim) / flat) ** 2 < 1).float()[None]
    where = torch.maximum(crown, brim)
    # Hair that would stand over the hat is pressed under it.
    over = above.float()[None] * (1 - where) * (y < random.uniform(-0.1, 0.05)).float()[None] * (person > 0.1)
    beside = above.float()[None] * (person < 0.1)
    colours = colours * (1 - over) + (colours * beside).sum((1, 2), keepdim=True) / beside.sum().clamp(min=1) * over
    colours = worn(colours, where, behind)
    return colours, torch.maximum(person * (1 - over), where), hair * (1 - where) * (1 - over)


def worn(colours, where, behind):
    """Cloth of some tone, half of the time a dark one, with folds or a print."""
    tone = torch.empty(3, 1, 1).uniform_(0.03, 0.2) if random.random() < 0.5 else torch.empty(3, 1, 1).uniform_(0.1, 0.95)
    if random.random() < 0.3:
        tone = tone.mean() + torch.empty(3, 1, 1).uniform_(-0.02, 0.02)
    pattern = random.choice(behind)
    cloth = tone * (1 + random.uniform(0.1, 0.7) * (pattern - pattern.mean()) / pattern.mean().clamp(min=0.2))
    return colours * (1 - where) + cloth.clamp(0, 1) * where
