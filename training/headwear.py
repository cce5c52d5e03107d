"""What heads wear and what lies before them, of which a set of photographs has few: drawn, or taken from another head.

All is about a square head: red, green, blue [3, height, width], 0..1, and planes [height, width], 0..1, of the mask of
people, of the face's oval, of hair and of headwear.
"""
import math
import random

import cv2
import numpy as np


class Head:
    """A head as it is changed: colours and planes of its own."""

    def __init__(self, colours, person, oval, hair, worn):
        self.colours, self.person, self.oval, self.hair, self.worn = colours, person, oval, hair, worn

    def places(self):
        """Of each pixel its place from the top middle of the oval, in widths of it, and how high it is; None without one."""
        rows, columns = np.where(self.oval.max(1) > 0.5)[0], np.where(self.oval.max(0) > 0.5)[0]
        if len(rows) < 8 or len(columns) < 8:
            return None
        wide = float(columns[-1] - columns[0])
        down, across = np.mgrid[: self.oval.shape[0], : self.oval.shape[1]].astype(np.float32)
        x = (across - (columns[0] + columns[-1]) / 2) / wide + random.uniform(-0.07, 0.07)
        y = (down - rows[0]) / wide
        return x, y + random.uniform(-0.25, 0.25) * x, float(rows[-1] - rows[0]) / wide


def soft(plane, by=0.7):
    return cv2.GaussianBlur(plane.astype(np.float32), (0, 0), by)


def uniform(low, high):
    return random.uniform(low, high)


def some_tone(head):
    """Half of the time dark, sometimes that of the hair or of the skin."""
    chance = random.random()
    if chance < 0.36:
        tone = np.random.uniform(0.03, 0.2, 3)
    elif chance < 0.42 and head.hair.sum() > 40:
        tone = (head.colours * head.hair).sum((1, 2)) / head.hair.sum() * uniform(0.7, 1.2)
    elif chance < 0.47 and head.oval.sum() > 40:
        tone = (head.colours * head.oval).sum((1, 2)) / head.oval.sum() * uniform(0.8, 1.15)
    else:
        tone = np.random.uniform(0.1, 0.95, 3)
    if random.random() < 0.3:
        tone = tone.mean() + np.random.uniform(-0.02, 0.02, 3)
    return tone.astype(np.float32)[:, None, None]


def noise(side, cells):
    return cv2.resize(np.random.randn(cells, cells).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)


def weave(x, y, kind):
    """Light of a cloth against its mean: folds, ribs, knit, stripes, checks or a fine grain."""
    side = x.shape[0]
    light = uniform(0, 0.25) * noise(side, random.choice([4, 6, 10, 16]))
    if kind == "ribs":
        light += uniform(0.08, 0.3) * np.sin(x / (1 + 0.3 * np.abs(y)) * uniform(25, 70))
    elif kind == "knit":
        light += uniform(0.1, 0.3) * np.sin(x * uniform(25, 60)) * np.sin(y * uniform(25, 60)) + uniform(0, 0.15) * noise(side, 48)
    elif kind == "folds":
        away = uniform(-1.2, 1.2)
        bent = x * math.cos(away) + y * math.sin(away) + uniform(-0.6, 0.6) * x * x + 0.05 * noise(side, 6)
        light += uniform(0.1, 0.45) * np.sin(bent * uniform(8, 30))
    elif kind == "stripes":
        light += uniform(0.2, 0.8) * (np.sin((y + uniform(-0.4, 0.4) * x * x) * uniform(10, 35)) > uniform(-0.5, 0.5))
    elif kind == "dots":
        light += uniform(0.5, 1.5) * (noise(side, random.choice([24, 36])) > 0.9)
    return light


def cloth(head, x, y, where, behind, kind=None):
    """Lays a cloth of some tone, with light from one side, where `where` is."""
    tone = some_tone(head)
    kind = kind or random.choice(["plain", "plain", "ribs", "knit", "folds", "stripes", "dots", "print"])
    light = weave(x, y, kind)[None]
    if kind == "print":
        light = light + uniform(0.2, 0.9) * (random.choice(behind) - 0.4)
    round_ = 1 + uniform(-0.3, 0.3) * x - uniform(0, 0.5) * x * x - uniform(-0.2, 0.3) * np.abs(y)
    made = np.clip(tone * (1 + light * uniform(0.4, 1)) * round_[None] + uniform(-0.01, 0.03), 0, 1)
    head.colours = head.colours * (1 - where) + made * where


