"""What lies under a sheet, and what is drawn on one: made by chance, in bytes of red, green and blue [height, width, 3]."""
import math

import cv2
import numpy as np


def clouds(rng, height, width, coarse, fine=3.0, across=1.0):
    """Noise of several sizes about 0, [height, width], of a spread of about 1."""
    total = np.zeros((height, width), np.float32)
    size, weight = float(coarse), 1.0
    while size >= fine:
        rows, columns = max(2, int(height / size) + 2), max(2, int(width / (size * across)) + 2)
        small = rng.standard_normal((rows, columns)).astype(np.float32)
        total += weight * cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
        size, weight = size / 2.2, weight * 0.6
    return total / 1.2


def tone(rng, light=(0.08, 0.95), colour=0.5):
    """A colour, most often a dull one."""
    value = rng.uniform(*light)
    hue = rng.standard_normal(3) * colour * rng.uniform(0, 0.35)
    return np.clip(value * (1 + hue), 0.02, 1).astype(np.float32) * 255


def wood(rng, height, width):
    base = tone(rng, (0.15, 0.8)) * rng.choice([[1.15, 0.92, 0.7], [1.05, 0.95, 0.85], [1, 1, 1]])
    x = np.arange(width, dtype=np.float32)[None]
    bend = clouds(rng, height, width, rng.uniform(60, 200), 20, rng.uniform(2, 6)) * rng.uniform(2, 14)
    y = np.arange(height, dtype=np.float32)[:, None] + bend + 0 * x
    grain = np.sin(y / rng.uniform(1.5, 9)) * rng.uniform(0, 0.5) + np.sin(y / rng.uniform(9, 30)) * rng.uniform(0, 0.5)
    grain += clouds(rng, height, width, 8, 1.5, rng.uniform(8, 25)) * rng.uniform(0.1, 0.7)
    made = base[None, None] * (1 + grain[..., None] * rng.uniform(0.04, 0.2))
    if rng.random() < 0.5:
        step = rng.uniform(35, 130)
        plank = np.floor((np.arange(height) + rng.uniform(0, step)) / step).astype(int)
        made *= (1 + rng.uniform(-0.15, 0.15, plank.max() + 2))[plank][:, None, None]
        joint = np.abs((np.arange(height) / step) % 1 - 0.5) * step < rng.uniform(0.4, 1.6)
        made[joint] *= rng.uniform(0.3, 0.85)
    return made


