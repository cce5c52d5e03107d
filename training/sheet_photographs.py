"""Packs the photographs that scenes for the network of sheets are made of: writes training/work/sheet-photographs.npz.

What is like one of the photographs that measure how sheets are found is left out.
"""
import glob
import os

import cv2
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
OPEN = f"{HERE}/../../shared/data/open"
LEARNT = ["sr-train/cid22", "sr-train/wallpapers", "portrait/train/image"]
MEASURED = ["sr-test/kodak", "portrait/faces", "portrait/masks/image", "photos-large/clic2025"]
SIDE = 300
HEADS = "portrait/train"
"""Pictures with masks of people, of which heads are cut out: close portraits are no sheets."""
ALIKE = 0.93
HELD_OUT = 8
"""Of so many photographs the first is only in the scenes that are measured."""


def pictures(folders):
    for folder in folders:
        for path in sorted(glob.glob(f"{OPEN}/{folder}/*")):
            yield path, cv2.imread(path)


def likeness(picture):
    """By which two copies of a photograph are known for one."""
    small = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (16, 16), interpolation=cv2.INTER_AREA)
    values = small.astype(np.float32).ravel()
    values -= values.mean()
    return values / (np.linalg.norm(values) + 1e-6)


def head(picture, mask):
    """A square about the top of a person; None where it is too small."""
    rows, columns = np.nonzero(mask > 0)
    top, side = rows.min(), int(0.36 * (rows.max() - rows.min()))
    middle = int(np.median(columns[rows < top + side // 2]))
    left, above = max(0, middle - side // 2), max(0, top - side // 8)
    part = picture[above : above + side, left : left + side]
    return part if min(part.shape[:2]) > 90 else None


def coded(picture, side):
    scale = side / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    return cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, 72])[1].ravel()


def main():
    measured = np.stack([likeness(picture) for _, picture in pictures(MEASURED)])
    names, heads, packed = [], [], {}
    for path, picture in pictures(LEARNT):
        if (measured @ likeness(picture)).max() > ALIKE:
            continue
        packed[f"{len(names):04d}"] = coded(picture, SIDE)
        names.append(os.path.relpath(path, OPEN))
        if HEADS in path and len(names) % HELD_OUT != 1:
            name = os.path.splitext(os.path.basename(path))[0]
            found = glob.glob(f"{OPEN}/{HEADS}/mask/{name}.*")
            close = head(picture, cv2.imread(found[0], cv2.IMREAD_GRAYSCALE)) if found else None
            if close is not None:
                heads.append(coded(close, 224))
    os.makedirs(f"{HERE}/work", exist_ok=True)
    packed |= {f"head-{at:04d}": close for at, close in enumerate(heads)}
    np.savez(f"{HERE}/work/sheet-photographs.npz", names=np.array(names), heads=len(heads), **packed)
    print(len(names), "photographs,", len(heads), "heads")


if __name__ == "__main__":
    main()