def put_on(head, x, y, where, behind, kind=None):
    """A cloth that is headwear."""
    where = soft(where)
    cloth(head, x, y, where, behind, kind)
    head.hair = head.hair * (1 - where)
    head.worn = np.maximum(head.worn, where)
    if random.random() < 0.85:
        head.person = np.maximum(head.person, where)


def press_under(head, y, rim, where, top):
    """Hair that would stand over headwear is pressed under it."""
    over = ((y < np.minimum(rim, top)) & (where < 0.5) & (head.person > 0.1)).astype(np.float32)
    beside = ((y < rim) & (head.person < 0.1)).astype(np.float32)
    if beside.sum() < 50:
        return
    tone = (head.colours * beside).sum((1, 2), keepdims=True) / beside.sum()
    head.colours = head.colours * (1 - over) + tone * over
    head.person, head.hair, head.worn = (plane * (1 - over) for plane in (head.person, head.hair, head.worn))


def dome(x, y, rim, high, aside, power):
    return ((np.abs(x) / aside) ** power + (np.clip(rim - y, 0, None) / high) ** power < 1) & (y < rim)


def shade_below(head, y, rim, far, x):
    """The shade of a brim on forehead and hair."""
    share = np.clip(1 - (y - rim) / far, 0, 1) * (y > rim) * (np.abs(x) < 0.7) * (head.person > 0.3) * (1 - head.worn)
    head.colours = head.colours * (1 - uniform(0.2, 0.65) * soft(share, 1.5))


def hat(head, x, y, high_face, behind):
    """With a brim all about."""
    rim = uniform(-0.12, 0.22) + uniform(-0.3, 0.5) * x**2
    crown = dome(x, y, rim, uniform(0.45, 0.95), uniform(0.5, 0.75), random.choice([2, 2, 3, 5]))
    broad, flat = uniform(0.75, 1.5), uniform(0.06, 0.25)
    brim = ((x / broad) ** 2 + ((y - rim) / flat) ** 2 < 1) & ~((head.oval > 0.5) & (y > rim + 0.5 * flat))
    where = (crown | brim).astype(np.float32)
    press_under(head, y, rim, where, uniform(-0.1, 0.05))
    put_on(head, x, y, where, behind, random.choice(["plain", "plain", "knit", "folds", "stripes"]))
    if random.random() < 0.5:
        band = crown & (y > rim - uniform(0.1, 0.25)) & (y < rim - 0.02)
        put_on(head, x, y, band.astype(np.float32), behind, "plain")
    if random.random() < 0.6:
        shade_below(head, y, rim + 0.5 * flat, uniform(0.2, 0.7), x)


def cap(head, x, y, high_face, behind):
    """With a peak before it, to the front or aside."""
    rim = uniform(-0.1, 0.2) + uniform(0, 0.7) * x**2
    crown = dome(x, y, rim, uniform(0.35, 0.65), uniform(0.53, 0.66), random.choice([2, 2, 2.6]))
    press_under(head, y, rim, crown, uniform(-0.1, 0.1))
    put_on(head, x, y, crown.astype(np.float32), behind, random.choice(["plain", "plain", "plain", "print", "folds", "ribs"]))
    if random.random() < 0.75:
        aside, wide, deep = uniform(-0.35, 0.35), uniform(0.35, 0.6), uniform(0.08, 0.25)
        middle = rim + uniform(-0.05, 0.1)
        peak = (((x - aside) / wide) ** 2 + ((y - middle) / deep) ** 2 < 1) & (y > middle - 0.3 * deep)
        put_on(head, x, y, peak.astype(np.float32), behind, "plain")
        if random.random() < 0.7:
            shade_below(head, y, middle + 0.7 * deep, uniform(0.2, 0.6), x)