def cloth(rng, height, width):
    y, x = np.mgrid[:height, :width].astype(np.float32)
    weave = np.sin(x * rng.uniform(0.5, 2.2)) * np.sin(y * rng.uniform(0.5, 2.2)) * rng.uniform(0, 0.15)
    folds = clouds(rng, height, width, rng.uniform(60, 180), 25, rng.uniform(0.4, 3)) * rng.uniform(0, 0.14)
    made = np.broadcast_to(tone(rng), (height, width, 3)).copy()
    kind = rng.integers(6)
    if kind < 4:
        step, other = rng.uniform(7, 55), tone(rng)
        strength = rng.uniform(0.2, 1)
        if kind == 0:
            where = ((x // step + y // step) % 2)
        elif kind == 1:
            where = ((x % step < step * rng.uniform(0.1, 0.6)) * 0.5 + (y % step < step * rng.uniform(0.1, 0.6)) * 0.5)
        elif kind == 2:
            where = (y % step < step * rng.uniform(0.1, 0.8)) * 1.0
        else:
            where = ((x % step - step / 2) ** 2 + (y % step - step / 2) ** 2 < (step * rng.uniform(0.15, 0.45)) ** 2) * 1.0
        where = where.astype(np.float32)[..., None] * strength
        made = made * (1 - where) + other * where
        if rng.random() < 0.3:
            fine = ((y + rng.uniform(0, 9)) % (step * 1.7) < step * 0.12)[..., None]
            made = np.where(fine, tone(rng), made)
    if kind >= 4:
        colours = [tone(rng, (0.05, 0.98), 2).tolist() for _ in range(rng.integers(1, 6))]
        for _ in range(rng.integers(15, 170) if rng.random() < 0.8 else 0):
            at = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
            size = (int(rng.uniform(3, 24)), int(rng.uniform(3, 24)))
            colour = colours[rng.integers(len(colours))]
            if rng.random() < 0.25:
                leaf = (np.array(at) + rng.normal(0, max(size), (4, 2))).astype(np.int32)
                cv2.fillPoly(made, [cv2.convexHull(leaf)], colour, cv2.LINE_AA)
            else:
                cv2.ellipse(made, at, size, rng.uniform(0, 180), 0, 360, colour, -1, cv2.LINE_AA)
    return made * (1 + weave + folds)[..., None]


def tiles(rng, height, width):
    y, x = np.mgrid[:height, :width].astype(np.float32)
    wide, high, joint = rng.uniform(25, 140), rng.uniform(25, 140), rng.uniform(0.8, 4)
    row = np.floor(y / high)
    x = x + (row % 2) * wide * rng.choice([0, 0.5])
    own = rng.uniform(-0.08, 0.08, (64, 64)).astype(np.float32)[(row.astype(int)) % 64, np.floor(x / wide).astype(int) % 64]
    speckle = clouds(rng, height, width, rng.uniform(8, 60), 2) * rng.uniform(0, 0.1)
    made = tone(rng) * (1 + own + speckle)[..., None]
    is_joint = ((x % wide < joint) | (y % high < joint))[..., None]
    return np.where(is_joint, tone(rng), made)


def plain(rng, height, width):
    grain = clouds(rng, height, width, rng.uniform(2, 200), 1.5) * rng.uniform(0, 0.12)
    return tone(rng, (0.05, 0.98)) * (1 + grain)[..., None]


def halves(rng, height, width):
    """A table and what is behind it."""
    one, other = surface(rng, height, width), surface(rng, height, width)
    angle = rng.choice([0, math.pi / 2]) + rng.normal(0, 0.12)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    away = (x - width * rng.uniform(0.1, 0.9)) * math.cos(angle) + (y - height * rng.uniform(0.1, 0.9)) * math.sin(angle)
    soft = np.clip(away / rng.uniform(0.7, 3) + 0.5, 0, 1)[..., None]
    made = one * (1 - soft) + other * soft
    return made * (1 - rng.uniform(0, 0.5) * np.exp(-np.abs(away) / rng.uniform(2, 18)))[..., None]


def surface(rng, height, width):
    return [wood, cloth, tiles, plain][rng.choice(4, p=[0.28, 0.3, 0.14, 0.28])](rng, height, width)


PAPERS = [(250, 249, 245), (244, 240, 228), (235, 226, 200), (255, 255, 255), (222, 205, 170), (238, 238, 240)]


def paper(rng, height, width):
    base = np.array(PAPERS[rng.integers(len(PAPERS))], np.float32) * rng.uniform(0.85, 1)
    if rng.random() < 0.12:
        base = tone(rng, (0.3, 0.95), 1.5)
    fibres = clouds(rng, height, width, rng.uniform(3, 90), 1.5) * rng.uniform(0, 0.03)
    return np.ascontiguousarray((base * (1 + fibres)[..., None]).astype(np.float32))


def ink(rng):
    return (np.array([[25, 25, 28], [30, 40, 120], [90, 90, 95], [120, 40, 40]][rng.choice(4, p=[0.6, 0.2, 0.12, 0.08])]) * 1.0).tolist()


def text(rng, height, width):
    page = paper(rng, height, width)
    line, margin = rng.uniform(4.5, 14), rng.uniform(0.04, 0.14) * width
    columns = 1 if rng.random() < 0.7 else int(rng.integers(2, 4))
    wide, colour = (width - 2 * margin) / columns, ink(rng)
    for column in range(columns):
        left = margin + column * wide
        y, right = margin + rng.uniform(0, 20), left + wide * rng.uniform(0.88, 0.98)
        while y < height - margin:
            if rng.random() < 0.06:
                y += line * rng.uniform(0.6, 3)
            thick = line * (rng.uniform(0.7, 1.3) if rng.random() < 0.04 else rng.uniform(0.3, 0.5))
            x, end = left, right if rng.random() < 0.85 else left + wide * rng.uniform(0.2, 0.8)
            while x < end:
                word = rng.uniform(1, 6) * line * 0.5
                shade = rng.uniform(0.6, 1)
                cv2.rectangle(page, (int(x), int(y)), (int(min(x + word, end)), int(y + thick)),
                              [c * shade + 235 * (1 - shade) for c in colour], -1)
                x += word + line * rng.uniform(0.25, 0.5)
            y += line
    return page


def lined(rng, height, width):
    page = paper(rng, height, width)
    step, colour = rng.uniform(6, 20), (np.array([150, 180, 220]) if rng.random() < 0.6 else np.array([190, 190, 190])) * 1.0
    for y in np.arange(rng.uniform(5, 40), height, step):
        cv2.line(page, (0, int(y)), (width, int(y)), colour.tolist(), 1, cv2.LINE_AA)
    if rng.random() < 0.5:
        for x in np.arange(rng.uniform(2, 20), width, step):
            cv2.line(page, (int(x), 0), (int(x), height), colour.tolist(), 1, cv2.LINE_AA)
    elif rng.random() < 0.6:
        x = int(width * rng.uniform(0.08, 0.2))
        cv2.line(page, (x, 0), (x, height), (220, 120, 120), 1, cv2.LINE_AA)
    return scribbled(rng, page, int(rng.integers(0, 18)), (1, 2))


def scribbled(rng, page, count, thick):
    height, width = page.shape[:2]
    for _ in range(count):
        at, angle = np.array([rng.uniform(0.1, 0.9) * width, rng.uniform(0.1, 0.9) * height]), rng.uniform(0, 6.3)
        points = []
        turn, step = rng.normal(0, 0.25), rng.uniform(0.01, 0.04) * width
        for _ in range(int(rng.integers(5, 40))):
            angle += turn + rng.normal(0, 0.3)
            at = at + step * np.array([math.cos(angle), math.sin(angle)])
            points.append(np.clip(at, [0.03 * width, 0.03 * height], [0.97 * width, 0.97 * height]))
        cv2.polylines(page, [np.array(points, np.int32)], False, ink(rng), int(rng.integers(*thick)) if thick[1] > thick[0] else 1, cv2.LINE_AA)
    return page


def drawing(rng, height, width):
    """Crayons, felt pens, paint: areas and strokes of strong colours on paper."""
    page = paper(rng, height, width)
    for _ in range(int(rng.integers(1, 16))):
        colour = (np.array(cv2.cvtColor(np.uint8([[[rng.integers(180), rng.integers(60, 255), rng.integers(60, 255)]]]), cv2.COLOR_HSV2RGB)[0, 0]) * 1.0).tolist()
        at = (int(rng.uniform(0.1, 0.9) * width), int(rng.uniform(0.1, 0.9) * height))
        size = rng.uniform(0.03, 0.3) * min(width, height)
        kind = rng.integers(5)
        if kind == 0:
            cv2.ellipse(page, at, (int(size), int(size * rng.uniform(0.4, 1))), rng.uniform(0, 180), 0, 360, colour, -1 if rng.random() < 0.6 else 2, cv2.LINE_AA)
        elif kind == 1:
            points = (np.array(at) + rng.normal(0, size, (int(rng.integers(3, 6)), 2))).astype(np.int32)
            cv2.fillPoly(page, [cv2.convexHull(points)], colour, cv2.LINE_AA)
        elif kind == 2:
            for y in np.arange(-size, size, rng.uniform(2, 5)):
                cv2.line(page, (int(at[0] - size + rng.normal(0, 3)), int(at[1] + y)), (int(at[0] + size + rng.normal(0, 3)), int(at[1] + y + rng.normal(0, 4))), colour, 1, cv2.LINE_AA)
        elif kind == 3:
            cv2.line(page, at, (int(rng.uniform(0.05, 0.95) * width), int(rng.uniform(0.05, 0.95) * height)), colour, int(rng.integers(1, 6)), cv2.LINE_AA)
        else:
            corner = (int(min(width - 4, at[0] + size)), int(min(height - 4, at[1] + size)))
            cv2.rectangle(page, at, corner, colour, -1 if rng.random() < 0.4 else 2, cv2.LINE_AA)
    return scribbled(rng, page, int(rng.integers(0, 14)), (1, 4))


def fitted(rng, photo, height, width):
    """A part of a photograph in a size."""
    high, wide = photo.shape[:2]
    part = min(high / height, wide / width) * rng.uniform(0.75, 1)
    part_high, part_wide = max(4, int(height * part)), max(4, int(width * part))
    y, x = int(rng.integers(0, high - part_high + 1)), int(rng.integers(0, wide - part_wide + 1))
    smooth = cv2.INTER_AREA if part > 1 else cv2.INTER_CUBIC
    return cv2.resize(photo[y : y + part_high, x : x + part_wide], (width, height), interpolation=smooth).astype(np.float32)


def faded(rng, print_):
    black, white = rng.uniform(0, 70, 3) * rng.uniform(0, 1), 255 - rng.uniform(0, 60, 3) * rng.uniform(0, 1)
    grey = print_.mean(2, keepdims=True)
    print_ = grey + (print_ - grey) * rng.uniform(0, 1)
    if rng.random() < 0.5:
        print_ = print_ * 0 + grey * np.array([[1, 1, 1], [1, 0.9, 0.72]][rng.integers(2)])
    return black + print_ / 255 * (white - black)


def printed(rng, photo, height, width):
    """A photograph on paper: without a rim, with one of any colour, or in a frame that is wide below."""
    made = fitted(rng, photo, height, width)
    if rng.random() < 0.35:
        made = faded(rng, made)
    kind = rng.random()
    if kind < 0.42:
        return made
    colour = np.array(PAPERS[rng.integers(len(PAPERS))] if kind < 0.9 else tone(rng, (0.02, 0.2)), np.float32)
    rim = rng.uniform(0.012, 0.09) * min(height, width)
    sides = np.full(4, rim)
    if rng.random() < 0.22:
        sides = np.array([0.06, 0.06, 0.06, rng.uniform(0.18, 0.28)]) * min(height, width)
    left, top, right, bottom = np.maximum(1, sides).astype(int)
    page = np.broadcast_to(colour, (height, width, 3)).astype(np.float32).copy()
    inner = (max(4, width - left - right), max(4, height - top - bottom))
    page[top : top + inner[1], left : left + inner[0]] = cv2.resize(made, inner, interpolation=cv2.INTER_AREA)
    return page


def page_with_photo(rng, photo, height, width):
    page = text(rng, height, width)
    high, wide = int(height * rng.uniform(0.2, 0.45)), int(width * rng.uniform(0.35, 0.85))
    y, x = int(rng.uniform(0.05, 0.95 - high / height) * height), int(rng.uniform(0.05, 0.95 - wide / width) * width)
    page[y : y + high, x : x + wide] = fitted(rng, photo, high, wide)
    return page


SHEETS = ["print", "drawing", "text", "lined", "paper", "receipt", "page", "painting"]
CHANCES = [0.52, 0.17, 0.1, 0.06, 0.03, 0.04, 0.05, 0.03]


def sheet(rng, photo, kind, height, width):
    if kind == "print":
        return printed(rng, photo, height, width)
    if kind == "page":
        return page_with_photo(rng, photo, height, width)
    if kind == "painting":
        return cv2.GaussianBlur(drawing(rng, height, width) * 0.5 + fitted(rng, photo, height, width) * 0.5, (0, 0), 1.5)
    return {"drawing": drawing, "text": text, "receipt": text, "lined": lined, "paper": paper}[kind](rng, height, width)
