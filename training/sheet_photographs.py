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
ALIKE = 0.93


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


def main():
    measured = np.stack([likeness(picture) for _, picture in pictures(MEASURED)])
    names, packed = [], {}
    for path, picture in pictures(LEARNT):
        if (measured @ likeness(picture)).max() > ALIKE:
            continue
        scale = SIDE / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        packed[f"{len(names):04d}"] = cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, 72])[1].ravel()
        names.append(os.path.relpath(path, OPEN))
    os.makedirs(f"{HERE}/work", exist_ok=True)
    np.savez(f"{HERE}/work/sheet-photographs.npz", names=np.array(names), **packed)
    print(len(names), "photographs")


if __name__ == "__main__":
    main()
