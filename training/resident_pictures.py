"""Photographs kept on the device that trains, and patches drawn from them there.

A batch is a few gathers, so that a graphics processor does not wait for Python.
"""
import numpy as np
import torch

CANDIDATES = 3
# Sky teaches little, but has to be known.
ANYWHERE_SHARE = 0.25


class ResidentPictures:
    """Large pictures, each with equally many small copies of `1 / scale` of its sides.

    `pairs` are (large [h s, w s, c], small [copies][h, w, c]), bytes or floats in 0..1. In memory they
    lie one after the other, as [pixels, c].
    """

    def __init__(self, pairs, scale, patch, batch, device):
        self.scale, self.patch, self.batch = scale, patch, batch
        sides = np.array([copies[0].shape[:2] for _, copies in pairs])
        areas = sides.prod(1)
        self.copies = len(pairs[0][1])
        self.pixels = int(areas.sum())
        self.starts = (np.cumsum(areas) - areas).tolist()
        self.large = flat([large for large, _ in pairs]).to(device)
        self.small = torch.cat([flat([copies[k] for _, copies in pairs]) for k in range(self.copies)]).to(device)
        self.sides, self.start = torch.tensor(sides).to(device), torch.tensor(self.starts).to(device)
        self.shares = torch.tensor(np.cumsum(areas) / areas.sum()).float().to(device)
        self.turned_small, self.turned_large = (turned_places(side).to(device) for side in (patch, patch * scale))

    def renew(self, index, copy, picture):
        """Puts another small copy [h, w, c] of a picture in the place of one of its copies."""
        rows = torch.from_numpy(np.ascontiguousarray(picture)).flatten(0, 1)
        start = copy * self.pixels + self.starts[index]
        self.small[start : start + len(rows)] = rows.to(self.small.device, non_blocking=True)

    def draw(self):
        """Small patches [n, c, p, p] and what they are to become [n, c, s p, s p], floats in 0..1."""
        index = torch.searchsorted(self.shares, self.random()).clamp(max=len(self.start) - 1)
        start, width = self.start[index], self.sides[index, 1]
        small_start = start + self.up_to(self.copies) * self.pixels
        place = self.detailed_place(index, small_start, width)
        turn = self.up_to(8)
        small = patches(self.small, small_start, width, place, self.turned_small[turn])
        scale = self.scale
        large = patches(self.large, start * scale**2, width * scale, place * scale, self.turned_large[turn])
        return small, large

    def detailed_place(self, index, start, width):
        """[n, 2]: of some places at random the one with most detail, as a rule."""
        room = self.sides[index] - self.patch + 1
        places = (torch.rand(CANDIDATES, self.batch, 2, device=room.device) * room).long()
        details = torch.stack([
            detail(patches(self.small, start, width, place, self.turned_small[:1])) for place in places
        ])
        best = details.argmax(0) * (self.random() >= ANYWHERE_SHARE)
        return places.gather(0, best.view(1, -1, 1).expand(1, -1, 2))[0]

    def random(self):
        return torch.rand(self.batch, device=self.start.device)

    def up_to(self, count):
        return (self.random() * count).long()


def flat(pictures):
    return torch.cat([torch.from_numpy(np.ascontiguousarray(p)).flatten(0, 1) for p in pictures])


def turned_places(side):
    """[8, side², 2]: row and column of each pixel of a square, turned and mirrored in every way."""
    square = np.stack(np.meshgrid(np.arange(side), np.arange(side), indexing="ij"), 2)
    turned = [np.rot90(square, quarter) for quarter in range(4)]
    turned += [each[:, ::-1] for each in turned]
    return torch.tensor(np.stack(turned).reshape(8, side * side, 2))


def patches(rows, start, width, place, turned):
    """[n, c, side, side] of floats in 0..1, out of pictures that lie in `rows` [pixels, c]."""
    y, x = (place[:, None] + turned).unbind(2)
    side = round(turned.shape[1] ** 0.5)
    found = rows[start[:, None] + y * width[:, None] + x]
    values = found.float() / 255 if rows.dtype == torch.uint8 else found
    return values.transpose(1, 2).unflatten(2, (side, side)).contiguous()


def detail(small):
    """[n]: how much neighbours differ in green, or in luma."""
    plane = small[:, small.shape[1] // 2]
    return plane.diff(dim=1).abs().mean((1, 2)) + plane.diff(dim=2).abs().mean((1, 2))
