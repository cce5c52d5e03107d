"""Heads as a network is shown them while it learns: before other backgrounds, in other colours, with headwear of others."""
import random

import cv2
import headwear
import numpy as np
from headwear import Head, soft, uniform

HAIRS = [(0.9, 0.75, 0.5), (0.85, 0.65, 0.45), (0.6, 0.42, 0.25), (0.35, 0.22, 0.14), (0.12, 0.09, 0.08),
         (0.75, 0.73, 0.72), (0.55, 0.25, 0.12), (0.2, 0.14, 0.1)]


def head_of(planes):
    """Of bytes [7, side, side]: red, green, blue, person, oval, hair, headwear."""
    values = planes.astype(np.float32) / 255
    return Head(values[:3], *values[3:])


def recoloured(colours, where, tone):
    """Colours of one tone where `where` is, with the light and shade that they have."""
    weight = max(1, where.sum())
    light = colours.mean(0)
    mean = (light * where).sum() / weight
    made = np.clip(tone * (1 + (light - mean)[None] / max(0.15, mean) * uniform(0.4, 1)), 0, 1)
    return colours * (1 - where) + made * where


def barred(picture):
    """A background with dark bars, as lintels and frames are."""
    picture = picture.copy()
    side = picture.shape[1]
    for _ in range(random.choice([1, 1, 2])):
        start, thick = random.randint(0, side), random.randint(8, 50)
        tone = np.random.uniform(0.02, 0.15, (3, 1, 1))
        if random.random() < 0.5:
            picture[:, start : start + thick] = tone
        else:
            picture[:, :, start : start + thick] = tone
    return picture


def lacking(head):
    """A piece of hair or headwear that the mask of people lacks, as it does before dark walls."""
    places = np.argwhere(head.hair + head.worn > 0.5)
    if len(places) == 0:
        return np.zeros_like(head.hair)
    y, x = random.choice(places)
    down, across = np.mgrid[: head.hair.shape[0], : head.hair.shape[1]]
    return soft(np.hypot(down - y, across - x) < uniform(10, 50), uniform(0.7, 2)) * (1 - head.oval)


def moved(head):
    """Turned over half of the time, and a little larger or smaller."""
    scale = uniform(0.9, 1.12)
    side = head.hair.shape[0]
    flip = -1 if random.random() < 0.5 else 1
    middle = (side - 1) / 2
    to = np.float32([[flip * scale, 0, middle - flip * scale * middle], [0, scale, middle - scale * middle + uniform(-3, 3)]])
    warp = lambda plane: cv2.warpAffine(plane, to, (side, side))
    return Head(np.stack([warp(p) for p in head.colours]), *(warp(p) for p in (head.person, head.oval, head.hair, head.worn)))


def in_other_colours(head, behind):
    skin_tone = (head.colours * head.oval).sum((1, 2)) / max(1, head.oval.sum())
    if random.random() < 0.35:
        tone = np.array(random.choice(HAIRS)) * uniform(0.7, 1.1)
        if random.random() < 0.25:
            tone = skin_tone * np.random.uniform(0.85, 1.1, 3)
        where = head.hair if random.random() < 0.5 else soft(head.hair, 1)
        head.colours = recoloured(head.colours, where, tone[:, None, None])
    if random.random() < 0.2:
        tone = np.random.uniform(0.05, 0.2, (3, 1, 1))
        if random.random() < 0.3:
            tone = ((head.colours * head.hair).sum((1, 2)) / max(1, head.hair.sum()))[:, None, None]
        below = (np.arange(head.hair.shape[0]) > 100)[:, None]
        where = head.person * below * (1 - head.hair) * (1 - head.oval) * (1 - head.worn)
        head.colours = recoloured(head.colours, where, tone)
    if head.worn.sum() > 40 and random.random() < 0.5:
        head.colours = recoloured(head.colours, soft(head.worn), headwear.some_tone(head))
    if random.random() < 0.35:
        head.colours = head.colours * head.person + other_background(behind) * (1 - head.person)


def other_background(behind):
    other = random.choice(behind)
    if random.random() < 0.3:
        other = np.random.uniform(0, 1, (3, 1, 1)) + 0.3 * (other - other.mean())
    elif random.random() < 0.15:
        other = np.random.uniform(0.02, 0.12, (3, 1, 1)) + 0.1 * (other - other.mean())
    if random.random() < 0.3:
        other = barred(other)
    return np.clip(other, 0, 1)


def masked_wrongly(head):
    """As at the sides of a photograph, and as the mask of people errs."""
    if random.random() < 0.25:
        side = head.hair.shape[0]
        left, top, right, bottom = (int(side * uniform(0.13, 0.4)) if random.random() < 0.5 else 0 for _ in range(4))
        inside = np.zeros_like(head.hair)
        inside[top : side - bottom, left : side - right] = 1
        head.colours = head.colours * inside
        head.person, head.hair, head.worn = (plane * inside for plane in (head.person, head.hair, head.worn))
    chance = random.random()
    if chance < 0.15:
        head.person = soft(head.person, random.choice([1.5, 3, 5]))
    elif chance < 0.22:
        head.person = np.ones_like(head.person)
    elif chance < 0.42:
        head.person = head.person * (1 - lacking(head))


def sleek(head):
    """Hair that is smoother than most, and shines in a band as in a studio: it is no cap."""
    placed = head.places()
    if placed is None or head.hair.sum() < 40:
        return
    x, y, _ = placed
    by = uniform(1, 4)
    share = soft(head.hair, by)[None]
    smooth = np.stack([soft(plane * head.hair, by) for plane in head.colours]) / np.maximum(share, 0.05)
    own = head.hair * uniform(0.5, 1)
    head.colours = head.colours * (1 - own) + np.clip(smooth, 0, 1) * own
    band = np.exp(-(((y - uniform(-0.5, 0.1) - uniform(-0.3, 0.9) * x * x) / uniform(0.04, 0.2)) ** 2))
    aside = np.exp(-(((x - uniform(-0.4, 0.4)) / uniform(0.15, 0.6)) ** 2))
    shine = band * aside * head.hair * uniform(0, 0.5) * (1 + uniform(0, 0.4) * headwear.noise(x.shape[0], 16))
    tone = 0.5 + 0.5 * (head.colours * head.hair).sum((1, 2), keepdims=True) / head.hair.sum()
    head.colours = np.clip(head.colours + shine * tone, 0, 1)


def varied(planes, donors, bare, behind):
    """One more picture of a head. Bytes [7, side, side] in and out; donors: heads in headwear; bare: heads without; behind: backgrounds, 0..1."""
    head = head_of(planes)
    chance = random.random()
    is_bare = head.worn.sum() < 40
    if is_bare and donors and chance < 0.2:
        other = moved(head_of(random.choice(donors if chance < 0.1 else bare)))
        if other.worn.sum() > 40 and random.random() < 0.6:
            other.colours = recoloured(other.colours, soft(other.worn), headwear.some_tone(other))
        headwear.taken_over(head, other)
    in_other_colours(head, behind)
    if random.random() < 0.25:
        sleek(head)
    if is_bare and 0.2 < chance < 0.37:
        headwear.drawn_on(head, behind)
    if random.random() < 0.08:
        headwear.scarf(head, behind)
    if random.random() < 0.06:
        headwear.hand(head)
    masked_wrongly(head)
    return np.clip(np.concatenate([head.colours, np.stack([head.person, head.oval, head.hair, head.worn])]) * 255 + 0.5, 0, 255).astype(np.uint8)
