"""Photographs and brushed masks that `hole_guess.py` learns from.

`python3 training/hole_pictures.py [FOLDER]` packs the photographs, small, into FOLDER/pictures.npz (6 MB), with
masks of the people in them. Left out: every second of CLIC 2025 and every fifth of portrait/train, on which the fill is
looked at, and what is in portrait/faces.
"""
import glob
import io
import os
import sys

import cv2
import numpy as np
from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
OPEN = f"{HERE}/../../shared/data/open"
WINDOW = 192
"""Longest side of a packed photograph, and its quality."""
SIDES = {"sr-train/cid22": 304, "sr-train/wallpapers": 304, "portrait/train/image": 256, "photos-large/clic2025": 384}
QUALITY = 68
SILHOUETTE = 96
MASK = 128
"""Sides of a cut-out silhouette and of a photograph's mask, which lies in the corner of its square."""


def packed(folder):
    faces = {os.path.basename(f)[6:] for f in glob.glob(f"{folder}/portrait/*/cid22-*")}
    jpegs, shapes, masks, people = [], [], [], []
    for name, side in SIDES.items():
        for at, path in enumerate(sorted(glob.glob(f"{folder}/{name}/*"))):
            base = os.path.basename(path)
            held = (name.startswith("photos") and at % 2 == 0) or (name.startswith("portrait") and at % 5 == 0)
            if held or base in faces or not base.lower().endswith((".jpg", ".jpeg", ".png")):
                continue
            photo = Image.open(path).convert("RGB")
            photo.thumbnail((side, side), Image.LANCZOS)
            file = io.BytesIO()
            photo.save(file, "JPEG", quality=QUALITY)
            jpegs.append(file.getvalue())
            if name.startswith("portrait"):
                mask = Image.open(path.replace("/image/", "/mask/").rsplit(".", 1)[0] + ".png").convert("L")
                whole = mask.resize([max(1, round(length * MASK / max(photo.size))) for length in photo.size], Image.BOX)
                square = np.zeros((MASK, MASK), bool)
                square[: whole.height, : whole.width] = np.array(whole) > 127
                masks.append(square)
                people.append(len(jpegs) - 1)
                mask = mask.crop(mask.getbbox())
                mask.thumbnail((SILHOUETTE, SILHOUETTE))
                square = np.zeros((SILHOUETTE, SILHOUETTE), bool)
                square[: mask.height, : mask.width] = np.array(mask) > 127
                shapes.append(square)
    return {
        "bytes": np.frombuffer(b"".join(jpegs), np.uint8), "ends": np.cumsum([len(file) for file in jpegs]),
        "silhouettes": np.packbits(np.stack(shapes)), "masks": np.packbits(np.stack(masks)), "people": np.array(people),
    }


def stroke(mask, random, length, radius):
    """A finger's path that turns a little at every step."""
    side = len(mask)
    place, way = random.uniform(0, side, 2), random.uniform(0, 2 * np.pi)
    for _ in range(length):
        way += random.normal(0, 0.5)
        there = place + np.array([np.cos(way), np.sin(way)]) * random.uniform(0.06, 0.16) * side
        cv2.line(mask, tuple(int(v) for v in place), tuple(int(v) for v in there), 1, max(2, int(radius * 2)))
        place = np.clip(there, 0, side)


def blob(mask, random, size):
    """A thing that was painted over: dabs about a place."""
    side = len(mask)
    centre, stretch = random.uniform(0.05, 0.95, 2) * side, np.exp(random.normal(0, 0.35))
    for _ in range(random.randint(3, 9)):
        at = centre + random.normal(0, 0.45, 2) * size * np.array([stretch, 1 / stretch])
        cv2.circle(mask, tuple(int(v) for v in at), max(2, int(size * random.uniform(0.45, 0.8))), 1, -1)


def corner(mask, random):
    side = len(mask)
    a, b = random.uniform(0.2, 0.75, 2) * side
    torn = np.array([[0, 0], [a, 0], [(a + random.normal(0, a * 0.2)) / 2, (b + random.normal(0, b * 0.2)) / 2], [0, b]])
    flat = np.zeros_like(mask)
    cv2.fillPoly(flat, [torn.astype(np.int32)], 1)
    mask |= np.rot90(flat, random.randint(4))


def silhouette(mask, random, shapes):
    """A person, brushed with room."""
    side = len(mask)
    shape = shapes[random.randint(len(shapes))].astype(np.uint8)
    height = int(side * random.uniform(0.4, 1.3))
    shape = cv2.resize(shape, (max(4, int(height * random.uniform(0.8, 1.3))), height), interpolation=cv2.INTER_NEAREST)
    room = random.randint(3, 11)
    shape = cv2.dilate(cv2.copyMakeBorder(shape, 12, 12, 12, 12, cv2.BORDER_CONSTANT), np.ones((room, room), np.uint8))
    x, y = (random.randint(-side // 4, side - side // 4) for _ in range(2))
    top, left = max(0, y), max(0, x)
    part = shape[top - y : side - y, left - x : side - x]
    mask[top : top + part.shape[0], left : left + part.shape[1]] |= part


def brushed_masks(seed, count, shapes):
    """[count, WINDOW, WINDOW] of bytes, 1 where a picture is to be filled: 3 to 36 % of it."""
    random = np.random.RandomState(seed)
    masks = []
    while len(masks) < count:
        mask = np.zeros((WINDOW, WINDOW), np.uint8)
        kind = random.random_sample()
        if kind < 0.3:
            for _ in range(random.randint(1, 4)):
                stroke(mask, random, random.randint(1, 7), WINDOW * random.uniform(0.03, 0.1))
        elif kind < 0.7:
            for _ in range(random.randint(1, 3)):
                blob(mask, random, WINDOW * random.uniform(0.06, 0.2))
        elif kind < 0.88:
            corner(mask, random)
        else:
            silhouette(mask, random, shapes)
        if 0.03 < mask.mean() < 0.36:
            masks.append(mask)
    return np.stack(masks)


if __name__ == "__main__":
    target = sys.argv[1] if len(sys.argv) > 1 else f"{HERE}/work"
    os.makedirs(target, exist_ok=True)
    kept = packed(OPEN)
    np.savez(f"{target}/pictures.npz", **kept)
    print(f"{len(kept['ends'])} photographs, {kept['ends'][-1] / 1e6:.1f} MB")
