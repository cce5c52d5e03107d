"""Pictures in which a sheet of paper lies or none, as they are made for the network of sheets.

A scene is a photo in bytes [SIDE, SIDE, 3], drawn out to a square, and what is to be seen of it in bytes
[SIDE / 2, SIDE / 2, 3]: the sheets as if nothing covered them, their sides, their corners.
"""
import math

import cv2
import numpy as np
from sheet_surfaces import CHANCES, SHEETS, clouds, fitted, sheet, surface, tone, halves

SIDE = 256
WITHOUT = 0.33
"""Share of pictures without a sheet."""


def seen_at(rng, proportions):
    """A flat sheet's corners as a camera sees them, about 0, clockwise, for a sheet of one unit of area."""
    wide = math.sqrt(proportions)
    flat = np.array([[-wide, -1 / wide], [wide, -1 / wide], [wide, 1 / wide], [-wide, 1 / wide]]) / 2
    turn = rng.normal(0, 0.17) if rng.random() < 0.68 else rng.uniform(-math.pi, math.pi)
    cos, sin = math.cos(turn), math.sin(turn)
    flat = flat @ np.array([[cos, sin], [-sin, cos]])
    lean, towards = abs(rng.normal(0, 0.38)), rng.uniform(0, 2 * math.pi)
    if rng.random() < 0.4:
        towards = math.pi / 2 + rng.normal(0, 0.2)
    lean = min(lean, 1.05)
    axis = np.array([math.cos(towards), math.sin(towards)])
    along = flat @ axis
    rest = flat - along[:, None] * axis
    away = rng.uniform(1.5, 4)
    depth = away + along * math.sin(lean)
    seen = (rest + along[:, None] * math.cos(lean) * axis) * (away / depth)[:, None]
    return seen - (seen.min(0) + seen.max(0)) / 2


def area(points):
    x, y = points[:, 0], points[:, 1]
    return 0.5 * np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)


def shown_sides(corners, height, width):
    """Shares of the sides that are well within the picture."""
    shares = np.linspace(0.02, 0.98, 25)[:, None]
    shown = []
    for one, other in zip(corners, np.roll(corners, -1, 0)):
        places = one + shares * (other - one)
        inside = (places > 2).all(1) & (places[:, 0] < width - 3) & (places[:, 1] < height - 3)
        shown.append(inside.mean())
    return np.array(shown)


def placed(rng, proportions, height, width):
    """Corners of a sheet in px, most of it seen."""
    while True:
        seen = seen_at(rng, proportions)
        share = math.exp(rng.uniform(math.log(0.08), math.log(0.9))) if rng.random() < 0.6 else rng.uniform(0.25, 1.1)
        corners = seen * math.sqrt(share * height * width / abs(area(seen)))
        size = corners.max(0) - corners.min(0)
        free = np.array([width, height]) - size
        mode = rng.random()
        if mode < 0.62 and (free < 4).any():
            continue
        spread = np.abs(free) / 2 + (0 if mode < 0.62 else 0.12 * np.array([width, height]))
        middle = np.array([width, height]) / 2 + rng.uniform(-1, 1, 2) * spread * rng.uniform(0.2, 1)
        corners = corners + middle
        sides = shown_sides(corners, height, width)
        if mode < 0.62 or (sides > 0.5).sum() >= 3 or ((sides > 0.35).sum() >= 3 and rng.random() < 0.4):
            return corners


class Bend:
    """How a sheet is curled: it bows between its corners."""

    def __init__(self, rng):
        strong = 0 if rng.random() < 0.45 else rng.uniform(0, 0.03)
        self.amounts = rng.uniform(-1, 1, 4) * strong

    def __call__(self, u, v):
        a, b, c, d = self.amounts
        across, down = np.sin(np.pi * np.clip(v, 0, 1)), np.sin(np.pi * np.clip(u, 0, 1))
        return u + (a * (1 - u) + b * u) * across, v + (c * (1 - v) + d * v) * down


