"""Photographs as people have them: taken by a phone, shrunk and saved as JPEG by a chat program.

`compressed(picture, scale, rng)` makes a small, spoilt copy of a sharp picture; training draws new
ones all the time. The measuring set's own, fixed faults are made elsewhere
(tests/quality/compressed-photos.ts) and never seen here.
"""
import io

import numpy as np
from PIL import Image, ImageFilter

SHRINKERS = (Image.BOX, Image.BILINEAR, Image.HAMMING, Image.BICUBIC, Image.LANCZOS)
CLEAN_SHARE = 0.08
NOISY_SHARE = 0.7
DENOISED_SHARE = 0.4
NEVER_STORED_SHARE = 0.08
STORED_BEFORE_SHARE = 0.35
STORED_TWICE_SHARE = 0.2
SHARPENED_SHARE = 0.15
QUALITIES = (32, 96)


def as_jpeg(picture, quality, subsampling=2):
    stored = io.BytesIO()
    picture.save(stored, "JPEG", quality=int(quality), subsampling=subsampling)
    return Image.open(stored).convert("RGB")


def linear(srgb):
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def encoded(light):
    light = np.clip(light, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def with_noise(picture, rng):
    """Shot and read noise in linear light; in part smoothed, as a phone's own noise reduction does."""
    light = linear(np.asarray(picture, np.float32) / 255)
    shot = 10 ** rng.uniform(-4.6, -2.7)
    read = 10 ** rng.uniform(-3.6, -2.6)
    noise = rng.standard_normal(light.shape).astype(np.float32)
    noise *= np.sqrt(shot * light + read * read)
    if rng.random() < DENOISED_SHARE:
        # Chroma noise goes first, what stays of luma noise is coarse.
        grey = noise.mean(2, keepdims=True)
        noise = grey + (noise - grey) * rng.uniform(0.2, 1)
        radius = rng.uniform(0.4, 1.2)
        noise = smoothed(noise, radius) * (1 + radius)
    return Image.fromarray(np.round(encoded(light + noise) * 255).astype(np.uint8))


def smoothed(values, sigma):
    taps = np.exp(-0.5 * (np.arange(-3, 4) / sigma) ** 2)
    taps = (taps / taps.sum()).astype(np.float32)
    for axis in (0, 1):
        padded = np.pad(values, [(3, 3) if a == axis else (0, 0) for a in range(3)], "edge")
        length = values.shape[axis]
        values = sum(tap * np.take(padded, range(k, k + length), axis) for k, tap in enumerate(taps))
    return values


def compressed(picture, scale, rng):
    """A copy `scale` times smaller, as a chat program hands it on."""
    if rng.random() < STORED_BEFORE_SHARE:
        picture = as_jpeg(picture, rng.integers(80, 97), rng.choice((0, 2)))
    width, height = picture.size
    small = picture.resize((width // scale, height // scale), rng.choice(SHRINKERS))
    if rng.random() < CLEAN_SHARE:
        return small
    if rng.random() < NOISY_SHARE:
        small = with_noise(small, rng)
    if rng.random() < SHARPENED_SHARE:
        small = small.filter(ImageFilter.UnsharpMask(1, int(rng.integers(20, 70)), 0))
    if rng.random() < NEVER_STORED_SHARE:
        return small
    if rng.random() < STORED_TWICE_SHARE:
        small = as_jpeg(small, rng.integers(60, 97))
    return as_jpeg(small, rng.integers(*QUALITIES))