def beanie(head, x, y, high_face, behind):
    rim = uniform(-0.15, 0.2) + uniform(0.1, 1.3) * x**2
    slack = uniform(-0.3, 0.3)
    crown = dome(x - slack * np.clip(rim - y, 0, None), y, rim, uniform(0.45, 1), uniform(0.54, 0.7), random.choice([2, 2, 2.5]))
    press_under(head, y, rim, crown, uniform(-0.1, 0.2))
    kind = random.choice(["ribs", "ribs", "knit", "knit", "plain", "stripes"])
    put_on(head, x, y, crown.astype(np.float32), behind, kind)
    if random.random() < 0.4:
        cuff = crown & (y > rim - uniform(0.12, 0.3))
        put_on(head, x, y, cuff.astype(np.float32), behind, kind)
    if random.random() < 0.2:
        top = np.where(crown.any(1))[0]
        if len(top):
            round_ = np.hypot(x - uniform(-0.15, 0.15), y - y[top[0], y.shape[1] // 2]) < uniform(0.1, 0.25)
            put_on(head, x, y, round_.astype(np.float32), behind, "knit")


def turban(head, x, y, high_face, behind):
    rim = uniform(-0.15, 0.2) + uniform(0.1, 0.9) * x**2 + uniform(-0.2, 0.2) * np.abs(x)
    crown = dome(x, y, rim, uniform(0.45, 0.9), uniform(0.6, 0.85), random.choice([2, 2, 3]))
    press_under(head, y, rim, crown, uniform(0, 0.4))
    put_on(head, x, y, crown.astype(np.float32), behind, random.choice(["folds", "folds", "folds", "print"]))
    if random.random() < 0.4:
        put_on(head, x, y, (np.hypot(x - uniform(-0.3, 0.3), (y - uniform(-0.6, 0)) * 1.3) < uniform(0.1, 0.25)).astype(np.float32), behind, "folds")


def shawl(head, x, y, high_face, behind):
    """A cloth or a hood about the whole head."""
    middle = high_face * uniform(0.42, 0.52)
    open_ = ((x / uniform(0.47, 0.62)) ** 2 + ((y - middle) / (middle + uniform(-0.12, 0.12))) ** 2 < 1) | (head.oval > 0.9) & (y > 0.25)
    outer = (x / uniform(0.65, 0.95)) ** 2 + (np.clip(middle - y, 0, None) / (middle + uniform(0.25, 0.6))) ** 2 < 1
    falls = (np.abs(x) < 0.7 + uniform(-0.1, 0.5) * np.clip(y - middle, 0, None)) | (y < middle)
    where = (outer | (y > middle)) & falls & ~open_ & (y < high_face + uniform(0.1, 0.8))
    press_under(head, y, middle, where | open_, middle)
    head.hair = head.hair * (1 - (~open_ & (np.abs(x) < 1.3)))
    put_on(head, x, y, where.astype(np.float32), behind, random.choice(["folds", "folds", "plain", "print", "knit"]))


def helmet(head, x, y, high_face, behind):
    rim = uniform(-0.1, 0.12) + uniform(0.2, 1) * x**2
    crown = dome(x, y, rim, uniform(0.5, 0.8), uniform(0.62, 0.8), random.choice([2, 2.5, 3]))
    press_under(head, y, rim, crown, uniform(0, 0.3))
    put_on(head, x, y, crown.astype(np.float32), behind, random.choice(["plain", "plain", "stripes"]))
    shine = crown * np.exp(-((x - uniform(-0.3, 0.3)) ** 2 + (y + uniform(0.2, 0.5)) ** 2) / uniform(0.01, 0.06)) * uniform(0, 0.7)
    head.colours = np.clip(head.colours + shine, 0, 1).astype(np.float32)


def band(head, x, y, high_face, behind):
    bend, upper, thick = uniform(0.1, 0.9), uniform(-0.45, 0.05), uniform(0.06, 0.35)
    place = y - bend * x**2
    where = (place > upper - thick) & (place < upper) & (head.person > 0.5) & ~((head.oval > 0.5) & (place > 0.15))
    put_on(head, x, y, where.astype(np.float32), behind)
    if random.random() < 0.2:
        bow = np.hypot((x - uniform(-0.4, 0.4)) / 1.8, y - upper + thick) < uniform(0.06, 0.16)
        put_on(head, x, y, bow.astype(np.float32), behind)


KINDS = [hat, cap, cap, beanie, beanie, turban, shawl, helmet, band, band]


def drawn_on(head, behind):
    """Headwear of some kind."""
    placed = head.places()
    if placed is not None:
        random.choice(KINDS)(head, *placed, behind)


def scarf(head, behind):
    """A cloth about the neck, over the hair or under it: none of the headwear."""
    placed = head.places()
    if placed is None:
        return
    x, y, high = placed
    begins = high + uniform(-0.3 if random.random() < 0.25 else -0.05, 0.25) - uniform(0, 0.5) * x**2
    where = soft((y > begins) & (y < begins + uniform(0.2, 0.8)) & (np.abs(x) < uniform(0.5, 0.95)))
    if random.random() < 0.4:
        where = where * (1 - head.hair)
    cloth(head, x, y, where, behind)
    head.hair, head.worn = head.hair * (1 - where), head.worn * (1 - where)
    head.person = np.maximum(head.person, where)


def hand(head):
    """A hand at a cheek, before hair or with it before her."""
    placed = head.places()
    if placed is None or head.oval.sum() < 40:
        return
    x, y, high = placed
    picture = np.zeros_like(x)
    side, wide = random.choice([-1, 1]), head.oval.shape[1] / 3.8
    row, column = np.unravel_index(np.argmin(np.hypot(x - side * uniform(0.35, 0.75), y - high * uniform(0.3, 1.1))), x.shape)
    away = uniform(-0.9, 0.9)
    reach, thick = uniform(0.25, 0.5) * wide, uniform(0.08, 0.13) * wide
    shade = np.ones_like(x)
    for finger in range(random.choice([2, 3, 4])):
        start = np.array([column + (finger - 1.5) * thick * 1.05 * math.cos(away), row + (finger - 1.5) * thick * 1.05 * math.sin(away)])
        end = start + reach * uniform(0.8, 1.1) * np.array([math.sin(away), -math.cos(away)])
        line = np.zeros_like(x)
        cv2.line(line, tuple(int(v) for v in start), tuple(int(v) for v in end), 1.0, max(2, int(thick)))
        shade = shade * (1 - 0.3 * np.clip(soft(line, 1.2) - line, 0, 1))
        picture = np.maximum(picture, line)
    palm = np.zeros_like(x)
    middle = (int(column - 0.35 * reach * math.sin(away)), int(row + 0.35 * reach * math.cos(away)))
    cv2.ellipse(palm, middle, (max(2, int(2.1 * thick)), max(2, int(0.7 * reach))), math.degrees(away), 0, 360, 1.0, -1)
    low = (int(middle[0] + side * uniform(0, 0.4) * wide), int(middle[1] + wide * uniform(0.6, 1.4)))
    cv2.line(palm, middle, low, 1.0, max(3, int(3.2 * thick)))
    where = soft(np.maximum(picture, palm))
    tone = (head.colours * head.oval).sum((1, 2), keepdims=True) / head.oval.sum()
    made = np.clip(tone * uniform(0.75, 1.15) * shade * (1 + uniform(-0.3, 0.3) * x + 0.05 * noise(x.shape[0], 10)), 0, 1)
    head.colours = head.colours * (1 - where) + made * where
    head.hair, head.worn = head.hair * (1 - where), head.worn * (1 - where)
    head.person = np.maximum(head.person, where)


def taken_over(head, other):
    """The headwear of another head, and what is above its face, put on this one: heads lie alike in their squares."""
    seam = uniform(-0.1, 0.35)
    placed = head.places()
    if placed is None:
        return
    x, y, _ = placed
    above = ((y < seam) & (head.oval < 0.5)).astype(np.float32)
    where = np.maximum(soft(above, 1), soft(other.worn, 0.6))
    mixed = lambda own, its: own * (1 - where) + its * where
    head.colours = mixed(head.colours, other.colours)
    for name in ("person", "hair", "worn"):
        setattr(head, name, mixed(getattr(head, name), getattr(other, name)))