def outline(corners, bend, steps=24):
    """The sheet's edge in px, by steps along every side."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    shares = np.arange(steps) / steps
    places = np.concatenate([one + shares[:, None] * (other - one) for one, other in zip(unit, np.roll(unit, -1, 0))])
    # What is at (u, v) of the picture of the sheet is seen where the bend takes it back.
    u, v = places[:, 0], places[:, 1]
    for _ in range(3):
        bu, bv = bend(u, v)
        u, v = u - (bu - places[:, 0]), v - (bv - places[:, 1])
    to = cv2.getPerspectiveTransform(unit, corners.astype(np.float32))
    return cv2.perspectiveTransform(np.stack([u, v], 1)[None].astype(np.float32), to)[0]


def laid(rng, scene, page, corners, bend):
    """Lays a sheet over a scene, its shadow first."""
    height, width = scene.shape[:2]
    high, wide = page.shape[:2]
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    back = cv2.getPerspectiveTransform(corners.astype(np.float32), unit).astype(np.float64)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    depth = back[2, 0] * x + back[2, 1] * y + back[2, 2]
    depth = np.where(np.abs(depth) < 1e-6, 1e-6, depth)
    u = (back[0, 0] * x + back[0, 1] * y + back[0, 2]) / depth
    v = (back[1, 0] * x + back[1, 1] * y + back[1, 2]) / depth
    u, v = bend(u, v)
    points = outline(corners, bend)
    cover = np.zeros((height, width), np.float32)
    cv2.fillPoly(cover, [np.round(points * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    if rng.random() < 0.25:
        cut = corners[rng.integers(4)]
        cv2.circle(cover, tuple(int(c) for c in cut), int(rng.uniform(2, 0.12 * math.sqrt(abs(area(corners))))), 0, -1, cv2.LINE_AA)
    if rng.random() < 0.75:
        off, soft = rng.normal(0, 4, 2), rng.uniform(0.6, 9)
        shadow = cv2.GaussianBlur(cv2.warpAffine(cover, np.float32([[1, 0, off[0]], [0, 1, off[1]]]), (width, height)), (0, 0), soft)
        scene = scene * (1 - rng.uniform(0.1, 0.7) * shadow)[..., None]
    seen = cv2.remap(page, (u * (wide - 1)).astype(np.float32), (v * (high - 1)).astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < 0.3:
        for _ in range(rng.integers(1, 4)):
            at, across = rng.uniform(0.1, 0.9), u if rng.random() < 0.5 else v
            seen = seen * (1 + rng.uniform(-0.25, 0.2) * np.exp(-(((across - at) / rng.uniform(0.003, 0.02)) ** 2)) + rng.uniform(-0.08, 0.08) * (across > at))[..., None]
    if np.abs(bend.amounts).max() > 0.008:
        seen = seen * (1 + rng.uniform(-0.2, 0.2) * np.sin(np.pi * u))[..., None]
    if rng.random() < 0.3:
        edge = cv2.GaussianBlur(cover, (0, 0), 1.0)
        seen = seen + (np.exp(-(((edge - 0.75) / 0.15) ** 2)) * rng.uniform(-60, 60))[..., None]
    return scene * (1 - cover[..., None]) + np.clip(seen, 0, 255) * cover[..., None]


SKINS = [(241, 204, 180), (224, 172, 138), (198, 140, 104), (150, 98, 70), (100, 64, 46), (68, 44, 36)]


def fingers(rng, scene, corners):
    """Fingers that hold a sheet at its edge, from outside."""
    skin = np.array(SKINS[rng.integers(len(SKINS))], np.float32) * rng.uniform(0.8, 1.1)
    height, width = scene.shape[:2]
    middle, size = corners.mean(0), math.sqrt(abs(area(corners)))
    for _ in range(rng.integers(1, 3)):
        side = rng.integers(4)
        root = corners[side] + rng.uniform(0.1, 0.9) * (corners[(side + 1) % 4] - corners[side])
        outward = (root - middle) / (np.linalg.norm(root - middle) + 1e-6)
        thick = rng.uniform(0.05, 0.11) * size
        for finger in range(rng.integers(1, 5)):
            along = np.array([-outward[1], outward[0]]) * (finger - 1) * thick * 1.15
            tip = root + along - outward * size * rng.uniform(0.02, 0.16)
            back = root + along + outward * size * rng.uniform(0.5, 1.2) + rng.normal(0, 6, 2)
            cover = np.zeros((height, width), np.float32)
            cv2.line(cover, tuple(int(c) for c in tip), tuple(int(c) for c in back), 1.0, max(2, int(thick)), cv2.LINE_AA)
            cover = cv2.GaussianBlur(cover, (0, 0), 0.7)
            round_ = cv2.GaussianBlur(cover, (0, 0), max(1, thick / 3))
            scene = scene * (1 - 0.35 * cv2.GaussianBlur(cover, (0, 0), 4))[..., None]
            scene = scene * (1 - cover[..., None]) + skin * (0.45 + 0.55 * round_)[..., None] * cover[..., None]
    return scene


def things(rng, scene, count):
    """Pens, cups, plates, cards, books and telephones that are no sheets."""
    height, width = scene.shape[:2]
    scene = np.ascontiguousarray(scene, np.float32)
    for _ in range(count):
        at = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        angle, colour = rng.uniform(0, math.pi), tone(rng, (0.03, 0.95), 1.5)
        size = rng.uniform(0.04, 0.3) * width
        cover = np.zeros((height, width), np.float32)
        along = np.array([math.cos(angle), math.sin(angle)])
        kind = rng.integers(4)
        if kind == 0:
            cv2.line(cover, tuple((at - along * size).astype(int).tolist()), tuple((at + along * size).astype(int).tolist()), 1.0, int(rng.integers(2, 9)), cv2.LINE_AA)
        elif kind == 1:
            cv2.ellipse(cover, tuple(at.astype(int).tolist()), (int(size * 0.5) + 2, int(size * rng.uniform(0.3, 0.5)) + 2), 0, 0, 360, 1.0, -1, cv2.LINE_AA)
        elif kind == 2:
            points = at + rng.normal(0, size * 0.4, (6, 2))
            cv2.fillPoly(cover, [cv2.convexHull(points.astype(np.int32))], 1.0, cv2.LINE_AA)
        else:
            # Dark and shiny, with round corners: a telephone.
            colour = np.full(3, rng.uniform(5, 45))
            box = cv2.boxPoints(((float(at[0]), float(at[1])), (size, size * 0.5), math.degrees(angle)))
            cv2.fillPoly(cover, [box.astype(np.int32)], 1.0, cv2.LINE_AA)
            cover = np.clip(cv2.GaussianBlur(cover, (0, 0), 3) * 4 - 1.5, 0, 1)
        scene *= (1 - rng.uniform(0, 0.5) * cv2.GaussianBlur(cover, (0, 0), rng.uniform(1, 7)))[..., None]
        shade = 1 + 0.25 * clouds(rng, height, width, 60, 30)
        scene = scene * (1 - cover[..., None]) + colour * shade[..., None] * cover[..., None]
    return scene


def blob(rng, scene, photo):
    """A thing with a round or irregular outline that shows what a photograph does: corners alone make no sheet."""
    height, width = scene.shape[:2]
    angles = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    radius = 1 + sum(rng.normal(0, 0.25 / n) * np.sin(n * angles + rng.uniform(0, 6.3)) for n in range(1, 6))
    size = rng.uniform(0.1, 0.45) * min(width, height) * np.array([rng.uniform(0.5, 1), 1])
    middle = np.array([width, height]) * rng.uniform(0.2, 0.8, 2)
    points = middle + np.stack([np.cos(angles), np.sin(angles)], 1) * radius[:, None] * size
    if rng.random() < 0.25:
        points = cv2.convexHull(points[:: rng.integers(5, 9)].astype(np.float32))[:, 0]
    cover = np.zeros((height, width), np.float32)
    cv2.fillPoly(cover, [np.round(points * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    cover = cv2.GaussianBlur(cover, (0, 0), rng.uniform(0.4, 2))[..., None]
    kind = rng.random()
    if kind < 0.6:
        inside = fitted(rng, photo, height, width)
    elif kind < 0.8:
        inside = np.array(SKINS[rng.integers(len(SKINS))]) * (1 + 0.2 * clouds(rng, height, width, 70, 20))[..., None]
    else:
        inside = tone(rng, (0.1, 0.95), 1.5) * (1 + 0.1 * clouds(rng, height, width, 70, 3))[..., None]
    if rng.random() < 0.4:
        scene = scene * (1 - rng.uniform(0, 0.5) * cv2.GaussianBlur(cover, (0, 0), 8)[..., None])
    return np.clip(scene * (1 - cover) + inside * cover, 0, 255)


def windows(rng, scene):
    """Windows, doors, screens and signs: frames with things in them that are no paper."""
    height, width = scene.shape[:2]
    scene = np.ascontiguousarray(scene, np.float32)
    wide, high = rng.uniform(0.08, 0.5) * width, rng.uniform(0.1, 0.7) * height
    columns, rows = (rng.integers(1, 6), rng.integers(1, 4)) if wide < 0.25 * width else (1, 1)
    colour, frame, thick = tone(rng, (0.02, 0.7)), tone(rng), int(rng.integers(2, 9))
    x0, y0 = rng.uniform(0, width * 0.5), rng.uniform(0, height * 0.5)
    for row in range(rows):
        for column in range(columns):
            x, y = x0 + column * wide * 1.5, y0 + row * high * 1.35
            p, q = (int(x), int(y)), (int(x + wide), int(y + high))
            cv2.rectangle(scene, p, q, colour.tolist(), -1)
            for _ in range(rng.integers(0, 3)):
                a = rng.uniform(x, x + wide)
                cv2.line(scene, (int(a), p[1]), (int(a + rng.normal(0, 20)), q[1]), (colour * rng.uniform(0.6, 1.5)).tolist(), int(rng.integers(1, 12)))
            for split in range(1, rng.integers(1, 4)):
                a = int(x + wide * split / 3)
                cv2.line(scene, (a, p[1]), (a, q[1]), frame.tolist(), max(1, thick // 2))
            cv2.rectangle(scene, p, q, frame.tolist(), thick)
    return np.clip(scene, 0, 255)


def photographed(rng, scene, sheets):
    """Light, shade, glare, lens, sensor and JPEG."""
    height, width = scene.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    light = 1 + rng.normal(0, 0.3) * x + rng.normal(0, 0.3) * y
    if rng.random() < 0.3:
        light *= 0.35 + np.exp(-((x - rng.uniform(-0.6, 0.6)) ** 2 + (y - rng.uniform(-0.6, 0.6)) ** 2) / rng.uniform(0.1, 0.8))
    if rng.random() < 0.25:
        shade = np.zeros((height, width), np.float32)
        points = np.array([width, height]) * rng.uniform(-0.3, 1.3, (int(rng.integers(3, 7)), 2))
        cv2.fillPoly(shade, [cv2.convexHull(points.astype(np.int32))], 1.0)
        light *= 1 - rng.uniform(0.1, 0.6) * cv2.GaussianBlur(shade, (0, 0), rng.uniform(1, 22))
    scene = scene * np.clip(light, 0.12, 1.9)[..., None]
    if rng.random() < 0.22:
        middle = sheets[0].mean(0) if sheets and rng.random() < 0.8 else np.array([width, height]) * rng.uniform(0, 1, 2)
        glare = np.zeros((height, width), np.float32)
        at = middle + rng.normal(0, 0.15, 2) * width
        cv2.ellipse(glare, tuple(at.astype(int).tolist()), (int(rng.uniform(6, 50)), int(rng.uniform(6, 50))), rng.uniform(0, 180), 0, 360, 1.0, -1)
        scene = scene + 255 * rng.uniform(0.2, 1.2) * cv2.GaussianBlur(glare, (0, 0), rng.uniform(2, 16))[..., None]
    scene = cv2.resize(np.clip(scene, 0, 400).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    cast = 1 + rng.normal(0, 0.08, 3) + np.array([0.12, 0, -0.15]) * rng.normal(0, 0.7)
    scene = 255 * (np.clip(scene * cast, 0, 255) / 255) ** math.exp(rng.normal(0, 0.3)) * math.exp(rng.normal(0, 0.22))
    if rng.random() < 0.5:
        scene = cv2.GaussianBlur(scene, (0, 0), rng.uniform(0.3, 1.5))
    scene = scene + rng.standard_normal(scene.shape).astype(np.float32) * abs(rng.normal(0, 5))
    scene = np.clip(scene, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, coded = cv2.imencode(".jpg", scene, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))])
        scene = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return scene


def wanted(outlines, all_corners, height, width):
    half = SIDE // 2
    by = np.array([half / width, half / height])
    planes = np.zeros((3, half, half), np.float32)
    for points, corners in zip(outlines, all_corners):
        fixed = np.round(points * by * 16 - 8).astype(np.int32)
        cv2.fillPoly(planes[0], [fixed], 1.0, cv2.LINE_AA, 4)
        cv2.polylines(planes[1], [fixed], True, 1.0, 1, cv2.LINE_AA, 4)
        for corner in corners * by - 0.5:
            if (corner > -1).all() and (corner < half).all():
                y, x = np.mgrid[:half, :half]
                planes[2] = np.maximum(planes[2], np.exp(-((x - corner[0]) ** 2 + (y - corner[1]) ** 2) / (2 * 2.0**2)))
    planes[1] = np.clip(cv2.GaussianBlur(planes[1], (0, 0), 0.8) * 1.7, 0, 1)
    return (planes.transpose(1, 2, 0) * 255).astype(np.uint8)


class Scenes:
    """@param photos as bytes of red, green and blue, each [height, width, 3]"""

    def __init__(self, photos, seed):
        self.photos = photos
        self.rng = np.random.default_rng(seed)

    def photo(self):
        return self.photos[self.rng.integers(len(self.photos))]

    def ground(self, height, width):
        rng = self.rng
        kind = rng.random()
        if kind < 0.3:
            made = fitted(rng, self.photo(), height, width)
            if rng.random() < 0.4:
                made = cv2.GaussianBlur(made, (0, 0), rng.uniform(0.5, 7))
            return made
        room = int(1.5 * max(height, width))
        made = (halves if kind < 0.45 else surface)(rng, room, room).astype(np.float32)
        turn, lean = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.5)
        source = np.float32([[0, 0], [1, 0], [1, 1], [0, 1]]) - 0.5
        cos, sin = math.cos(turn), math.sin(turn)
        source = source @ np.float32([[cos, sin], [-sin, cos]])
        source[:2] *= 1 + lean
        source = source * 0.62 / (1 + lean) * room + room / 2
        target = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
        return cv2.warpPerspective(made, cv2.getPerspectiveTransform(source.astype(np.float32), target), (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)

    def page(self, kind, corners, proportions):
        long_side = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).max()
        high = int(np.clip(long_side * min(1, 1 / proportions), 24, 420))
        wide = int(np.clip(high * proportions, 24, 420))
        return np.clip(sheet(self.rng, self.photo(), kind, high, wide), 0, 255).astype(np.float32)

    def several(self, height, width):
        """Corners of prints on a page of an album, or of a few on a table."""
        rng = self.rng
        columns, rows = rng.integers(1, 4), rng.integers(1, 4)
        turn = rng.normal(0, 0.08)
        made = []
        for row in range(rows):
            for column in range(columns):
                if rng.random() < 0.15 and made:
                    continue
                box = np.array([width / columns, height / rows])
                size = box * rng.uniform(0.55, 0.9, 2)
                flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2
                own = turn + rng.normal(0, 0.05)
                flat = flat @ np.array([[math.cos(own), math.sin(own)], [-math.sin(own), math.cos(own)]])
                made.append(flat + (np.array([column, row]) + 0.5) * box + rng.normal(0, 0.03, 2) * box)
        tilt = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
        to = cv2.getPerspectiveTransform(tilt, (tilt + rng.normal(0, 0.06, (4, 2)) * width).astype(np.float32))
        return [cv2.perspectiveTransform(c[None].astype(np.float32), to)[0].astype(np.float64) for c in made]

    def without(self, height, width):
        rng = self.rng
        kind = rng.random()
        if kind < 0.72:
            made = fitted(rng, self.photo(), height, width)
            if rng.random() < 0.2:
                made = windows(rng, made)
        else:
            made = self.ground(height, width)
            if rng.random() < 0.35:
                made = windows(rng, made)
            made = things(rng, made, rng.integers(0, 6))
        if rng.random() < 0.3:
            for _ in range(rng.integers(1, 4)):
                made = blob(rng, made, self.photo())
        return made

    def scene(self):
        rng = self.rng
        proportions = [4 / 3, 3 / 4, 1.5, 2 / 3, 16 / 9, 9 / 16, 1][rng.choice(7, p=[0.27, 0.27, 0.1, 0.1, 0.1, 0.1, 0.06])]
        height = int(288 / max(1, proportions))
        width = int(height * proportions)
        if rng.random() < WITHOUT:
            return photographed(rng, self.without(height, width), []), np.zeros((SIDE // 2, SIDE // 2, 3), np.uint8)
        made = self.ground(height, width)
        if rng.random() < 0.4:
            made = things(rng, made, rng.integers(1, 5))
        if rng.random() < 0.12:
            made = blob(rng, made, self.photo())
        if rng.random() < 0.16:
            quads = self.several(height, width)
            kinds = ["print"] * len(quads)
        else:
            kinds = [SHEETS[rng.choice(len(SHEETS), p=CHANCES)]]
            proportion = {"receipt": rng.uniform(0.22, 0.5)}.get(kinds[0], math.exp(rng.uniform(math.log(0.66), math.log(1.5))))
            quads = [placed(rng, proportion, height, width)]
        bends = [Bend(rng) for _ in quads]
        for kind, corners, bend in zip(kinds, quads, bends):
            lengths = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
            made = laid(rng, made, self.page(kind, corners, (lengths[0] + lengths[2]) / (lengths[1] + lengths[3])), corners, bend)
        if rng.random() < 0.2:
            made = fingers(rng, made, quads[rng.integers(len(quads))])
        elif rng.random() < 0.12:
            made = things(rng, made, 1)
        outlines = [outline(c, b) for c, b in zip(quads, bends)]
        return photographed(rng, made, quads), wanted(outlines, quads, height, width)
