"""Spoiled photographs as the colour network sees them, made once: steps are then twenty times cheaper."""
import os
import random

import numpy as np
import torch
from PIL import Image

from colour_faults import as_various, spoiled_at_random
from colour_network import POINTS, SHRINK, seen

PLACES = ("sr-train/cid22", "sr-train/wallpapers", "photos-large/clic2025", "portrait/train/image")
STORED_SIDE = 320
SMALLEST_CROP = 140
WHOLE_SHARE = 0.3
"""Pictures put together from two: there are more pairs than photographs, and less is learned by heart."""
COMPOSED_SHARE = 0.3
"""Photographs fall into so many parts, by turns. What is put together is of one part."""
PARTS = 4
BATCH = 40


def load(folder):
    """[n, 3, 320, 320] bytes, squeezed into squares as the product's copy is."""
    pictures = []
    for place in PLACES:
        for name in sorted(os.listdir(os.path.join(folder, place))):
            picture = Image.open(os.path.join(folder, place, name)).convert("RGB")
            picture = picture.resize((STORED_SIDE, STORED_SIDE), Image.BOX)
            pictures.append(torch.from_numpy(np.array(picture)).permute(2, 0, 1))
    return torch.stack(pictures)


def points_of(picture):
    """Points [3, 64, 64] of a crop, or of the whole: a crop has another histogram than its whole."""
    is_whole = random.random() < WHOLE_SHARE
    side = STORED_SIDE if is_whole else random.uniform(SMALLEST_CROP, STORED_SIDE)

    def along():
        start = random.uniform(0, STORED_SIDE - side) + random.uniform(0.2, 0.8) * side / POINTS
        return (start + torch.arange(POINTS) * side / POINTS).long().clamp(max=STORED_SIDE - 1)

    points = picture[:, along()][:, :, along()].float() / 255
    return points.flip(2) if random.random() < 0.5 else points


def composed(one, other):
    """One to the left or above, the other to the right or below."""
    share = random.randrange(POINTS // 4, 3 * POINTS // 4)
    points = one.clone()
    if random.random() < 0.5:
        points[:, share:] = other[:, share:]
    else:
        points[:, :, share:] = other[:, :, share:]
    return points


def samples_of(pictures, count):
    """`count` spoiled pictures: what is seen of each, its colours as they were, whether it is untouched,
    the part that its photographs are of, and whether it is one photograph."""
    made = []
    with torch.no_grad():
        for _ in range(-(-count // BATCH)):
            drawn = random.choices(range(len(pictures)), k=BATCH)
            single = torch.rand(BATCH) >= COMPOSED_SHARE
            good = []
            for at, index in enumerate(drawn):
                points = points_of(pictures[index])
                if not single[at]:
                    others = range(index % PARTS, len(pictures), PARTS)
                    points = composed(points, points_of(pictures[random.choice(others)]))
                good.append(points)
            good = as_various(torch.stack(good))
            spoiled, untouched = spoiled_at_random(good)
            statistics, thumbnail, colours = seen(spoiled)
            wanted = good[:, :, ::SHRINK, ::SHRINK]
            as_bytes = [(255 * part).round().byte() for part in (thumbnail, colours, wanted)]
            part = torch.tensor(drawn) % PARTS
            made.append([statistics.half(), *as_bytes, untouched.flatten(), part, single])
    return [torch.cat(part)[:count] for part in zip(*made)]


def taken(samples, which):
    """Some of the samples as numbers: statistics, thumbnail, colours, wanted, untouched."""
    statistics, *pictures, untouched = (part[which] for part in samples[:5])
    return [statistics.float(), *(part.float() / 255 for part in pictures), untouched]
